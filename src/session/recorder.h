/// The race that people drive, taken down as a replay while it goes on.
///
/// All that changes the race beside its steps is told here: other numbers, a dropped car, a lap
/// that does not count, a rewind. What no replay can hold (a file that was read again) ends the
/// recording; what it holds so far stays good.
#pragma once

#include "session/session.h"

enum {
    RECORDER_WHY_MAX = 96
};

/// An owner; ended by recorder_destroy. The zero value records nothing.
typedef struct Recorder {
    Replay replay;
    bool begun;                 ///< There is a recording,
    bool on;                    ///< and it goes on.
    uint32_t saved_ticks;       ///< How much of it was kept last; 0 nothing.
    char why[RECORDER_WHY_MAX]; ///< Why it does not: "mine.car.yaml was read again"; else empty.
} Recorder;

void recorder_destroy(Recorder *recorder);

/// Begins anew with a race at its start; its track and cars are named so that they are found again
/// from any folder. An earlier recording is gone.
void recorder_start(Recorder *recorder, const Session *session);

/// Takes down the step just made with `inputs`.
void recorder_step(Recorder *recorder, const Race *race, const CarInput *inputs);

/// Car `car` is about to get the numbers `to`, of set-up `setup` (0 = A, 1 = B).
void recorder_numbers(Recorder *recorder, const Race *race, int car, const CarParams *to,
                      int setup);

/// Car `car` is put at `position` (m) with heading `angle` (rad) by teleport_put.
void recorder_put(Recorder *recorder, const Race *race, int car, vec2s position, float angle);

/// The best lap of car `car` was set back to what it is now.
void recorder_best(Recorder *recorder, const Race *race, int car);

/// The race has gone back to an earlier tick, exactly as it then was.
void recorder_rewound(Recorder *recorder, const Race *race);

/// The recording ends where it stands. `hash`: race_hash then.
void recorder_end(Recorder *recorder, uint64_t hash, const char *why);

/// Makes the replay fit to be packed: its last hash is that of `race`, where it still goes on.
void recorder_close(Recorder *recorder, const Race *race);
