/// Flags that are shown to one driver.
#pragma once

#include "race_state/race_state.h"

#define FLAGS_BLUE_REACH 2.0f ///< s behind, in which who laps a car is shown to it.

/// The car that is about to lap car `car`: a lap or more ahead of it, and less than
/// FLAGS_BLUE_REACH s behind it on the track. -1: nobody. O(cars)
int flags_blue(const Race *race, int car);
