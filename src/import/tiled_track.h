/// Puts objects of a Tiled map where they belong in the tree of a track.
///
/// Private to src/import/.
#pragma once

#include "import/object.h"
#include "import/tiled_object.h"

/// A map, and the track that is made of it.
typedef struct TiledTrack {
    ObjectTrack parts;
    const YamlNode *map; ///< The whole of it: objects name others.
    TiledFrame frame;
    int mover_count;
} TiledTrack;

/// Adds `shape` to the track as `object` (not OBJECT_NONE), whose keys are its properties so far.
/// Mistakes become messages (E631).
void tiled_track_add(TiledTrack *track, const TiledObject *shape, const Object *object);
