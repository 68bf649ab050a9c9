/// Gates, finish and starting places: as the file has them, or laid out along the first ribbon.
#pragma once

#include "track/track_def.h"

/// Fills gates and finish (the last of Track.gates) from `def` and the ribbons of `track`. A gate
/// on a ribbon that was left out for a mistake is left out too. False where there is no finish: the
/// file has none and no ribbon to place one on.
bool gates_make(const TrackDef *def, Track *track);

/// Fills the slots; needs gates and wall pieces. An automatic grid goes on backwards along the
/// first ribbon for up to TRACK_SLOTS_MAX slots, and ends where a further slot would stand in a
/// wall, on another slot or past the whole lap. False where none can be laid out.
bool grid_make(const TrackDef *def, Track *track);

/// Forward of a gate, unit.
vec2s gate_forward(const TrackGate *gate);
vec2s gate_middle(const TrackGate *gate);

/// m that `point` lies in front of the gate's line, however far beside it.
float gate_side(const TrackGate *gate, vec2s point);

/// The car that slots are laid out for: any car fits where it does.
#define SLOT_LENGTH 4.6f
#define SLOT_WIDTH  2.0f

/// How deep (m) a car on `slot` stands in the walls; `*wall` is the deepest one. 0 where it is
/// free.
float slot_depth(const Track *track, const TrackSlot *slot, int *wall);

/// Whether cars on both slots overlap.
bool slots_overlap(const TrackSlot *a, const TrackSlot *b);
