/// The part of quad_pairs.c that is compiled for AVX2.
#pragma once

#include "collision/quad_pairs.h"

enum {
    QUAD_PAIRS_LEFT = -1, ///< Count of a manifold that the lanes leave to one pair at a time.
};

/// quad_pairs_run of the kernel, eight pairs at a time. To be called only where simd_has_avx2.
int quad_pairs_manifold_avx2(const QuadPair *pairs, int count, Manifold *out);
