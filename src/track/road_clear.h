/// Where along the first road a finish or a grid may stand: not on a crossing, not where a branch
/// leaves or runs beside it, not in a wall.
#pragma once

#include "collision/wall_grid.h"
#include "track/branch_stretch.h"
#include "track/road_grid.h"

/// What is asked. It refers to the track, whose ribbons and walls must be built.
typedef struct RoadClear {
    const Track *track;
    const RoadGrid *roads;
    const WallGrid *walls;
    BranchStretch branches[TRACK_RIBBONS_MAX];
    int branch_count;
} RoadClear;

/// `roads` and `walls` are the grids over the ribbons of `track`, the first of which is built, and
/// over its wall pieces.
RoadClear road_clear_make(const Track *track, const RoadGrid *roads, const WallGrid *walls);

/// Whether no other road lies on the first one from `from` to `to` (m along it, `to` the larger).
/// Looks at every 2 m.
bool road_clear_stretch(const RoadClear *clear, float from, float to);

/// Whether a finish may lie at `s`: no branch runs beside it, and no wall stands on the road there.
bool road_clear_line(const RoadClear *clear, float s);

/// Whether a car may start from `slot`, which stands at `place` of the road and in no wall
/// (slot_depth): clear of other roads, and for 10 m ahead along the road no wall in its way.
bool road_clear_slot(const RoadClear *clear, const TrackSlot *slot, RibbonPlace place);
