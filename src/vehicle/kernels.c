/// The kernels of tyre.h with the lanes that every machine has. They hand pairs of cars to the wide
/// lanes.
#include "vehicle/tyre_kernel.h"

_Static_assert((int)SIMD_LANES == TYRE_SET, "one lane a tyre");

/// How many of `count` cars the lanes of AVX2 take: pairs.
static int wide_part(int count) { return simd_has_avx2() ? count & ~1 : 0; }

void tyre_sets_step(const TyreTask *tasks, int count, float dt) {
    int wide = wide_part(count);
    if (wide > 0) {
        tyre_step_avx2(tasks, wide, dt);
    }
    for (int i = wide; i < count; i++) {
        step_run(&tasks[i], dt);
    }
}

void tyre_sets_follow(const TyreTask *tasks, int count) {
    int wide = wide_part(count);
    if (wide > 0) {
        tyre_follow_avx2(tasks, wide);
    }
    for (int i = wide; i < count; i++) {
        follow_run(&tasks[i]);
    }
}
