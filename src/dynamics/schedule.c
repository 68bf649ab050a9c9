#include "dynamics/schedule.h"

#include "base/assert.h"
#include "base/bits.h"
#include "base/scalar.h"
#include "dynamics/solve_lanes.h"

#include <math.h>
#include <string.h>

enum {
    LANES_WIDE = 8,                       ///< Of AVX2.
    SCRATCH_ALIGNMENT = 32,               ///< Bytes, of the widest lanes.
    LEFT_OUT = CONTACT_COLORS_MAX,        ///< The colour of those that get none.
    BATCHES_OF_KIND = 2 * (LEFT_OUT + 1), ///< Each colour's of one point, and of two.
    BATCH_COUNT = 2 * BATCHES_OF_KIND,    ///< Of pairs, then of walls.
    NOWHERE = 0xFFFF                      ///< Where a batch begins that is not solved.
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
    out->live = reserve(base, &end, (size_t)count * sizeof(uint32_t));
    size_t bodies = (size_t)body_count + CONTACT_SPARE_BODIES;
    out->islands = reserve(base, &end, bodies * sizeof(uint16_t));
    out->lightest = reserve(base, &end, bodies * sizeof(float));
    out->fastest = reserve(base, &end, bodies * sizeof(float));
    out->shares = reserve(base, &end, bodies * sizeof(float));
    out->marks = reserve(base, &end, bodies * sizeof(float));
    return end;
}

size_t contacts_scratch_size(int count, int body_count) {
    ASSERT(count >= 0 && count < CONTACT_COUNT_MAX && body_count >= 0);
    SolveScratch scratch;
    return scratch_layout(&scratch, NULL, count, body_count);
}

static SolveScratch scratch_make(const ContactSet *set) {
    ASSERT((uintptr_t)set->scratch % SCRATCH_ALIGNMENT == 0);
    SolveScratch scratch;
    scratch_layout(&scratch, set->scratch, set->count, set->body_count);
    return scratch;
}

/// The first colour that neither body has, LEFT_OUT where there is none, which it then has too.
static int color_of_pair(uint64_t *used_a, uint64_t *used_b) {
    uint64_t free = ~(*used_a | *used_b);
    unsigned low = (unsigned)free;
    int color = low != 0 ? bits_lowest(low) : 32 + bits_lowest((unsigned)(free >> 32));
    if (color < LEFT_OUT) {
        uint64_t bit = (uint64_t)1 << color;
        *used_a |= bit;
        *used_b |= bit;
    }
    return color;
}

/// A wall itself takes no part: it does not move, so any number of contacts may share it.
static int color_of_wall(uint8_t *wall_count) {
    int color = *wall_count;
    if (color < LEFT_OUT) {
        *wall_count = (uint8_t)(color + 1);
    }
    return color;
}

/// How many contacts each batch has, and where it begins in the schedule's order. What lies beyond
/// the colours that are in use is not set: there are few of them, and clearing all costs more.
typedef struct Batches {
    int colors[2]; ///< In use, of pairs and of walls; LEFT_OUT counts as one.
    uint16_t counts[BATCH_COUNT];
    uint16_t starts[BATCH_COUNT];
} Batches;

/// Each body is an island by itself, and what is kept by root begins afresh.
static void begin_islands(const ContactSet *set, const SolveScratch *scratch) {
    size_t bodies = (size_t)set->body_count + CONTACT_SPARE_BODIES;
    memset(scratch->marks, 0, bodies * sizeof *scratch->marks);
    memset(scratch->fastest, 0, bodies * sizeof *scratch->fastest);
    for (size_t i = 0; i < bodies; i++) {
        float mass = set->bodies[i].inverse_mass;
        scratch->islands[i] = (uint16_t)i;
        scratch->lightest[i] = mass > 0.0f ? mass : INFINITY;
    }
}

/// The root of the island of a body, with path halving. Source: Tarjan and van Leeuwen, Worst-case
/// Analysis of Set Union Algorithms (1984).
static uint16_t island_of(uint16_t *parents, uint16_t body) {
    while (parents[body] != body) {
        parents[body] = parents[parents[body]];
        body = parents[body];
    }
    return body;
}

