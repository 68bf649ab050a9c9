/// The heart of the separating axis test: how far one shape's points are above the edges of
/// another, SIMD_LANES edges at a time. The overlap test, manifolds, sweeps and clips share it.
#pragma once

#include "base/bits.h"
#include "collision/shape.h"
#include "geometry/simd.h"

enum {
    EDGE_CHUNKS = SHAPE_POINTS_MAX / SIMD_LANES,
};

/// For each edge of a shape, how far above it the lowest point of another shape is (m, without
/// radii). Entries from the shape's count on repeat entry 0. Chunks beyond its last repeat the
/// first.
typedef struct EdgeDistances {
    Lanes above[EDGE_CHUNKS];
} EdgeDistances;

/// How many chunks of lanes hold the points, or edges, of `shape`.
static inline int shape_chunks(const Shape *shape) {
    return shape->count <= SIMD_LANES ? 1 : EDGE_CHUNKS;
}

/// How far above the edges of `shape`, chunk `chunk` of them, the lowest point of `other` is, which
/// stands at `at` in the frame of `shape`. Turns the normals into the frame of `other` instead of
/// its points into this one: fewer to turn. Padding repeats a point, so four or eight are read
/// without asking for their exact count. O(points).
static inline Lanes edges_above(const Shape *shape, int chunk, const Shape *other, Transform at) {
    Lanes normal_x = lanes_load(shape->normal_x + chunk * SIMD_LANES);
    Lanes normal_y = lanes_load(shape->normal_y + chunk * SIMD_LANES);
    Lanes c = lanes_all(at.rotation.c);
    Lanes s = lanes_all(at.rotation.s);
    Lanes x = lanes_dot(c, s, normal_x, normal_y);
    Lanes y = lanes_cross(c, s, normal_x, normal_y);
    Lanes lowest = lanes_dot(x, y, lanes_all(other->x[0]), lanes_all(other->y[0]));
    for (int k = 1; k < 4; k++) {
        lowest = lanes_min(lowest, lanes_dot(x, y, lanes_all(other->x[k]), lanes_all(other->y[k])));
    }
    for (int k = 4; other->count > 4 && k < SHAPE_POINTS_MAX; k++) {
        lowest = lanes_min(lowest, lanes_dot(x, y, lanes_all(other->x[k]), lanes_all(other->y[k])));
    }
    Lanes shift = lanes_dot(normal_x, normal_y, lanes_all(at.position.x), lanes_all(at.position.y));
    return lanes_add(lowest, lanes_sub(shift, lanes_load(shape->offset + chunk * SIMD_LANES)));
}

/// Measures all edges of `shape`. False, and `out` incomplete, as soon as all of `other` is more
/// than `limit` m above one of them.
static inline bool edges_measure(const Shape *shape, const Shape *other, Transform at, float limit,
                                 EdgeDistances *out) {
    out->above[0] = edges_above(shape, 0, other, at);
    if (mask_bits(lanes_less(lanes_all(limit), out->above[0])) != 0) {
        return false;
    }
    for (int i = 1; i < EDGE_CHUNKS; i++) {
        out->above[i] =
            shape->count > SIMD_LANES ? edges_above(shape, i, other, at) : out->above[0];
        if (shape->count > SIMD_LANES &&
            mask_bits(lanes_less(lanes_all(limit), out->above[i])) != 0) {
            return false;
        }
    }
    return true;
}

/// The distances of a shape without edges.
static inline EdgeDistances edges_none(void) {
    EdgeDistances distances;
    for (int i = 0; i < EDGE_CHUNKS; i++) {
        distances.above[i] = lanes_all(-INFINITY);
    }
    return distances;
}

/// Measures all edges of `shape`, if it has any.
static inline EdgeDistances edges_measure_all(const Shape *shape, const Shape *other,
                                              Transform at) {
    if (shape->count == 1) {
        return edges_none();
    }
    EdgeDistances out;
    out.above[0] = edges_above(shape, 0, other, at);
    for (int i = 1; i < EDGE_CHUNKS; i++) {
        out.above[i] = shape->count > SIMD_LANES ? edges_above(shape, i, other, at) : out.above[0];
    }
    return out;
}

/// Measures the edges of both `a` and `b`, which stands at `b_in_a`. False, and both incomplete, as
/// soon as an edge normal shows the shapes more than `limit` m apart.
static inline bool edges_measure_both(const Shape *a, const Shape *b, Transform b_in_a,
                                      Transform a_in_b, float limit, EdgeDistances *of_a,
                                      EdgeDistances *of_b) {
    if (a->count > 1) {
        if (!edges_measure(a, b, b_in_a, limit, of_a)) {
            return false;
        }
    } else {
        *of_a = edges_none();
    }
    if (b->count > 1) {
        return edges_measure(b, a, a_in_b, limit, of_b);
    }
    *of_b = edges_none();
    return true;
}

