/// The kernels of this room with the lanes of AVX2. On machines that do not know AVX2 this is
/// compiled like any other file, and never called.
#include "collision/box_pairs_kernel.h"
#include "collision/manifold_kernel.h"
#include "collision/motion_kernel.h"
#include "collision/quad_pairs_kernel.h"

int box_pairs_run_avx2(const PlacedBox *boxes, const BoxPair *pairs, int count, Manifold *out) {
    return box_pairs_run(boxes, pairs, count, out);
}

int quad_pairs_run_avx2(const QuadPair *pairs, int count, Manifold *out) {
    return quad_pairs_run(pairs, count, out);
}

Manifold whole_manifold_avx2(const Shape *a, const Shape *b, Transform b_in_a, float margin) {
    return whole_manifold(a, b, b_in_a, margin);
}

SweepHit advance_motion_avx2(const Shape *a, Motion motion, const Shape *b, Transform b_at,
                             float target) {
    return advance_motion(a, motion, b, b_at, target);
}
