#include "collision/sweep.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "collision/edges.h"
#include "collision/sat.h"
#include "collision/tolerances.h"

#include <math.h>

enum {
    ADVANCES_MAX = 64, ///< Typical passages need 1 to 3.
};

// ---------------------------------------------------------------- translation

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

/// Whether the edge normals of both bound the region of contact, radii left out. Two segments, or
/// less, may lie on one line: nothing tells then how far apart along it, corners must be asked.
static bool edges_bound(const Shape *a, const Shape *b) { return a->count > 2 || b->count > 2; }

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

// ---------------------------------------------------------------- with rotation

/// The points of a shape in lanes.
typedef struct PointChunks {
    Lanes x[EDGE_CHUNKS], y[EDGE_CHUNKS];
    int chunks;
} PointChunks;

static inline PointChunks points_of(const Shape *shape) {
    PointChunks points = {.chunks = shape_chunks(shape)};
    for (int i = 0; i < points.chunks; i++) {
        points.x[i] = lanes_load(shape->x + i * SIMD_LANES);
        points.y[i] = lanes_load(shape->y + i * SIMD_LANES);
    }
    return points;
}

/// The same in another frame.
static inline PointChunks points_at(const Shape *shape, Transform at) {
    PointChunks points = points_of(shape);
    Lanes c = lanes_all(at.rotation.c);
    Lanes s = lanes_all(at.rotation.s);
    for (int i = 0; i < points.chunks; i++) {
        Lanes x = points.x[i];
        Lanes y = points.y[i];
        points.x[i] = lanes_add(lanes_cross(c, s, y, x), lanes_all(at.position.x));
        points.y[i] = lanes_add(lanes_dot(s, c, x, y), lanes_all(at.position.y));
    }
    return points;
}

/// How points close a gap while they move and turn: everything in one frame, times in units of the
/// whole motion.
typedef struct ClosingGap {
    vec2s normal;    ///< Unit, across the gap.
    float clearance; ///< m, from the foremost point to where it must stop.
    float speed;     ///< m, along the normal.
    float turn;      ///< rad
    float horizon;   ///< Later times need no answer.
    float bend;      ///< m: speeds up what is said above, by this times the square of the time.
} ClosingGap;

/// The earliest time at which any of the points, relative to what they turn about, can have closed
/// the gap. A lower bound, exact to the second order:
///
/// With c = normal.p and s = normal.left(p), turning by an angle q brings point p forward by
/// s sin q - c (1 - cos q). For |q| <= 1, which the horizon sees to, q^2 / 2 >= 1 - cos q >= 11/24
/// q^2; and sin q lies between q and q - q^3 / 6. So the point comes forward by at most
/// s q + q^2 (max(0, -s q) / 6 + (c < 0 ? -c / 2 : -11/24 c)), and a point d metres off is apart
/// while d > b t + k t^2 with b = speed + turn s and k from the terms in q^2 = (turn t)^2, where
/// the one of third order takes the horizon for its last t.
KERNEL float closing_time(const PointChunks *points, const ClosingGap *gap) {
    Lanes zero = lanes_all(0.0f);
    Lanes normal_x = lanes_all(gap->normal.x);
    Lanes normal_y = lanes_all(gap->normal.y);
    Lanes turn2 = lanes_all(gap->turn * gap->turn);
    Lanes ahead[EDGE_CHUNKS];
    Lanes front = lanes_all(-INFINITY);
    for (int i = 0; i < points->chunks; i++) {
        ahead[i] = lanes_dot(normal_x, normal_y, points->x[i], points->y[i]);
        front = lanes_max(front, ahead[i]);
    }
    Lanes stop = lanes_all(lanes_largest(front) + gap->clearance);
    Lanes earliest = lanes_all(INFINITY);
    for (int i = 0; i < points->chunks; i++) {
        Lanes beside = lanes_cross(points->x[i], points->y[i], normal_x, normal_y);
        Lanes swing = lanes_mul(lanes_all(gap->turn), beside);
        Lanes distance = lanes_sub(stop, ahead[i]);
        Lanes speed = lanes_add(lanes_all(gap->speed), swing);
        Lanes rising = lanes_max(lanes_mul(ahead[i], lanes_all(-0.5f)),
                                 lanes_mul(ahead[i], lanes_all(-11.0f / 24.0f)));
        Lanes slowing =
            lanes_mul(lanes_max(zero, lanes_negate(swing)), lanes_all(gap->horizon / 6.0f));
        Lanes bend = lanes_add(lanes_mul(turn2, lanes_add(rising, slowing)), lanes_all(gap->bend));
        // The least positive root of bend t^2 + speed t = distance, in that of two forms which does
        // not subtract. A gap that never closes divides by 0: infinite.
        Lanes square = lanes_add(lanes_mul(speed, speed),
                                 lanes_mul(lanes_mul(lanes_all(4.0f), bend), distance));
        Lanes sum = lanes_add(lanes_abs(speed), lanes_sqrt(lanes_max(square, zero)));
        LaneMask recedes = lanes_less(speed, zero);
        Lanes over = lanes_select(recedes, sum, lanes_add(distance, distance));
        Lanes under = lanes_select(recedes, lanes_max(lanes_add(bend, bend), zero), sum);
        LaneMask closes = lanes_at_most(zero, square);
        earliest = lanes_min(earliest, lanes_div(over, lanes_keep(closes, under)));
    }
    return -lanes_largest(lanes_negate(earliest));
}

