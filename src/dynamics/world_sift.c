#include "dynamics/world_sift.h"

#include "dynamics/world_sift_kernel.h"

int world_sift_pairs(const PlacedBox *boxes, const Drift *drifts, const CarPair *pairs, int count,
                     bool avx2, BoxPair *out) {
    return avx2 ? world_sift_pairs_avx2(boxes, drifts, pairs, count, out)
                : sift_run(boxes, drifts, pairs, count, out);
}
