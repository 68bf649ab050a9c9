#include "geometry/spline.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/transform.h"
#include "geometry/trig.h"

#include <math.h>

/// Given points closer than this (m) count as one: a stretch needs a direction.
#define CURVE_POINT_GAP 1e-3f

/// Samples are at least this far apart (m): quads between closer ones would have edges that
/// collision shapes refuse.
#define CURVE_SAMPLE_GAP 1e-2f

/// Tangent of half a turn is at most this: 179.9 degrees. Beyond, a corner turns back on itself and
/// no arc of finite length fits.
#define CURVE_HALF_TURN_MAX 1e3f

/// A stretch of the curve with a formula: a cubic or an arc.
typedef struct CurvePiece {
    bool arc;
    vec2s start;            ///< m
    vec2s a, b, c;          ///< Cubic: start + u (a + u (b + u c)), u from 0 to 1.
                            ///< Arc: a = unit tangent at start, b = unit normal to the centre.
    float radius;           ///< m, arc only
    float alpha, alpha_end; ///< rad, the part of the arc from its start.
    float chord_segments;   ///< How many segments the chord error asks for ...
    float length;           ///< m, ... and an upper bound of its length for the step.
    int from;
    float t, t_end;
    int segments;
} CurvePiece;

/// The points of a curve that are not on top of the one before, and what the corners make of them.
typedef struct CurvePoints {
    vec2s *points;
    int *from; ///< Index of the given point.
    int count;
    bool closed;
} CurvePoints;

static CurvePoints drop_doubles(const vec2s *points, int count, bool closed, Arena *arena) {
    CurvePoints result = {.points = arena_array(arena, (size_t)count + 1, sizeof(vec2s)),
                          .from = arena_array(arena, (size_t)count + 1, sizeof(int)),
                          .closed = closed};
    for (int i = 0; i < count; i++) {
        int last = result.count - 1;
        if (last < 0 || glms_vec2_distance(result.points[last], points[i]) >= CURVE_POINT_GAP) {
            result.points[result.count] = points[i];
            result.from[result.count++] = i;
        }
    }
    while (closed && result.count > 1 &&
           glms_vec2_distance(result.points[result.count - 1], result.points[0]) <
               CURVE_POINT_GAP) {
        result.count--;
    }
    return result;
}

static int next_of(const CurvePoints *line, int i) { return i + 1 < line->count ? i + 1 : 0; }

float curve_radius(vec2s a, vec2s b, vec2s c) {
    float area = fabsf(glms_vec2_cross(glms_vec2_sub(b, a), glms_vec2_sub(c, b)));
    float product = glms_vec2_distance(a, b) * glms_vec2_distance(b, c) * glms_vec2_distance(a, c);
    return area > 1e-9f ? product / (2.0f * area) : INFINITY;
}

// ---- sharp and smooth -----------------------------------------------------------------------

static CurvePiece straight_piece(vec2s start, vec2s end, int from) {
    return (CurvePiece){.start = start,
                        .a = glms_vec2_sub(end, start),
                        .chord_segments = 1.0f,
                        .length = glms_vec2_distance(start, end),
                        .from = from,
                        .t_end = 1.0f};
}

/// The tangent of the stretch `along` where the stretch `beside` meets it; k and k_beside are the
/// steps of their knots.
static vec2s tangent_of(vec2s along, float k, vec2s beside, float k_beside) {
    return vec2_make(along.x + k * (beside.x / k_beside - (along.x + beside.x) / (k + k_beside)),
                     along.y + k * (beside.y / k_beside - (along.y + beside.y) / (k + k_beside)));
}

CurveTangents curve_smooth_tangents(const vec2s p[4]) {
    vec2s d0 = glms_vec2_sub(p[1], p[0]);
    vec2s d1 = glms_vec2_sub(p[2], p[1]);
    vec2s d2 = glms_vec2_sub(p[3], p[2]);
    float k0 = sqrtf(fmaxf(glms_vec2_norm(d0), 1e-6f));
    float k1 = sqrtf(fmaxf(glms_vec2_norm(d1), 1e-6f));
    float k2 = sqrtf(fmaxf(glms_vec2_norm(d2), 1e-6f));
    return (CurveTangents){tangent_of(d1, k1, d0, k0), tangent_of(d1, k1, d2, k2)};
}

