/// Where the centre of a car may go on its way round a track: a centre line and how far to either
/// side of it the car fits between walls and bad ground.
#pragma once

#include "line/spot.h"

enum {
    CORRIDOR_POINTS_MAX = 4000, ///< Mostly enough, and then cheap.
    CORRIDOR_POINTS_FINE = 32000
};

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
    float step;                   ///< m between centres: 1 to 2; more where the points are too few.
    int gate_at[TRACK_GATES_MAX]; ///< Point just before each gate.
} Corridor;

/// How many points a corridor of `length` m takes with no more than 2 m between them.
int corridor_points_wanted(float length);

/// The corridor along ribbon 0 for the car of `scan`, of at most `points_max` points: as far as the
/// road and the kerb reach, walls, zones and gates' posts permitting. Open along an open ribbon. It
/// keeps CAR_MARGIN from walls, down to CAR_MARGIN_LEAST where there is no other way. False where
/// there is no ribbon, or walls or gates leave no way along it. The result lives in `arena`.
bool corridor_of_ribbon(const SpotScan *scan, int points_max, Arena *arena, Corridor *out);

/// A line to make a corridor along.
typedef struct CorridorLine {
    const vec2s *points; ///< m
    const float *most;   ///< m/s from each point on, INFINITY for no limit; NULL: none anywhere.
    const int *gate_at;  ///< Point at or just before each gate of the track.
    int count;
    bool open;
} CorridorLine;

float corridor_line_length(const CorridorLine *line);

/// The corridor along a line, `reach` m to either side where that is free.
bool corridor_of_line(const CorridorLine *line, float reach, const SpotScan *scan, int points_max,
                      Arena *arena, Corridor *out);

/// The line itself, all its corners, without any room beside it: for where nothing else is known to
/// lead through. Its points are not even; gate_at is not set.
void corridor_on_line(const CorridorLine *line, Arena *arena, Corridor *out);
