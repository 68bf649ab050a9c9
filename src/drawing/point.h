/// Points and vectors in double. A drawing's transforms multiply: what floats lose would show in
/// the road.
#pragma once

#include <math.h>

typedef struct Point {
    double x, y;
} Point;

static inline Point point_add(Point a, Point b) { return (Point){a.x + b.x, a.y + b.y}; }

static inline Point point_sub(Point a, Point b) { return (Point){a.x - b.x, a.y - b.y}; }

static inline Point point_middle(Point a, Point b) {
    return (Point){0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
}

/// `a` where `t` is 0, `b` where it is 1.
static inline Point point_mix(Point a, Point b, double t) {
    return (Point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

static inline double point_dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }

static inline double point_length(Point v) { return sqrt(point_dot(v, v)); }

static inline double point_distance(Point a, Point b) { return point_length(point_sub(b, a)); }
