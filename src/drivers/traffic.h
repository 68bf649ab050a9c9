/// Racecraft: which lane to take and how fast to go for the cars around.
#pragma once

#include "drivers/pack.h"
#include "drivers/sight.h"

/// What a driver does among the others.
typedef struct TrafficPlan {
    float lane;   ///< m left of the line to aim for.
    float speed;  ///< m/s at most; FLT_MAX where nobody is in the way.
    bool shared;  ///< The lane is that because of others: change it without delay ...
    bool urgent;  ///< ... and quickly, since somebody is too close beside ...
    bool hurry;   ///< ... or at once, since a mover is due there or somebody is parked ahead.
    bool parked;  ///< Somebody is parked in sight.
    bool trapped; ///< It stands too near to a mover to get past it.
    bool back;    ///< It stands and nobody is behind: it could back out.
} TrafficPlan;

/// Plans for car `car`, whose lane on a free road would be `free_lane`. It follows a car that it
/// cannot pass, passes a slower one where the road has room, and leaves a car's width to one beside
/// it. It drives round parked cars where there is room. Cars that hold each other up push on in
/// turns. It drives round heavy props where there is room, else through them. It plans for where
/// movers will be, and waits where they leave no room. It looks at all in the order of their index
/// and keeps nothing from call to call. O(cars + props + movers).
TrafficPlan traffic_plan(const Race *race, int car, const Pack *pack, const TrafficView *view,
                         float free_lane);

/// Who is near on the road, whatever the lane.
typedef struct TrafficGaps {
    float ahead_s;  ///< s to the car ahead, FLT_MAX where there is none in sight ...
    float behind_s; ///< ... and by which the next one follows.
    float clear;    ///< m of road between its tail and the own nose ...
    float closing;  ///< ... and m/s by which that shrinks.
    bool lapped;    ///< That one is a lap ahead: blue flag.
} TrafficGaps;

/// The cars around car `car`. O(cars).
TrafficGaps traffic_gaps(const Race *race, int car, const Pack *pack);
