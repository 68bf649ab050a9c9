#include "dynamics/world_move_kernel.h"

// On machines that do not know AVX2 this is compiled like any other file, and never called.
void world_bodies_move_avx2(const Step *step, const Push *pushes, int first, int end) {
    move_run(step, pushes, first, end);
}

void world_bodies_begin_avx2(Step *step, int first, int end) { begin_run(step, first, end); }
