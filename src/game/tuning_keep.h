/// What a tuner has changed and not saved, kept on disk: a crash or a closed window loses nothing.
///
/// One file for A and one for B, `<state>/unsaved/<car>-a.car.yaml`: a car like any other, for
/// --car=.
#pragma once

#include "base/directories.h"
#include "game/game_state.h"

/// The zero value has kept nothing.
typedef struct TuningKeep {
    CarParams kept[2];    ///< What is safe of A and B: loaded, saved or kept.
    CarParams seen[2];    ///< As they were in the last frame.
    double changed_s;     ///< Time of the game at which they were last seen to change.
    bool written[2];      ///< A file of A, of B was written by this program.
    bool failed;          ///< The last try to write one failed, which was told.
    char car[PATH_LIMIT]; ///< Which car this is about.
    bool looked;          ///< Whether an earlier run has left numbers of it was looked for, and
    bool left[2];         ///< of A, of B some were found:
    CarParams earlier[2]; ///< these.
} TuningKeep;

/// A frame; writes what has been left alone for a few seconds, or, `at_end`, all. What can not be
/// written is told once on stderr. Nothing is written while A and B are as loaded.
void tuning_keep(TuningKeep *keep, const Game *game, bool at_end);

/// Set-up `setup` has been saved as a car: its file goes.
void tuning_keep_saved(TuningKeep *keep, const Game *game, int setup);

/// Looks once a car whether an earlier run has left numbers of the one that is driven. True where
/// this call found some; `path` (PATH_LIMIT bytes) is then one file of them.
bool tuning_keep_find(TuningKeep *keep, const Game *game, char *path);

/// What was found goes into A and B, which is what the caller has to tell the running car. True
/// where the set-up that is driven is one of them.
bool tuning_keep_restore(TuningKeep *keep, Game *game);

/// What was found is deleted.
void tuning_keep_forget(TuningKeep *keep, const Game *game);
