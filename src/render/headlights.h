/// The light that a car throws ahead: a fan that fades with the distance and to its sides, and ends
/// at walls.
#pragma once

#include "collision/wall_grid.h"
#include "geometry/transform.h"
#include "render/draw_list.h"

#define HEADLIGHTS_REACH 21.0f ///< m
#define HEADLIGHTS_ANGLE 0.34f ///< rad to either side.

/// Appends the fan of a lamp to a list in metres: `lamp` is its place, its x axis the way that it
/// shines, `color` its light at the lamp. A polygon of what the lamp sees, from 33 rays and more
/// where walls begin and end: about 8 microseconds among walls. What is narrower than a ray's
/// step (0.3 m at 14 m) may be missed.
void headlights_draw(DrawList *list, const WallGrid *walls, Transform lamp, uint32_t color);
