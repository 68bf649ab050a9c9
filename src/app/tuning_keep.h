/// What a tuner has changed and not saved, kept on disk: a crash or a closed window loses nothing.
///
/// One file for A and one for B, `<state>/unsaved/<car>-a.car.yaml`: a car like any other, for
/// --car=.
#pragma once

#include "app/game.h"
#include "base/directories.h"

/// The zero value has kept nothing.
typedef struct TuningKeep {
    CarParams kept[2];    ///< What is safe of A and B: loaded, saved or kept.
    CarParams seen[2];    ///< As they were in the last frame.
    double changed_s;     ///< Time of the game at which they were last seen to change.
    bool written[2];      ///< A file of A, of B was written by this program.
    char car[PATH_LIMIT]; ///< Which car this is about.
} TuningKeep;

/// A frame; writes what has been left alone for a few seconds, or, `at_end`, all. What can not be
/// written is told once on stderr. Nothing is written while A and B are as loaded.
void tuning_keep(TuningKeep *keep, const Game *game, bool at_end);

/// Set-up `setup` has been saved as a car: its file goes.
void tuning_keep_saved(TuningKeep *keep, const Game *game, int setup);

/// Where an earlier run has left numbers of the car that is driven, into `path` (PATH_LIMIT bytes);
/// false where it has not.
bool tuning_keep_found(const TuningKeep *keep, const Game *game, char *path);
