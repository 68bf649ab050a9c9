/// The kernel of sweep_motion, compiled for each width of lanes: by kernels.c and kernels_avx2.c.
#pragma once

#include "base/scalar.h"
#include "collision/edges.h"
#include "collision/sat.h"
#include "collision/sweep.h"
#include "collision/tolerances.h"

#include <math.h>

/// The kernel with the lanes of AVX2.
SweepHit advance_motion_avx2(const Shape *a, Motion motion, const Shape *b, Transform b_at,
                             float target);

enum {
    ADVANCES_MAX = 64, ///< Typical passages need 1 to 3.
};

/// The points of a shape in lanes.
typedef struct PointChunks {
    Lanes x[EDGE_CHUNKS], y[EDGE_CHUNKS];
    int chunks;
} PointChunks;

/// The points in the frame of the shape.
static inline PointChunks points_of(const Shape *shape) {
    PointChunks points = {.chunks = shape_chunks(shape)};
    for (int i = 0; i < points.chunks; i++) {
        points.x[i] = lanes_load(shape->x + i * SIMD_LANES);
        points.y[i] = lanes_load(shape->y + i * SIMD_LANES);
    }
    return points;
}

/// The same in the frame in which the shape stands at `at`.
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
static inline float safe_time(const Advance *advance, float clearance, float horizon) {
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

/// Edge `edge`, of a or SHAPE_POINTS_MAX + of b, and the nearest point of the other shape.
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
static inline int widest_edge(const Shape *a, const Shape *b, Transform b_in_a, float *widest) {
    Transform a_in_b = transform_relative(b_in_a, transform_identity());
    EdgeDistances of_a = edges_measure_all(a, b, b_in_a);
    EdgeDistances of_b = edges_measure_all(b, a, a_in_b);
    *widest = edges_largest(a, &of_a, b, &of_b);
    return a->count == 1 && b->count == 1 ? -1 : edges_first(a, &of_a, b, &of_b, *widest);
}

/// The gap along the normal of `edge`; `distance` (m) leaves radii out.
static inline Separation gap_along(const Advance *advance, int edge, float distance) {
    const Shape *a = advance->a;
    const Shape *b = advance->b;
    return (Separation){distance - (a->radius + b->radius),
                        edge_normal(a, b, advance->b_in_a, edge), edge};
}

/// The gap along the normal of an edge, which is a lower bound of the true one, where it is wider
/// than `enough`; else the true one, or how deep the shapes overlap. Asks first the edge that the
/// last answer stood on: while its gap closes, no other needs to be known.
static inline Separation gap_beyond(const Advance *advance, float enough) {
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
static inline Rotation turned_a_little(Rotation q, float angle) {
    float x = angle * angle;
    float s = angle * (1.0f - x * (1.0f / 6.0f) *
                                  (1.0f - x * (1.0f / 20.0f) * (1.0f - x * (1.0f / 42.0f))));
    float c = 1.0f - 0.5f * x *
                         (1.0f - x * (1.0f / 12.0f) *
                                     (1.0f - x * (1.0f / 30.0f) * (1.0f - x * (1.0f / 56.0f))));
    return (Rotation){q.c * c - q.s * s, q.s * c + q.c * s};
}

/// How a stands at `time` of its motion.
static inline Rotation rotation_at(const Motion *motion, Rotation first, float time) {
    float turn = motion->angle_to - motion->angle_from;
    return fabsf(turn) <= 0.5f ? turned_a_little(first, time * turn)
                               : rotation_make(motion->angle_from + time * turn);
}

/// sweep_motion, with the lanes that this is compiled for.
static inline SweepHit advance_motion(const Shape *a, Motion motion, const Shape *b, Transform b_at,
                                      float target) {
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
