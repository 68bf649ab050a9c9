#include "lab/circles.h"

#include "base/random.h"
#include "collision/sat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOVE_MIN 1e-3  ///< m a step: what moves less passes nothing.
#define FAR_AWAY 200.0 ///< m: more than from any place of a scene to beyond any other.

// ---------------------------------------------------------------- two circles

static Circle circle_of(const Solid *solid) {
    return (Circle){solid->at.position, solid->pieces[0].radius};
}

static CirclesQuadratic make_quadratic(const Solid solids[SCENE_SHAPES], vec2s move) {
    CirclesQuadratic q = {
        .gap = point_between(solids[0].at.position, solids[1].at.position),
        .move = point_of(move),
        .radius = (double)solids[0].pieces[0].radius + (double)solids[1].pieces[0].radius,
    };
    q.a = point_dot(q.move, q.move);
    q.b = -2.0 * point_dot(q.gap, q.move);
    q.c = point_dot(q.gap, q.gap) - q.radius * q.radius;
    q.discriminant = q.b * q.b - 4.0 * q.a * q.c;
    double root = sqrt(q.discriminant);
    q.roots[0] = (-q.b - root) / (2.0 * q.a);
    q.roots[1] = (-q.b + root) / (2.0 * q.a);
    q.nearest = point_dot(q.gap, q.move) / q.a;
    Point miss = {q.gap.x - q.nearest * q.move.x, q.gap.y - q.nearest * q.move.y};
    q.miss = point_length(miss);
    q.between = q.miss <= q.radius;
    q.over = q.nearest >= 0.0 && q.nearest <= 1.0;
    return q;
}

/// As articles print it: the radii are squared first and summed then, and the root is taken with
/// the sign of its first term turned round. The line: puts y = m x + b into x^2 + y^2 = r^2 and
/// writes (m x + b)^2 as m^2 x^2 + m x b + m b + b^2.
static CirclesMisprints make_misprints(const CirclesQuadratic *q,
                                       const Solid solids[SCENE_SHAPES]) {
    double ra = (double)solids[0].pieces[0].radius, rb = (double)solids[1].pieces[0].radius;
    CirclesMisprints wrong = {.radii_c = point_dot(q->gap, q->gap) - (ra * ra + rb * rb)};
    double root = sqrt(q->b * q->b - 4.0 * q->a * wrong.radii_c);
    wrong.radii_time = (q->b - root) / (2.0 * q->a);
    wrong.radii_hit = wrong.radii_time >= 0.0 && wrong.radii_time <= 1.0;
    double m = q->move.y / q->move.x, b = -q->gap.y + m * q->gap.x, r2 = q->radius * q->radius;
    wrong.slope = m;
    wrong.start = b;
    wrong.line_discriminant = 4.0 * (m * b * m * b - (1.0 + m * m) * (b * b - r2));
    wrong.printed_discriminant = m * b * m * b - 4.0 * (1.0 + m * m) * (m * b + b * b - r2);
    wrong.line_hit = wrong.line_discriminant >= 0.0;
    wrong.printed_hit = wrong.printed_discriminant >= 0.0;
    return wrong;
}

// ---------------------------------------------------------------- any second shape

/// Where b stands as seen from a circle that has moved by `way`, `along` m of it.
static Transform seen_from(const Solid solids[SCENE_SHAPES], Point along) {
    Transform at = transform_relative(solids[0].at, solids[1].at);
    vec2s step = rotation_undo(solids[0].at.rotation, vec2_make((float)along.x, (float)along.y));
    at.position = glms_vec2_sub(at.position, step);
    return at;
}

static bool overlap_at(const Solid solids[SCENE_SHAPES], Point along) {
    Transform b_in_a = seen_from(solids, along);
    for (int i = 0; i < solids[1].piece_count; i++) {
        if (sat_overlap(&solids[0].pieces[0], &solids[1].pieces[i], b_in_a).hit) {
            return true;
        }
    }
    return false;
}

