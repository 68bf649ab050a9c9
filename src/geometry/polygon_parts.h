/// Measures in double that the files of polygons and partitions share.
#pragma once

#include "base/scalar.h"
#include "geometry/point.h"

#include <stdbool.h>

/// Signed area (m2): positive for counter-clockwise points.
static inline double points_area(const vec2s *points, int count) {
    double sum = 0.0;
    for (int i = 1; i + 1 < count; i++) {
        sum += point_cross(point_between(points[0], points[i]),
                           point_between(points[0], points[i + 1]));
    }
    return 0.5 * sum;
}

/// Squared distance (m2).
static inline double points_distance2(vec2s a, vec2s b) {
    Point along = point_between(a, b);
    return point_dot(along, along);
}

/// Whether `point`, which lies on the line ab, lies on the segment ab.
static inline bool segment_holds(vec2s a, vec2s b, vec2s point) {
    return point.x >= float_min(a.x, b.x) && point.x <= float_max(a.x, b.x) &&
           point.y >= float_min(a.y, b.y) && point.y <= float_max(a.y, b.y);
}
