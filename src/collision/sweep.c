#include "collision/sweep.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "collision/edges.h"
#include "collision/sat.h"
#include "collision/tolerances.h"

#include <math.h>

/// A passage as one of the two shapes sees it, in whose frame all is.
typedef struct Side {
    const Shape *shape, *other;
    Transform other_at; ///< At the start.
    vec2s move;         ///< m, of `other`.
} Side;

/// From when to when the gaps along all edge normals are closed, and by edge when its gap closes:
/// -1 where it is closed from the start.
typedef struct Window {
    Lanes enter, leave;
    Lanes closes[2][EDGE_CHUNKS]; ///< Of the edges of a, then of b.
} Window;

/// Narrows the window by the gaps along the edge normals of one shape: above an edge the nearest
/// point of the other is gap - speed * time. False as soon as one of them does not close.
static bool narrow_window(const Side *side, float radius, Window *window, Lanes *closes) {
    const Shape *shape = side->shape;
    Lanes zero = lanes_all(0.0f);
    for (int i = 0; i < shape_chunks(shape); i++) {
        Lanes gap =
            lanes_sub(edges_above(shape, i, side->other, side->other_at), lanes_all(radius));
        Lanes speed = lanes_negate(lanes_dot(lanes_load(shape->normal_x + i * SIMD_LANES),
                                             lanes_load(shape->normal_y + i * SIMD_LANES), //
                                             lanes_all(side->move.x), lanes_all(side->move.y)));
        LaneMask apart = lanes_less(zero, gap);
        if (mask_bits(mask_and(apart, lanes_less(speed, gap))) != 0) {
            return false;
        }
        // A gap that neither opens nor closes makes no time here, whatever this quotient is.
        Lanes time = lanes_div(gap, speed);
        closes[i] = lanes_select(apart, time, lanes_all(-1.0f));
        window->enter = lanes_max(window->enter, closes[i]);
        window->leave =
            lanes_min(window->leave, lanes_select(lanes_less(speed, zero), time, window->leave));
    }
    return true;
}

/// The first edge of `shape` that has at least `value`; -1 without any.
static int first_at_least(const Shape *shape, const Lanes *values, float value) {
    for (int i = 0; i < shape_chunks(shape); i++) {
        unsigned bits = mask_bits(lanes_at_most(lanes_all(value), values[i]));
        if (bits != 0) {
            return i * SIMD_LANES + bits_lowest(bits);
        }
    }
    return -1;
}

/// Whether some point of the other shape that touches edge `i` at `time` lies beside that edge, not
/// beyond one of its ends.
static bool edge_touches(const Side *side, int i, float time) {
    const Shape *shape = side->shape;
    vec2s out = shape_normal(shape, i);
    vec2s along = vec2_left(out);
    float from = glms_vec2_dot(along, shape_point(shape, i)) - SWEEP_FACE_SLACK;
    float to = glms_vec2_dot(along, shape_point(shape, (i + 1) % shape->count)) + SWEEP_FACE_SLACK;
    ShapePoints points = shape_points_at(side->other, side->other_at);
    float bottom = INFINITY;
    for (int k = 0; k < points.count; k++) {
        bottom = float_min(bottom, out.x * points.x[k] + out.y * points.y[k]);
    }
    float shift = time * glms_vec2_dot(along, side->move);
    float low = INFINITY;
    float high = -INFINITY;
    for (int k = 0; k < points.count; k++) {
        if (out.x * points.x[k] + out.y * points.y[k] <= bottom + SWEEP_FACE_SLACK) {
            float at = along.x * points.x[k] + along.y * points.y[k] + shift;
            low = float_min(low, at);
            high = float_max(high, at);
        }
    }
    return low <= to && high >= from;
}

/// Of the pairs of corners that come within `radius`, the one that does first.
typedef struct CornerHit {
    Lanes time;         ///< Beyond 1 where none does.
    Lanes pair;         ///< In the order that they were tried.
    Lanes gap_x, gap_y; ///< m at the start, from the corner of a to that of b.
} CornerHit;