/// The first hit of a circle that has moved by `along` and moves on by `move`.
static SweepHit sweep_from(const Solid solids[SCENE_SHAPES], Point along, Point move) {
    vec2s local = rotation_undo(solids[0].at.rotation, vec2_make((float)move.x, (float)move.y));
    Transform b_in_a = seen_from(solids, along);
    SweepHit best = {.hit = false};
    for (int i = 0; i < solids[1].piece_count; i++) {
        SweepHit hit = sweep_translate(&solids[0].pieces[0], local, &solids[1].pieces[i], b_in_a);
        best = hit.hit && (!best.hit || hit.time < best.time) ? hit : best;
    }
    best.normal = rotation_apply(solids[0].at.rotation, best.normal);
    return best;
}

float circles_distance(const Circles *circles, const Solid solids[SCENE_SHAPES], float time) {
    Point along = {(double)(circles->move.x * time), (double)(circles->move.y * time)};
    Transform b_in_a = seen_from(solids, along);
    float least = INFINITY;
    for (int i = 0; i < solids[1].piece_count; i++) {
        least =
            fminf(least,
                  sat_signed_distance(&solids[0].pieces[0], &solids[1].pieces[i], b_in_a).distance);
    }
    return least;
}

// ---------------------------------------------------------------- how much static tests see

/// Where on the endless line of its way the circle touches a piece, m from where it is at the
/// begin.
typedef struct Span {
    double from, to;
} Span;

/// The spans of contact, of each piece one, in order; those of one piece after the other.
static int find_spans(const Solid solids[SCENE_SHAPES], Point way, Span out[SOLID_PIECES_MAX]) {
    int count = 0;
    Point back = {-FAR_AWAY * way.x, -FAR_AWAY * way.y};
    Point forth = {FAR_AWAY * way.x, FAR_AWAY * way.y};
    vec2s move = vec2_make((float)(2.0 * forth.x), (float)(2.0 * forth.y));
    vec2s there = rotation_undo(solids[0].at.rotation, move);
    vec2s here = vec2_make(-there.x, -there.y);
    for (int i = 0; i < solids[1].piece_count; i++) {
        const Shape *a = &solids[0].pieces[0], *b = &solids[1].pieces[i];
        SweepHit enter = sweep_translate(a, there, b, seen_from(solids, back));
        SweepHit leave = sweep_translate(a, here, b, seen_from(solids, forth));
        if (enter.hit && leave.hit) {
            Span span = {FAR_AWAY * (2.0 * (double)enter.time - 1.0),
                         FAR_AWAY * (1.0 - 2.0 * (double)leave.time)};
            int k = count++;
            for (; k > 0 && out[k - 1].from > span.from; k--) {
                out[k] = out[k - 1];
            }
            out[k] = span;
        }
    }
    return count;
}

/// Joins spans that touch. Returns how many are left.
static int join_spans(Span *spans, int count) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (left > 0 && spans[i].from <= spans[left - 1].to) {
            spans[left - 1].to = fmax(spans[left - 1].to, spans[i].to);
        } else {
            spans[left++] = spans[i];
        }
    }
    return left;
}

static double length_of(const Span *spans, int count) {
    double length = 0.0;
    for (int i = 0; i < count; i++) {
        length += spans[i].to - spans[i].from;
    }
    return length;
}

/// The share of phases of a step of `step` m that have a test within a span: the spans laid on a
/// ring of that length, and how much of it they cover.
static double covered(const Span *spans, int count, double step) {
    Span ring[2 * SOLID_PIECES_MAX];
    int pieces = 0;
    for (int i = 0; i < count; i++) {
        double length = spans[i].to - spans[i].from;
        double from = spans[i].from - step * floor(spans[i].from / step);
        if (length >= step) {
            return 1.0;
        }
        ring[pieces++] = (Span){from, fmin(from + length, step)};
        if (from + length > step) {
            ring[pieces++] = (Span){0.0, from + length - step};
        }
    }
    for (int i = 1; i < pieces; i++) {
        Span span = ring[i];
        int k = i;
        for (; k > 0 && ring[k - 1].from > span.from; k--) {
            ring[k] = ring[k - 1];
        }
        ring[k] = span;
    }
    return length_of(ring, join_spans(ring, pieces)) / step;
}

