/// Manifolds of many shapes against pieces of outlines at once: lanes are pairs. Cars against
/// walls, most of which are quads.
#pragma once

#include "collision/manifold.h"

/// What manifold_of_parts is asked for one pair.
typedef struct QuadPair {
    _Alignas(16) Transform b_in_a;
    const Shape *a, *b;
    const Outline *outline_a, *outline_b; ///< Each may be NULL.
    float margin;
} QuadPair;

/// Writes to out[i] the manifold of pairs[i]: the bits of manifold_of_parts. Whole sharp quads
/// against those with an outline go side by side, several times faster than one at a time; others
/// take its way. `avx2` as simd_has_avx2 says, or false.
void quad_pairs_manifold(const QuadPair *pairs, int count, bool avx2, Manifold *out);
