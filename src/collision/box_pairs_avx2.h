/// The part of box_pairs.c that is compiled for AVX2.
#pragma once

#include "collision/box_pairs.h"

enum {
    BOX_PAIRS_CORNERS = -1, ///< Count of a manifold that the lanes leave to one pair at a time.
};

/// box_pairs_run of the kernel, eight pairs at a time. To be called only where simd_has_avx2.
int box_pairs_manifold_avx2(const PlacedBox *boxes, const BoxPair *pairs, int count, Manifold *out);