/// Whether any static test of a passage that begins `phase` of a step before the first contact sees
/// it.
static bool static_catches(const Solid solids[SCENE_SHAPES], Point way, const Span *all,
                           double step, double phase) {
    for (double at = all->from - phase * step; at <= all->to; at += step) {
        if (overlap_at(solids, (Point){at * way.x, at * way.y})) {
            return true;
        }
    }
    return false;
}

static bool swept_catches(const Solid solids[SCENE_SHAPES], Point way, const Span *all, double step,
                          double phase) {
    for (double at = all->from - phase * step; at <= all->to; at += step) {
        if (sweep_from(solids, (Point){at * way.x, at * way.y}, (Point){step * way.x, step * way.y})
                .hit) {
            return true;
        }
    }
    return false;
}

/// Fills in the ratios of a circle that moves by `length` m a step along `way` (unit).
static void measure_ratios(Circles *circles, const Solid solids[SCENE_SHAPES], Point way,
                           double length) {
    Span spans[SOLID_PIECES_MAX];
    int count = join_spans(spans, find_spans(solids, way, spans));
    circles->contact = length_of(spans, count);
    for (int k = 0; k < CIRCLES_RATIOS; k++) {
        CirclesRatio *ratio = &circles->ratios[k];
        ratio->substeps = 1 << k;
        ratio->step = length / (double)ratio->substeps;
        if (count == 0) {
            continue; // it passes by
        }
        Span all = {spans[0].from, spans[count - 1].to};
        ratio->predicted = covered(spans, count, ratio->step);
        Random random = random_make(1, 1);
        int caught = 0, swept = 0;
        for (int i = 0; i < CIRCLES_PASSAGES; i++) {
            double phase = (double)random_range(&random, 0.0f, 1.0f);
            caught += static_catches(solids, way, &all, ratio->step, phase);
            swept += k == 0 && swept_catches(solids, way, &all, ratio->step, phase);
        }
        ratio->measured = (double)caught / CIRCLES_PASSAGES;
        circles->swept = k == 0 ? (double)swept / CIRCLES_PASSAGES : circles->swept;
    }
}

Circles circles_make(const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    Circles circles;
    memset(&circles, 0, sizeof circles);
    vec2s velocity = glms_vec2_sub(scene->shapes[0].velocity, scene->shapes[1].velocity);
    circles.move = glms_vec2_scale(velocity, scene->options.circles_step);
    Point move = point_of(circles.move);
    double length = point_length(move);
    circles.with_circle = scene->shapes[1].kind == SCENE_CIRCLE;
    if (circles.with_circle) {
        circles.quadratic = make_quadratic(solids, circles.move);
        circles.misprints = make_misprints(&circles.quadratic, solids);
        circles.hit = circle_sweep_circle(circle_of(&solids[0]), circles.move,
                                          circle_of(&solids[1]), vec2_make(0.0f, 0.0f));
    } else {
        circles.hit = sweep_from(solids, (Point){0.0, 0.0}, move);
    }
    circles.static_start = overlap_at(solids, (Point){0.0, 0.0});
    circles.static_end = overlap_at(solids, move);
    if (length > MOVE_MIN) {
        measure_ratios(&circles, solids, (Point){move.x / length, move.y / length}, length);
    }
    return circles;
}

// ---------------------------------------------------------------- the working

