#include "collision/quad_pairs_avx2.h"

#include "collision/quad_pairs_kernel.h"

// On machines that do not know AVX2 this is compiled like any other file, and never called.
int quad_pairs_manifold_avx2(const QuadPair *pairs, int count, Manifold *out) {
    return quad_pairs_run(pairs, count, out);
}
