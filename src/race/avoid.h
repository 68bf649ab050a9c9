/// Avoidance of movers: when to pass, on which side, and how slowly until then.
#pragma once

#include "race/sight.h"

/// The answer to the movers ahead.
typedef struct AvoidPlan {
    bool any;        ///< A mover has to be avoided; else the rest is unset.
    float low, high; ///< m left of the line between which the car's centre passes.
    float speed;     ///< m/s at most, FLT_MAX where it may go on as it is.
    bool close;      ///< No moment is found and a mover is near: the car has to back out.
} AvoidPlan;

/// Finds, for every mover in sight, the first moment at which car `car` can be there and the mover
/// leaves a side free for as long as passing takes. The place of a mover at any tick is known. A
/// car that would be early slows down by as much as lets it drive on at full pace from then on.
/// Where no moment is found it stops in front. About 1 us a mover and second ahead. No memory.
AvoidPlan avoid_plan(const Race *race, int car, const TrafficView *view, float free_lane);
