/// Gates, laps, ranking, rescue and the end of the race.
#pragma once

#include "race/race_state.h"

/// Finds every car's place before the first step.
void rules_start(Race *race);

/// Brings progress, laps, places, calls, rescue and phase up to date after the bodies moved.
void rules_step(Race *race);

/// How many wheels of car `car` are on no ribbon and on no ribbon's kerbs. Tracks without a ribbon
/// are road all over. `sample` is where the last call found the car on the first ribbon, -1 at
/// first.
int rules_wheels_off(const Race *race, int car, int *sample);

/// Whether all of them are: the same as rules_wheels_off == CAR_WHEELS in a third of its time.
bool rules_is_off(const Race *race, int car, int *sample);

/// Puts car `car` back at the last gate it passed, nearest free place, as a ghost for 2 s. On a
/// sprint before its first gate that is its slot; who has driven it to the end begins again in
/// practice, and stays where it is in a race.
void rules_respawn(Race *race, int car);

/// Puts car `car` at `point` with heading `angle` (rad), standing still, as a ghost for 2 s. Laps
/// and gates stay as they are.
void rules_put(Race *race, int car, vec2s point, float angle);
