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

/// Finds a way from the finish through every gate, forwards and in order, and back to the finish;
/// of a `sprint` from the first slot to just past the finish. On its way between two gates it
/// crosses neither of the two, in either direction. Other gates do not matter there. False where a
/// gate cannot be reached: `trouble` (may be NULL) says where. The result lives in `arena`.
///
/// It is A* over cells whose costs are found when they are asked for, to many places along each
/// gate. A cell is free where the car of `scan` keeps CAR_MARGIN to the nearest wall and the
/// surface does not put cars back. Cells measure 1 m, and 0.5 m where that finds no way; they are
/// larger where the track would need more than 4 million. Where there still is no way, the search
/// takes places with no more than CAR_MARGIN_LEAST as well, anywhere in the cells. They cost much
/// more.
bool gate_path_find(const WaypointScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                    GatePath *out, GateTrouble *trouble);
