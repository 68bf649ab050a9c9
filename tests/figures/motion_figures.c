#include "base/assert.h"
#include "collision/circle.h"
#include "collision/sat.h"
#include "collision/sweep.h"

#include <math.h>

#include "figures.h"

// ---- why static tests are not enough -----------------------------------------------------------

Canvas figure_tunnel(void) {
    Canvas canvas = canvas_make(700.0f, 210.0f);
    canvas_title(&canvas, vec2_make(20.0f, 182.0f),
                 "90 m/s at 60 steps a second: 1.5 m a step, against a wall of 0.2 m");
    Shape ball = shape_circle(vec2_make(0.0f, 0.0f), 0.35f);
    Shape wall = shape_box(vec2_make(0.0f, 0.0f), 0.2f, 2.0f);
    Transform wall_at = {vec2_make(5.4f, 0.0f), {1.0f, 0.0f}};
    vec2s move = vec2_make(90.0f / 60.0f, 0.0f);
    canvas_view(&canvas, vec2_make(55.0f, 95.0f), 76.0f);
    canvas_shape(&canvas, &wall, wall_at, paint_wall);
    SweepHit hit = {.hit = false};
    vec2s met = vec2_make(0.0f, 0.0f);
    int static_hits = 0;
    for (int i = 0; i < 6; i++) {
        Transform at = {vec2_make((float)i * move.x, 0.0f), {1.0f, 0.0f}};
        Transform wall_in_ball = transform_relative(at, wall_at);
        static_hits += sat_overlap(&ball, &wall, wall_in_ball).hit ? 1 : 0;
        if (!hit.hit) {
            hit = sweep_translate(&ball, move, &wall, wall_in_ball);
            met = glms_vec2_add(at.position, glms_vec2_scale(move, hit.time));
        }
        canvas_shape(&canvas, &ball, at, i < 4 ? paint_first : paint_wrong);
        canvas_label(&canvas, at.position, LABEL_CENTER, i < 4 ? BLUE : PURPLE, "%d", i);
    }
    ASSERT(static_hits == 0 && hit.hit);
    canvas_shape(&canvas, &ball, (Transform){met, {1.0f, 0.0f}}, paint_answer);
    canvas_arrow(&canvas, vec2_make(0.35f, -0.55f), vec2_make(met.x, -0.55f), 2.0f, VERMILION);
    canvas_label(&canvas, vec2_make(3.2f, -0.6f), LABEL_BELOW, VERMILION,
                 "swept: met at %.2f of the step from 3 to 4", (double)hit.time);
    canvas_label(&canvas, vec2_make(6.95f, -0.6f), LABEL_BELOW, PURPLE,
                 "tested at steps alone: past it");
    return canvas;
}

// ---- two moving circles ------------------------------------------------------------------------

