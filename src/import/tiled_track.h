/// Objects of a Tiled map put where they belong in the tree of a track.
///
/// Private to src/import/.
#pragma once

#include "import/object.h"
#include "import/tiled_object.h"

/// A map, and the track that is made of it.
typedef struct TiledTrack {
    ObjectTrack parts;
    const YamlNode *map; ///< All of it: objects name others.
    TiledFrame frame;
    int mover_count;
} TiledTrack;

/// Adds `shape`, which becomes `object` (not OBJECT_NONE) with its properties as first keys. What
/// is wrong is a message (E631).
void tiled_track_add(TiledTrack *track, const TiledObject *shape, const Object *object);
