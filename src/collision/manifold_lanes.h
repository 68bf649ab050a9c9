/// Manifolds of several pairs side by side, a pair in each lane: how they leave the lanes. For
/// box_pairs_kernel.h and quad_pairs_kernel.h.
#pragma once

#include "collision/manifold.h"
#include "geometry/simd.h"

enum {
    MANIFOLD_DEFERRED = -1, ///< Count of a manifold that is left to manifold_routes.c.
};

/// One end of a clipped incident edge, as a contact point.
typedef struct EndLanes {
    Lanes x, y, separation;
} EndLanes;

/// The manifolds of all lanes in memory, from where each is picked. Ids and counts are small whole
/// numbers.
typedef struct ManifoldEnds {
    float normal_x[SIMD_LANES], normal_y[SIMD_LANES];
    float x[2][SIMD_LANES], y[2][SIMD_LANES], separation[2][SIMD_LANES], id[2][SIMD_LANES];
    float count[SIMD_LANES];
} ManifoldEnds;

static inline void end_store(const EndLanes *end, Lanes id, int k, ManifoldEnds *out) {
    lanes_store(end->x, out->x[k]);
    lanes_store(end->y, out->y[k]);
    lanes_store(end->separation, out->separation[k]);
    lanes_store(id, out->id[k]);
}

/// Stores the ends that are within the margin, in their order. `id` names both edges. `one`: the
/// two ends are one point.
static inline void ends_store(Lanes margin, EndLanes first, EndLanes second, Lanes id, LaneMask one,
                              ManifoldEnds *out) {
    LaneMask first_near = lanes_at_most(first.separation, margin);
    LaneMask second_near = lanes_at_most(second.separation, margin);
    Lanes second_id = lanes_add(id, lanes_all(256.0f));
    first.x = lanes_select(first_near, first.x, second.x);
    first.y = lanes_select(first_near, first.y, second.y);
    first.separation = lanes_select(first_near, first.separation, second.separation);
    end_store(&first, lanes_select(first_near, id, second_id), 0, out);
    end_store(&second, second_id, 1, out);
    Lanes count = lanes_keep(first_near, lanes_all(1.0f));
    count = lanes_add(count, lanes_keep(mask_without(second_near, one), lanes_all(1.0f)));
    lanes_store(count, out->count);
}

/// Picks the manifold of lane `i`.
static inline void ends_pick(const ManifoldEnds *ends, int i, Manifold *out) {
    out->normal.x = ends->normal_x[i];
    out->normal.y = ends->normal_y[i];
    for (int k = 0; k < 2; k++) {
        out->points[k].point.x = ends->x[k][i];
        out->points[k].point.y = ends->y[k][i];
        out->points[k].separation = ends->separation[k][i];
        out->points[k].id = (uint16_t)(int)ends->id[k][i];
    }
    out->count = (int)ends->count[i];
}
