/// How fast things that touch in a tick come together in it: what can explain a jump of speed. In
/// double, and without asking the world what touches.
#pragma once

#include "overlap.h"

enum {
    APPROACH_THINGS_MAX = 128,
    APPROACH_POINTS_MAX = 1024,
    APPROACH_ROUNDS = 8,
};

static const double approach_dt = 1.0 / 240.0; ///< s

/// m to which solvers keep or look ahead: what would be nearer after a tick may touch in it.
static const double approach_slop = 0.010;

/// m: a step that may stand in nobody's way, and a little.
static const double approach_step = 0.006;

/// m: things that are deeper inside each other may be parted along any way out.
static const double approach_deep = 0.020;

/// Something at the start of a tick, and where it would be at its end if nothing met it.
typedef struct ApproachThing {
    Standing from, to;
    RefPoint velocity;                    ///< m/s
    double spin;                          ///< rad/s
    double inverse_mass, inverse_inertia; ///< 0: walls and movers.
    double restitution;
} ApproachThing;

/// A place where two things touch.
typedef struct ApproachPoint {
    int a, b;
    RefPoint normal; ///< From a to b.
    RefPoint at;     ///< At the start of the tick.
    double gap;      ///< m then, negative where it is inside.
} ApproachPoint;

/// Things that touch each other, directly or through others.
typedef struct ApproachSet {
    ApproachThing things[APPROACH_THINGS_MAX];
    ApproachPoint points[APPROACH_POINTS_MAX];
    int thing_count, point_count;
} ApproachSet;

/// m within which things can come to touch in a tick, with what impacts make of the speeds of both.
static inline double approach_reach(const ApproachThing *a, const ApproachThing *b) {
    double speeds = sqrt(ref_dot(a->velocity, a->velocity)) +
                    sqrt(ref_dot(b->velocity, b->velocity)) + fabs(a->spin) * a->from.radius +
                    fabs(b->spin) * b->from.radius;
    return 2.0 * approach_slop + speeds * approach_dt;
}

static inline bool approach_touch(const ApproachThing *a, const ApproachThing *b) {
    double reach = approach_reach(a, b);
    return standing_separation(&a->from, &b->from, reach) < reach;
}

/// m/s at which two things come together at a point.
static inline double approach_at(const ApproachSet *set, const ApproachPoint *point) {
    RefPoint v[2];
    for (int i = 0; i < 2; i++) {
        const ApproachThing *thing = &set->things[i == 0 ? point->a : point->b];
        RefPoint arm = ref_sub(point->at, thing->from.centre);
        v[i] = (RefPoint){thing->velocity.x - thing->spin * arm.y,
                          thing->velocity.y + thing->spin * arm.x};
    }
    return ref_dot(ref_sub(v[0], v[1]), point->normal);
}

static inline void approach_add_corners(ApproachSet *set, ApproachPoint point, const RefShape *of,
                                        const RefShape *other) {
    double reach = approach_reach(&set->things[point.a], &set->things[point.b]);
    for (int i = 0; i < of->count && set->point_count < APPROACH_POINTS_MAX; i++) {
        point.at = of->points[i];
        point.gap = ref_point_distance(other, point.at) - of->radius - other->radius;
        if (point.gap < reach) {
            set->points[set->point_count++] = point;
        }
    }
}

/// Adds the corners of two pieces that are near each other, with that normal.
static inline void approach_add_along(ApproachSet *set, int a, int b, RefPoint normal,
                                      const RefShape *of_a, const RefShape *of_b) {
    ApproachPoint point = {.a = a, .b = b, .normal = normal};
    approach_add_corners(set, point, of_a, of_b);
    approach_add_corners(set, point, of_b, of_a);
}

/// Adds the corners of a piece, each with the way in which thing `a` moves against `b` there.
static inline void approach_add_any_way(ApproachSet *set, int a, int b, const RefShape *of) {
    for (int i = 0; i < of->count && set->point_count < APPROACH_POINTS_MAX; i++) {
        ApproachPoint point = {.a = a, .b = b, .at = of->points[i]};
        point.normal = (RefPoint){1.0, 0.0};
        double x = approach_at(set, &point);
        point.normal = (RefPoint){0.0, 1.0};
        double y = approach_at(set, &point);
        double speed = hypot(x, y);
        if (speed > 0.0) {
            point.normal = (RefPoint){x / speed, y / speed};
            set->points[set->point_count++] = point;
        }
    }
}

/// The outward normal of edge `i`.
static inline RefPoint approach_normal(const RefShape *of, int i) {
    RefPoint along = ref_sub(of->points[(i + 1) % of->count], of->points[i]);
    double length = sqrt(ref_dot(along, along));
    return (RefPoint){along.y / length, -along.x / length};
}

/// Whether `other` has a face that goes on flush from that of `wall` with outward normal `normal`,
/// but for a step and a degree.
static inline bool approach_is_flush(const RefShape *wall, int edge, const RefShape *other) {
    RefPoint normal = approach_normal(wall, edge);
    for (int i = 0; other->count > 2 && i < other->count; i++) {
        double off = ref_dot(normal, ref_sub(other->points[i], wall->points[edge]));
        if (ref_dot(normal, approach_normal(other, i)) > 0.9998 && fabs(off) < approach_step) {
            return true;
        }
    }
    return false;
}

