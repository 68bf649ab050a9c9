/// One lap as time by distance, to see where another lap gains and loses.
///
/// Distance is along the track, not along what the car drove: metres along the centre line of the
/// first ribbon from the finish line, or along the car's racing line where no ribbon carries all
/// gates. On a sprint they count from where the road, or else the line, begins.
#pragma once

#include "race/race.h"

enum {
    LAP_TRACE_MAX = 10 * 60 * RACE_TICKS_PER_SECOND, ///< Points of a lap; longer ones are cut.
};

typedef struct LapPoint {
    double t; ///< s since the lap began.
    float s;  ///< m
} LapPoint;

/// An owner; ended by lap_trace_destroy. The zero value is an empty lap.
typedef struct LapTrace {
    LapPoint *points; ///< Rising `s`: where a car rolls back, nothing is added until it is past.
    int count, capacity;
    bool cut;     ///< Points are missing.
    double lap_s; ///< Once the lap is complete; 0 before.
} LapTrace;

/// Length (m) of one lap as car `car` of `data` counts it; of a sprint, how far the finish is.
float lap_length(const RaceData *data, int car);

/// How far (m) car `car` is past the finish line, from just below 0 (on the grid) to just above
/// lap_length; on a sprint, how far along it. `*hint` is -1 at first; then it is where the last
/// call found the car, from where the next one searches. O(distance moved since).
float lap_distance(const Race *race, int car, int *hint);

/// s that car `car` has been on its lap; negative before GO.
double lap_time(const Race *race, int car);

/// Forgets the points and keeps the memory.
void lap_trace_clear(LapTrace *trace);

/// Adds that the lap was `s` m far after `t` s.
void lap_trace_add(LapTrace *trace, float s, double t);

/// When the lap was `s` m far: exact at its points, straight in between and for 5 m beyond its
/// ends. False where nothing is known. O(log count).
bool lap_trace_time(const LapTrace *trace, float s, double *t);

void lap_trace_destroy(LapTrace *trace);
