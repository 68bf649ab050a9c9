/// Puts the crates of a file on its track, and checks where they stand.
#pragma once

#include "track/track_def.h"

/// Fills the crates of `track`, whose ground and walls are built. Says W703 for crates that stand
/// in a wall, which are left out.
void crates_build(const TrackDef *def, Track *track, MessageList *messages);
