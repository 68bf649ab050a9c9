/// Overlap and distance of convex shapes in double, by other ways than the library's: the convex
/// hull of all differences of points (Minkowski), and every edge against every edge. Slow, and so
/// simple that a look shows them right.
#pragma once

#include "collision/shape.h"

#include <math.h>
#include <stdbool.h>

typedef struct RefPoint {
    double x, y;
} RefPoint;

typedef struct RefTransform {
    RefPoint position;
    double c, s;
} RefTransform;

/// A shape's points as they stand somewhere. Entries beyond `count` mean nothing.
typedef struct RefShape {
    RefPoint points[SHAPE_POINTS_MAX];
    int count;
    double radius;
} RefShape;

static inline RefPoint ref_sub(RefPoint a, RefPoint b) { return (RefPoint){a.x - b.x, a.y - b.y}; }
static inline double ref_dot(RefPoint a, RefPoint b) { return a.x * b.x + a.y * b.y; }
static inline double ref_cross(RefPoint a, RefPoint b) { return a.x * b.y - a.y * b.x; }
static inline RefPoint ref_of(vec2s v) { return (RefPoint){(double)v.x, (double)v.y}; }

/// `from` moved by `length` along `direction`.
static inline RefPoint ref_moved(RefPoint from, RefPoint direction, double length) {
    return (RefPoint){from.x + length * direction.x, from.y + length * direction.y};
}

static inline RefTransform ref_transform(Transform at) {
    return (RefTransform){ref_of(at.position), (double)at.rotation.c, (double)at.rotation.s};
}

/// What transform_relative computes, without its rounding.
static inline RefTransform ref_relative(Transform a, Transform b) {
    RefTransform from = ref_transform(a);
    RefTransform to = ref_transform(b);
    RefPoint gap = ref_sub(to.position, from.position);
    return (RefTransform){{from.c * gap.x + from.s * gap.y, from.c * gap.y - from.s * gap.x},
                          from.c * to.c + from.s * to.s,
                          from.c * to.s - from.s * to.c};
}

static inline RefShape ref_shape(const Shape *shape, RefTransform at) {
    RefShape out = {.count = shape->count, .radius = (double)shape->radius};
    for (int i = 0; i < shape->count; i++) {
        double x = (double)shape->x[i];
        double y = (double)shape->y[i];
        out.points[i] = (RefPoint){at.c * x - at.s * y + at.position.x, //
                                   at.s * x + at.c * y + at.position.y};
    }
    return out;
}

/// As a shape stands in its own frame.
static inline RefShape ref_shape_here(const Shape *shape) {
    return ref_shape(shape, (RefTransform){{0.0, 0.0}, 1.0, 0.0});
}

/// Edges of a shape: a capsule has one that counts, a circle its point.
static inline int ref_edge_count(const RefShape *shape) {
    return shape->count < 3 ? 1 : shape->count;
}

static inline double ref_point_to_segment(RefPoint p, RefPoint from, RefPoint to) {
    RefPoint along = ref_sub(to, from);
    double length2 = ref_dot(along, along);
    double t = length2 > 0.0 ? ref_dot(ref_sub(p, from), along) / length2 : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    RefPoint off = ref_sub(ref_moved(from, along, t), p);
    return sqrt(ref_dot(off, off));
}

/// Distance of `p` from the outline through the points (radius left out), negative inside it.
static inline double ref_point_distance(const RefShape *shape, RefPoint p) {
    double nearest = (double)INFINITY;
    bool inside = shape->count > 2;
    for (int i = 0; i < ref_edge_count(shape); i++) {
        RefPoint from = shape->points[i];
        RefPoint to = shape->points[(i + 1) % shape->count];
        nearest = fmin(nearest, ref_point_to_segment(p, from, to));
        inside = inside && ref_cross(ref_sub(to, from), ref_sub(p, from)) >= 0.0;
    }
    return inside ? -nearest : nearest;
}

// ---------------------------------------------------------------- every edge against every edge

