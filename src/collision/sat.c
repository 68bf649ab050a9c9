#include "collision/sat.h"

#include <math.h>

/// m: a later axis wins over an earlier one only when it is better by this much. More than the
/// rounding of coordinates up to 100 m (8e-6 m), so that of two parallel axes the first wins and
/// noise decides nothing; a fifth of the 1e-4 m that a depth may be off.
static const float tie_bias = 2e-5f;

/// m: nearer corners have no direction between them that is worth an axis.
static const float corner_gap_min = 1e-6f;

/// How far the nearest of `corners` is above each edge of `shape`, and which edge is best: the
/// first of the largest. Lanes are edges; the padding repeats edge 0, which never beats itself.
static float best_edge(const Shape *shape, const ShapePoints *corners, int *edge) {
    float nearest[SHAPE_POINTS_MAX];
    for (int i = 0; i < SHAPE_POINTS_MAX; i++) {
        nearest[i] = shape->normal_x[i] * corners->x[0] + shape->normal_y[i] * corners->y[0];
    }
    for (int k = 1; k < corners->count; k++) {
        for (int i = 0; i < SHAPE_POINTS_MAX; i++) {
            float along = shape->normal_x[i] * corners->x[k] + shape->normal_y[i] * corners->y[k];
            nearest[i] = along < nearest[i] ? along : nearest[i];
        }
    }
    float best = nearest[0] - shape->offset[0];
    *edge = 0;
    for (int i = 1; i < shape->count; i++) {
        float distance = nearest[i] - shape->offset[i];
        if (distance > best + tie_bias) {
            best = distance;
            *edge = i;
        }
    }
    return best;
}

/// The vector from a corner of `a` to a corner of `b` for the pair that is nearest.
static vec2s nearest_corners(const Shape *a, const ShapePoints *b) {
    vec2s nearest = vec2_make(b->x[0] - a->x[0], b->y[0] - a->y[0]);
    float nearest2 = glms_vec2_norm2(nearest);
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            vec2s between = vec2_make(b->x[k] - a->x[i], b->y[k] - a->y[i]);
            float distance2 = glms_vec2_norm2(between);
            if (distance2 < nearest2) {
                nearest2 = distance2;
                nearest = between;
            }
        }
    }
    return nearest;
}

/// Distance between the points of both shapes along `normal`; radii are left out.
static float distance_along(const Shape *a, const ShapePoints *b, vec2s normal) {
    float top = normal.x * a->x[0] + normal.y * a->y[0];
    for (int i = 1; i < a->count; i++) {
        top = fmaxf(top, normal.x * a->x[i] + normal.y * a->y[i]);
    }
    float bottom = normal.x * b->x[0] + normal.y * b->y[0];
    for (int k = 1; k < b->count; k++) {
        bottom = fminf(bottom, normal.x * b->x[k] + normal.y * b->y[k]);
    }
    return bottom - top;
}

/// The best edge normal of both shapes. Two circles have none: distance is -INFINITY then.
static Separation best_face(const Shape *a, const Shape *b, const ShapePoints *b_corners,
                            Transform b_in_a) {
    Separation best = {.distance = -INFINITY, .normal = {{1.0f, 0.0f}}, .edge = -1};
    int edge = 0;
    if (a->count > 1) {
        best.distance = best_edge(a, b_corners, &edge);
        best.normal = shape_normal(a, edge);
        best.edge = edge;
    }
    if (b->count > 1) {
        Transform a_in_b = transform_relative(b_in_a, transform_identity());
        ShapePoints a_corners = shape_points_at(a, a_in_b);
        float distance = best_edge(b, &a_corners, &edge);
        if (distance > best.distance + tie_bias) {
            vec2s normal = rotation_apply(b_in_a.rotation, shape_normal(b, edge));
            best = (Separation){distance, vec2_make(-normal.x, -normal.y), SHAPE_POINTS_MAX + edge};
        }
    }
    return best;
}

/// The best of all edge normals and, where `corners` is set, of the axis between the two nearest
/// corners. With it the distance is exact for shapes apart: the nearest features are either a
/// corner and an edge, whose normal is tried, or two corners, which no other pair can be nearer
/// than.
static Separation best_axis(const Shape *a, const Shape *b, Transform b_in_a, bool corners) {
    ShapePoints b_corners = shape_points_at(b, b_in_a);
    Separation best = best_face(a, b, &b_corners, b_in_a);
    vec2s between = corners ? nearest_corners(a, &b_corners) : vec2_make(0.0f, 0.0f);
    float gap2 = glms_vec2_norm2(between);
    if (gap2 > corner_gap_min * corner_gap_min) {
        float gap = sqrtf(gap2);
        vec2s normal = vec2_make(between.x / gap, between.y / gap);
        float distance = distance_along(a, &b_corners, normal);
        if (distance > best.distance) {
            best = (Separation){distance, normal, -1};
        }
    } else if (best.edge < 0) {
        best.distance = 0.0f; // two circles around one point: any direction will do
    }
    best.distance -= a->radius + b->radius;
    return best;
}

Overlap sat_overlap(const Shape *a, const Shape *b, Transform b_in_a) {
    Separation separation = sat_separation(a, b, b_in_a);
    if (separation.distance > 0.0f) {
        return (Overlap){.hit = false};
    }
    return (Overlap){.hit = true, .normal = separation.normal, .depth = -separation.distance};
}

Separation sat_separation(const Shape *a, const Shape *b, Transform b_in_a) {
    bool round = a->radius + b->radius > 0.0f || a->count < 3 || b->count < 3;
    return best_axis(a, b, b_in_a, round);
}

float sat_distance(const Shape *a, const Shape *b, Transform b_in_a, vec2s *direction) {
    Separation separation = sat_signed_distance(a, b, b_in_a);
    if (direction) {
        *direction = separation.normal;
    }
    return fmaxf(separation.distance, 0.0f);
}

Separation sat_signed_distance(const Shape *a, const Shape *b, Transform b_in_a) {
    return best_axis(a, b, b_in_a, true);
}