Canvas figure_circles(void) {
    Canvas canvas = canvas_make(700.0f, 300.0f);
    canvas_title(&canvas, vec2_make(20.0f, 270.0f), "Both move");
    canvas_title(&canvas, vec2_make(370.0f, 270.0f), "As the green one sees it: a point moves");
    Shape a = shape_circle(vec2_make(0.0f, 0.0f), 0.55f);
    Shape b = shape_circle(vec2_make(0.0f, 0.0f), 0.8f);
    vec2s a_from = vec2_make(-0.4f, -0.9f);
    vec2s a_move = vec2_make(3.6f, 1.9f);
    vec2s b_from = vec2_make(3.3f, 0.75f);
    vec2s b_move = vec2_make(-1.0f, -1.1f);
    vec2s move = glms_vec2_sub(a_move, b_move);
    vec2s gap = glms_vec2_sub(b_from, a_from);
    SweepHit hit =
        circle_sweep_circle((Circle){a_from, a.radius}, a_move, (Circle){b_from, b.radius}, b_move);
    ASSERT(hit.hit);
    canvas_view(&canvas, vec2_make(70.0f, 115.0f), 60.0f);
    canvas_shape(&canvas, &b, (Transform){b_from, {1.0f, 0.0f}}, (Paint){0, GREEN, 1.5f, true});
    canvas_shape(&canvas, &a, (Transform){a_from, {1.0f, 0.0f}}, paint_ghost);
    vec2s a_at = glms_vec2_add(a_from, glms_vec2_scale(a_move, hit.time));
    vec2s b_at = glms_vec2_add(b_from, glms_vec2_scale(b_move, hit.time));
    canvas_shape(&canvas, &a, (Transform){a_at, {1.0f, 0.0f}}, paint_first);
    canvas_shape(&canvas, &b, (Transform){b_at, {1.0f, 0.0f}}, paint_second);
    canvas_arrow(&canvas, a_from, a_at, 2.0f, BLUE);
    canvas_arrow(&canvas, b_from, b_at, 2.0f, GREEN);
    canvas_dot(&canvas, glms_vec2_add(a_at, glms_vec2_scale(hit.normal, a.radius)), 4.5f,
               VERMILION);
    canvas_label(&canvas, vec2_make(0.9f, -1.5f), LABEL_CENTER, VERMILION, "meet at t = %.2f",
                 (double)hit.time);

    float radius = a.radius + b.radius;
    float nearest = glms_vec2_dot(gap, move) / glms_vec2_norm2(move);
    canvas_view(&canvas, vec2_make(560.0f, 150.0f), 46.0f);
    vec2s start = glms_vec2_scale(gap, -1.0f);
    vec2s foot = glms_vec2_add(start, glms_vec2_scale(move, nearest));
    vec2s meet = glms_vec2_add(start, glms_vec2_scale(move, hit.time));
    vec2s zero = vec2_make(0.0f, 0.0f);
    canvas_circle(&canvas, zero, radius, paint_second);
    canvas_dashes(&canvas, start, glms_vec2_add(start, move), 1.5f, BLUE);
    canvas_arrow(&canvas, start, meet, 2.5f, BLUE);
    canvas_line(&canvas, zero, foot, 2.0f, INK);
    canvas_line(&canvas, foot, meet, 4.0f, VERMILION);
    canvas_dashes(&canvas, zero, meet, 1.0f, GREEN);
    canvas_dot(&canvas, zero, 3.5f, GREEN);
    canvas_dot(&canvas, start, 4.0f, BLUE);
    canvas_dot(&canvas, meet, 5.0f, VERMILION);
    canvas_dot(&canvas, foot, 3.5f, INK);
    canvas_label(&canvas, start, LABEL_BELOW, BLUE, "t = 0");
    canvas_label(&canvas, glms_vec2_scale(foot, 0.5f), LABEL_RIGHT, INK, "miss");
    vec2s chord = vec2_make(0.0f, -0.8f);
    canvas_label(&canvas, chord, LABEL_CENTER, VERMILION, "half chord");
    canvas_label(&canvas, vec2_make(0.0f, 1.4f), LABEL_ABOVE, GREEN, "radius: both together");
    return canvas;
}

// ---- swept axes --------------------------------------------------------------------------------

/// From when to when two shapes overlap along one axis, in shares of the motion.
typedef struct Span {
    float enter, leave;
    bool of_first;
} Span;

static float extent(const Shape *shape, Transform at, vec2s axis, bool high) {
    float best = -INFINITY;
    for (int i = 0; i < shape->count; i++) {
        float along = glms_vec2_dot(axis, transform_apply(at, shape_point(shape, i)));
        best = fmaxf(best, high ? along : -along);
    }
    return high ? best : -best;
}

static Span span_of(const Shape *a, vec2s move, const Shape *b, Transform b_at, vec2s axis,
                    bool of_first) {
    float speed = glms_vec2_dot(axis, move);
    float gap = extent(b, b_at, axis, false) - extent(a, transform_identity(), axis, true);
    float far = extent(b, b_at, axis, true) - extent(a, transform_identity(), axis, false);
    Span span = {gap / speed, far / speed, of_first};
    return span.enter <= span.leave ? span : (Span){span.leave, span.enter, of_first};
}

/// Draws the spans as bars over time, from pixel row `top` down, and what they have in common.
static void draw_spans(Canvas *canvas, const Span *spans, int count, float time) {
    const float left = 410.0f;
    const float width = 250.0f;
    const float top = 200.0f;
    float enter = 0.0f;
    float leave = 1.0f;
    for (int i = 0; i < count; i++) {
        enter = fmaxf(enter, spans[i].enter);
        leave = fminf(leave, spans[i].leave);
    }
    ASSERT(fabsf(enter - time) < 1e-3f);
    float bottom = top - 24.0f * (float)count;
    canvas_view(canvas, vec2_make(0.0f, 0.0f), 1.0f);
    Box both = {vec2_make(left + width * enter, bottom), vec2_make(left + width * leave, top + 6)};
    canvas_box(canvas, both, (Paint){.fill = YELLOW_FILL});
    for (int i = 0; i < count; i++) {
        float y = top - 24.0f * (float)i - 12.0f;
        float from = fmaxf(spans[i].enter, 0.0f);
        float to = fminf(spans[i].leave, 1.0f);
        canvas_line(canvas, vec2_make(left, y), vec2_make(left + width, y), 1.0f, HAIR);
        canvas_label(canvas, vec2_make(left, y), LABEL_LEFT, spans[i].of_first ? BLUE : GREEN, "%s",
                     spans[i].of_first ? "box" : "triangle");
        canvas_line(canvas, vec2_make(left + width * from, y), vec2_make(left + width * to, y),
                    8.0f, spans[i].of_first ? BLUE : GREEN);
    }
    canvas_line(canvas, vec2_make(left + width * enter, bottom - 4.0f),
                vec2_make(left + width * enter, top + 6.0f), 2.5f, VERMILION);
    canvas_label(canvas, vec2_make(left + 0.5f * width * (enter + leave), bottom - 4.0f),
                 LABEL_BELOW, VERMILION, "all: from t = %.2f", (double)enter);
    canvas_label(canvas, vec2_make(left, bottom - 4.0f), LABEL_BELOW, FAINT, "0");
    canvas_label(canvas, vec2_make(left + width, bottom - 4.0f), LABEL_BELOW, FAINT, "1");
}