/// When corner i of a and the corners of b in chunk k are first `radius` apart:
/// |gap - move t| = radius. Only from outside in: gap.move > 0 and the smaller root. Sets out from
/// the least distance of the passage, as an offset from the gap: the discriminant of the plain
/// quadratic loses all digits where the gap is long against the radius.
static void sweep_corners(const Shape *a, int i, const ShapePoints *b, int k, vec2s move,
                          float radius, CornerHit *best) {
    Lanes move_x = lanes_all(move.x);
    Lanes move_y = lanes_all(move.y);
    Lanes gap_x = lanes_sub(lanes_load(b->x + k * SIMD_LANES), lanes_all(a->x[i]));
    Lanes gap_y = lanes_sub(lanes_load(b->y + k * SIMD_LANES), lanes_all(a->y[i]));
    Lanes move2 = lanes_all(glms_vec2_norm2(move));
    Lanes closing = lanes_dot(gap_x, gap_y, move_x, move_y);
    Lanes nearest = lanes_div(closing, move2);
    Lanes miss_x = lanes_sub(gap_x, lanes_mul(nearest, move_x));
    Lanes miss_y = lanes_sub(gap_y, lanes_mul(nearest, move_y));
    Lanes inside2 =
        lanes_sub(lanes_all(radius * radius), lanes_dot(miss_x, miss_y, miss_x, miss_y));
    LaneMask meets =
        mask_and(lanes_less(lanes_all(0.0f), closing), lanes_at_most(lanes_all(0.0f), inside2));
    if (mask_bits(meets) == 0) {
        return;
    }
    // A start within rounding of touching gives a root a little before 0.
    Lanes half = lanes_sqrt(lanes_div(lanes_keep(meets, inside2), move2));
    Lanes time = lanes_max(lanes_sub(nearest, half), lanes_all(0.0f));
    LaneMask first = mask_and(meets, lanes_less(time, best->time));
    best->time = lanes_select(first, time, best->time);
    best->pair =
        lanes_select(first, lanes_all((float)(i * SHAPE_POINTS_MAX + k * SIMD_LANES)), best->pair);
    best->gap_x = lanes_select(first, gap_x, best->gap_x);
    best->gap_y = lanes_select(first, gap_y, best->gap_y);
}

/// The lane of the earliest meeting; of equal times the pair tried first.
static int earliest_lane(const CornerHit *best) {
    float time[SIMD_LANES];
    float pair[SIMD_LANES];
    lanes_store(best->time, time);
    lanes_store(best->pair, pair);
    int lane = 0;
    for (int i = 1; i < SIMD_LANES; i++) {
        if (time[i] < time[lane] || (time[i] <= time[lane] && pair[i] < pair[lane])) {
            lane = i;
        }
    }
    return lane;
}

/// The hit of a corner with a corner. The origin of the motion must not enter the strips of the
/// edges nor the circles around all differences of corners.
static SweepHit first_corner(const Shape *a, vec2s move, const Shape *b, Transform b_in_a,
                             float radius) {
    if (!(glms_vec2_norm2(move) > 0.0f)) {
        return (SweepHit){.hit = false};
    }
    CornerHit best = {.time = lanes_all(2.0f)};
    ShapePoints b_points = shape_points_at(b, b_in_a);
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < shape_chunks(b); k++) {
            sweep_corners(a, i, &b_points, k, move, radius, &best);
        }
    }
    int lane = earliest_lane(&best);
    float time[SIMD_LANES];
    float gap_x[SIMD_LANES];
    float gap_y[SIMD_LANES];
    lanes_store(best.time, time);
    lanes_store(best.gap_x, gap_x);
    lanes_store(best.gap_y, gap_y);
    if (time[lane] > 1.0f) {
        return (SweepHit){.hit = false};
    }
    vec2s between = vec2_make(gap_x[lane] - time[lane] * move.x, gap_y[lane] - time[lane] * move.y);
    float length2 = glms_vec2_norm2(between);
    bool apart = length2 > 0.0f;
    float scale = 1.0f / sqrtf(apart ? length2 : glms_vec2_norm2(move));
    return (SweepHit){
        .hit = true, .time = time[lane], .normal = glms_vec2_scale(apart ? between : move, scale)};
}

