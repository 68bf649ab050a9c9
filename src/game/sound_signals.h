/// The signals that the game itself gives: menus, people who come and go, records and medals. Seen
/// from outside, by what has changed since the last frame, so that no screen knows of sound.
#pragma once

#include "audio/cue_list.h"
#include "game_state/game_state.h"

/// What stood there in the last frame. The zero value has seen nothing.
typedef struct SoundSignals {
    bool begun;
    int depth, focus;
    GameScreen screen;
    int people; ///< Who sit or wait.
    Settings settings;
    RaceChoice choice;
    CarPick pick;
    uint64_t races;
    double record_s[SEATS_MAX]; ///< By seat: the best lap so far ...
    double lap_s[SEATS_MAX];    ///< ... and the best ones of this race that were kept.
    double race_s[SEATS_MAX];
} SoundSignals;

/// To be called each frame, after it; adds to `list`.
void sound_signals_frame(SoundSignals *last, const Game *game, CueList *list);
