/// Where two parts of one ribbon run side by side, nearer than their verges are wide, the verges
/// give way, so that a wall stands between them.
#pragma once

#include "track/road_grid.h"

/// Narrows shoulders, and gaps before walls, of samples whose wall would stand on the shoulder of
/// another part of the same ribbon (and be left out there): each side keeps the ground
/// that is nearer to its own road, the wall included. Where the ribbon crosses itself nothing
/// changes; where less is left than a wall is thick there is none. `grid` is of these ribbons as
/// they were.
void ribbon_verges_narrow(Ribbon *ribbons, int count, const RoadGrid *grid);
