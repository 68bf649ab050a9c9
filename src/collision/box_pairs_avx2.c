#include "collision/box_pairs_avx2.h"

#include "collision/box_pairs_kernel.h"

// On machines that do not know AVX2 this is compiled like any other file, and never called.
int box_pairs_manifold_avx2(const PlacedBox *boxes, const BoxPair *pairs, int count,
                            Manifold *out) {
    return box_pairs_run(boxes, pairs, count, out);
}
