/// The last lap of the tuned car, driven again by both set-ups with the same inputs.
#pragma once

#include "replay/compare.h"
#include "session/setup.h"

/// An owner; ended by rematch_destroy. The zero value follows nobody.
typedef struct Rematch {
    LapRecorder recorder;
    bool follows;
    Comparison comparison; ///< Of the last one asked for; count 0 none.
    float s;               ///< m along the track, of the car that is followed.
    double t;              ///< s that it has been on its lap.
    int hint;              ///< For lap_distance.
} Rematch;

void rematch_destroy(Rematch *rematch);

/// Follows car `car` of `race`, which begins; -1: nobody. An earlier comparison is gone.
void rematch_start(Rematch *rematch, const Race *race, int car);

/// To be called after each step.
void rematch_follow(Rematch *rematch, const Race *race);

/// Whether there is a whole lap to drive again.
bool rematch_ready(const Rematch *rematch);

/// Drives it again with both set-ups and writes what comes out in a sentence. Half a millisecond
/// for each second of the lap and set-up.
void rematch_run(Rematch *rematch, const Race *race, const Setups *setups, char *text, size_t size);
