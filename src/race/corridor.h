/// Where the centre of a car may go on its way round a track: a centre line and how far to either
/// side of it the car fits between walls and bad ground.
#pragma once

#include "dynamics/car.h"
#include "track/ground.h"

enum {
    CORRIDOR_POINTS_MAX = 4000
};

typedef struct CorridorPoint {
    vec2s center;    ///< m
    vec2s left;      ///< Unit, to the driver's left.
    float low, high; ///< m along `left` from `center`, low < high; neither needs to hold 0.
} CorridorPoint;

/// Closed, evenly spaced along its centre line.
typedef struct Corridor {
    CorridorPoint *points;
    int count;
    float step;                   ///< m between centres, about 2; up to 4000 points, then longer.
    int gate_at[TRACK_GATES_MAX]; ///< Point just before each gate.
} Corridor;

/// The corridor along ribbon 0 for a car `width` m wide: as far as the road and the kerb reach,
/// walls, zones and gates' posts permitting. False where there is no closed ribbon, or walls or
/// gates leave no way along it. The result lives in `arena`.
bool corridor_of_ribbon(const Track *track, const WallGrid *walls, const Ground *ground,
                        float width, Arena *arena, Corridor *out);

/// The corridor along a closed line of `count` points, `reach` m to either side where that is free.
/// `gate_at` holds the point at each gate.
bool corridor_of_line(const vec2s *line, int count, const int *gate_at, float reach,
                      const Track *track, const WallGrid *walls, const Ground *ground, float width,
                      Arena *arena, Corridor *out);

/// The corridor of a track without a ribbon: a path through the gates on a grid, smoothed inside
/// its clearance, and what is free within 3 m beside it.
bool corridor_of_gates(const Track *track, const WallGrid *walls, const Ground *ground, float width,
                       Arena *arena, Corridor *out);