/// A motion on its way.
typedef struct Advance {
    const Shape *a, *b;
    vec2s move;       ///< m, in the world.
    float turn;       ///< rad
    Transform place;  ///< Of a, relative to the origin of b.
    Transform b_in_a; ///< At that place.
    Separation gap;   ///< There.
} Advance;

/// How much longer, at least, the gap stays wider than `clearance` less than now, if no longer than
/// `horizon`. Two bounds hold: with the gap's axis held still in the world, where the points of a
/// move; and, if the axis is that of an edge of a, with the axis held still in a, where the points
/// of b move and turn the other way. The second is the good one for a face that turns towards a
/// corner: held still, its far end would seem to swing through.
static float safe_time(const Advance *advance, float clearance, float horizon) {
    const Shape *a = advance->a;
    const Shape *b = advance->b;
    vec2s move = rotation_undo(advance->place.rotation, advance->move);
    vec2s normal = advance->gap.normal;
    float speed = glms_vec2_dot(normal, move);
    ClosingGap by_a = {.normal = normal,
                       .clearance = clearance,
                       .speed = speed,
                       .turn = advance->turn,
                       .horizon = horizon};
    PointChunks of_a = points_of(a);
    float time = closing_time(&of_a, &by_a);
    bool edge_of_a = advance->gap.edge >= 0 && advance->gap.edge < SHAPE_POINTS_MAX;
    if (!edge_of_a || time > horizon || !(fabsf(advance->turn) > 0.0f)) {
        return time;
    }
    // As a sees it, the motion too turns the other way: along the normal b has come nearer by
    // (speed cos q - beside sin q) t with beside = normal.left(move). For |q| <= 1, sin q / q lies
    // between 5/6 and 1.
    float turning = advance->turn * (normal.y * move.x - normal.x * move.y);
    float turn2 = advance->turn * advance->turn;
    ClosingGap by_b = {.normal = vec2_make(-normal.x, -normal.y),
                       .clearance = clearance,
                       .speed = speed,
                       .turn = -advance->turn,
                       .horizon = horizon,
                       .bend = float_max(-turning, -5.0f / 6.0f * turning) +
                               0.5f * turn2 * horizon * float_max(0.0f, -speed)};
    PointChunks of_b = points_at(b, advance->b_in_a);
    return float_max(time, closing_time(&of_b, &by_b));
}

/// An edge and the point of the other shape that is nearest to it.
typedef struct EdgeView {
    const Shape *shape; ///< Whose edge it is.
    int i;
    vec2s point;    ///< The other shape's nearest, in the frame of `shape`.
    float distance; ///< m, of that point above the edge: radii are left out.
} EdgeView;

KERNEL EdgeView edge_view(const Shape *a, const Shape *b, Transform b_in_a, int edge) {
    EdgeView view = {.shape = edge < SHAPE_POINTS_MAX ? a : b, .i = edge % SHAPE_POINTS_MAX};
    vec2s out = shape_normal(view.shape, view.i);
    if (edge < SHAPE_POINTS_MAX) {
        int lowest = shape_lowest_point(b, rotation_undo(b_in_a.rotation, out));
        view.point = transform_apply(b_in_a, shape_point(b, lowest));
    } else {
        int lowest = shape_lowest_point(a, rotation_apply(b_in_a.rotation, out));
        view.point = transform_undo(b_in_a, shape_point(a, lowest));
    }
    view.distance = glms_vec2_dot(out, view.point) - view.shape->offset[view.i];
    return view;
}

/// Whether the nearest point is beside the edge and not beyond one of its ends, and in front of it:
/// then no points of the two shapes are nearer to each other.
KERNEL bool is_beside(const EdgeView *view) {
    const Shape *shape = view->shape;
    vec2s along = vec2_left(shape_normal(shape, view->i));
    float here = glms_vec2_dot(along, view->point);
    return view->distance > 0.0f && here >= glms_vec2_dot(along, shape_point(shape, view->i)) &&
           here <= glms_vec2_dot(along, shape_point(shape, shape_next(view->i)));
}

