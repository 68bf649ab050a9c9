/// How far cars are in a race, to be compared: across laps, and on a track of any length.
#pragma once

#include "race_state/race_state.h"

/// m that car `car` has driven since it crossed the finish line for the first time, along its own
/// racing line; below 0 before that. O(1)
float progress_of(const Race *race, int car);

/// s that `distance` m of car `car`'s line take at the mean speed of an ideal lap.
float progress_time(const Race *race, int car, float distance);
