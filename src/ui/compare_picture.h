/// Two runs of the same inputs as a picture: both ways and ghosts on the track, where one leaves
/// the road, and the gap by distance.
#pragma once

#include "replay/compare.h"
#include "ui/canvas.h"

/// Appends the ways of both runs, a ghost of each at `t` s of the lap (its car's hull), and a cross
/// where a run leaves the road or meets a wall, to a list in metres. `colors` of A and B.
void compare_picture_world(DrawList *list, const Comparison *comparison, const Hull *hull, double t,
                           const uint32_t colors[2]);

/// Appends the gap by distance (up: the second is behind), in `area`, with a mark at `s` m, where
/// the driver is now.
void compare_picture_chart(const Canvas *canvas, const Comparison *comparison, Area area, float s,
                           const uint32_t colors[2]);
