/// A lap as where its car was after each step, to be seen beside another drive.
///
/// It holds poses and no inputs: whoever drove it, among whom and over how many laps before, it is
/// shown by looking up a pose. Exact to the tick: the same inputs give the same poses.
#pragma once

#include "race/race.h"

enum {
    GHOST_TICKS_MAX = 10 * 60 * RACE_TICKS_PER_SECOND, ///< Steps; longer laps are not kept.
};

/// Where a car is.
typedef struct GhostPose {
    vec2s position; ///< m
    float angle;    ///< rad
    float steer;    ///< rad, of the front wheels.
} GhostPose;

/// A lap, an owner; ended by ghost_lap_destroy. The zero value is none.
typedef struct GhostLap {
    GhostPose *poses; ///< First that at the end of the step before the lap began; one a step.
    int count, capacity;
    uint32_t start_tick;             ///< Of its race, where it began ...
    float start_part;                ///< ... and the part of the step that began then, 0 to 1.
    double lap_s;                    ///< 0: it is not complete.
    float sector_s[TRACK_GATES_MAX]; ///< s of the lap at each gate, the finish the last.
} GhostLap;

/// A copy, which owns its poses.
GhostLap ghost_lap_copy(const GhostLap *lap);
void ghost_lap_destroy(GhostLap *lap);

/// Where the ghost is when car `car` of `race` has been on its own lap as long, in the picture at
/// `alpha` (0 to 1) between the last two steps. Blended between two poses; exactly a pose where
/// both laps began at the same part of a step and `alpha` is 0 or 1. False before the lap's start
/// and after its end.
bool ghost_lap_pose(const GhostLap *lap, const Race *race, int car, float alpha, GhostPose *out);

/// Takes down the laps of one car, whoever drives it. An owner; made by ghost_recorder_begin, ended
/// by ghost_recorder_destroy. The zero value follows nobody.
typedef struct GhostRecorder {
    int car;
    GhostLap now;  ///< The lap under way.
    GhostLap last; ///< The last whole one.
    GhostPose before;
    bool begun; ///< The start of the lap under way was seen.
    int lap;    ///< Laps completed so far.
    uint32_t lap_started_tick;
} GhostRecorder;

/// Begins to follow car `car` of `race` as it stands; a lap that is under way is left out. It
/// follows a race that only goes forward.
GhostRecorder ghost_recorder_begin(const Race *race, int car);

/// To be called after each step; true where it ended a whole lap, which is then `last`.
bool ghost_recorder_follow(GhostRecorder *recorder, const Race *race);
void ghost_recorder_destroy(GhostRecorder *recorder);
