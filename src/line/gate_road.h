/// The way from gate to gate where no road leads: a path on a grid, pulled straight.
#pragma once

#include "line/gate_path.h"

/// Finds the way round (gate_path_find) for the car of `scan` and smooths it inside its clearance.
/// The path of a `sprint` goes on behind the finish as far as that is free, so that cars can stop.
/// False where a gate cannot be reached: `trouble` (may be NULL) says where. The result lives in
/// `arena`.
bool gate_road_make(const WaypointScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                    GatePath *out, GateTrouble *trouble);