Canvas figure_intervals(void) {
    Canvas canvas = canvas_make(700.0f, 260.0f);
    canvas_title(&canvas, vec2_make(20.0f, 232.0f), "A box moves past a triangle");
    canvas_title(&canvas, vec2_make(370.0f, 232.0f), "When they overlap along each axis");
    Shape a = shape_box(vec2_make(0.0f, 0.0f), 1.5f, 0.8f);
    Shape b;
    static const vec2s points[] = {{{-0.9f, -0.7f}}, {{0.9f, -0.3f}}, {{0.2f, 0.9f}}};
    bool made = shape_make(points, 3, 0.0f, &b);
    ASSERT(made);
    Transform b_at = {vec2_make(3.2f, 1.05f), rotation_make(0.35f)};
    vec2s move = vec2_make(5.1f, 1.7f);
    SweepHit hit = sweep_translate(&a, move, &b, b_at);
    ASSERT(hit.hit);
    canvas_view(&canvas, vec2_make(58.0f, 85.0f), 45.0f);
    canvas_shape(&canvas, &b, b_at, paint_second);
    canvas_shape(&canvas, &a, transform_identity(), paint_first);
    Transform end = {move, {1.0f, 0.0f}};
    Transform met = {glms_vec2_scale(move, hit.time), {1.0f, 0.0f}};
    canvas_shape(&canvas, &a, end, paint_ghost);
    canvas_shape(&canvas, &a, met, paint_answer);
    canvas_arrow(&canvas, vec2_make(0.0f, 0.0f), met.position, 2.0f, VERMILION);
    canvas_label(&canvas, vec2_make(0.0f, -0.45f), LABEL_BELOW, BLUE, "t = 0");
    canvas_label(&canvas, vec2_make(move.x, move.y + 0.4f), LABEL_ABOVE, BLUE, "t = 1");
    canvas_label(&canvas, vec2_make(met.position.x, -0.15f), LABEL_BELOW, VERMILION, "t = %.2f",
                 (double)hit.time);
    Span spans[5];
    for (int i = 0; i < 2; i++) {
        spans[i] = span_of(&a, move, &b, b_at, shape_normal(&a, i), true);
    }
    for (int i = 0; i < 3; i++) {
        vec2s axis = rotation_apply(b_at.rotation, shape_normal(&b, i));
        spans[2 + i] = span_of(&a, move, &b, b_at, axis, false);
    }
    draw_spans(&canvas, spans, 5, hit.time);
    return canvas;
}

// ---- conservative advancement ------------------------------------------------------------------

enum {
    ADVANCES_MAX = 16,
    SAMPLES = 101,
};

/// The passage that the figure shows: a car that turns while it moves past the end of a wall.
typedef struct Turning {
    Shape car, wall;
    Transform wall_at;
    Motion motion;
} Turning;

static Turning turning_make(void) {
    return (Turning){.car = shape_box(vec2_make(0.0f, 0.0f), 4.6f, 2.0f),
                     .wall = shape_box(vec2_make(0.0f, 0.0f), 0.2f, 7.0f),
                     .wall_at = {vec2_make(8.0f, -0.6f), {1.0f, 0.0f}},
                     .motion = {.from = vec2_make(0.0f, 0.0f),
                                .to = vec2_make(12.0f, 1.2f),
                                .angle_from = 2.5f,
                                .angle_to = -0.3f}};
}

static Transform place_at(const Motion *motion, float time) {
    vec2s move = glms_vec2_sub(motion->to, motion->from);
    float angle = motion->angle_from + time * (motion->angle_to - motion->angle_from);
    return (Transform){glms_vec2_add(motion->from, glms_vec2_scale(move, time)),
                       rotation_make(angle)};
}

