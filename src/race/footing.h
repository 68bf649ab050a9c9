/// Where a car stands across the road: which of its wheels have left it.
#pragma once

#include "race_state/race_state.h"

/// How many wheels of car `car` are off the road, that is, on no ribbon and on no ribbon's kerbs. A
/// track without a ribbon is road all over. `*sample` is -1 at first; then it is the place on the
/// first ribbon at which the last call found the car.
int footing_wheels_off(const Race *race, int car, int *sample);

/// Whether all wheels are off the road. Takes a third of the time of footing_wheels_off.
bool footing_is_off(const Race *race, int car, int *sample);
