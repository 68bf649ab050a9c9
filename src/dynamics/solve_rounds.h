/// Rounds of a contact solve: over all contacts, and over those islands that have not settled.
#pragma once

#include "base/bits.h"
#include "base/scalar.h"
#include "dynamics/schedule.h"
#include "dynamics/solve_lanes.h"

#include <string.h>

/// Groups of one colour.
typedef struct Run {
    ContactLanes *groups;
    int single_count; ///< Groups of contacts of one point only: the first ones.
    int count;        ///< Of groups.
    uint16_t *live;   ///< Those of them that have live lanes ...
    int live_count;   ///< ... and how many they are.
} Run;

/// A solve under way.
typedef struct Solve {
    const ContactSet *set;
    Correction *rows; ///< How the bodies move: first their velocities, then their corrections.
    float dt;
    int run_count;
    int first_wall; ///< Of the runs: pairs of bodies come before walls.
    Run runs[CONTACT_COLORS_MAX];
    float marking; ///< The last one: 0 before the first.
    int marked;    ///< Islands that it has marked.
    bool any_fast; ///< Some island has an impact in scratch->fastest.
    const SolveScratch *scratch;
} Solve;

/// What is done to each group.
typedef void GroupWork(ContactLanes *group, Solve *solve, Kind kind);

KERNEL void run_each(const Run *run, Solve *solve, GroupWork *work, bool walls) {
    for (int i = 0; i < run->live_count; i++) {
        int k = run->live[i];
        if (k < run->single_count) {
            work(&run->groups[k], solve, (Kind){.two = false, .wall = walls});
        } else {
            work(&run->groups[k], solve, (Kind){.two = true, .wall = walls});
        }
    }
}

/// Works on the live groups from run `first` on, colour after colour.
KERNEL void solve_from(Solve *solve, int first, GroupWork *work) {
    for (int i = first; i < solve->run_count; i++) {
        if (i >= solve->first_wall) {
            run_each(&solve->runs[i], solve, work, true);
        } else {
            run_each(&solve->runs[i], solve, work, false);
        }
    }
}

// ---- islands --------------------------------------------------------------------------------

/// The root of the island of a body, with path halving. Source: Tarjan and van Leeuwen, Worst-case
/// Analysis of Set Union Algorithms (1984).
static inline uint16_t island_of(uint16_t *parents, uint16_t body) {
    while (parents[body] != body) {
        parents[body] = parents[parents[body]];
        body = parents[body];
    }
    return body;
}

/// Gives each body the root of its island: bodies that contacts connect. Walls and bodies that
/// nothing moves connect none. What is kept by root begins afresh.
static inline void islands_make(const ContactSet *set, const SolveScratch *scratch) {
    uint16_t *parents = scratch->islands;
    float *lightest = scratch->lightest;
    int bodies = set->body_count + CONTACT_SPARE_BODIES;
    memset(scratch->marks, 0, (size_t)bodies * sizeof *scratch->marks);
    memset(scratch->fastest, 0, (size_t)bodies * sizeof *scratch->fastest);
    for (int i = 0; i < bodies; i++) {
        parents[i] = (uint16_t)i;
    }
    for (int i = 0; i < bodies; i++) {
        float mass = set->bodies[i].inverse_mass;
        lightest[i] = mass > 0.0f ? mass : INFINITY;
    }
    for (int i = 0; i < set->count; i++) {
        const Contact *contact = &set->contacts[i];
        if (contact->b != CONTACT_WALL && set->bodies[contact->b].inverse_mass > 0.0f) {
            uint16_t a = island_of(parents, contact->a);
            uint16_t b = island_of(parents, contact->b);
            uint16_t root = a < b ? a : b;
            parents[a] = parents[b] = root;
            lightest[root] = float_min(lightest[a], lightest[b]);
        }
    }
    for (int i = 0; i < set->body_count; i++) { // roots come before what they are roots of
        parents[i] = parents[parents[i]];
    }
}

/// Bit i: lane i calls for more rounds of its island.
typedef unsigned LaneTest(const ContactLanes *group, Kind kind);

/// Makes all groups live.
KERNEL void solve_wake(Solve *solve) {
    uint16_t *live = solve->scratch->live;
    for (int i = 0; i < solve->run_count; i++) {
        Run *run = &solve->runs[i];
        run->live = live;
        run->live_count = run->count;
        for (int k = 0; k < run->count; k++) {
            live[k] = (uint16_t)k;
        }
        live += run->count;
    }
}

/// Begins a marking of islands: none is marked yet.
static inline void marking_begin(Solve *solve) {
    solve->marking += 1.0f;
    solve->marked = 0;
}

/// Marks the islands of those of `lanes` (bits).
KERNEL void mark_islands(Solve *solve, const ContactLanes *group, unsigned lanes) {
    for (; lanes != 0; lanes &= lanes - 1u) {
        float *mark = &solve->scratch->marks[group->island[bits_lowest(lanes)]];
        solve->marked += *mark < solve->marking;
        *mark = solve->marking;
    }
}

/// Marks the islands of the lanes of live groups that pass the test, and no other; returns how many
/// there are.
KERNEL int islands_mark(Solve *solve, LaneTest *test) {
    marking_begin(solve);
    for (int i = 0; i < solve->run_count; i++) {
        const Run *run = &solve->runs[i];
        for (int k = 0; k < run->live_count; k++) {
            const ContactLanes *group = &run->groups[run->live[k]];
            mark_islands(solve, group,
                         test(group, (Kind){.two = run->live[k] >= run->single_count}));
        }
    }
    return solve->marked;
}

