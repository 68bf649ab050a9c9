/// Shadows of shapes on an axis: the classic way to see the separating axis test.
#pragma once

#include "collision/shape.h"

#include <math.h>

/// From where to where a shape reaches along an axis.
typedef struct Interval {
    float low, high; ///< m
} Interval;

/// The shadow on the unit `axis` of `shape`, which stands at `at`, its radius included.
static inline Interval interval_of(const Shape *shape, Transform at, vec2s axis) {
    Interval shadow = {INFINITY, -INFINITY};
    for (int i = 0; i < shape->count; i++) {
        float along = glms_vec2_dot(axis, transform_apply(at, shape_point(shape, i)));
        shadow.low = fminf(shadow.low, along - shape->radius);
        shadow.high = fmaxf(shadow.high, along + shape->radius);
    }
    return shadow;
}

/// How much the two have in common (m); below 0 the gap between them. What articles take for the
/// depth: where one holds the other it is the length of the shorter one, and no way out.
static inline float interval_overlap(Interval a, Interval b) {
    return fminf(a.high, b.high) - fmaxf(a.low, b.low);
}

/// Whether one of the two lies within the other.
static inline bool interval_holds(Interval a, Interval b) {
    return (a.low <= b.low && b.high <= a.high) || (b.low <= a.low && a.high <= b.high);
}
