/// Simple polygons as arrays of points (m), closing point not repeated: measures, checks, clean-up.
#pragma once

#include "base/scalar.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>
#include <stddef.h>

/// An axis-aligned box. Empty where low > high.
typedef struct Box {
    vec2s low, high;
} Box;

Box box_of(const vec2s *points, int count); ///< Of no points: an empty one.
Box box_add(Box box, vec2s point);
Box box_union(Box a, Box b);
Box box_grow(Box box, float margin);
bool box_overlap(Box a, Box b); ///< Touching boxes do overlap.
bool box_contains(Box box, vec2s point);

/// Which way the path a, b, c turns at b: +1 left, -1 right, 0 straight on or back. Exact for all
/// finite floats: a fast test with an error bound first, then an exact sum. Source: Shewchuk,
/// Adaptive Precision Floating-Point Arithmetic (1997).
int points_turn(vec2s a, vec2s b, vec2s c);

/// Signed area (m2): positive for counter-clockwise points. Computed in double.
float polygon_area(const vec2s *points, int count);

/// Centre of the area; of the points where the area is 0.
vec2s polygon_centroid(const vec2s *points, int count);

/// Mean square distance (m2) of a polygon's area from its centroid, which is the origin: times the
/// mass it is the inertia of a plate.
float polygon_mean_square(const vec2s *points, int count);

/// Whether counter-clockwise points turn left (or go straight on within 1e-6 relative) at every
/// corner, and go round once.
bool polygon_is_convex(const vec2s *points, int count);

/// Whether `point` lies inside (even-odd rule; on the edge: either). O(count).
bool polygon_contains(const vec2s *points, int count, vec2s point);

/// Squared distance from `point` to the segment ab; `t` (may be NULL) is where on it, 0 to 1.
static inline float segment_distance2(vec2s a, vec2s b, vec2s point, float *t) {
    // raw: C++ knows no x and y (panel/panel.cpp)
    vec2s along = glms_vec2_sub(b, a);
    vec2s to = glms_vec2_sub(point, a);
    float length2 = along.raw[0] * along.raw[0] + along.raw[1] * along.raw[1];
    float where =
        length2 > 0.0f ? (to.raw[0] * along.raw[0] + to.raw[1] * along.raw[1]) / length2 : 0.0f;
    where = float_min(1.0f, float_max(0.0f, where));
    if (t != NULL) {
        *t = where;
    }
    float x = to.raw[0] - where * along.raw[0];
    float y = to.raw[1] - where * along.raw[1];
    return x * x + y * y;
}

/// Whether segments ab and cd cross or touch; `at` (may be NULL) is the crossing nearest a.
/// Parallel and collinear cases and segments without length included. The answer is exact, `at`
/// is computed in double.
bool segments_cross(vec2s a, vec2s b, vec2s c, vec2s d, vec2s *at);

/// Faults of a polygon.
typedef enum PolygonFault {
    POLYGON_FINE,
    POLYGON_TOO_FEW, ///< Fewer than 3 different points.
    POLYGON_CROSSES, ///< Edge `a` crosses edge `b` at `at`.
    POLYGON_TOUCHES, ///< Point `a` lies on edge `b` at `at`, or within 0.1 mm of it.
    POLYGON_NO_AREA,
} PolygonFault;

typedef struct PolygonCheck {
    PolygonFault fault;
    int a, b; ///< Indices from 0 into the points as given.
    vec2s at;
} PolygonCheck;

/// Cleans `points` in place: drops a repeated closing point, merges points closer than 1 mm,
/// removes collinear ones (< 1 mm off), makes the winding counter-clockwise. `kept` (may be NULL,
/// `count` entries) gets the original index of every point that is left. Dropped points lie within
/// 1 mm of the new outline.
///
/// Returns how many points are left; 0 with less than 3 or no area (below 1 mm2, or all points
/// within 1 mm of one line). A polygon that polygon_check finds fine stays simple: straight points
/// stay where the outline would cross itself without them. O(count), and O(n log n) typical where
/// straight points go.
int polygon_normalise(vec2s *points, int count, int *kept);

/// Checks that `points` (as read, either winding) make a simple polygon, after merging points
/// closer than 1 mm as polygon_normalise does. Of several faults it reports that of the lowest
/// edge. O(n log n) typical, sorted sweep by x.
PolygonCheck polygon_check(const vec2s *points, int count);
