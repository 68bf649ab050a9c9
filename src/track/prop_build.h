/// Makes bodies with shapes of the props and movers of a file, and checks them.
#pragma once

#include "collision/wall_grid.h"
#include "track/track_def.h"

/// Fills forms, props and movers of `track`, whose walls are built; `walls` is the grid over their
/// pieces. Says E301 to E305 of their own shapes, E601 to E604, and W703 for props that stand in a
/// wall, which are left out.
void props_build(TrackDef *def, const WallGrid *walls, Track *track, MessageList *messages);
