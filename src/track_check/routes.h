/// Whether a car gets from gate to gate: routes among the walls.
#pragma once

#include "ground/ground.h"
#include "track_check/free_space.h"

/// m: the car that every track must have room for.
#define ROUTES_CAR_WIDTH 1.8f

/// Where a race can lead, within bounds: the box of gates (at least one), slots, roads and walls.
Box routes_box(const Track *track);

/// Takes the cells of `space` on which cars are put back.
void routes_take_deep(FreeSpace *space, const Track *track, const Ground *ground);

/// The wall nearest to `shape`, which stands at `at`, less than `reach` m away; -1 for none.
int routes_nearest_wall(const Track *track, const Shape *shape, Transform at, float reach);

/// E508, of a track without errors that has gates and slots: by a flood on cells of half a metre
/// among the walls. `ground` is the track's. False where it is said.
bool routes_check(const Track *track, const Ground *ground, MessageList *messages);

/// W709, of a track without errors: E508 for a car `width` m wide, where that is wider than
/// ROUTES_CAR_WIDTH. Every route a quarter of a metre wider than the car is found for certain.
void routes_check_width(const Track *track, float width, MessageList *messages);
