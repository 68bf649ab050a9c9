/// Avoidance of movers: when to pass, on which side, and how slowly until then.
#pragma once

#include "drivers/sight.h"

/// The answer to the movers ahead.
typedef struct AvoidPlan {
    bool any;        ///< A mover has to be avoided; else the rest is unset.
    float low, high; ///< m left of the line between which the car's centre passes.
    float speed;     ///< m/s at most, FLT_MAX where it may go on as it is.
    float merge;     ///< m ahead up to which cars go one by one; 0 where they need not.
    bool close;      ///< There is no moment to pass, and a mover is near: the car has to back out.
} AvoidPlan;

/// Finds a moment to pass every mover in sight: the first at which car `car` can be there and the
/// mover leaves a side free for as long as passing takes. Where a mover will be at any tick is
/// known. A car that would be early slows down just so much that it can pass at full pace. Where
/// there is no such moment it stops in front. About 1 us for each mover and second ahead. Keeps
/// nothing from call to call.
AvoidPlan avoid_plan(const Race *race, int car, const TrafficView *view, float free_lane);
