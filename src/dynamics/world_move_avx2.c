#include "dynamics/world_move_kernel.h"

// On machines that do not know AVX2 this is compiled like any other file, and never called.
void world_bodies_move_avx2(const Step *step, const Push *pushes) { move_run(step, pushes); }

void world_bodies_begin_avx2(Step *step) { begin_run(step); }
