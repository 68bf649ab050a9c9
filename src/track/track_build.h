/// Makes the track that is raced on: checks all that a file says, and builds what is sound.
#pragma once

#include "track/track_def.h"

/// Checks `def` (setting `valid` of its objects) and builds the Track, which owns all of its
/// memory, beside the name of the file, which `out->arena` holds already and to which the places in
/// `def` point. A bad object does not stop the others from being checked. Where errors were added
/// `out` is unfinished and only fit for track_destroy. `verbose` adds notes on what was normalised.
void track_build(TrackDef *def, bool verbose, Track *out, MessageList *messages);
