/// Where the centre of a car may go on its way round a track: a centre line and how far to either
/// side of it the car fits between walls and bad ground.
#pragma once

#include "dynamics/car.h"
#include "race/gate_path.h"

enum {
    CORRIDOR_POINTS_MAX = 4000
};

/// m that the flank of a car keeps from walls, and where no way is that wide. With the least a car
/// 2.1 m wide passes where the check of tracks finds a way (2.3 m).
#define CAR_MARGIN       0.5f
#define CAR_MARGIN_LEAST 0.06f

static inline WayRoom car_room(float width) {
    return (WayRoom){0.5f * width + CAR_MARGIN, 0.5f * width + CAR_MARGIN_LEAST};
}

typedef struct CorridorPoint {
    vec2s center;    ///< m
    vec2s left;      ///< Unit, to the driver's left.
    float low, high; ///< m along `left` from `center`, low < high; neither needs to hold 0.
    float most;      ///< m/s that the author of a line wants here at most, else INFINITY.
} CorridorPoint;

/// Evenly spaced along its centre line.
typedef struct Corridor {
    CorridorPoint *points;
    int count;
    bool open;                    ///< It does not come back to its start: a sprint's.
    float step;                   ///< m between centres, about 2; up to 4000 points, then longer.
    int gate_at[TRACK_GATES_MAX]; ///< Point just before each gate.
} Corridor;

/// The corridor along ribbon 0 for a car `width` m wide: as far as the road and the kerb reach,
/// walls, zones and gates' posts permitting. Open along an open ribbon. It keeps CAR_MARGIN from
/// walls, down to CAR_MARGIN_LEAST where there is no other way. False where there is no ribbon, or
/// walls or gates leave no way along it. The result lives in `arena`.
bool corridor_of_ribbon(const Track *track, const WallGrid *walls, const Ground *ground,
                        float width, Arena *arena, Corridor *out);

/// A line to make a corridor along.
typedef struct CorridorLine {
    const vec2s *points; ///< m
    const float *most;   ///< m/s from each point on, INFINITY for no limit; NULL: none anywhere.
    const int *gate_at;  ///< Point at each gate of the track, in rising order.
    int count;
    bool open;
} CorridorLine;

/// The corridor along a line, `reach` m to either side where that is free.
bool corridor_of_line(const CorridorLine *line, float reach, const Track *track,
                      const WallGrid *walls, const Ground *ground, float width, Arena *arena,
                      Corridor *out);

/// The corridor of a track without a ribbon: a path through the gates on a grid, smoothed inside
/// its clearance, and what is free within 3 m beside it. Of a `sprint` it leads from the first slot
/// to the finish.
bool corridor_of_gates(const Track *track, const WallGrid *walls, const Ground *ground, float width,
                       bool sprint, Arena *arena, Corridor *out);
