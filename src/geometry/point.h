/// Points and vectors in double: differences of floats are exact in it, and a drawing's transforms
/// multiply without a loss that would show in the road.
#pragma once

#include <cglm/struct/vec2.h>

#include <math.h>

typedef struct Point {
    double x, y;
} Point;

static inline Point point_of(vec2s v) { return (Point){(double)v.x, (double)v.y}; }

static inline Point point_between(vec2s from, vec2s to) {
    return (Point){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}

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

static inline double point_cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }

static inline double point_length(Point v) { return sqrt(point_dot(v, v)); }

static inline double point_distance(Point a, Point b) { return point_length(point_sub(b, a)); }
