#include "bench/sweep_set.h"

#include <math.h>
#include <stdlib.h>

/// m by which a shape may stop early or late.
static const double slack = 0.002;

/// m, no point of a shape is farther from its origin.
static const double reach_max = 5.1;

static const float never = 2.0f;

static PairItem pair_at(const PairItem *start, const SweepItem *item, double time) {
    PairItem moved = *start;
    moved.a = pair_pose((double)start->a.x + time * (double)item->move_x,
                        (double)start->a.y + time * (double)item->move_y,
                        (double)item->angle + time * (double)item->turn);
    return moved;
}

/// The first time at which the pair is at most `target` m apart. No point moves faster than
/// `speed`, so the shapes cannot meet before the gap is used up at it; ends within 0.1 mm.
static float first_time(const PairSet *pairs, const PairItem *start, const SweepItem *item,
                        double target) {
    double speed =
        hypot((double)item->move_x, (double)item->move_y) + fabs((double)item->turn) * reach_max;
    double time = 0.0;
    while (time <= 1.0) {
        PairItem now = pair_at(start, item, time);
        double gap = pair_set_distance(pairs, &now) - target;
        if (gap <= 1e-4) {
            return (float)time;
        }
        time += gap / speed;
    }
    return never;
}

/// A motion of a that brings it nearer: toward b within 40 degrees.
static SweepItem draw_motion(Draws *draws, const PairItem *pair, const double normal[2],
                             bool turning) {
    double length = draws_range(draws, 0.2, 4.0);
    double aside = draws_range(draws, -0.7, 0.7);
    double turn = draws_range(draws, -0.3, 0.3);
    return (SweepItem){
        .move_x = (float)(length * (normal[0] * cos(aside) - normal[1] * sin(aside))),
        .move_y = (float)(length * (normal[1] * cos(aside) + normal[0] * sin(aside))),
        .angle = (float)atan2((double)pair->a.s, (double)pair->a.c),
        .turn = turning ? (float)turn : 0.0f,
        .b_angle = (float)atan2((double)pair->b.s, (double)pair->b.c),
    };
}

SweepSet sweep_set_make(uint64_t seed, int count, bool turning) {
    SweepSet set = {.pairs = pair_set_make(seed, count, 0.0, false), .count = count};
    set.items = calloc((size_t)count, sizeof *set.items);
    set.times = calloc((size_t)count, sizeof *set.times);
    if (!set.items || !set.times) {
        abort();
    }
    double target = (double)SWEEP_TARGET;
    Draws draws = {seed + 1};
    for (int i = 0; i < count; i++) {
        PairItem *pair = &set.pairs.items[i];
        double normal[2] = {1.0, 0.0};
        while (pair_set_separation(&set.pairs, pair, normal) < 0.05) {
            *pair = pair_set_draw(&set.pairs, &draws, false);
        }
        SweepItem *item = &set.items[i];
        *item = draw_motion(&draws, pair, normal, turning);
        double last = turning ? target - slack : -1e-4;
        set.times[i].low = first_time(&set.pairs, pair, item, target + slack) - 1e-4f;
        set.times[i].high = first_time(&set.pairs, pair, item, last) + 1e-4f;
    }
    return set;
}

void sweep_set_destroy(SweepSet *set) {
    pair_set_destroy(&set->pairs);
    free(set->items);
    free(set->times);
    *set = (SweepSet){0};
}
