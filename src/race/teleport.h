/// Puts cars anywhere, between two steps: where the designer points, or back on the road.
#pragma once

#include "race/race.h"

/// How a car at `point` would drive on (rad): along the nearest ribbon; without one along the
/// racing line of car `car`.
float teleport_heading(const Race *race, int car, vec2s point);

/// The wall that car `car`, put at `point` with heading `angle` (rad), would stand in, as an index
/// into the track's walls; -1 where it is free. Touching is free.
int teleport_wall(const Race *race, int car, vec2s point, float angle);

/// Puts car `car` there, standing still, as a ghost as long as it stands in others. The gate that
/// is next ahead along its racing line is the next to take, as if it had driven there.
void teleport_put(Race *race, int car, vec2s point, float angle);

/// Puts it on the road at the free place nearest to where it is; where the road has none, as
/// rescue_respawn does.
void teleport_put_on_road(Race *race, int car);
