/// What the wall grid keeps for rays: boxes around pieces, SIMD_LANES side by side, and the edges
/// of pieces in little memory.
#pragma once

#include "collision/shape.h"
#include "geometry/simd.h"

/// An oriented box around each piece, along the edge that makes it smallest. Around a wall that
/// runs askew it is much tighter than the axis-aligned bounds. A box of negative size belongs to no
/// piece.
typedef struct WallGroup {
    _Alignas(32) float center_x[SIMD_LANES];
    float center_y[SIMD_LANES];
    float axis_x[SIMD_LANES], axis_y[SIMD_LANES];          ///< Unit, along its length.
    float half_length[SIMD_LANES], half_width[SIMD_LANES]; ///< m, a little more than needed.
} WallGroup;

/// The edges of a sharp piece that has no more than fit into the lanes, as most have: a cache line,
/// where the piece itself takes six.
typedef struct WallEdges {
    _Alignas(32) float normal_x[SIMD_LANES];
    float normal_y[SIMD_LANES];
    float offset[SIMD_LANES];
    vec2s origin; ///< m, world: of the piece's frame.
    int count;    ///< 0: the piece is of another kind.
} WallEdges;
