/// What the wall grid keeps for rays: boxes around pieces, a few side by side.
#pragma once

#include "base/simd.h"

/// Around each of SIMD_LANES pieces the box with sides along the edge that makes it smallest: much
/// tighter around a wall that runs askew than its bounds. A box of negative size is no piece's.
typedef struct WallGroup {
    _Alignas(32) float center_x[SIMD_LANES];
    float center_y[SIMD_LANES];
    float axis_x[SIMD_LANES], axis_y[SIMD_LANES];          ///< Unit, along its length.
    float half_length[SIMD_LANES], half_width[SIMD_LANES]; ///< m, a little more than needed.
} WallGroup;
