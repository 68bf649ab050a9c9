/// What one driver sees of others: where they are, how fast, how large, side by side in lanes.
#pragma once

#include "drivers/pack.h"
#include "drivers/sight.h"
#include "geometry/simd.h"

enum {
    PROPS_SEEN_MAX = 12,
    RIVALS_MAX = RACE_MAX_CARS + PROPS_SEEN_MAX, ///< Whole groups of lanes; at most 64.
};

/// What a driver sees of others: those that matter, cars and then props, as a Rival each, side by
/// side. Which of them something is true of is a mask: bit i stands for rival i.
typedef struct Rivals {
    _Alignas(16) float gap[RIVALS_MAX];
    float offset[RIVALS_MAX], along[RIVALS_MAX], length[RIVALS_MAX], width[RIVALS_MAX];
    float plan[RIVALS_MAX]; ///< m/s at which the driver would go where the rival is.
    uint64_t things, parked, soft;
    uint64_t handled; ///< Parked ones past whom a strip of road is found.
    int count;
    bool any; ///< Somebody is in sight, if only far behind.
} Rivals;

/// racing_line_gap to several cars, `to` m along the line.
static inline Lanes rivals_gaps(const RacingLine *line, float from, Lanes to) {
    Lanes gap = lanes_sub(to, lanes_all(from));
    if (line->open) {
        return gap;
    }
    Lanes length = lanes_all(line->length), half = lanes_all(0.5f * line->length);
    gap = lanes_select(lanes_less(half, gap), lanes_sub(gap, length), gap);
    return lanes_select(lanes_less(gap, lanes_negate(half)), lanes_add(gap, length), gap);
}

/// Fills `out` with the cars in sight of car `car`, those left out that are too far behind to
/// matter, and the heavy props ahead. Lanes behind the last one are 0. O(cars + props).
void rivals_see(const Race *race, int car, const Pack *pack, const TrafficView *view, Rivals *out);
