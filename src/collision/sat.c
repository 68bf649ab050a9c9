#include "collision/sat.h"

#include "base/scalar.h"
#include "collision/edges.h"
#include "collision/tolerances.h"

#include <math.h>

static const Separation nothing_between = {
    .distance = -INFINITY, .normal = {{1.0f, 0.0f}}, .edge = -1};

/// The best edge normal of both shapes: the first that is within the bias of the largest distance.
/// Two circles have none: distance is -INFINITY then. False, and `best` as it was, where any edge
/// normal shows them more than `limit` m apart.
static bool best_face(const Shape *a, const Shape *b, Transform b_in_a, float limit,
                      Separation *best) {
    EdgeDistances of_a;
    EdgeDistances of_b;
    Transform a_in_b = transform_relative(b_in_a, transform_identity());
    if (!edges_measure_both(a, b, b_in_a, a_in_b, limit, &of_a, &of_b)) {
        return false;
    }
    if (a->count == 1 && b->count == 1) {
        *best = nothing_between;
        return true;
    }
    float largest = edges_largest(a, &of_a, b, &of_b);
    int edge = edges_first(a, &of_a, b, &of_b, largest - SAT_TIE_BIAS);
    bool edge_of_a = edge < SHAPE_POINTS_MAX;
    float distances[SHAPE_POINTS_MAX];
    edges_store(edge_of_a ? a : b, edge_of_a ? &of_a : &of_b, distances);
    best->distance = distances[edge % SHAPE_POINTS_MAX];
    best->edge = edge;
    best->normal = edge_normal(a, b, b_in_a, edge);
    return true;
}

/// The two points, one of each shape, that are nearest to each other: the vector between them, from
/// a to b.
static vec2s nearest_corners(const Shape *a, const Shape *b, Transform b_in_a) {
    ShapePoints points = shape_points_at(b, b_in_a);
    vec2s nearest = vec2_make(points.x[0] - a->x[0], points.y[0] - a->y[0]);
    float nearest2 = glms_vec2_norm2(nearest);
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            vec2s between = vec2_make(points.x[k] - a->x[i], points.y[k] - a->y[i]);
            float distance2 = glms_vec2_norm2(between);
            if (distance2 < nearest2) {
                nearest2 = distance2;
                nearest = between;
            }
        }
    }
    return nearest;
}

/// Tries the axis between the two nearest corners too. With it the distance of shapes apart is
/// exact: the nearest features are either a corner and an edge, whose normal was tried, or two
/// corners, which no other pair can be nearer than. Where the points' hulls overlap, an edge normal
/// is the way out and no corner is asked; but points and lines can lie apart on one line, where no
/// edge normal tells them apart.
static void try_corners(const Shape *a, const Shape *b, Transform b_in_a, Separation *best) {
    bool flat = a->count <= 2 && b->count <= 2;
    if (best->edge >= 0 && best->distance <= 0.0f && !flat) {
        return;
    }
    vec2s between = nearest_corners(a, b, b_in_a);
    float gap2 = glms_vec2_norm2(between);
    if (gap2 > POINT_GAP_MIN * POINT_GAP_MIN) {
        float gap = sqrtf(gap2);
        vec2s normal = vec2_make(between.x / gap, between.y / gap);
        float distance = shapes_distance_along(a, b, b_in_a, normal);
        if (distance > best->distance) {
            *best = (Separation){distance, normal, -1};
        }
    } else if (best->edge < 0) {
        best->distance = 0.0f; // two circles around one point: any direction will do
    }
}

static bool is_round(const Shape *a, const Shape *b) {
    return a->radius + b->radius > 0.0f || a->count < 3 || b->count < 3;
}

Overlap sat_overlap(const Shape *a, const Shape *b, Transform b_in_a) {
    Separation best;
    float radius = a->radius + b->radius;
    if (!best_face(a, b, b_in_a, radius, &best)) {
        return (Overlap){.hit = false};
    }
    if (is_round(a, b)) {
        try_corners(a, b, b_in_a, &best);
    }
    if (best.distance > radius) {
        return (Overlap){.hit = false};
    }
    return (Overlap){.hit = true, .normal = best.normal, .depth = radius - best.distance};
}

/// The best axis: of the edge normals, and of the nearest corners where `corners` says so.
static Separation separate(const Shape *a, const Shape *b, Transform b_in_a, bool corners) {
    Separation best = nothing_between;
    best_face(a, b, b_in_a, INFINITY, &best);
    if (corners) {
        try_corners(a, b, b_in_a, &best);
    }
    best.distance -= a->radius + b->radius;
    return best;
}

Separation sat_separation(const Shape *a, const Shape *b, Transform b_in_a) {
    return separate(a, b, b_in_a, is_round(a, b));
}

Separation sat_signed_distance(const Shape *a, const Shape *b, Transform b_in_a) {
    return separate(a, b, b_in_a, true);
}

float sat_distance(const Shape *a, const Shape *b, Transform b_in_a, vec2s *direction) {
    Separation separation = sat_signed_distance(a, b, b_in_a);
    if (direction) {
        *direction = separation.normal;
    }
    return float_max(separation.distance, 0.0f);
}
