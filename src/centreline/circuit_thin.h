/// Leaves out points of a circuit.
#pragma once

#include "centreline/circuit_line.h"

/// What may be left out, and how far the road may move by it.
typedef struct ThinRules {
    bool keep_points; ///< All points stay. Others are added where the width needs them.
    float tolerance;  ///< m that the centre line and the half-widths may move.
} ThinRules;

/// Picks points for a smooth curve that follows `line`, with the half-widths of `line`. They are
/// the first of `points`, through which `line` was made, as few others of them as will do, and
/// samples of the line where those are too far apart. Returns `*out_count` points, in `arena`.
CircuitPoint *circuit_thin(const CircuitLine *line, const CircuitPoint *points, int count,
                           ThinRules rules, Arena *arena, int *out_count);
