#include "collision/quad_pairs.h"

#include "base/assert.h"
#include "collision/quad_pairs_kernel.h"

/// Those pairs that the lanes left, one at a time.
static void finish(const QuadPair *pairs, int count, Manifold *out) {
    for (int i = 0; i < count; i++) {
        if (out[i].count == QUAD_PAIRS_LEFT) {
            const QuadPair *pair = &pairs[i];
            out[i] = manifold_of_parts(pair->a, pair->outline_a, pair->b, pair->outline_b,
                                       pair->b_in_a, pair->margin);
        }
    }
}

void quad_pairs_manifold(const QuadPair *pairs, int count, bool avx2, Manifold *out) {
    ASSERT(count == 0 || (pairs && out));
    int left = simd_worth_avx2(avx2, count) ? quad_pairs_manifold_avx2(pairs, count, out)
                                            : quad_pairs_run(pairs, count, out);
    if (left > 0) {
        finish(pairs, count, out);
    }
}
