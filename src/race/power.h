/// How much of its engine's power a car has (Car.boost): less by its handicap, more or less by
/// catch-up, none while it is held after a false start.
#pragma once

#include "race_state/race_state.h"

/// Catch-up. Who is more than POWER_SHARED_FROM s behind the middle of those who still race has
/// more power, who is as far ahead less; POWER_SHARED_WHOLE s away it is the most there is. The
/// middle is the car in the middle, of an even number the mean of two: who stands in a wall does
/// not move it. It changes nothing but the power, and treats people and AI alike.
#define POWER_SHARED_FROM  1.0f  ///< s
#define POWER_SHARED_WHOLE 6.0f  ///< s
#define POWER_LIGHT        0.05f ///< The most of light catch-up, a share of the power.
#define POWER_STRONG       0.12f

/// Whether anything in this race may change the power of a car.
bool power_is_shared(const Race *race);

/// Sets the power of all cars as they stand now. O(cars^2) with catch-up.
void power_find(Race *race);

/// What catch-up adds to the power of car `car` now, as a share; below 0 it takes. 0 without it.
float power_catch_up(const Race *race, int car);