/// The cubic from p[1] to p[2] of a smooth curve.
static CurvePiece smooth_piece(const vec2s p[4], int from, float chord) {
    vec2s d1 = glms_vec2_sub(p[2], p[1]);
    CurveTangents tangents = curve_smooth_tangents(p);
    vec2s leave = tangents.leave, arrive = tangents.arrive;
    CurvePiece piece = {.start = p[1], .a = leave, .from = from, .t_end = 1.0f};
    piece.b =
        vec2_make(3.0f * d1.x - 2.0f * leave.x - arrive.x, 3.0f * d1.y - 2.0f * leave.y - arrive.y);
    piece.c = vec2_make(leave.x + arrive.x - 2.0f * d1.x, leave.y + arrive.y - 2.0f * d1.y);
    // A chord over a parameter step h is off by at most h^2 / 8 of the second derivative, which is
    // linear in u: its largest value stands at an end.
    float bend_start = 2.0f * glms_vec2_norm(piece.b);
    float bend_end = glms_vec2_norm(
        vec2_make(2.0f * piece.b.x + 6.0f * piece.c.x, 2.0f * piece.b.y + 6.0f * piece.c.y));
    piece.chord_segments = sqrtf(float_max(bend_start, bend_end) / (8.0f * chord));
    // The speed stays within the hull of the derivative's control points.
    float middle = glms_vec2_norm(glms_vec2_add(leave, piece.b));
    float ends = float_max(glms_vec2_norm(leave), glms_vec2_norm(arrive));
    piece.length = float_max(ends, middle);
    return piece;
}

/// `end` mirrored on the other side of `through`: what stands beyond the end of an open curve.
static vec2s beyond(vec2s end, vec2s through) {
    return vec2_make(2.0f * end.x - through.x, 2.0f * end.y - through.y);
}

static int plain_pieces(CurveKind kind, const CurvePoints *line, float chord, CurvePiece *out) {
    int count = line->count;
    int stretches = line->closed ? count : count - 1;
    for (int i = 0; i < stretches; i++) {
        vec2s p1 = line->points[i];
        vec2s p2 = line->points[next_of(line, i)];
        if (kind == CURVE_SHARP) {
            out[i] = straight_piece(p1, p2, line->from[i]);
            continue;
        }
        bool first = !line->closed && i == 0;
        bool last = !line->closed && i == stretches - 1;
        const vec2s p[4] = {first ? beyond(p1, p2) : line->points[(i + count - 1) % count], p1, p2,
                            last ? beyond(p2, p1) : line->points[(i + 2) % count]};
        out[i] = smooth_piece(p, line->from[i], chord);
    }
    return stretches;
}

// ---- round ----------------------------------------------------------------------------------

/// A corner's arc: from point - before * tangent to point + after * tangent.
typedef struct Corner {
    vec2s point;
    vec2s before, after; ///< Unit directions into and out of the corner.
    float half_turn;     ///< Tangent of half the angle of turn, 0 or more.
    float radius, tangent;
    float angle; ///< rad, of turn, 0 or more.
    float side;  ///< +1 turns left, -1 right.
} Corner;

static vec2s direction_of(vec2s a, vec2s b) {
    float length = glms_vec2_distance(a, b);
    return length > 0.0f ? glms_vec2_divs(glms_vec2_sub(b, a), length) : glms_vec2_zero();
}

static Corner corner_make(vec2s previous, vec2s point, vec2s next, float radius) {
    Corner corner = {.point = point,
                     .before = direction_of(previous, point),
                     .after = direction_of(point, next),
                     .radius = radius};
    float cross = glms_vec2_cross(corner.before, corner.after);
    float dot = glms_vec2_dot(corner.before, corner.after);
    corner.side = cross < 0.0f ? -1.0f : 1.0f;
    corner.angle = trig_atan2(fabsf(cross), dot);
    // tan(angle / 2) = sin / (1 + cos) = (1 - cos) / sin: each where it loses no digits.
    if (dot >= 0.0f) {
        corner.half_turn = fabsf(cross) / (1.0f + dot);
    } else if (fabsf(cross) * CURVE_HALF_TURN_MAX > 2.0f) {
        corner.half_turn = (1.0f - dot) / fabsf(cross);
    } else {
        corner.half_turn = CURVE_HALF_TURN_MAX;
    }
    corner.tangent = radius * corner.half_turn;
    return corner;
}

/// Makes the arcs smaller that do not fit on the straights beside them.
static void fit_corners(const CurvePoints *line, Corner *corners, float *scale) {
    int stretches = line->closed ? line->count : line->count - 1;
    for (int i = 0; i < line->count; i++) {
        scale[i] = 1.0f;
    }
    for (int i = 0; i < stretches; i++) {
        int next = next_of(line, i);
        float distance = glms_vec2_distance(line->points[i], line->points[next]);
        float need = corners[i].tangent + corners[next].tangent;
        float fit = need > distance ? distance / need : 1.0f;
        scale[i] = fit < scale[i] ? fit : scale[i];
        scale[next] = fit < scale[next] ? fit : scale[next];
    }
    for (int i = 0; i < line->count; i++) {
        corners[i].radius *= scale[i];
        corners[i].tangent *= scale[i];
    }
}

