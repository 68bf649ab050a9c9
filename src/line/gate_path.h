/// A drivable way through the gates of a track without a road: shortest path on a grid of cells.
#pragma once

#include "base/progress.h"
#include "line/waypoint.h"

/// Closed, unless it is a sprint's: the last point leads on to the first. Steps are about a cell
/// long and still ragged.
typedef struct GatePath {
    vec2s *points; ///< m
    int count;
    int gate_at[TRACK_GATES_MAX]; ///< Index of the point at each gate, which lies on its line.
} GatePath;

/// Where the search for a way round ended.
typedef struct GateTrouble {
    int from, to; ///< Gates that no way was found between; `from` is -1 for the first slot.
    vec2s at;     ///< m: the place that comes nearest to gate `to`.
} GateTrouble;

/// Finds a way from the finish through every gate, forwards, in order, and back; of a `sprint` from
/// the first slot to just past the finish. Between two gates it crosses neither of them, in no
/// direction; others do not matter there. A cell is free where the car of `scan` keeps CAR_MARGIN
/// to the nearest wall and the surface does not put cars back. Cells measure 1 m, half of it where
/// that finds no way, more where the track would need more than 4 million. Where that finds none
/// either, ways down to CAR_MARGIN_LEAST are searched for anywhere in the cells, and cost much
/// more. False where a gate cannot be reached: `trouble` (may be NULL) says where. A* with lazy
/// cell costs, to many places along each gate; the result lives in `arena`.
bool gate_path_find(const WaypointScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                    GatePath *out, GateTrouble *trouble);
