/// The kernels of this room with the lanes of AVX2. On machines that do not know AVX2 this is
/// compiled like any other file, and never called.
#include "vehicle/tyre_kernel.h"

void tyre_step_avx2(const TyreTask *tasks, int count, float dt) {
    for (int i = 0; i < count; i += TYRE_CARS) {
        step_run(&tasks[i], dt);
    }
}

void tyre_follow_avx2(const TyreTask *tasks, int count) {
    for (int i = 0; i < count; i += TYRE_CARS) {
        follow_run(&tasks[i]);
    }
}
