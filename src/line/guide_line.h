/// The guide line: the racing line that the author of a track suggests.
#pragma once

#include "line/corridor.h"

typedef struct GuideLine {
    CorridorLine line; ///< Begins just behind the finish.
    Track track;       ///< A copy of the track whose gates have the one line each that the guide
                       ///< crosses; not to be destroyed.
} GuideLine;

/// The first closed line of `track` as a curve through its points, with the speeds that it gives.
/// Between two points with a speed it changes linearly; beside a point without one, a speed holds
/// half-way. False where there is no such line, or it does not cross all gates forwards and in
/// order. Lives in `arena`.
bool guide_line_make(const Track *track, Arena *arena, GuideLine *out);
