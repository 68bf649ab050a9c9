/// A drivable way through the gates of a track without a road: shortest path on a grid of cells.
#pragma once

#include "track/ground.h"

/// Closed: the last point leads on to the first. Steps are about a cell long and still ragged.
typedef struct GatePath {
    vec2s *points; ///< m
    int count;
    int gate_at[TRACK_GATES_MAX]; ///< Index of the point at each gate.
} GatePath;

/// Finds a way from the finish through every gate, forwards, in order, and back. A cell is free
/// where the nearest wall is at least `clearance` m away and the surface does not put cars back.
/// Cells measure 1 m (half of it where that finds no way), more where the track would need more
/// than 4 million. False where a gate cannot be reached. A* with lazy cell costs; the result lives
/// in `arena`.
bool gate_path_find(const Track *track, const WallGrid *walls, const Ground *ground,
                    float clearance, Arena *arena, GatePath *out);
