/// The strips of all ribbons (road and shoulders) in a uniform grid: is a point on another road?
#pragma once

#include "track/track.h"

/// One stretch of a ribbon, from sample `sample` to the next.
typedef struct RoadStretch {
    int ribbon, sample;
} RoadStretch;

typedef struct RoadGrid {
    const Ribbon *ribbons;
    int ribbon_count;
    vec2s low;  ///< m
    float cell; ///< m
    int columns, rows;
    const int *cell_start; ///< columns * rows + 1 entries into `stretches`.
    const RoadStretch *stretches;
} RoadGrid;

/// Lives in `arena`; `ribbons` must outlive it. Ribbons without samples are skipped.
RoadGrid road_grid_make(const Ribbon *ribbons, int count, Arena *arena);

/// The stretches whose strip may hold `point`, as a run of `*count` entries.
const RoadStretch *road_grid_at(const RoadGrid *grid, vec2s point, int *count);

/// Whether `point`, which belongs to `place` of ribbon `own`, that is `place.offset` m beside it,
/// lies on the road or shoulder of another ribbon or of another part of its own, by more than a few
/// centimetres. In one bend the other part counts as far as its walls stand.
bool road_grid_covers(const RoadGrid *grid, vec2s point, int own, RibbonPlace place);

/// Whether `point` lies on a road, shoulders left out.
bool road_grid_on_road(const RoadGrid *grid, vec2s point);

/// Whether `point`, which lies on ribbon `own` at `s` (m), lies on the road of another ribbon or of
/// another part of its own too, shoulders left out: on a crossing, or where a branch leaves.
bool road_grid_crosses(const RoadGrid *grid, vec2s point, int own, float s);

/// The directions (unit) in which the first ribbon runs at `point`, shoulders left out: of its
/// first `max` stretches there. None where another ribbon lies there too: a branch may be written
/// either way.
int road_grid_directions(const RoadGrid *grid, vec2s point, vec2s *out, int max);

/// How far apart two places of a ribbon are along it, m.
float ribbon_gap(const Ribbon *ribbon, float s_a, float s_b);

/// How far the place `s` of a ribbon is from its stretch `i`, m along it; 0 on it. Samples of a
/// straight may lie far apart.
float ribbon_gap_to_stretch(const Ribbon *ribbon, int i, float s);
