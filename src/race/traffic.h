/// Racecraft: which lane to take and how fast to go for the cars around.
#pragma once

#include "race/sight.h"

/// What the cars around leave of it.
typedef struct TrafficPlan {
    float lane;   ///< m left of the line to aim for.
    float speed;  ///< m/s at most; FLT_MAX where nobody is in the way.
    bool shared;  ///< The lane is that because of others: change it without delay ...
    bool urgent;  ///< ... and quickly, since somebody is too close beside ...
    bool hurry;   ///< ... or at once, since a mover is due there or somebody is parked ahead.
    bool trapped; ///< It stands too near to a mover to get past it.
    bool back;    ///< It stands and nobody is behind: it could back out.
} TrafficPlan;

/// Plans for car `car`, whose lane on a free road would be `free_lane`. Follows who cannot be
/// passed, moves beside who is slower where the road has room, leaves a car's width to who is
/// beside. Who is parked is driven round where the road has room beside it. Those that stand all
/// the same push on in turns. Props that are worth a detour are driven round where there is room
/// and else through; movers are met where they will be then, and waited for where they leave no
/// room. All are looked at in order of their index. No memory. O(cars, props and movers).
TrafficPlan traffic_plan(const Race *race, int car, const TrafficView *view, float free_lane);
