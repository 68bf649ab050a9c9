/// Where the crates of a battle stand on a track.
#pragma once

#include "ground/ground.h"

#define CRATE_CLEAR      1.5f  ///< m from a crate that was placed by itself to any wall or prop.
#define CRATE_AFTER_GRID 30.0f ///< m ahead of a starting place in which no crate is placed.

/// Those that the file of `track` names. Where it names none: rows of three across the first road,
/// about 250 m apart and at least two, from half of that behind the finish on. A row moves on along
/// its part of the road until all of it is on it, CRATE_CLEAR of walls and props, and
/// CRATE_AFTER_GRID beyond the grid; where it finds no such place it is left out. On a track
/// without roads the rows stand across the gates, up to four of them. Writes at most
/// TRACK_CRATES_MAX positions (m) to `out`; returns how many. Depends on the track alone.
int crate_places_find(const Track *track, const WallGrid *walls, const Ground *ground,
                      vec2s out[TRACK_CRATES_MAX]);
