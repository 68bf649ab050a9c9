/// The walls of a track while it is built: outlines to be drawn, and convex pieces that collide.
#pragma once

#include "track/track_def.h"

typedef struct WallList {
    Arena *arena;     ///< Of the track: points of walls.
    TrackWall *walls; ///< Room for TRACK_WALLS_ALL.
    int count;
    WallPiece *pieces; ///< Room for TRACK_PIECES_MAX.
    int piece_count;
    bool full; ///< Something had no room and was left out.
} WallList;

enum {
    TRACK_WALLS_ALL = TRACK_WALLS_MAX + TRACK_PIECES_MAX,
};

/// Empty; both arrays live in `scratch`.
WallList wall_list_make(Arena *arena, Arena *scratch);

typedef enum WallResult {
    WALL_ADDED,
    WALL_NO_PARTITION, ///< The outline cannot be parted into convex pieces.
    WALL_NO_ROOM,
} WallResult;

/// Adds a wall. Its outline is checked (validate.h); it is normalised here. A line stands on both
/// sides of its points (`side` 0), or wholly on their left (1) or right (-1).
WallResult wall_list_add(WallList *list, const WallDef *def, int side);
