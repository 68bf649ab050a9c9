/// Where a car stands across the road: which of its wheels have left it.
#pragma once

#include "race/race_state.h"

/// How many wheels of car `car` are on no ribbon and on no ribbon's kerbs. A track without a ribbon
/// is road all over. `sample` is where the last call found the car on the first ribbon, -1 at
/// first.
int footing_wheels_off(const Race *race, int car, int *sample);

/// Whether all wheels are off: footing_wheels_off == CAR_WHEELS in a third of its time.
bool footing_is_off(const Race *race, int car, int *sample);
