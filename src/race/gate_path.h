/// A drivable way through the gates of a track without a road: shortest path on a grid of cells.
#pragma once

#include "track/ground.h"

/// Closed, unless it is a sprint's: the last point leads on to the first. Steps are about a cell
/// long and still ragged.
typedef struct GatePath {
    vec2s *points; ///< m
    int count;
    int gate_at[TRACK_GATES_MAX]; ///< Index of the point at each gate.
} GatePath;

/// How far (m) the middle of a car keeps from walls.
typedef struct WayRoom {
    float wanted;
    float least; ///< Where no way is wider; at most `wanted`.
} WayRoom;

/// Finds a way from the finish through every gate, forwards, in order, and back; of a `sprint` from
/// the first slot to just past the finish. A cell is free where the nearest wall is at least
/// `room.wanted` m away and the surface does not put cars back. Cells measure 1 m, half of it where
/// that finds no way, more where the track would need more than 4 million. Where that finds none
/// either, ways down to `room.least` are searched for anywhere in the cells, and cost much more.
/// False where a gate cannot be reached. A* with lazy cell costs; the result lives in `arena`.
bool gate_path_find(const Track *track, const WallGrid *walls, const Ground *ground, WayRoom room,
                    bool sprint, Arena *arena, GatePath *out);
