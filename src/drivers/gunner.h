/// When an AI driver fires in a battle.
#pragma once

#include "race_state/race_state.h"

/// Whether the driver of car `car` fires now. To be asked every RACE_AI_TICKS ticks. Changes
/// nothing. O(cars)
///
/// A shell flies straight ahead as seen from its car, SHELL_SPEED faster. So a driver waits until a
/// car that keeps its motion would be before its muzzle when the shell gets there, no wall is in
/// between, and it is near enough. Better drivers judge that more exactly: by how much they are off
/// is consistency of driver_params.def. How soon they fire is aggression; at the leader all fire
/// sooner.
bool gunner_fires(const Race *race, int car);

/// x its pace at which the driver of car `car` drives for the sake of the battle: where the last
/// car running wins, who leads alone waits. 1 in a race. O(cars)
float gunner_pace(const Race *race, int car);
