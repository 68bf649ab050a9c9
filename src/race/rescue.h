/// Puts stuck and lost cars back on the road, as ghosts until they stand free.
#pragma once

#include "race_state/race_state.h"

/// Puts car `car` back at the last gate it passed, at the nearest free place, as a ghost for 2 s.
/// On a sprint before the first gate that is its slot. A car that has driven a sprint to the end
/// begins again in practice, and stays where it is in a race.
void rescue_respawn(Race *race, int car);

/// Whether car `car` stands behind the finish of a sprint that it has driven, or given up there.
bool rescue_has_driven_sprint(const Race *race, int car);

/// Puts car `car` at `point` with heading `angle` (rad), standing still, as a ghost for 2 s. Laps
/// and gates stay as they are.
void rescue_put(Race *race, int car, vec2s point, float angle);

/// Counts for each car how long it has been deep inside a mover. To be called once a tick, before
/// rescue_step. O(contacts + cars)
void rescue_watch_movers(Race *race);

/// To be called after laps_step. Respawns a car that is stuck or crushed, has left the track,
/// stands on ground that respawns, or is an AI car that missed a gate. Makes a ghost solid once its
/// time is up and it overlaps no other car and no mover.
void rescue_step(Race *race, int car);
