/// Who may use weapons in a battle, and against whom: the same for shells and for what is dropped.
#pragma once

#include "race_state/race_state.h"

#define WEAPONS_THOUGHT_S (RACE_DT * (float)RACE_AI_TICKS) ///< s from thought to thought.

/// Whether the driver of car `car` may fire or drop something, loaded or not: the race runs and all
/// have got away from their row, the car is solid, in control, and its result does not stand yet.
bool weapons_are_free(const Race *race, int car);

/// Whether car `other` is one that car `car` can hit and gain from it.
bool weapons_is_target(const Race *race, int car, int other);
