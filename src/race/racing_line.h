/// The line a car should drive round a track and how fast: a pure function of track and car.
#pragma once

#include "dynamics/car.h"
#include "track/ground.h"

typedef struct LinePoint {
    vec2s point;       ///< m
    vec2s tangent;     ///< Unit.
    float s;           ///< m from the start.
    float curvature;   ///< 1/m, left positive.
    float speed;       ///< m/s that the car can hold here, with a little left for braking.
    float left, right; ///< m of free way to either side of the line for the car's centre.
} LinePoint;

/// Closed, about evenly spaced. Lives in the arena given to racing_line_make.
typedef struct RacingLine {
    LinePoint *points;
    int count;
    float length; ///< m
    float lap_s;  ///< s of an ideal lap, at every limit of the car at once: the yardstick.
} RacingLine;

/// Minimum curvature inside the drivable width of ribbon 0; without a ribbon, the shortest way
/// through the gates on a grid of free cells, smoothed inside its clearance. Then a speed profile
/// by the car's grip, power, brakes and downforce on the surfaces it runs over. False where no way
/// is found (a gate cannot be reached).
bool racing_line_make(const Track *track, const WallGrid *walls, const Ground *ground,
                      const CarModel *model, Arena *arena, RacingLine *out);

/// Index of the point nearest to `position`, walking from `hint`; -1 searches all.
int racing_line_locate(const RacingLine *line, vec2s position, int hint);