static inline bool ref_segments_cross(RefPoint a, RefPoint b, RefPoint c, RefPoint d) {
    double c_side = ref_cross(ref_sub(b, a), ref_sub(c, a));
    double d_side = ref_cross(ref_sub(b, a), ref_sub(d, a));
    double a_side = ref_cross(ref_sub(d, c), ref_sub(a, c));
    double b_side = ref_cross(ref_sub(d, c), ref_sub(b, c));
    return c_side * d_side < 0.0 && a_side * b_side < 0.0;
}

/// Distance between the surfaces, 0 where the shapes touch or overlap.
static inline double ref_distance(const RefShape *a, const RefShape *b) {
    double nearest = (double)INFINITY;
    for (int i = 0; i < ref_edge_count(a); i++) {
        RefPoint from = a->points[i];
        RefPoint to = a->points[(i + 1) % a->count];
        for (int k = 0; k < ref_edge_count(b); k++) {
            RefPoint other_from = b->points[k];
            RefPoint other_to = b->points[(k + 1) % b->count];
            if (ref_segments_cross(from, to, other_from, other_to)) {
                return 0.0;
            }
            nearest = fmin(nearest, ref_point_to_segment(from, other_from, other_to));
            nearest = fmin(nearest, ref_point_to_segment(to, other_from, other_to));
            nearest = fmin(nearest, ref_point_to_segment(other_from, from, to));
            nearest = fmin(nearest, ref_point_to_segment(other_to, from, to));
        }
    }
    if (ref_point_distance(a, b->points[0]) <= 0.0 || ref_point_distance(b, a->points[0]) <= 0.0) {
        return 0.0;
    }
    return fmax(nearest - a->radius - b->radius, 0.0);
}

/// Distance between the surfaces along `normal`, first to second: negative where they overlap.
static inline double ref_distance_along(const RefShape *a, const RefShape *b, RefPoint normal) {
    double top = -(double)INFINITY;
    double bottom = (double)INFINITY;
    for (int i = 0; i < a->count; i++) {
        top = fmax(top, ref_dot(normal, a->points[i]));
    }
    for (int k = 0; k < b->count; k++) {
        bottom = fmin(bottom, ref_dot(normal, b->points[k]));
    }
    return bottom - top - a->radius - b->radius;
}

// ---------------------------------------------------------------- the Minkowski difference

enum {
    REF_DIFFERENCE_MAX = SHAPE_POINTS_MAX * SHAPE_POINTS_MAX
};

/// All differences of a point of b and a point of a, as a convex hull, grown by `radius`. The
/// shapes overlap where the origin lies in it.
typedef struct RefDifference {
    RefPoint points[REF_DIFFERENCE_MAX];
    int count;
    double radius;
} RefDifference;

static inline void ref_sort(RefPoint *points, int count) {
    for (int i = 1; i < count; i++) {
        RefPoint point = points[i];
        int k = i;
        while (k > 0 && (points[k - 1].x > point.x ||
                         (points[k - 1].x >= point.x && points[k - 1].y > point.y))) {
            points[k] = points[k - 1];
            k--;
        }
        points[k] = point;
    }
}

/// Drops from the end of the chain what is not left of the way to `next`, then adds it.
static inline int ref_chain_add(RefPoint *chain, int used, int kept, RefPoint next) {
    while (used >= kept + 2 && ref_cross(ref_sub(chain[used - 1], chain[used - 2]),
                                         ref_sub(next, chain[used - 2])) <= 0.0) {
        used--;
    }
    chain[used] = next;
    return used + 1;
}

/// Source: Andrew's monotone chain (Andrew 1979).
static inline RefDifference ref_difference(const RefShape *a, const RefShape *b) {
    RefPoint points[REF_DIFFERENCE_MAX];
    int count = 0;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            points[count++] = ref_sub(b->points[k], a->points[i]);
        }
    }
    ref_sort(points, count);
    RefPoint chain[2 * REF_DIFFERENCE_MAX];
    int used = 0;
    for (int i = 0; i < count; i++) {
        used = ref_chain_add(chain, used, 0, points[i]);
    }
    int lower = used - 1;
    for (int i = count - 2; i >= 0; i--) {
        used = ref_chain_add(chain, used, lower, points[i]);
    }
    RefDifference out = {.count = used > 1 ? used - 1 : 1, .radius = a->radius + b->radius};
    for (int i = 0; i < out.count; i++) {
        out.points[i] = chain[i];
    }
    return out;
}

