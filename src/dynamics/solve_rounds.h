/// Rounds of a contact solve: over all contacts, and over those islands that have not settled.
#pragma once

#include "base/bits.h"
#include "base/scalar.h"
#include "dynamics/schedule.h"
#include "dynamics/solve_lanes.h"

#include <string.h>

/// Groups of one colour, one behind the other.
typedef struct Run {
    char *groups;
    uint32_t single_end; ///< Bytes of those of contacts of one point only: the first ones.
    uint32_t end;        ///< Bytes of all.
    uint32_t *live;      ///< Where those begin that have live lanes: bytes from `groups` ...
    int single_count;    ///< ... how many of them are of one point ...
    int live_count;      ///< ... and how many they are.
} Run;

KERNEL ContactLanes *group_at(const Run *run, uint32_t at) {
    return (ContactLanes *)(void *)(run->groups + at);
}

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
    const SolveScratch *scratch;
} Solve;

/// What is done to each group.
typedef void GroupWork(ContactLanes *group, Solve *solve, Kind kind);

KERNEL void run_each(const Run *run, Solve *solve, GroupWork *work, bool walls) {
    const uint32_t *at = run->live;
    const uint32_t *two = at + run->single_count;
    const uint32_t *end = at + run->live_count;
    for (; at < two; at++) {
        work(group_at(run, *at), solve, (Kind){.two = false, .wall = walls});
    }
    for (; at < end; at++) {
        work(group_at(run, *at), solve, (Kind){.two = true, .wall = walls});
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

/// Bit i: lane i calls for more rounds of its island.
typedef unsigned LaneTest(const ContactLanes *group, const Solve *solve, Kind kind);

/// Makes all groups live.
KERNEL void solve_wake(Solve *solve) {
    uint32_t *live = solve->scratch->live;
    for (int i = 0; i < solve->run_count; i++) {
        Run *run = &solve->runs[i];
        run->live = live;
        uint32_t at = 0;
        for (; at < run->single_end; at += group_size(false)) {
            *live++ = at;
        }
        run->single_count = (int)(live - run->live);
        for (; at < run->end; at += group_size(true)) {
            *live++ = at;
        }
        run->live_count = (int)(live - run->live);
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
            const ContactLanes *group = group_at(run, run->live[k]);
            mark_islands(solve, group, test(group, solve, (Kind){.two = k >= run->single_count}));
        }
    }
    return solve->marked;
}

/// impact_speed, and 0 in lanes that do not push.
KERNEL Lanes pushing_speed(const ContactLanes *group, const PointLanes *point, float dt) {
    LaneMask pushes = lanes_less(lanes_all(0.0f), whole_impulse(point));
    return lanes_keep(pushes, impact_speed(group, point, dt));
}

/// Raises the fastest impacts of the islands to those of the group that are faster than `least`
/// (m/s): few are.
KERNEL void raise_fastest(const ContactLanes *group, Solve *solve, float least, Kind kind) {
    if (mask_bits(lanes_less(lanes_all(least), group->impact)) == 0) {
        return;
    }
    Lanes speed = pushing_speed(group, &group->points[0], solve->dt);
    if (kind.two) {
        speed = lanes_max(speed, pushing_speed(group, &group->points[1], solve->dt));
    }
    float speeds[SIMD_LANES];
    lanes_store(speed, speeds);
    unsigned fast = mask_bits(lanes_less(lanes_all(least), speed));
    for (; fast != 0; fast &= fast - 1u) {
        int lane = bits_lowest(fast);
        float *most = &solve->scratch->fastest[group->island[lane]];
        *most = float_max(*most, speeds[lane]);
    }
}

KERNEL LaneMask lanes_marked(const Solve *solve, const ContactLanes *group) {
    return lanes_at_most(lanes_all(solve->marking), lanes_of_islands(group, solve->scratch->marks));
}

/// Moves live lanes from the last of the live groups from `from` up to `end` to gaps in the first
/// ones, until `least` groups hold all. Returns the end of those.
static inline int lanes_crowd(const Run *run, int from, int end, int least) {
    enum {
        FULL = (1u << SIMD_LANES) - 1u
    };
    int low = from;
    int high = end - 1;
    ContactLanes *first = group_at(run, run->live[low]);
    ContactLanes *last = group_at(run, run->live[high]);
    unsigned taken = mask_bits(first->live);
    unsigned left = mask_bits(last->live);
    bool two = run->live[low] >= run->single_end;
    while (high - from >= least) {
        if (left == 0) {
            last = group_at(run, run->live[--high]);
            left = mask_bits(last->live);
        } else if (taken == FULL) {
            first->live = mask_all();
            first = group_at(run, run->live[++low]);
            taken = mask_bits(first->live);
        } else {
            int gap = bits_lowest(~taken);
            lane_swap(first, gap, last, bits_lowest(left), two);
            taken |= 1u << gap;
            left &= left - 1u;
        }
    }
    last->live = mask_of_bits(left); // in this order: both may be one group
    first->live = mask_of_bits(taken);
    return high + 1;
}

/// Does what islands_keep says for the live groups from `from` up to `end`, which are of one kind.
/// They go on at `to`; returns where they end.
KERNEL int groups_keep(Solve *solve, Run *run, int from, int end, int to) {
    int lanes = 0;
    int kept = to;
    for (int i = from; i < end; i++) {
        ContactLanes *group = group_at(run, run->live[i]);
        group->live = lanes_marked(solve, group);
        unsigned marked = mask_bits(group->live);
        if (marked != 0) {
            run->live[kept++] = run->live[i];
            lanes += bits_count(marked);
        }
    }
    int least = (lanes + SIMD_LANES - 1) / SIMD_LANES;
    return kept - to > least ? lanes_crowd(run, to, kept, least) : kept;
}

/// Of live groups leaves those lanes live whose islands are marked, in as few groups as hold them,
/// and of groups those that have such lanes. Contacts of one colour share no body: which of them
/// stand side by side changes nothing.
KERNEL void islands_keep(Solve *solve) {
    for (int i = 0; i < solve->run_count; i++) {
        Run *run = &solve->runs[i];
        int singles = run->single_count;
        run->single_count = groups_keep(solve, run, 0, singles, 0);
        run->live_count = groups_keep(solve, run, singles, run->live_count, run->single_count);
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
