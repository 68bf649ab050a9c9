/// Manifolds of many shapes against pieces of outlines at once, a pair in each lane. It serves cars
/// against walls, most of which are quads. In kernels.c.
#pragma once

#include "collision/manifold.h"

/// The arguments of manifold_of_pieces for one pair.
typedef struct QuadPair {
    _Alignas(16) Transform b_in_a;
    const Shape *a, *b;
    const Outline *outline_a, *outline_b; ///< Each may be NULL.
    float margin;
} QuadPair;

/// Writes the manifold of pairs[i] to out[i], with the bits of manifold_of_pieces.
///
/// Sharp quads without an outline against sharp quads with one go side by side, several times
/// faster than one at a time. All other pairs go through manifold_of_pieces. `avx2`: as
/// simd_has_avx2 says, or false. O(count).
void quad_pairs_manifold(const QuadPair *pairs, int count, bool avx2, Manifold *out);
