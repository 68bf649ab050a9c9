/// Two runs of the same inputs as a picture: both ways and ghosts on the track, where one leaves
/// the road, and the gap by distance.
#pragma once

#include "race/compare.h"
#include "render/draw_list.h"

/// Appends the ways of both runs, a ghost of each at `t` s of the lap (its car's hull), and a cross
/// where a run leaves the road or meets a wall, to a list in metres. `colors` of A and B.
void compare_picture_world(DrawList *list, const Comparison *comparison, const Hull *hull, double t,
                           const uint32_t colors[2]);

/// Appends the gap by distance (up: the second is behind) to a pixel list, in the box at (x, y);
/// a mark at `s` m, where the driver is now. `unit`: px per px of the specification.
void compare_picture_chart(DrawList *list, const Font *font, const Comparison *comparison, float x,
                           float y, float width, float height, float unit, float s,
                           const uint32_t colors[2]);
