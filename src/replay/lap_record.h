/// A lap that can be driven again: the car as the lap began, and every input since then.
#pragma once

#include "race/race.h"

enum {
    LAP_RECORD_MAX = 10 * 60 * RACE_TICKS_PER_SECOND, ///< Steps; longer laps are not kept.
};

/// Owns its inputs; ended by its recorder. The zero value is no lap.
typedef struct LapRecord {
    Racer racer; ///< At the start, just past the finish line or on the grid at GO.
    Body body;
    uint32_t tick, start_tick; ///< Of the race at that moment, and of its GO.
    CarInput *inputs;          ///< What the car got in each step since then.
    int count, capacity;
    bool begun, whole; ///< Whether its start was seen, and its end at the finish line.
    double lap_s;      ///< Of a whole lap.
} LapRecord;

/// Records the laps of one car, whoever drives it. An owner; made by lap_recorder_begin, ended
/// by lap_recorder_destroy.
typedef struct LapRecorder {
    int car;
    LapRecord now;  ///< The lap under way.
    LapRecord last; ///< The last whole one.
    int lap;        ///< Laps completed so far.
    uint32_t lap_started_tick;
} LapRecorder;

/// Begins to follow car `car` of `race` as it stands. Call it again where a race starts anew.
LapRecorder lap_recorder_begin(const Race *race, int car);

/// Takes in the step just made; true where it ended a whole lap, which is then `last`. After a
/// rewind the lap goes on from there; what was undone is forgotten.
bool lap_recorder_follow(LapRecorder *recorder, const Race *race);
void lap_recorder_destroy(LapRecorder *recorder);
