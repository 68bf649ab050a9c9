#include "dynamics/contact_lanes.h"

#include "dynamics/contact_lanes_kernel.h"

enum {
    LANES_WIDE = 8,  ///< Of AVX2.
    WORTH_WIDE = 12, ///< Contacts; fewer leave most of the wide lanes empty.
};

/// Bytes of the groups of `count` contacts, in lanes of which one takes `lane` bytes.
static size_t groups_size(int count, int lanes, size_t lane) {
    // Of each colour at most one group is not full, and that has one contact or more.
    int colors = count < CONTACT_COLORS_MAX ? count : CONTACT_COLORS_MAX;
    int groups = (count + colors * (lanes - 1)) / lanes;
    return (size_t)groups * (size_t)lanes * lane;
}

size_t contact_lanes_size(int count) {
    size_t lane = sizeof(ContactLanes) / SIMD_LANES;
    size_t narrow = groups_size(count, SIMD_LANES, lane);
    size_t wide = groups_size(count, LANES_WIDE, lane);
    return narrow > wide ? narrow : wide;
}

void contact_lanes_solve(const ContactSet *set, const ContactPlan *plan, float dt) {
    if (set->count >= WORTH_WIDE && simd_has_avx2()) {
        contact_lanes_solve_avx2(set, plan, dt);
    } else {
        contact_lanes_run(set, plan, dt);
    }
}
