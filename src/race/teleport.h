/// Puts cars anywhere, between two steps: where the designer points, or back on the road.
#pragma once

#include "race/race.h"

/// The heading (rad) of a car that drives on from `point`: along the nearest ribbon, or without one
/// along the racing line of car `car`.
float teleport_heading(const Race *race, int car, vec2s point);

/// The wall (index into the track's walls) in which car `car` would stand at `point` with heading
/// `angle` (rad); -1 where it stands free. A car that touches a wall stands free.
int teleport_wall(const Race *race, int car, vec2s point, float angle);

/// Puts car `car` there. It stands still and is a ghost as long as it overlaps others. Its next
/// gate becomes the first one ahead along its racing line, as if it had driven there.
void teleport_put(Race *race, int car, vec2s point, float angle);

/// Puts car `car` at the nearest free place on the road. Where the road has none, it does what
/// rescue_respawn does.
void teleport_put_on_road(Race *race, int car);
