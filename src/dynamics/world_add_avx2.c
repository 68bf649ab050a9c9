#include "dynamics/world_add_kernel.h"

// On machines that do not know AVX2 this is compiled like any other file, and never called.
void world_add_contacts_avx2(const Step *step, const Meeting *meetings, int count,
                             Memories *memories) {
    add_run(step, meetings, count, memories);
}
