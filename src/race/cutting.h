/// Corner cutting: time that is gained with all wheels off the road.
///
/// A car that has left the road with all its wheels is watched until it is back. The way that it
/// has got on along its racing line takes a perfect driver so many seconds on the road; where it
/// took fewer, it has gained time. Running wide never does. A track without a road has no corner to
/// cut.
///
/// The lap is marked (LAP_CUT). In a race with the rule the gas has to be off for CUTTING_LIFT s
/// for each second gained, at most CUTTING_LIFT_MOST: a lift of 1 s at the exit of a corner costs
/// 0.4 to 0.8 s by the end of the straight (hatch and GT, at 15 to 22 m/s, 100 to 200 m). There are
/// CUTTING_WINDOW s for that. Where the line slows down nobody is on the gas, so lifting there
/// counts for nothing, and the time does not run. Who does not lift gets CUTTING_PENALTY s on top
/// of its total, or what it gained where that is more. AI cars lift.
#pragma once

#include "race_state/race_state.h"

#define CUTTING_LEAST     0.1f ///< s: less is not told from the error of measuring.
#define CUTTING_WINDOW    3.0f ///< s
#define CUTTING_LIFT      2.0f ///< s for each s.
#define CUTTING_LIFT_MOST 2.5f ///< s
#define CUTTING_PENALTY   1.0f ///< s
#define CUTTING_TOLD      3.0f ///< s for which what came of it is told.

enum {
    CUTTING_GAS = 25 ///< Of 255, up to which the gas is off.
};

/// To be called after each step for car `car`, which has all its wheels `off` the road or not,
/// where it is off or `busy`.
void cutting_step(Race *race, int car, bool off);

/// To be called before the lap of car `car` is counted: what it gained up to the line belongs to
/// that lap.
void cutting_end_lap(Race *race, int car);

/// What the last cuts of `racer` cost, s, where the time is not given back.
float cutting_cost(const Racer *racer);

/// Turns what car `racer` still owes into a penalty: it finishes.
void cutting_settle(Racer *racer);

/// Whether the driver of `racer` should be off the gas.
static inline bool cutting_owes(const Racer *racer) { return racer->cutting.owed_s > 0.0f; }