/// The edge whose normal shows the widest gap (m, radii left out), the first of equal ones; -1 for
/// two circles.
static int widest_edge(const Shape *a, const Shape *b, Transform b_in_a, float *widest) {
    Transform a_in_b = transform_relative(b_in_a, transform_identity());
    EdgeDistances of_a = edges_measure_all(a, b, b_in_a);
    EdgeDistances of_b = edges_measure_all(b, a, a_in_b);
    *widest = edges_largest(a, &of_a, b, &of_b);
    return a->count == 1 && b->count == 1 ? -1 : edges_first(a, &of_a, b, &of_b, *widest);
}

static Separation gap_along(const Advance *advance, int edge, float distance) {
    const Shape *a = advance->a;
    const Shape *b = advance->b;
    return (Separation){distance - (a->radius + b->radius),
                        edge_normal(a, b, advance->b_in_a, edge), edge};
}

/// The gap along the normal of an edge, which is a lower bound of the true one, where it is wider
/// than `enough`; else the true one, or how deep the shapes overlap. Asks first the edge that the
/// last answer stood on: while its gap closes, no other needs to be known.
static Separation gap_beyond(const Advance *advance, float enough) {
    const Shape *a = advance->a;
    const Shape *b = advance->b;
    Transform b_in_a = advance->b_in_a;
    float core_enough = enough + (a->radius + b->radius);
    int edge = advance->gap.edge;
    if (edge >= 0) {
        EdgeView view = edge_view(a, b, b_in_a, edge);
        if (view.distance > core_enough || is_beside(&view)) {
            return gap_along(advance, edge, view.distance);
        }
    }
    float widest;
    edge = widest_edge(a, b, b_in_a, &widest);
    if (edge >= 0) {
        if (widest > core_enough || (widest <= 0.0f && edges_bound(a, b))) {
            return gap_along(advance, edge, widest);
        }
        EdgeView view = edge_view(a, b, b_in_a, edge);
        if (is_beside(&view)) {
            return gap_along(advance, edge, widest);
        }
    }
    return sat_signed_distance(a, b, b_in_a);
}

/// `q` turned by up to half a radian, by Taylor's series: the terms left out are below 1e-8, and
/// this takes half the time of a sine and cosine of any angle.
static Rotation turned_a_little(Rotation q, float angle) {
    float x = angle * angle;
    float s = angle * (1.0f - x * (1.0f / 6.0f) *
                                  (1.0f - x * (1.0f / 20.0f) * (1.0f - x * (1.0f / 42.0f))));
    float c = 1.0f - 0.5f * x *
                         (1.0f - x * (1.0f / 12.0f) *
                                     (1.0f - x * (1.0f / 30.0f) * (1.0f - x * (1.0f / 56.0f))));
    return (Rotation){q.c * c - q.s * s, q.s * c + q.c * s};
}

/// How a stands at `time` of its motion.
static Rotation rotation_at(const Motion *motion, Rotation first, float time) {
    float turn = motion->angle_to - motion->angle_from;
    return fabsf(turn) <= 0.5f ? turned_a_little(first, time * turn)
                               : rotation_make(motion->angle_from + time * turn);
}

SweepHit sweep_motion(const Shape *a, Motion motion, const Shape *b, Transform b_at, float target) {
    ASSERT(a && b);
    // Relative to the origin of b, so that the distance of both from the world's costs no digits.
    vec2s start = glms_vec2_sub(motion.from, b_at.position);
    Transform b_here = {vec2_make(0.0f, 0.0f), b_at.rotation};
    Rotation first = rotation_make(motion.angle_from);
    Advance advance = {.a = a,
                       .b = b,
                       .move = glms_vec2_sub(motion.to, motion.from),
                       .turn = motion.angle_to - motion.angle_from,
                       .place = {start, first},
                       .gap = {.edge = -1}};
    // The bound on turning is good for about a radian.
    float radian = 1.0f / float_max(1.0f, fabsf(advance.turn));
    SweepHit hit = {.hit = true};
    for (int i = 0; i < ADVANCES_MAX; i++) {
        advance.b_in_a = transform_relative(advance.place, b_here);
        advance.gap = gap_beyond(&advance, target + SWEEP_TOUCH);
        hit.normal = rotation_apply(advance.place.rotation, advance.gap.normal);
        float clearance = advance.gap.distance - target;
        if (clearance <= SWEEP_TOUCH) {
            return hit;
        }
        float rest = 1.0f - hit.time;
        float horizon = float_min(rest, radian);
        float time = safe_time(&advance, clearance, horizon);
        if (time > horizon && horizon >= rest) {
            return (SweepHit){.hit = false};
        }
        hit.time = float_min(hit.time + float_min(time, horizon), 1.0f);
        vec2s moved = glms_vec2_scale(advance.move, hit.time);
        advance.place =
            (Transform){glms_vec2_add(start, moved), rotation_at(&motion, first, hit.time)};
    }
    return hit;
}