/// Where two shapes are nearest, or how they part soonest.
typedef struct RefGap {
    double distance;    ///< m; negative: the length of the shortest translation that parts them.
    RefPoint normal;    ///< Unit, first to second; 0 where any direction is as good.
    double core;        ///< m: the distance without radii.
    double next_normal; ///< m: the depth along the best edge of the difference whose normal is
                        ///< more than REF_ANGLE off, less the depth; infinite when apart.
} RefGap;

static const double ref_angle = 1e-3;

/// The depth that is next best after that along `best`, an outward unit normal of the difference.
static inline double ref_next_depth(const RefDifference *difference, RefPoint origin,
                                    RefPoint best) {
    double next = (double)INFINITY;
    for (int i = 0; i < difference->count; i++) {
        RefPoint from = difference->points[i];
        RefPoint along = ref_sub(difference->points[(i + 1) % difference->count], from);
        double length = sqrt(ref_dot(along, along));
        RefPoint out = {along.y / length, -along.x / length};
        if (length > 0.0 && (ref_dot(out, best) < 0.0 || fabs(ref_cross(out, best)) > ref_angle)) {
            next = fmin(next, ref_dot(out, ref_sub(from, origin)));
        }
    }
    return next;
}

/// The gap after the second shape has moved by `shift`: the origin against the boundary of the
/// difference.
static inline RefGap ref_gap(const RefDifference *difference, RefPoint shift) {
    RefPoint origin = {-shift.x, -shift.y};
    RefGap gap = {.core = (double)INFINITY, .next_normal = (double)INFINITY};
    bool inside = difference->count > 2;
    RefPoint best_edge = {0.0, 0.0};
    for (int i = 0; i < difference->count; i++) {
        RefPoint from = difference->points[i];
        RefPoint to = difference->points[(i + 1) % difference->count];
        RefPoint along = ref_sub(to, from);
        inside = inside && ref_cross(along, ref_sub(origin, from)) >= 0.0;
        double length2 = ref_dot(along, along);
        double t = length2 > 0.0 ? ref_dot(ref_sub(origin, from), along) / length2 : 0.0;
        RefPoint off = ref_sub(ref_moved(from, along, fmin(fmax(t, 0.0), 1.0)), origin);
        double distance = sqrt(ref_dot(off, off));
        if (distance < gap.core) {
            gap.core = distance;
            best_edge = length2 > 0.0
                            ? (RefPoint){along.y / sqrt(length2), -along.x / sqrt(length2)}
                            : (RefPoint){0.0, 0.0};
            gap.normal = distance > 0.0 ? (RefPoint){off.x / distance, off.y / distance}
                                        : (RefPoint){0.0, 0.0};
        }
    }
    if (inside) {
        gap.next_normal = ref_next_depth(difference, origin, best_edge) - gap.core;
        gap.core = -gap.core;
        gap.normal = (RefPoint){-best_edge.x, -best_edge.y};
    }
    gap.distance = gap.core - difference->radius;
    return gap;
}

/// ref_gap where only the distance matters.
static inline double ref_gap_distance(const RefDifference *difference, RefPoint shift) {
    double nearest = (double)INFINITY;
    bool inside = difference->count > 2;
    RefPoint origin = {-shift.x, -shift.y};
    for (int i = 0; i < difference->count; i++) {
        RefPoint from = difference->points[i];
        RefPoint to = difference->points[(i + 1) % difference->count];
        nearest = fmin(nearest, ref_point_to_segment(origin, from, to));
        inside = inside && ref_cross(ref_sub(to, from), ref_sub(origin, from)) >= 0.0;
    }
    return (inside ? -nearest : nearest) - difference->radius;
}