static bool is_sharp(const Shape *a, const Shape *b) {
    return a->radius + b->radius <= 0.0f && edges_bound(a, b);
}

/// The hit at an edge whose gap closes at `enter`, or almost then, if the other shape touches it
/// there. Of two almost parallel edges the gaps close at almost one time, and rounding may put the
/// one last that the other shape passes beyond.
static SweepHit first_edge(const Side *side, const Lanes *closes, float enter) {
    const Shape *shape = side->shape;
    float times[SHAPE_POINTS_MAX];
    for (int i = 0; i < shape_chunks(shape); i++) {
        lanes_store(closes[i], times + i * SIMD_LANES);
    }
    for (int i = 0; i < shape->count; i++) {
        float speed = -glms_vec2_dot(shape_normal(shape, i), side->move);
        if (times[i] >= 0.0f && (enter - times[i]) * speed <= SWEEP_FACE_SLACK &&
            edge_touches(side, i, times[i])) {
            return (SweepHit){.hit = true, .time = times[i], .normal = shape_normal(shape, i)};
        }
    }
    return (SweepHit){.hit = false};
}

SweepHit sweep_translate(const Shape *a, vec2s move, const Shape *b, Transform b_in_a) {
    ASSERT(a && b);
    float radius = a->radius + b->radius;
    Window window = {.enter = lanes_all(-1.0f), .leave = lanes_all(2.0f)};
    Side of_a = {a, b, b_in_a, vec2_make(-move.x, -move.y)};
    if (!narrow_window(&of_a, radius, &window, window.closes[0])) {
        return (SweepHit){.hit = false};
    }
    Side of_b = {b, a, transform_relative(b_in_a, transform_identity()),
                 rotation_undo(b_in_a.rotation, move)};
    if (!narrow_window(&of_b, radius, &window, window.closes[1])) {
        return (SweepHit){.hit = false};
    }
    float enter = lanes_largest(window.enter);
    if (enter > -lanes_largest(lanes_negate(window.leave))) {
        return (SweepHit){.hit = false};
    }
    if (enter < 0.0f) {
        Separation start = sat_signed_distance(a, b, b_in_a);
        if (start.distance <= 0.0f || is_sharp(a, b)) {
            return (SweepHit){.hit = true, .time = 0.0f, .normal = start.normal};
        }
        return first_corner(a, move, b, b_in_a, radius);
    }
    // The gap that closes last makes the hit, unless the shapes are round there.
    if (is_sharp(a, b)) {
        int edge = first_at_least(a, window.closes[0], enter);
        if (edge < 0) {
            edge = SHAPE_POINTS_MAX + first_at_least(b, window.closes[1], enter);
        }
        return (SweepHit){.hit = true, .time = enter, .normal = edge_normal(a, b, b_in_a, edge)};
    }
    SweepHit hit = first_edge(&of_a, window.closes[0], enter);
    if (!hit.hit) {
        hit = first_edge(&of_b, window.closes[1], enter);
        hit.normal = rotation_apply(b_in_a.rotation, vec2_make(-hit.normal.x, -hit.normal.y));
    }
    return hit.hit ? hit : first_corner(a, move, b, b_in_a, radius);
}

SweepHit sweep_enter(const Shape *a, vec2s move, const Shape *b, Transform b_in_a) {
    SweepHit hit = sweep_translate(a, move, b, b_in_a);
    if (hit.hit && hit.time <= 0.0f) {
        Separation start = sat_signed_distance(a, b, b_in_a);
        if (start.distance < -SWEEP_TOUCH || glms_vec2_dot(start.normal, move) <= 0.0f) {
            return (SweepHit){.hit = false};
        }
    }
    return hit;
}
