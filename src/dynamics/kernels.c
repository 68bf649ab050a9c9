#include "dynamics/kernels.h"

#include "dynamics/kernels_table.h"

static const Kernels narrow = KERNELS_TABLE;

const Kernels *kernels_narrow(void) { return &narrow; }

const Kernels *kernels_wide(void) { return simd_has_avx2() ? &kernels_avx2 : &narrow; }

const Kernels *kernels_for(int count) { return count > SIMD_LANES ? kernels_wide() : &narrow; }

int kernels_wide_part(int count) {
    int left = count % WORLD_LANES_MAX;
    return simd_has_avx2() ? count - (left <= SIMD_LANES ? left : 0) : 0;
}
