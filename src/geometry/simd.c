#include "geometry/simd.h"

/// In a program of plain C the machine counts as one that does not.
bool simd_has_avx2(void) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(SIMD_SCALAR)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}
