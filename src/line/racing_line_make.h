/// Makes the racing line: a pure function of track and car.
#pragma once

#include "base/progress.h"
#include "line/gate_path.h"
#include "line/racing_line.h"
#include "vehicle/car.h"

/// Takes the author's first closed line where the track has one that passes all gates, and its
/// speeds as limits. Else it finds the line of least curvature inside the drivable width of ribbon
/// 0. Without a ribbon it takes the shortest way through the gates on a grid of free cells,
/// smoothed inside its clearance. The speeds follow from the car's grip, power, brakes and
/// downforce on the surfaces under the line; they are lower where walls are nearer than CAR_MARGIN.
/// A track that is driven once (laps: 1) may be a sprint, whose line is open.
///
/// False where no way is found because a gate cannot be reached: `trouble` (may be NULL) says where
/// the search ended. `progress` is told how far the work is: a road of 5 km takes 50 ms, a maze of
/// 2 km2 seconds.
bool racing_line_make(const Track *track, const WallGrid *walls, const Ground *ground,
                      const CarModel *model, ProgressPart progress, Arena *arena, RacingLine *out,
                      GateTrouble *trouble);
