/// Puts the crates of a file on its track, and checks where they stand.
#pragma once

#include "collision/wall_grid.h"
#include "track/track_def.h"

/// Fills the crates of `track`, whose walls are built; `walls` is the grid over their pieces. Says
/// W703 for crates that stand in a wall, which are left out.
void crates_build(const TrackDef *def, const WallGrid *walls, Track *track, MessageList *messages);