/// The largest distance of any edge of both; -INFINITY for two circles.
static inline float edges_largest(const Shape *a, const EdgeDistances *of_a, const Shape *b,
                                  const EdgeDistances *of_b) {
    Lanes largest = lanes_max(of_a->above[0], of_b->above[0]);
    for (int i = 1; i < EDGE_CHUNKS; i++) {
        if (a->count > SIMD_LANES) {
            largest = lanes_max(largest, of_a->above[i]);
        }
        if (b->count > SIMD_LANES) {
            largest = lanes_max(largest, of_b->above[i]);
        }
    }
    return lanes_largest(largest);
}

/// Bit i: edge i of `shape` has a distance of at least `least`. Padding lies behind the edge that
/// it repeats, so it is never the lowest bit.
static inline unsigned edges_from(const Shape *shape, const EdgeDistances *distances, float least) {
    unsigned bits = mask_bits(lanes_at_most(lanes_all(least), distances->above[0]));
    for (int i = 1; shape->count > SIMD_LANES && i < EDGE_CHUNKS; i++) {
        bits |= mask_bits(lanes_at_most(lanes_all(least), distances->above[i]))
                << (unsigned)(i * SIMD_LANES);
    }
    return bits;
}

/// The first edge with a distance of at least `least`: of `a`, or SHAPE_POINTS_MAX + an edge of
/// `b`.
static inline int edges_first(const Shape *a, const EdgeDistances *of_a, const Shape *b,
                              const EdgeDistances *of_b, float least) {
    return bits_lowest(edges_from(a, of_a, least) | edges_from(b, of_b, least) << SHAPE_POINTS_MAX);
}

/// The normal of an edge of `a`, or of edge - SHAPE_POINTS_MAX of `b`: from a to b, in the frame of
/// `a`.
static inline vec2s edge_normal(const Shape *a, const Shape *b, Transform b_in_a, int edge) {
    if (edge < SHAPE_POINTS_MAX) {
        return shape_normal(a, edge);
    }
    vec2s out = rotation_apply(b_in_a.rotation, shape_normal(b, edge - SHAPE_POINTS_MAX));
    return vec2_make(-out.x, -out.y);
}

/// The distances as an array.
static inline void edges_store(const Shape *shape, const EdgeDistances *distances,
                               float out[SHAPE_POINTS_MAX]) {
    for (int i = 0; i < shape_chunks(shape); i++) {
        lanes_store(distances->above[i], out + i * SIMD_LANES);
    }
}

/// The first entry of the padded arrays `x` and `y` (a shape's points or its normals) that lies
/// lowest along `direction`, in the shape's frame. Reads the padding too: cheaper than asking how
/// many there are.
static inline int padded_first_lowest(const float *x, const float *y, vec2s direction) {
    Lanes along[EDGE_CHUNKS];
    Lanes to_x = lanes_all(direction.x);
    Lanes to_y = lanes_all(direction.y);
    along[0] = lanes_dot(to_x, to_y, lanes_load(x), lanes_load(y));
    Lanes lowest = along[0];
    for (int i = 1; i < EDGE_CHUNKS; i++) {
        along[i] =
            lanes_dot(to_x, to_y, lanes_load(x + i * SIMD_LANES), lanes_load(y + i * SIMD_LANES));
        lowest = lanes_min(lowest, along[i]);
    }
    lowest = lanes_all(lanes_smallest(lowest));
    unsigned bits = 0;
    for (int i = 0; i < EDGE_CHUNKS; i++) {
        bits |= mask_bits(lanes_at_most(along[i], lowest)) << (unsigned)(i * SIMD_LANES);
    }
    return bits_lowest(bits);
}

/// The point of `shape` that lies lowest along `direction` (in its frame).
static inline int shape_lowest_point(const Shape *shape, vec2s direction) {
    return padded_first_lowest(shape->x, shape->y, direction);
}

/// The edge of `shape` that faces against `direction` (in its frame) most. It starts or ends at the
/// point that lies lowest.
static inline int shape_facing_edge(const Shape *shape, vec2s direction) {
    return padded_first_lowest(shape->normal_x, shape->normal_y, direction);
}

/// m between the points of both shapes along `normal`, in the frame of `a`; radii are left out.
static inline float shapes_distance_along(const Shape *a, const Shape *b, Transform b_in_a,
                                          vec2s normal) {
    vec2s top = shape_point(a, shape_lowest_point(a, vec2_make(-normal.x, -normal.y)));
    int lowest = shape_lowest_point(b, rotation_undo(b_in_a.rotation, normal));
    vec2s bottom = transform_apply(b_in_a, shape_point(b, lowest));
    return glms_vec2_dot(normal, glms_vec2_sub(bottom, top));
}

/// Whether the edge normals of both bound the region of contact, radii left out. Two segments, or
/// less, may lie on one line: nothing tells then how far apart along it, corners must be asked.
static inline bool edges_bound(const Shape *a, const Shape *b) {
    return a->count > 2 || b->count > 2;
}
