/// Boxes around wall pieces, SIMD_LANES side by side. The wall grid keeps them for rays.
#pragma once

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
