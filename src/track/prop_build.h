/// Makes bodies with shapes of the props and movers of a file, and checks them.
#pragma once

#include "track/track_def.h"

/// Fills forms, props and movers of `track`, whose walls are built. Says E301 to E305 of their own
/// shapes, E601 to E604, and W703 for props that stand in a wall, which are left out.
void props_build(TrackDef *def, Track *track, MessageList *messages);
