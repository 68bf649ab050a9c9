#include "dynamics/contact_lanes_kernel.h"

// On machines that do not know AVX2 this is compiled like any other file, and never called.
void contact_lanes_solve_avx2(const ContactSet *set, const ContactPlan *plan, float dt) {
    contact_lanes_run(set, plan, dt);
}
