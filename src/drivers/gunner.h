/// When an AI driver fires in a battle.
#pragma once

#include "race_state/race_state.h"

/// Whether a shell that car `car` fires now would hit some car that keeps its motion, judged
/// exactly: for who has automatic fire. False where it cannot fire. O(cars)
bool gunner_has_target(const Race *race, int car);

/// Whether the driver of car `car` fires now. To be asked every RACE_AI_TICKS ticks. Changes
/// nothing. O(cars)
///
/// A shell flies straight ahead as seen from its car, SHELL_SPEED faster. So a driver waits until a
/// car that keeps its motion would be before its muzzle when the shell gets there, no wall is in
/// between, and it is near enough. Better drivers judge that more exactly, and see sooner that it
/// is so: the numbers are consistency and reaction of driver_params.def, aggression says how soon
/// they fire again.
bool gunner_fires(const Race *race, int car);
