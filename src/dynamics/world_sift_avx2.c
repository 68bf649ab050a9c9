#include "dynamics/world_sift_kernel.h"

// On machines that do not know AVX2 this is compiled like any other file, and never called.
int world_sift_pairs_avx2(const PlacedBox *boxes, const Drift *drifts, const CarPair *pairs,
                          int count, BoxPair *out) {
    return sift_run(boxes, drifts, pairs, count, out);
}

int world_sift_walls_avx2(const Step *step, uint32_t first, int count, uint32_t *out) {
    return sift_walls_run(step, first, count, out);
}
