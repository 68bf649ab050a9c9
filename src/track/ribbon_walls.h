/// The walls beside the roads: where they stand, and where they are left out.
#pragma once

#include "track/road_grid.h"
#include "track/wall_list.h"

/// Adds the walls of all ribbons to `list`, as chains of quads. No wall stands on the road or
/// shoulder of another ribbon, or of another part of its own: at crossings, at branches and inside
/// tight bends. The chains end exactly where that begins, so that the walls of two crossing
/// roads meet in their corners. Sets RibbonSample.wall. False where there was no room.
bool ribbon_walls_make(Ribbon *ribbons, int count, const RoadGrid *grid, const Material *materials,
                       WallList *list);

/// Takes kerbs away where they would lie on another road or its shoulder.
void ribbon_kerbs_clear(Ribbon *ribbons, int count, const RoadGrid *grid);
