/// Measures in double that polygon.c and polygon_clean.c share.
#pragma once

#include "base/scalar.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>

/// Signed area (m2): positive for counter-clockwise points.
static inline double points_area(const vec2s *points, int count) {
    double sum = 0.0;
    for (int i = 1; i + 1 < count; i++) {
        double ux = (double)points[i].x - (double)points[0].x;
        double uy = (double)points[i].y - (double)points[0].y;
        double vx = (double)points[i + 1].x - (double)points[0].x;
        double vy = (double)points[i + 1].y - (double)points[0].y;
        sum += ux * vy - uy * vx;
    }
    return 0.5 * sum;
}

/// Squared distance (m2).
static inline double points_distance2(vec2s a, vec2s b) {
    double x = (double)b.x - (double)a.x;
    double y = (double)b.y - (double)a.y;
    return x * x + y * y;
}

/// Whether `point`, which lies on the line ab, lies on the segment ab.
static inline bool segment_holds(vec2s a, vec2s b, vec2s point) {
    return point.x >= float_min(a.x, b.x) && point.x <= float_max(a.x, b.x) &&
           point.y >= float_min(a.y, b.y) && point.y <= float_max(a.y, b.y);
}
