#include "collision/shape.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "collision/tolerances.h"
#include "geometry/point.h"

#include <math.h>

static bool all_finite(const vec2s *points, int count, float radius) {
    bool finite = isfinite(radius);
    for (int i = 0; i < count; i++) {
        finite = finite && isfinite(points[i].x) && isfinite(points[i].y);
    }
    return finite;
}

/// Whether edge `i` is long enough and has every point on its left. Testing all points, not only
/// the next, also refuses stars, which turn left at every corner.
static bool edge_is_sound(const vec2s *points, int count, int i) {
    Point along = point_between(points[i], points[(i + 1) % count]);
    double length = point_length(along);
    if (!(length >= SHAPE_EDGE_MIN)) {
        return false;
    }
    double farthest = 0.0;
    for (int k = 0; k < count; k++) {
        double left = point_cross(along, point_between(points[i], points[k])) / length;
        if (left < -SHAPE_CONVEX_SLACK * (1.0 + length)) {
            return false;
        }
        farthest = left > farthest ? left : farthest;
    }
    return count < 3 || farthest >= SHAPE_EDGE_MIN;
}

static bool points_are_sound(const vec2s *points, int count) {
    for (int i = 0; count > 1 && i < count; i++) {
        if (!edge_is_sound(points, count, i)) {
            return false;
        }
    }
    return true;
}

static vec2s centroid_of(const vec2s *points, int count) {
    if (count >= 3) {
        return polygon_centroid(points, count);
    }
    vec2s last = points[count - 1];
    return vec2_make(0.5f * (points[0].x + last.x), 0.5f * (points[0].y + last.y));
}

/// Fills entry `i` from the points. Normals are made in double and rounded once: a normal that is
/// 1e-4 too long makes every depth along it 1e-4 too large.
static void set_entry(Shape *shape, const vec2s *points, int count, int i) {
    vec2s from = points[i];
    shape->x[i] = from.x;
    shape->y[i] = from.y;
    if (count > 1) {
        Point along = point_between(from, points[(i + 1) % count]);
        double length = point_length(along);
        shape->normal_x[i] = (float)(along.y / length);
        shape->normal_y[i] = (float)(-along.x / length);
        shape->offset[i] = (float)((double)shape->normal_x[i] * (double)from.x +
                                   (double)shape->normal_y[i] * (double)from.y);
    }
}

bool shape_make(const vec2s *points, int count, float radius, Shape *out) {
    ASSERT(points && out);
    if (count < 1 || count > SHAPE_POINTS_MAX || !all_finite(points, count, radius) ||
        radius < 0.0f || !points_are_sound(points, count)) {
        return false;
    }
    Shape shape = {.count = count, .radius = radius};
    float radius2 = 0.0f;
    for (int i = 0; i < count; i++) {
        set_entry(&shape, points, count, i);
        radius2 = float_max(radius2, points[i].x * points[i].x + points[i].y * points[i].y);
    }
    for (int i = count; i < SHAPE_POINTS_MAX; i++) {
        shape.x[i] = shape.x[0];
        shape.y[i] = shape.y[0];
        shape.normal_x[i] = shape.normal_x[0];
        shape.normal_y[i] = shape.normal_y[0];
        shape.offset[i] = shape.offset[0];
    }
    shape.centroid = centroid_of(points, count);
    shape.bounding_radius = sqrtf(radius2) + radius;
    *out = shape;
    return true;
}

Shape shape_box(vec2s center, float length, float width) {
    float x = 0.5f * length;
    float y = 0.5f * width;
    vec2s points[] = {vec2_make(center.x - x, center.y - y), vec2_make(center.x + x, center.y - y),
                      vec2_make(center.x + x, center.y + y), vec2_make(center.x - x, center.y + y)};
    Shape shape;
    bool made = shape_make(points, 4, 0.0f, &shape);
    ASSERT(made);
    return shape;
}

Shape shape_circle(vec2s center, float radius) {
    Shape shape;
    bool made = shape_make(&center, 1, radius, &shape);
    ASSERT(made);
    return shape;
}

Box shape_bounds(const Shape *shape, Transform at) {
    vec2s first = transform_apply(at, shape_point(shape, 0));
    Box box = {first, first};
    for (int i = 1; i < shape->count; i++) {
        vec2s point = transform_apply(at, shape_point(shape, i));
        box = box_union(box, (Box){point, point});
    }
    return box_grow(box, shape->radius);
}

float shape_distance2(const Shape *shape, vec2s point) {
    bool inside = shape->count > 2; // both edges of a capsule lie on one line: they bound nothing
    float nearest2 = INFINITY;
    for (int i = 0; i < shape->count; i++) {
        vec2s from = shape_point(shape, i);
        vec2s to = shape_point(shape, i + 1 < shape->count ? i + 1 : 0);
        vec2s normal = shape_normal(shape, i);
        inside = inside && normal.x * point.x + normal.y * point.y <= shape->offset[i];
        nearest2 = float_min(segment_distance2(from, to, point, NULL), nearest2);
    }
    return inside ? 0.0f : nearest2;
}

bool shape_contains(const Shape *shape, vec2s point) {
    return shape_distance2(shape, point) <= shape->radius * shape->radius;
}
