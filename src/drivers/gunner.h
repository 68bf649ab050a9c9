/// When an AI driver fires in a battle, and drops what it carries.
#pragma once

#include "race_state/race_state.h"

/// Sets in `input` what the driver of car `car` does with its weapons now: CAR_INPUT_FIRE, and the
/// brake touched where it drops something (items_drop). To be called every RACE_AI_TICKS ticks.
///
/// A shell flies straight ahead as seen from its car, SHELL_SPEED faster. So a driver waits until a
/// car that keeps its motion would be before its muzzle when the shell gets there, no wall is in
/// between, and it is near enough. Better drivers judge that more exactly: by how much they are off
/// is consistency of driver_params.def. How soon they fire is aggression: sooner at the leader, or,
/// where the last car running wins, at cars without damage; to the flag later the more cars are
/// around. Nobody fires at a car that was hit less than BATTLE_SPARED_TICKS ago.
void gunner_act(const Race *race, int car, CarInput *input);

/// x its pace at which the driver of car `car` drives for the sake of the battle: where the last
/// car running wins, those who see nobody ahead wait by turns, and who was just hit lets others
/// past. 1 in a race. O(cars)
float gunner_pace(const Race *race, int car);

/// Whether a shell that car `car` fires now would hit some car that keeps its motion, judged
/// exactly: for who has automatic fire. False where it cannot fire. O(cars)
bool gunner_has_target(const Race *race, int car);
