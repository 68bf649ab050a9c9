/// From the points of a ribbon to its samples: line, widths, edges, shoulders, kerbs.
#pragma once

#include "track/track_def.h"

/// About how many samples ribbon_build will make of `def`; computed from the points alone.
double ribbon_estimate(const RibbonDef *def);

/// Samples the centre line to 4 cm chord error and 6 m steps, and lays out edges, shoulders and
/// kerbs along it. The samples live in `arena`. False where fewer than 2 samples (3 when closed)
/// come of it. Shoulders and gaps change their width by at most 1 m in 2 m along the road, whatever
/// the sections say, so that no wall stands across a car's path.
bool ribbon_build(const RibbonDef *def, Arena *arena, Ribbon *out);

/// Makes the widths of a verge, one a sample, no more than a neighbour's plus 1 m in 2 m of road.
/// They stand `stride` bytes apart, from `first` on.
void ribbon_limit_slope(const Ribbon *ribbon, float *first, size_t stride);

/// Where the wall of side `side` (0 left, 1 right) stands at sample `i`: metres from the centre
/// line, square to it. Also where there is none.
float ribbon_wall_offset(const Ribbon *ribbon, int i, int side);

/// The point `offset` m from sample `i` toward `side`; at a corner of a sharp ribbon on the mitre.
vec2s ribbon_side_point(const Ribbon *ribbon, int i, int side, float offset);
