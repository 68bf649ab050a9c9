/// Props and movers: from what the file says to bodies with shapes, and what can be wrong with
/// them.
#pragma once

#include "track/track_def.h"

/// Fills forms, props and movers of `track`, whose walls are built. Says E301 to E305 of their own
/// shapes, E601 to E604, and W703 for props that stand in a wall, which are left out.
void props_build(TrackDef *def, Track *track, MessageList *messages);