/// m/s, by how much an impact at a point alone may change the speed of a body: its approach and the
/// bounce, and friction across it. 0 in lanes that do not push, or are not to touch in this step.
KERNEL Lanes impact_speed(const ContactLanes *group, const PointLanes *point, float dt) {
    Lanes zero = lanes_all(0.0f);
    Lanes path = lanes_mul(point->approach, lanes_all(dt));
    LaneMask touches = lanes_at_most(lanes_add(point->gap, path), zero);
    LaneMask hits = mask_and(touches, lanes_less(zero, whole_impulse(point)));
    Lanes along = lanes_add(lanes_all(1.0f), point->bounce);
    Lanes across2 = lanes_mul(group->friction, group->friction);
    Lanes share = lanes_mul(along, lanes_sqrt(lanes_add(lanes_all(1.0f), across2)));
    return lanes_keep(hits, lanes_mul(share, lanes_negate(point->approach)));
}

/// Raises the fastest impacts of the islands to those of the group that are faster than `least`
/// (m/s): few are.
KERNEL void raise_fastest(const ContactLanes *group, Solve *solve, float least, Kind kind) {
    Lanes speed = impact_speed(group, &group->points[0], solve->dt);
    if (kind.two) {
        speed = lanes_max(speed, impact_speed(group, &group->points[1], solve->dt));
    }
    unsigned fast = mask_bits(lanes_less(lanes_all(least), speed));
    if (fast == 0) {
        return;
    }
    float speeds[SIMD_LANES];
    lanes_store(speed, speeds);
    for (; fast != 0; fast &= fast - 1u) {
        int lane = bits_lowest(fast);
        float *most = &solve->scratch->fastest[group->island[lane]];
        *most = float_max(*most, speeds[lane]);
    }
    solve->any_fast = true;
}

KERNEL LaneMask lanes_marked(const Solve *solve, const ContactLanes *group) {
    return lanes_at_most(lanes_all(solve->marking), lanes_of_islands(group, solve->scratch->marks));
}

KERNEL unsigned marked_bits(const Solve *solve, const Run *run, int i) {
    return mask_bits(lanes_marked(solve, &run->groups[run->live[i]]));
}

/// Moves marked lanes from the last of the live groups from `from` up to `end` to gaps in the first
/// ones, until `least` groups hold all. Returns the end of those.
static inline int lanes_crowd(const Solve *solve, const Run *run, int from, int end, int least) {
    enum {
        FULL = (1u << SIMD_LANES) - 1u
    };
    int low = from;
    int high = end - 1;
    unsigned taken = marked_bits(solve, run, low);
    unsigned left = marked_bits(solve, run, high);
    while (high - from >= least) {
        if (left == 0) {
            left = marked_bits(solve, run, --high);
        } else if (taken == FULL) {
            taken = marked_bits(solve, run, ++low);
        } else {
            int gap = bits_lowest(~taken);
            lane_swap(&run->groups[run->live[low]], gap, &run->groups[run->live[high]],
                      bits_lowest(left), run->live[low] >= run->single_count);
            taken |= 1u << gap;
            left &= left - 1u;
        }
    }
    return high + 1;
}

/// Does what islands_keep says for the live groups from `from` up to `end`, which are of one kind.
/// They go on at `to`; returns where they end.
KERNEL int groups_keep(Solve *solve, Run *run, int from, int end, int to) {
    int lanes = 0;
    int kept = to;
    for (int i = from; i < end; i++) {
        unsigned marked = marked_bits(solve, run, i);
        if (marked != 0) {
            run->live[kept++] = run->live[i];
            lanes += bits_count(marked);
        }
    }
    int least = (lanes + SIMD_LANES - 1) / SIMD_LANES;
    if (kept - to > least) {
        kept = lanes_crowd(solve, run, to, kept, least);
    }
    for (int i = to; i < kept; i++) {
        ContactLanes *group = &run->groups[run->live[i]];
        group->live = lanes_marked(solve, group);
    }
    return kept;
}

/// Of live groups leaves those lanes live whose islands are marked, in as few groups as hold them,
/// and of groups those that have such lanes. Contacts of one colour share no body: which of them
/// stand side by side changes nothing.
KERNEL void islands_keep(Solve *solve) {
    for (int i = 0; i < solve->run_count; i++) {
        Run *run = &solve->runs[i];
        int singles = 0;
        while (singles < run->live_count && run->live[singles] < run->single_count) {
            singles++;
        }
        int kept = groups_keep(solve, run, 0, singles, 0);
        run->live_count = groups_keep(solve, run, singles, run->live_count, kept);
    }
}

/// Rounds of the live lanes, those of `islands`, until each of these has settled, `most` at most.
/// `work` marks those that have not. An island that has settled is left alone, so that none depends
/// on how long others take. Walls have the last word.
KERNEL void solve_settle(Solve *solve, GroupWork *work, int islands, int most) {
    for (int round = 0; round <= most && islands > 0; round++) {
        marking_begin(solve);
        solve_from(solve, round < most ? 0 : solve->first_wall, work);
        if (solve->marked != islands) {
            islands_keep(solve);
        }
        islands = solve->marked;
    }
}