/// Half of a corner's arc: the first (into the middle) or the second.
static CurvePiece arc_piece(const Corner *corner, bool second, int from, float chord) {
    float half = 0.5f * corner->angle;
    CurvePiece piece = {.arc = true, .radius = corner->radius, .from = from};
    piece.start = glms_vec2_sub(corner->point, glms_vec2_scale(corner->before, corner->tangent));
    piece.a = corner->before;
    piece.b = glms_vec2_scale(vec2_left(corner->before), corner->side);
    piece.alpha = second ? half : 0.0f;
    piece.alpha_end = second ? corner->angle : half;
    piece.length = corner->radius * half;
    // The sagitta r (1 - cos(phi / 2)) is at most r phi^2 / 8.
    piece.chord_segments = half * sqrtf(corner->radius / (8.0f * chord));
    return piece;
}

static int round_pieces(const CurvePoints *line, const float *radii, float chord, Arena *scratch,
                        CurvePiece *out) {
    int count = line->count;
    Corner *corners = arena_array(scratch, (size_t)count, sizeof *corners);
    float *scale = arena_array(scratch, (size_t)count, sizeof *scale);
    for (int i = 0; i < count; i++) {
        bool end = !line->closed && (i == 0 || i == count - 1);
        vec2s previous = line->points[(i + count - 1) % count];
        vec2s next = line->points[next_of(line, i)];
        corners[i] = corner_make(end ? line->points[i] : previous, line->points[i], next,
                                 end ? 0.0f : radii[line->from[i]]);
        if (corners[i].half_turn >= CURVE_HALF_TURN_MAX) {
            corners[i].radius = corners[i].tangent = 0.0f; // turns back: no arc can fit
        }
    }
    fit_corners(line, corners, scale);
    int stretches = line->closed ? count : count - 1;
    int pieces = 0;
    for (int i = 0; i < stretches; i++) {
        const Corner *a = &corners[i];
        const Corner *b = &corners[next_of(line, i)];
        vec2s leave = glms_vec2_add(a->point, glms_vec2_scale(a->after, a->tangent));
        vec2s arrive = glms_vec2_sub(b->point, glms_vec2_scale(b->before, b->tangent));
        CurvePiece *own = &out[pieces];
        own[0] = arc_piece(a, true, line->from[i], chord);
        own[1] = straight_piece(leave, arrive, line->from[i]);
        own[2] = arc_piece(b, false, line->from[i], chord);
        float length = own[0].length + own[1].length + own[2].length;
        own[0].t_end = own[1].t = own[0].length / length;
        own[1].t_end = own[2].t = (own[0].length + own[1].length) / length;
        own[2].t_end = 1.0f;
        pieces += 3;
    }
    return pieces;
}

// ---- sampling -------------------------------------------------------------------------------

/// Sets how many segments each piece gets; returns the sum.
static int plan_segments(CurvePiece *pieces, int count, float step) {
    double total = 0.0;
    for (int i = 0; i < count; i++) {
        float need = float_max(pieces[i].length / step, pieces[i].chord_segments);
        need = float_min(need, (float)CURVE_SAMPLES_MAX);
        pieces[i].segments = (int)-floorf(-need);
        pieces[i].segments += pieces[i].segments == 0 && pieces[i].length > 0.0f ? 1 : 0;
        total += (double)pieces[i].segments;
    }
    double shrink = total > CURVE_SAMPLES_MAX ? CURVE_SAMPLES_MAX / total : 1.0;
    int sum = 0;
    for (int i = 0; i < count; i++) {
        if (shrink < 1.0 && pieces[i].segments > 1) {
            int fewer = (int)((double)pieces[i].segments * shrink);
            pieces[i].segments = fewer > 1 ? fewer : 1;
        }
        sum += pieces[i].segments;
    }
    return sum;
}

static vec2s piece_at(const CurvePiece *piece, float u) {
    if (!piece->arc) {
        vec2s rest = vec2_make(piece->a.x + u * (piece->b.x + u * piece->c.x),
                               piece->a.y + u * (piece->b.y + u * piece->c.y));
        return vec2_make(piece->start.x + u * rest.x, piece->start.y + u * rest.y);
    }
    TrigPair turn = trig_sincos(piece->alpha + u * (piece->alpha_end - piece->alpha));
    float along = piece->radius * turn.sin;
    float across = piece->radius * (1.0f - turn.cos);
    return vec2_make(piece->start.x + along * piece->a.x + across * piece->b.x,
                     piece->start.y + along * piece->a.y + across * piece->b.y);
}

