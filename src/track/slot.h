/// A starting place and the car on it.
#pragma once

#include "track/track.h"

/// The car that slots are laid out for: any car fits where it does.
#define SLOT_LENGTH 4.6f
#define SLOT_WIDTH  2.0f

/// How deep (m) a car on `slot` stands in the walls; `*wall` is the deepest one. 0 where it is
/// free.
float slot_depth(const Track *track, const TrackSlot *slot, int *wall);

/// Whether cars on both slots overlap.
bool slots_overlap(const TrackSlot *a, const TrackSlot *b);