/// Adds a body and a wall beside which it slides along another one, `flush`: where it overlaps the
/// step between their faces by no more than a step may have, it can pass, and only what comes
/// toward the faces counts. False where there is no such step.
static inline bool approach_add_step(ApproachSet *set, int a, int b, const Standing *flush) {
    const RefShape *wall = &set->things[b].to.pieces[0];
    for (int i = 0; wall->count > 2 && i < wall->count; i++) {
        RefPoint out = approach_normal(wall, i);
        RefPoint normal = {-out.x, -out.y};
        double least = (double)INFINITY;
        for (int k = 0; k < set->things[a].to.count; k++) {
            least = fmin(least, overlap_along(&set->things[a].to.pieces[k], wall, normal));
        }
        if (least > -approach_step && approach_is_flush(wall, i, &flush->pieces[0])) {
            for (int k = 0; k < set->things[a].from.count; k++) {
                approach_add_along(set, a, b, normal, &set->things[a].from.pieces[k], wall);
            }
            return true;
        }
    }
    return false;
}

/// Adds the places where things `a` and `b` of the set may touch. Their normals are those of the
/// separating axes at the start of the tick and at its end; deep inside each other also the ways in
/// which corners move against the other.
static inline void approach_add(ApproachSet *set, int a, int b) {
    const ApproachThing *one = &set->things[a];
    const ApproachThing *other = &set->things[b];
    double reach = approach_reach(one, other);
    for (int i = 0; i < one->from.count; i++) {
        for (int k = 0; k < other->from.count; k++) {
            const RefShape *of_a = &one->from.pieces[i];
            const RefShape *of_b = &other->from.pieces[k];
            OverlapAxis from = overlap_axis(of_a, of_b, (double)INFINITY);
            if (from.distance < reach) {
                OverlapAxis to =
                    overlap_axis(&one->to.pieces[i], &other->to.pieces[k], (double)INFINITY);
                approach_add_along(set, a, b, from.normal, of_a, of_b);
                approach_add_along(set, a, b, to.normal, of_a, of_b);
                if (from.distance < -approach_deep) {
                    approach_add_any_way(set, a, b, of_a);
                    approach_add_any_way(set, a, b, of_b);
                }
            }
        }
    }
}

/// Whether things stand on both sides of thing `i`, so that it can be jammed between them.
static inline bool approach_is_between(const ApproachSet *set, int i) {
    for (int k = 0; k < set->point_count; k++) {
        for (int m = 0; m < k; m++) {
            const ApproachPoint *one = &set->points[k];
            const ApproachPoint *other = &set->points[m];
            bool touch = (one->a == i || one->b == i) && (other->a == i || other->b == i) &&
                         one->gap < 2.0 * approach_slop && other->gap < 2.0 * approach_slop;
            double across = ref_dot(one->normal, other->normal);
            if (touch && ((one->a == i) == (other->a == i) ? across : -across) < -0.5) {
                return true;
            }
        }
    }
    return false;
}

/// Gives two things the impulse of an impact with the restitution of the bouncier one, without
/// friction.
static inline void approach_hit(ApproachSet *set, const ApproachPoint *point, double approach) {
    ApproachThing *a = &set->things[point->a];
    ApproachThing *b = &set->things[point->b];
    RefPoint arm_a = ref_sub(point->at, a->from.centre);
    RefPoint arm_b = ref_sub(point->at, b->from.centre);
    double lever_a = ref_cross(arm_a, point->normal);
    double lever_b = ref_cross(arm_b, point->normal);
    double inverse = a->inverse_mass + b->inverse_mass + lever_a * lever_a * a->inverse_inertia +
                     lever_b * lever_b * b->inverse_inertia;
    if (inverse > 0.0) {
        double impulse = (1.0 + fmax(a->restitution, b->restitution)) * approach / inverse;
        a->velocity = ref_moved(a->velocity, point->normal, -impulse * a->inverse_mass);
        b->velocity = ref_moved(b->velocity, point->normal, impulse * b->inverse_mass);
        a->spin -= impulse * lever_a * a->inverse_inertia;
        b->spin += impulse * lever_b * b->inverse_inertia;
    }
}

/// m/s at which a point comes together, if it can touch in the tick; else 0.
static inline double approach_in_tick(const ApproachSet *set, int point) {
    double approach = approach_at(set, &set->points[point]);
    bool touches = approach * approach_dt > set->points[point].gap - approach_slop;
    return touches ? fmax(approach, 0.0) : 0.0;
}

/// m/s, the largest approach among all points, also of impacts among them that only follow from
/// others in the same tick: one after the other, as Newton's law has it, in a few rounds. Changes
/// the velocities.
static inline double approach_most(ApproachSet *set) {
    double most = 0.0;
    for (int i = 0; i < set->point_count; i++) {
        most = fmax(most, approach_in_tick(set, i));
    }
    for (int round = 0; round < APPROACH_ROUNDS; round++) {
        for (int i = 0; i < set->point_count; i++) {
            double approach = approach_in_tick(set, i);
            if (approach > 0.0) {
                most = fmax(most, approach);
                approach_hit(set, &set->points[i], approach);
            }
        }
    }
    return most;
}