/// Adds a sample. Too near to the one before, the more important one stays: a given point (t = 0)
/// replaces a sample between two.
static void add_sample(Curve *curve, vec2s point, int from, float t) {
    CurveSample sample = {.point = point, .from = from, .t = t};
    int last = curve->count - 1;
    if (last < 0 || glms_vec2_distance(curve->samples[last].point, point) >= CURVE_SAMPLE_GAP) {
        curve->samples[curve->count++] = sample;
    } else if (last > 0 && !(t > 0.0f) && curve->samples[last].t > 0.0f) {
        curve->samples[last] = sample;
    }
}

static void add_piece(Curve *curve, const CurvePiece *piece) {
    for (int k = 0; k < piece->segments; k++) {
        float u = (float)k / (float)piece->segments;
        float t = piece->t + u * (piece->t_end - piece->t);
        add_sample(curve, piece_at(piece, u), piece->from, t < 1.0f ? t : 0.999999f);
    }
}

/// Ends an open curve in its last point, exactly; drops what a closed one has too near its start.
static void finish(Curve *curve, const CurvePoints *line) {
    vec2s end = line->closed ? curve->samples[0].point : line->points[line->count - 1];
    while (curve->count > 1 &&
           glms_vec2_distance(curve->samples[curve->count - 1].point, end) < CURVE_SAMPLE_GAP) {
        curve->count--;
    }
    if (!line->closed) {
        curve->samples[curve->count++] =
            (CurveSample){.point = end, .from = line->from[line->count - 1]};
    }
}

Curve curve_sample(CurveKind kind, const vec2s *points, const float *radii, int count, bool closed,
                   float chord, float step, Arena *arena) {
    ASSERT(count >= 0 && chord > 0.0f && step > 0.0f);
    ASSERT(kind != CURVE_ROUND || radii != NULL || count == 0);
    Curve curve = {0};
    if (count == 0) {
        return curve;
    }
    Arena scratch = {0};
    CurvePoints line = drop_doubles(points, count, closed, &scratch);
    if (line.count == 1) {
        line.closed = false; // a single point has no stretch to itself
    }
    CurvePiece *pieces = arena_array(&scratch, 3 * (size_t)line.count, sizeof *pieces);
    int piece_count = 0;
    if (line.count > 1) {
        piece_count = kind == CURVE_ROUND ? round_pieces(&line, radii, chord, &scratch, pieces)
                                          : plain_pieces(kind, &line, chord, pieces);
    }
    int samples_max = plan_segments(pieces, piece_count, step) + 1;
    curve.samples = arena_array(arena, (size_t)samples_max, sizeof *curve.samples);
    for (int i = 0; i < piece_count; i++) {
        add_piece(&curve, &pieces[i]);
    }
    if (curve.count == 0) {
        curve.samples[curve.count++] = (CurveSample){.point = line.points[0], .from = line.from[0]};
    } else {
        finish(&curve, &line);
    }
    arena_destroy(&scratch);
    return curve;
}

double curve_length(const Curve *curve, bool closed) {
    double length = 0.0;
    for (int i = 1; i < curve->count + (closed ? 1 : 0); i++) {
        length += (double)glms_vec2_distance(curve->samples[i - 1].point,
                                             curve->samples[i % curve->count].point);
    }
    return length;
}

bool curve_round_fits(const vec2s *points, const float *radii, int count, bool closed, int corner,
                      float *distance, float *need) {
    ASSERT(count > 0 && corner >= 0 && corner < count);
    float length = 0.0f;
    float taken = 0.0f;
    if (closed || corner + 1 < count) {
        int next = (corner + 1) % count;
        length = glms_vec2_distance(points[corner], points[next]);
        for (int k = 0; k < 2; k++) {
            int i = k == 0 ? corner : next;
            if (closed || (i > 0 && i < count - 1)) {
                taken += corner_make(points[(i + count - 1) % count], points[i],
                                     points[(i + 1) % count], radii[i])
                             .tangent;
            }
        }
    }
    if (distance != NULL) {
        *distance = length;
    }
    if (need != NULL) {
        *need = taken;
    }
    // 1 mm: arcs that meet exactly do fit, whatever rounding says.
    return taken <= length + 1e-3f;
}
