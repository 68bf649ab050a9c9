/// Records the race that people drive as a replay, while it goes on.
///
/// Whatever changes the race between two steps is told here: other numbers, a dropped car, a lap
/// that does not count, a rewind. No replay can hold a file that was read again: that ends the
/// recording, and what was recorded so far stays good.
#pragma once

#include "session/session.h"

enum {
    RECORDER_WHY_MAX = 96
};

/// An owner; ended by recorder_destroy. The zero value records nothing.
typedef struct Recorder {
    Replay replay;
    bool begun;                 ///< There is a recording.
    bool on;                    ///< It goes on.
    uint32_t saved_ticks;       ///< Ticks of it that were saved last; 0 none.
    char why[RECORDER_WHY_MAX]; ///< Why it has ended: "mine.car.yaml was read again"; else empty.
} Recorder;

void recorder_destroy(Recorder *recorder);

/// Begins a recording of a race at its start (session_begin_replay). An earlier recording is gone.
void recorder_start(Recorder *recorder, const Session *session);

/// Records the step just made with `inputs`.
void recorder_step(Recorder *recorder, const Race *race, const CarInput *inputs);

/// Car `car` is about to get the numbers `to`, of set-up `setup` (0 = A, 1 = B).
void recorder_numbers(Recorder *recorder, const Race *race, int car, const CarParams *to,
                      int setup);

/// One car more is about to join the race: the session's last (session_add_car).
void recorder_join(Recorder *recorder, const Session *session);

/// Car `car` is put at `position` (m) with heading `angle` (rad) by teleport_put.
void recorder_put(Recorder *recorder, const Race *race, int car, vec2s position, float angle);

/// The best lap of car `car` was set back to what it is now.
void recorder_best(Recorder *recorder, const Race *race, int car);

/// The race has gone back to an earlier tick, exactly as it then was.
void recorder_rewound(Recorder *recorder, const Race *race);

/// The recording ends where it stands. `hash`: race_hash then.
void recorder_end(Recorder *recorder, uint64_t hash, const char *why);

/// Makes the replay ready to be packed: where it still goes on, its last hash is that of `race`.
void recorder_close(Recorder *recorder, const Race *race);
