/// The progress of one car: gates, sectors, laps, its finish, and how far the next gate is.
#pragma once

#include "race_state/race_state.h"

#define LAPS_RUN_OFF_TIME 5.0f  ///< s from the finish of a sprint until practice begins it again.
#define LAPS_LOST_LINE    30.0f ///< m from its line where a car looks for its place anew.

/// Finds the place of car `car` along its racing line, and how far the next gate is.
void laps_locate(Race *race, int car);

/// To be called after the bodies have moved. Counts the gates that car `car` crossed since the last
/// tick, notes a missed gate or the wrong way, and finds its place on the line.
void laps_step(Race *race, int car);

/// Its next gate becomes the first one ahead along the racing line of car `car`; those before it in
/// the lap count as taken.
void laps_expect_gate(Race *race, int car);
