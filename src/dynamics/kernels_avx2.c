#include "dynamics/kernels.h"
#include "dynamics/kernels_table.h"

/// On machines that do not know AVX2 this is compiled like any other file, and never used.
const Kernels kernels_avx2 = KERNELS_TABLE;
