/// Convex shapes of 1 to 8 points with a corner radius, ready for the separating axis test.
#pragma once

#include "geometry/polygon.h"
#include "geometry/transform.h"

#include <stdbool.h>

enum {
    SHAPE_POINTS_MAX = 8
};

/// 1 point = circle, 2 = capsule, 3 to 8 = polygon; radius > 0 = rounded. Points are
/// counter-clockwise in the shape's own frame; normal i is the outward unit normal of the edge from
/// point i to point i + 1; offset i = normal i . point i. Entries from `count` on repeat entry 0,
/// so that whole lanes can be read. A capsule has both of its long sides as edges; a circle has
/// none (its normals are 0).
typedef struct Shape {
    _Alignas(32) float x[SHAPE_POINTS_MAX];
    float y[SHAPE_POINTS_MAX];
    float normal_x[SHAPE_POINTS_MAX];
    float normal_y[SHAPE_POINTS_MAX];
    float offset[SHAPE_POINTS_MAX];
    int count;
    float radius;          ///< m, corner radius, 0 or more.
    vec2s centroid;        ///< In the shape's frame.
    float bounding_radius; ///< m, largest distance of any of its points (radius included) from its
                           ///< frame's origin.
} Shape;

/// Makes a shape of `count` counter-clockwise convex points. False, and `out` as it was, where they
/// are not 1 to 8 finite points, are not convex, have an edge shorter than SHAPE_EDGE_MIN, or
/// `radius` is negative.
bool shape_make(const vec2s *points, int count, float radius, Shape *out);

/// A box of size length x width (m) around `center`.
Shape shape_box(vec2s center, float length, float width);
Shape shape_circle(vec2s center, float radius);

static inline vec2s shape_point(const Shape *shape, int i) {
    return vec2_make(shape->x[i], shape->y[i]);
}
static inline vec2s shape_normal(const Shape *shape, int i) {
    return vec2_make(shape->normal_x[i], shape->normal_y[i]);
}

/// The point where edge `i` ends. Behind the last point the padding repeats the first.
static inline int shape_next(int i) { return (i + 1) & (SHAPE_POINTS_MAX - 1); }

/// The points of a shape in another frame. Entries from `count` on repeat entry 0.
typedef struct ShapePoints {
    _Alignas(32) float x[SHAPE_POINTS_MAX];
    float y[SHAPE_POINTS_MAX];
    int count;
} ShapePoints;

static inline ShapePoints shape_points_at(const Shape *shape, Transform at) {
    ShapePoints points = {.count = shape->count};
    for (int i = 0; i < SHAPE_POINTS_MAX; i++) {
        float x = shape->x[i];
        float y = shape->y[i];
        points.x[i] = at.rotation.c * x - at.rotation.s * y + at.position.x;
        points.y[i] = at.rotation.s * x + at.rotation.c * y + at.position.y;
    }
    return points;
}

/// The axis-aligned box around `shape` at `at`.
Box shape_bounds(const Shape *shape, Transform at);

/// Squared distance (m2) from `point` (in the shape's frame) to the convex hull of its points,
/// without the radius; 0 inside. O(count).
float shape_distance2(const Shape *shape, vec2s point);

/// Whether `point` (in the shape's frame) lies in it, edge included.
bool shape_contains(const Shape *shape, vec2s point);
