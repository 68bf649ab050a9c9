/// Makes the racing line: a pure function of track and car.
#pragma once

#include "base/progress.h"
#include "line/gate_path.h"
#include "line/racing_line.h"
#include "vehicle/car.h"

/// The author's first closed line where the track has one that passes all gates, and no faster than
/// it says. Else minimum curvature inside the drivable width of ribbon 0; without a ribbon, the
/// shortest way through the gates on a grid of free cells, smoothed inside its clearance. Then a
/// speed profile by the car's grip, power, brakes and downforce on the surfaces it runs over,
/// slower where walls are nearer than CAR_MARGIN. A track that is driven once (laps: 1) may be a
/// sprint, whose line is open. False where no way is found (a gate cannot be reached): `trouble`
/// (may be NULL) says where the search ended. `progress` is told how far the work is: a road of 5
/// km takes 50 ms, a maze of 2 km2 seconds.
bool racing_line_make(const Track *track, const WallGrid *walls, const Ground *ground,
                      const CarModel *model, ProgressPart progress, Arena *arena, RacingLine *out,
                      GateTrouble *trouble);