/// Makes one island of those of the two bodies of a contact. Walls connect none, nor does a body
/// that nothing moves but with those of higher index, as lanes name their island by `a`: to ask
/// both costs a step 1 %.
static void join_islands(const SolveScratch *scratch, const Contact *contact) {
    uint16_t *parents = scratch->islands;
    float *lightest = scratch->lightest;
    if (lightest[contact->b] < INFINITY) { // b moves
        uint16_t a = island_of(parents, contact->a);
        uint16_t b = island_of(parents, contact->b);
        uint16_t root = a < b ? a : b;
        parents[a] = parents[b] = root;
        lightest[root] = float_min(lightest[a], lightest[b]);
    }
}

static void end_islands(const ContactSet *set, const SolveScratch *scratch) {
    uint16_t *parents = scratch->islands;
    for (int i = 0; i < set->body_count; i++) { // roots come before what they are roots of
        parents[i] = parents[parents[i]];
    }
}

/// Colours all contacts, counts the members of each batch, and finds the islands. Colours come into
/// use one after the other. All in one pass: each waits for memory where the others need not.
static void color_contacts(const ContactSet *set, const SolveScratch *scratch, Batches *batches) {
    memset(scratch->used, 0, (size_t)set->body_count * sizeof(uint64_t));
    memset(scratch->wall_counts, 0, (size_t)set->body_count * sizeof(uint8_t));
    memset(batches->colors, 0, sizeof batches->colors);
    begin_islands(set, scratch);
    const Contact *contacts = set->contacts; // not read anew after each byte that is written
    int count = set->count;
    for (int i = 0; i < count; i++) {
        const Contact *contact = &contacts[i];
        bool wall = contact->b == CONTACT_WALL;
        int color = wall ? color_of_wall(&scratch->wall_counts[contact->a])
                         : color_of_pair(&scratch->used[contact->a], &scratch->used[contact->b]);
        uint32_t batch = (uint32_t)(wall * BATCHES_OF_KIND + 2 * color);
        if (color >= batches->colors[wall]) {
            batches->colors[wall] = color + 1;
            batches->counts[batch] = batches->counts[batch + 1] = 0;
        }
        batch += contact->count > 1;
        scratch->slots[i] = batch | (uint32_t)batches->counts[batch]++ << 16;
        if (!wall) {
            join_islands(scratch, contact);
        }
    }
    end_islands(set, scratch);
}

/// Adds the colours of pairs, or those of walls, to the schedule while it has room, and says
/// where each batch begins in its order.
static void schedule_colors(ContactSchedule *schedule, bool walls, Batches *batches) {
    int end = schedule->color_count > 0 ? schedule->colors[schedule->color_count - 1].end : 0;
    for (int color = 0; color < batches->colors[walls]; color++) {
        int batch = walls * BATCHES_OF_KIND + 2 * color;
        if (color == LEFT_OUT || schedule->color_count == CONTACT_COLORS_MAX) {
            batches->starts[batch] = batches->starts[batch + 1] = NOWHERE;
            continue;
        }
        int single_end = end + batches->counts[batch];
        batches->starts[batch] = (uint16_t)end;
        batches->starts[batch + 1] = (uint16_t)single_end;
        end = single_end + batches->counts[batch + 1];
        schedule->colors[schedule->color_count++] = (ContactColor){single_end, end};
    }
}

int schedule_make(const ContactSet *set, ContactSchedule *schedule) {
    const SolveScratch scratch = scratch_make(set);
    Batches batches;
    color_contacts(set, &scratch, &batches);
    schedule->scratch = scratch;
    schedule->color_count = 0;
    schedule_colors(schedule, false, &batches);
    schedule->first_wall = schedule->color_count;
    schedule_colors(schedule, true, &batches);
    int left_out = 0;
    for (int i = 0; i < set->count; i++) {
        BatchSlot slot = scratch.slots[i];
        uint16_t start = batches.starts[slot & 0xFFFF];
        if (start != NOWHERE) {
            scratch.order[start + (slot >> 16)] = (uint16_t)i;
        } else {
            left_out++;
        }
    }
    return left_out;
}
