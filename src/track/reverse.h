/// A track driven in reverse direction.
#pragma once

#include "track/track.h"

/// Turns `track` into its reverse variant in place: ribbons run backwards with left and right
/// swapped, gates follow in opposite order with left and right swapped (the finish stays the last),
/// the grid is mirrored to the other side of the finish, hints run backwards. Walls, zones, props
/// and movers stay. Where a mirrored place would stand in a wall it moves to the middle of the
/// road; from the first on that still does, places are left out. False, and the track as it was,
/// where that leaves none. The hash is that of the new model; medals, which are of the other way,
/// are gone.
bool track_reverse(Track *track);
