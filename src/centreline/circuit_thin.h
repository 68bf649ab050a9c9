/// Fewer points for the same circuit.
#pragma once

#include "centreline/circuit_line.h"

/// What may be left out, and how far the road may move by it.
typedef struct ThinRules {
    bool keep_points; ///< All points stay; others are only added, where the width needs them.
    float tolerance;  ///< m that the centre line and the half-widths may be off.
} ThinRules;

/// Points for the smooth curve that follows `line`, which was made through `points`, and its
/// half-widths (those of `line`, not of `points`): the first of `points`, as few others of them as
/// will do, and samples of the line where those are too far apart. Lives in `arena`; `*out_count`
/// of them.
CircuitPoint *circuit_thin(const CircuitLine *line, const CircuitPoint *points, int count,
                           ThinRules rules, Arena *arena, int *out_count);
