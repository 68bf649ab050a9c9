/// A lap out of a replay, found by driving the replay again: the proof of a time, and a ghost.
#pragma once

#include "replay/ghost.h"
#include "session/session.h"

#include <stdatomic.h>
#include <stdio.h>

/// Steps x cars of a replay that is driven again without much thought: eight hours of one car, some
/// 15 s of work.
#define DRIVEN_LAP_STEPS_MAX ((uint64_t)8 * 3600 * RACE_TICKS_PER_SECOND)

/// Which lap is asked for.
typedef struct DrivenLapWish {
    int car;   ///< Of the replay; -1: of any car.
    int index; ///< 0 the first; -1: the fastest that a person drove, whole, unchanged and unmarked.
    uint64_t steps_max; ///< Longer replays are not driven; 0: DRIVEN_LAP_STEPS_MAX.
} DrivenLapWish;

/// An owner; ended by driven_lap_destroy.
typedef struct DrivenLap {
    GhostLap ghost;
    int car, index;
    bool fair; ///< A person drove all of it, without a change to the car or its place.
    bool marked, marked_race; ///< By the rules (lap_is_marked), the lap and some lap of the race.
    double race_s;            ///< Of the car's whole race; 0 where it did not drive it whole.
    bool fair_race;           ///< The same of all its laps.
    CarModel model;           ///< As at the end of the lap.
    Hash128 car_hash;         ///< Of that.
    Hash128 track_hash;       ///< As it was driven.
    bool reverse;
    int laps; ///< Of the race.
    char car_name[CAR_NAME_MAX];
} DrivenLap;

typedef enum DrivenLapResult {
    DRIVEN_LAP_FOUND,
    DRIVEN_LAP_NONE,     ///< It plays back, and there is no such lap.
    DRIVEN_LAP_DIFFERS,  ///< It does not play back.
    DRIVEN_LAP_UNOPENED, ///< Its track or a car has changed or is missing.
    DRIVEN_LAP_TOO_LONG,
    DRIVEN_LAP_STOPPED,
} DrivenLapResult;

/// Drives `replay` again and looks for a lap. `file`: its name, beside which tracks and cars may
/// lie (recording_open). Says on `why` what is wrong. Ends soon after `*stop` (may be NULL) is set.
/// On any other result than DRIVEN_LAP_FOUND there is nothing to end. Takes as long as
/// recording_play.
DrivenLapResult driven_lap_find(const char *data, const char *file, const Replay *replay,
                                DrivenLapWish wish, const atomic_bool *stop, DrivenLap *out,
                                FILE *why);

/// The best of MEDAL_LAPS laps of the driver of `medal`, alone on `track` with `car`: the lap that
/// medal_drive takes its time from. `numbers`: as in SessionDef. False where there is none, or
/// `*stop` (may be NULL) was set.
bool driven_lap_of_medal(const char *data, const char *track, bool reverse, const char *car,
                         const char *numbers, Medal medal, const atomic_bool *stop, DrivenLap *out);

void driven_lap_destroy(DrivenLap *lap);
