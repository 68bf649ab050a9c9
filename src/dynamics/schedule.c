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

/// The next `size` bytes from `*end`, which moves on; NULL while only sizes are asked for.
static void *reserve(char *base, size_t *end, size_t size) {
    void *start = base ? base + *end : NULL;
    *end += (size + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
    return start;
}

/// Places the parts of the scratch from `base`, and returns their bytes.
static size_t scratch_layout(SolveScratch *out, char *base, int count, int body_count) {
    size_t end = 0;
    out->used = reserve(base, &end, (size_t)body_count * sizeof(uint64_t));
    out->wall_counts = reserve(base, &end, (size_t)body_count * sizeof(uint8_t));
    out->slots = reserve(base, &end, (size_t)count * sizeof(BatchSlot));
    out->order = reserve(base, &end, (size_t)count * sizeof(uint16_t));
    out->groups = reserve(base, &end, lanes_size(count));
    return end;
}

size_t contacts_scratch_size(int count, int body_count) {
    ASSERT(count >= 0 && count < CONTACT_COUNT_MAX && body_count >= 0);
    SolveScratch scratch;
    return scratch_layout(&scratch, NULL, count, body_count);
}

SolveScratch solve_scratch_make(const ContactSet *set) {
    ASSERT((uintptr_t)set->scratch % SCRATCH_ALIGNMENT == 0);
    SolveScratch scratch;
    scratch_layout(&scratch, set->scratch, set->count, set->body_count);
    return scratch;
}
