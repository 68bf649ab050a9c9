/// Objects of a Tiled map put where they belong in the tree of a track.
///
/// Private to src/import/.
#pragma once

#include "import/tiled_object.h"

enum {
    TILED_IDS_MAX = 4000 ///< Names taken as ids; those of later objects are left out.
};

/// What an object or a layer is.
typedef enum TiledKind {
    TILED_KIND_NONE,
    TILED_KIND_ROAD,
    TILED_KIND_WALL,
    TILED_KIND_ZONE,
    TILED_KIND_GATE,
    TILED_KIND_FINISH,
    TILED_KIND_GRID,
    TILED_KIND_PROP,
    TILED_KIND_MOVER,
    TILED_KIND_SCENERY,
    TILED_KIND_TREE,
    TILED_KIND_LINE,
    TILED_KIND_COUNT
} TiledKind;

/// An object with a number, before it is put in order.
typedef struct TiledNumbered {
    int number, order;
    YamlNode *node;
} TiledNumbered;

typedef struct TiledNumberedList {
    TiledNumbered *items;
    int count, capacity;
} TiledNumberedList;

/// The lists of a track as they grow.
typedef struct TiledTrack {
    const char *file;
    Arena *arena;
    MessageList *messages;
    const YamlNode *map; ///< All of it: objects name others.
    TiledFrame frame;
    float width;                       ///< m, of roads that have none; 0: the format's.
    YamlNode *lists[TILED_KIND_COUNT]; ///< NULL: nothing yet.
    TiledNumberedList gates, slots;
    YamlNode *finish;
    const char *ids[TILED_IDS_MAX];
    int id_count;
    int mover_count;
} TiledTrack;

/// Adds `object` as a thing of this kind (not TILED_KIND_NONE); `map` holds its properties and
/// becomes its node. What is wrong is a message (E631).
void tiled_track_add(TiledTrack *track, const TiledObject *object, TiledKind kind, YamlNode *map);

/// Sets all that was added in `root`: gates and places on the grid in the order of their numbers.
void tiled_track_finish(TiledTrack *track, YamlNode *root);
