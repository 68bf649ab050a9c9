/// What shells do in a race: who may fire, what a hit costs, who is out and comes back.
#pragma once

#include "battle/shells.h"
#include "race_state/race_state.h"

/// Spreads the field evenly round a circuit, in the order of the grid, where the last car running
/// wins: on the grid nobody would be behind the last one, which nearly always won. To be called
/// once all cars are made.
void battle_rules_spread(Race *race);

/// What the driver of a car that is spun out can do: nothing, with locked wheels.
CarInput battle_rules_input(const CarInput *input);

/// Puts copies of the surfaces of `task` with less grip into `out`, and the wheels on these.
void battle_rules_loosen(CarTask *task, Surface out[CAR_WHEELS]);

/// Before the step of the world: where the bodies stand that shells may meet.
void battle_rules_watch(const Race *race, ShellPoses *out);

/// After it: shells fly and hit, cars that ask for it fire. A hit costs grip for
/// BATTLE_SHAKEN_TICKS. The third one spins the car out. On laps it is put back on the road after
/// BATTLE_OUT_TICKS, whole and as a ghost for 2 s. Where the last car running wins it drops out,
/// and the race is over with one left. There BATTLE_IDLE_TICKS without a hit of its own count as a
/// hit that it took.
void battle_rules_step(Race *race, const ShellPoses *poses);