static Separation gap_at(const Turning *turning, float time) {
    Transform at = place_at(&turning->motion, time);
    Separation gap = sat_signed_distance(&turning->car, &turning->wall,
                                         transform_relative(at, turning->wall_at));
    gap.normal = rotation_apply(at.rotation, gap.normal);
    return gap;
}

/// m per whole motion: no point of the car comes nearer along `normal` than this fast.
static float closing_bound(const Turning *turning, vec2s normal) {
    const Motion *motion = &turning->motion;
    return glms_vec2_dot(glms_vec2_sub(motion->to, motion->from), normal) +
           fabsf(motion->angle_to - motion->angle_from) * turning->car.bounding_radius;
}

/// The times that advancement by the plain bound stops at. sweep_motion has a tighter bound and
/// stops less often, at the same last time.
static int find_advances(const Turning *turning, float *times) {
    int count = 0;
    for (float time = 0.0f; count < ADVANCES_MAX;) {
        times[count++] = time;
        Separation gap = gap_at(turning, time);
        if (gap.distance <= 1e-4f) {
            break;
        }
        time += gap.distance / closing_bound(turning, gap.normal);
    }
    return count;
}

/// Distance over time, and below it the line that each advance trusts.
static void draw_distances(Canvas *canvas, const Turning *turning, const float *times, int count) {
    const float left = 60.0f;
    const float bottom = 40.0f;
    const float width = 600.0f / 0.6f;
    const float height = 110.0f / 8.0f;
    vec2s curve[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        float time = times[count - 1] * (float)i / (float)(SAMPLES - 1);
        curve[i] = vec2_make(left + width * time, bottom + height * gap_at(turning, time).distance);
    }
    canvas_view(canvas, vec2_make(0.0f, 0.0f), 1.0f);
    canvas_line(canvas, vec2_make(left, bottom), vec2_make(660.0f, bottom), 1.0f, FAINT);
    canvas_line(canvas, vec2_make(left, bottom), vec2_make(left, bottom + 115.0f), 1.0f, FAINT);
    for (int i = 0; i + 1 < count; i++) {
        float y = bottom + height * gap_at(turning, times[i]).distance;
        vec2s from = vec2_make(left + width * times[i], y);
        vec2s to = vec2_make(left + width * times[i + 1], bottom);
        canvas_line(canvas, from, to, 1.5f, VERMILION);
        canvas_dashes(canvas, to,
                      vec2_make(to.x, bottom + height * gap_at(turning, times[i + 1]).distance),
                      1.0f, VERMILION);
    }
    canvas_curve(canvas, curve, SAMPLES, 2.5f, BLUE);
    for (int i = 0; i < count; i++) {
        canvas_dot(canvas, vec2_make(left + width * times[i], bottom), 3.5f, VERMILION);
    }
    canvas_label(canvas, vec2_make(left + 6.0f, bottom + 108.0f), LABEL_RIGHT, BLUE,
                 "true distance");
    canvas_label(canvas, vec2_make(left + 130.0f, bottom + 25.0f), LABEL_CENTER, VERMILION,
                 "bound");
    canvas_label(canvas, vec2_make(660.0f, bottom), LABEL_BELOW, FAINT, "time");
}

Canvas figure_advances(void) {
    Canvas canvas = canvas_make(700.0f, 470.0f);
    Turning turning = turning_make();
    float times[ADVANCES_MAX];
    int count = find_advances(&turning, times);
    SweepHit hit = sweep_motion(&turning.car, turning.motion, &turning.wall, turning.wall_at, 0.0f);
    ASSERT(hit.hit && fabsf(hit.time - times[count - 1]) < 1e-4f);
    canvas_title(&canvas, vec2_make(20.0f, 442.0f),
                 "Where a turning car is after each plain advance; dashed: the end of its step");
    canvas_view(&canvas, vec2_make(120.0f, 290.0f), 36.0f);
    canvas_shape(&canvas, &turning.wall, turning.wall_at, paint_wall);
    for (int i = 0; i < count; i++) {
        bool last = i == count - 1;
        uint32_t fill = i == 0 ? BLUE_FILL : 0;
        canvas_shape(&canvas, &turning.car, place_at(&turning.motion, times[i]),
                     last ? paint_answer : (Paint){fill, BLUE, 1.5f, false});
    }
    canvas_shape(&canvas, &turning.car, place_at(&turning.motion, 1.0f), paint_wrong);
    canvas_dot(&canvas, turning.motion.from, 3.5f, BLUE);
    canvas_dashes(&canvas, turning.motion.from, turning.motion.to, 1.0f, BLUE);
    canvas_label(&canvas, vec2_make(7.75f, -2.9f), LABEL_LEFT, VERMILION,
                 "met at %.3f after %d advances", (double)hit.time, count - 1);
    draw_distances(&canvas, &turning, times, count);
    return canvas;
}
