/// Compares two set-ups on the same inputs: each drives one recorded lap again, alone on the track.
///
/// Each step of both runs gets the input of the recorded step, whatever the car makes of it. A run
/// ends where its lap is complete, where the car is put back on the road, or where the inputs end.
/// So a slower car may stop short of the line.
#pragma once

#include "replay/lap_record.h"
#include "replay/lap_trace.h"

enum {
    COMPARE_POINTS_MAX = 8000, ///< Of a comparison: a metre apart on tracks up to 8 km.
};

/// The car after a step.
typedef struct ComparePose {
    vec2s position; ///< m
    float angle;    ///< rad
    float speed;    ///< m/s
    float s;        ///< m along the track (replay/lap_trace.h)
} ComparePose;

/// The first time that something happened; `happened` false: never.
typedef struct CompareEvent {
    bool happened;
    double t; ///< s since the lap began.
    float s;  ///< m along the track.
    vec2s at; ///< m, where the car then is.
} CompareEvent;

typedef struct CompareRun {
    ComparePose *poses; ///< `count` of them: the start, then one after each step of RACE_DT.
    int count;
    double t0;        ///< s since the lap began, of the first pose: less than a step.
    LapTrace trace;   ///< Time by distance.
    double lap_s;     ///< 0: the lap was not completed.
    CompareEvent off; ///< No wheel is on the road or its kerbs any more.
    CompareEvent hit; ///< It hit a wall.
} CompareRun;

/// Both at the same place of the track.
typedef struct ComparePoint {
    float s;           ///< m
    double t[2];       ///< s since the lap began.
    double delta;      ///< s, t[1] - t[0]: positive where the second is behind.
    ComparePose at[2]; ///< Straight between two steps.
} ComparePoint;

/// An owner; ended by compare_destroy. The zero value is empty.
typedef struct Comparison {
    CompareRun runs[2];
    ComparePoint *points; ///< By rising `s`, `step` m apart, as far as both came.
    int count;
    float step;
    Arena arena; ///< Of poses and points.
} Comparison;

/// Drives `lap` again with each of `models`. `data` and `car` are those of the race it was recorded
/// in. A pure function; about half a millisecond for each second of the lap.
Comparison compare_make(const LapRecord *lap, const RaceData *data, int car,
                        const CarModel models[2]);

/// Where run `run` (0 or 1) is `t` s after the lap began, for a ghost: the nearest pose before its
/// start and after its end.
ComparePose compare_pose(const Comparison *comparison, int run, double t);

/// `delta` at `s` m along the track, straight between points; false where not both have come there.
bool compare_delta(const Comparison *comparison, float s, double *delta);
void compare_destroy(Comparison *comparison);
