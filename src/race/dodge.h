/// How to get past movers: when, on which side, and how slowly until then.
#pragma once

#include "race/sight.h"

/// What the movers ahead ask for.
typedef struct DodgePlan {
    bool any;        ///< One has to be minded; else the rest says nothing.
    float low, high; ///< m left of the line between which the car's centre passes.
    float speed;     ///< m/s at most, FLT_MAX where it may go on as it is.
    bool close;      ///< No moment is found so near to a mover: it takes some room to turn aside.
} DodgePlan;

/// Looks along the line of car `car`, for every mover in sight, for the first moment at which it
/// can get there and the mover leaves it a side for as long as passing takes: where a mover is at
/// any tick is known. Who would be there too early slows down just so much that driving off from
/// then on is right; where no moment is found it stops in front. About 1 us a mover and second
/// ahead. No memory.
DodgePlan dodge_plan(const Race *race, int car, const TrafficView *view, float free_lane);
