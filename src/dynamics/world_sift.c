#include "dynamics/world_sift.h"

#include "dynamics/world_sift_kernel.h"

int world_sift_pairs(const PlacedBox *boxes, const Drift *drifts, const CarPair *pairs, int count,
                     bool avx2, BoxPair *out) {
    return simd_worth_avx2(avx2, count) ? world_sift_pairs_avx2(boxes, drifts, pairs, count, out)
                                        : sift_run(boxes, drifts, pairs, count, out);
}

int world_sift_walls(const Step *step, uint32_t first, int count, bool avx2, uint32_t *out) {
    return simd_worth_avx2(avx2, count) ? world_sift_walls_avx2(step, first, count, out)
                                        : sift_walls_run(step, first, count, out);
}