static void work_quadratic(const CirclesQuadratic *q, Working *working) {
    Digits d = {0};
    vec2s gap = vec2_make((float)q->gap.x, (float)q->gap.y);
    vec2s move = vec2_make((float)q->move.x, (float)q->move.y);
    working_number(working, "radii together", q->radius, "m", "R = ra + rb");
    working_number(working, "a", q->a, "m2", "m . m, m = %s", digits_point(&d, move));
    working_number(working, "b", q->b, "m2", "-2 g . m, g = %s", digits_point(&d, gap));
    working_number(working, "c", q->c, "m2", "g . g - R^2");
    working_number(working, "discriminant", q->discriminant, "m4", "b^2 - 4 a c");
    working_number(working, "first root", q->roots[0], "step", "(-b - root) / (2 a)");
    working_number(working, "second root", q->roots[1], "step", "(-b + root) / (2 a)");
    working_number(working, "nearest at", q->nearest, "step", "g . m / m . m");
    working_number(working, "least distance of the centres", q->miss, "m",
                   "|g - m t| then; a hit if at most R");
    working_truth(working, "between the tangents", q->between,
                  "the side of two lines, each R beside the path: no root");
    working_truth(working, "over the path", q->over, "nearest at 0 to 1");
    working_truth(working, "hit by the capsule without its caps", q->between && q->over,
                  "the caps are the static tests at both ends");
}

static void work_misprints(const Circles *circles, Working *working) {
    const CirclesMisprints *wrong = &circles->misprints;
    working_number(working, "radii misprinted: c", wrong->radii_c, "m2", "g . g - (ra^2 + rb^2)");
    working_number(working, "radii misprinted: time", wrong->radii_time, "step",
                   "(b - root) / (2 a)");
    working_truth(working, "radii misprinted: hit", wrong->radii_hit, "%s",
                  wrong->radii_hit == circles->hit.hit ? "the same verdict" : "wrong");
    working_number(working, "line: slope", wrong->slope, "", "of the path, y = m x + b");
    working_number(working, "line: discriminant", wrong->line_discriminant, "",
                   "of (1 + m^2) x^2 + 2 m b x + b^2 - R^2");
    working_truth(working, "line: hit", wrong->line_hit, "of the whole line, without ends");
    working_number(working, "line misprinted: discriminant", wrong->printed_discriminant, "",
                   "of (1 + m^2) x^2 + m b x + m b + b^2 - R^2");
    working_truth(working, "line misprinted: hit", wrong->printed_hit, "%s",
                  wrong->printed_hit == wrong->line_hit ? "the same verdict" : "wrong");
}

static void work_ratios(const Circles *circles, Working *working) {
    working_number(working, "way in contact", circles->contact, "m", "on the line of the way");
    for (int k = 0; k < CIRCLES_RATIOS; k++) {
        const CirclesRatio *ratio = &circles->ratios[k];
        Digits d = {0};
        char name[WORKING_NAME_MAX];
        snprintf(name, sizeof name, "%d sub-step%s: predicted", ratio->substeps, k > 0 ? "s" : "");
        working_number(working, name, ratio->predicted, "",
                       "%s m in contact / %s m from test to test",
                       digits_of(&d, circles->contact, 3), digits_of(&d, ratio->step, 3));
        snprintf(name, sizeof name, "%d sub-step%s: measured", ratio->substeps, k > 0 ? "s" : "");
        working_number(working, name, ratio->measured, "", "of %s passages",
                       digits_of(&d, CIRCLES_PASSAGES, 0));
    }
    working_number(working, "swept: measured", circles->swept, "", "of the same, one sweep a step");
}

void circles_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    Circles circles = circles_make(scene, solids);
    working_number(working, "move", sqrt((double)glms_vec2_norm2(circles.move)), "m",
                   "of a less that of b, over a step");
    if (circles.with_circle) {
        work_quadratic(&circles.quadratic, working);
    }
    working_truth(working, "hit", circles.hit.hit, "the sweep");
    if (circles.hit.hit) {
        working_number(working, "time of impact", (double)circles.hit.time, "step",
                       circles.static_start ? "they touch at the begin"
                                            : "half a chord before the nearest place");
    }
    working_truth(working, "static at the begin", circles.static_start, "where both are at t = 0");
    working_truth(working, "static at the end", circles.static_end, "where both are at t = 1");
    if (circles.with_circle) {
        work_misprints(&circles, working);
    }
    if (circles.contact > 0.0) {
        work_ratios(&circles, working);
    }
}
