#include "dynamics/schedule.h"

#include "base/assert.h"
#include "dynamics/solve_lanes.h"

enum {
    LANES_WIDE = 8,        ///< Of AVX2.
    SCRATCH_ALIGNMENT = 32 ///< Bytes, of the widest lanes.
};

/// Bytes of the groups of `count` contacts, in lanes of which one takes `lane` bytes.
static size_t groups_size(int count, int lanes, size_t lane) {
    // Of each colour at most one group is not full, and that has one contact or more.
    int colors = count < CONTACT_COLORS_MAX ? count : CONTACT_COLORS_MAX;
    int groups = (count + colors * (lanes - 1)) / lanes;
    return (size_t)groups * (size_t)lanes * lane;
}

static size_t lanes_size(int count) {
    size_t lane = sizeof(ContactLanes) / SIMD_LANES;
    size_t narrow = groups_size(count, SIMD_LANES, lane);
    size_t wide = groups_size(count, LANES_WIDE, lane);
    return narrow > wide ? narrow : wide;
}

static size_t round_up(size_t size) {
    return (size + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
}

/// Places the parts of the scratch from `base`, and returns where they end.
static size_t scratch_layout(SolveScratch *scratch, char *base, int count, int body_count) {
    size_t used = 0;
    size_t wall_counts = used + round_up((size_t)body_count * sizeof(uint64_t));
    size_t slots = wall_counts + round_up((size_t)body_count * sizeof(uint8_t));
    size_t order = slots + round_up((size_t)count * sizeof(BatchSlot));
    size_t groups = order + round_up((size_t)count * sizeof(uint16_t));
    if (scratch) {
        scratch->used = (uint64_t *)(void *)(base + used);
        scratch->wall_counts = (uint8_t *)(base + wall_counts);
        scratch->slots = (BatchSlot *)(void *)(base + slots);
        scratch->order = (uint16_t *)(void *)(base + order);
        scratch->groups = base + groups;
    }
    return groups + lanes_size(count);
}

size_t contacts_scratch_size(int count, int body_count) {
    ASSERT(count >= 0 && count < CONTACT_COUNT_MAX && body_count >= 0);
    return scratch_layout(NULL, NULL, count, body_count) + SCRATCH_ALIGNMENT;
}

SolveScratch solve_scratch_make(const ContactSet *set) {
    char *base = set->scratch;
    size_t past = (uintptr_t)base % SCRATCH_ALIGNMENT;
    SolveScratch scratch;
    scratch_layout(&scratch, past > 0 ? base + (SCRATCH_ALIGNMENT - past) : base, set->count,
                   set->body_count);
    return scratch;
}
