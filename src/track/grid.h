/// Starting places: as the file has them, or laid out along the first ribbon.
#pragma once

#include "track/road_clear.h"
#include "track/track_def.h"

/// Fills the slots; needs gates and wall pieces. False where none can be laid out. `clear` is as
/// for gates_make.
///
/// An automatic grid stands behind the finish, or at the beginning of an open ribbon; as a whole so
/// much farther along the road that no slot the author asked for stands on a crossing, where a
/// branch leaves or in a wall. It goes on backwards for up to TRACK_SLOTS_MAX slots, and ends where
/// a further one would stand in a wall, on another slot or past the whole lap.
bool grid_make(const TrackDef *def, const RoadClear *clear, Track *track);

/// m that the last wanted row of an automatic grid stands behind the first.
float grid_depth(const GridDef *grid);

/// Whether all wanted slots of an automatic grid with its pole at `pole` m along the first ribbon
/// are clear of crossings and walls.
bool grid_is_clear(const GridDef *grid, const RoadClear *clear, float pole);

/// Where the pole stands on an open first ribbon, m along it.
float grid_open_pole(const GridDef *grid, const RoadClear *clear);
