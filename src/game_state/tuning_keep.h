/// Keeps numbers that a tuner has changed and not saved on disk: a crash or a closed window loses
/// none.
///
/// One file for A and one for B, `<state>/unsaved/<car>-a.car.yaml`: a car like any other, for
/// --car=.
#pragma once

#include "base/directories.h"
#include "game_state/game_state.h"

/// The zero value has kept nothing.
typedef struct TuningKeep {
    CarParams kept[2];    ///< A and B as they were last loaded, saved or kept.
    CarParams seen[2];    ///< As they were in the last frame.
    double changed_s;     ///< Time of the game at which they were last seen to change.
    bool written[2];      ///< This program has written a file of A, of B.
    bool failed;          ///< The last try to write one failed, which was told.
    char car[PATH_LIMIT]; ///< Which car this is about.
    bool looked;          ///< tuning_keep_find has looked for this car.
    bool left[2];         ///< An earlier run has left numbers of A, of B.
    CarParams earlier[2]; ///< Those numbers.
} TuningKeep;

/// To be called each frame: writes numbers that nobody has touched for a few seconds, and `at_end`
/// all. Tells a failure once, on stderr. Writes nothing while A and B are as loaded.
void tuning_keep(TuningKeep *keep, const Game *game, bool at_end);

/// Set-up `setup` has been saved as a car: its file goes.
void tuning_keep_saved(TuningKeep *keep, const Game *game, int setup);

/// Looks, once for each car, for numbers of it that an earlier run has left. True where this call
/// found some; `path` (PATH_LIMIT bytes) is then one file of them.
bool tuning_keep_find(TuningKeep *keep, const Game *game, char *path);

/// Puts the numbers that were found into A and B. True where they changed the set-up that is
/// driven: then the caller gives them to the running car.
bool tuning_keep_restore(TuningKeep *keep, Game *game);

/// Deletes the files that were found.
void tuning_keep_forget(TuningKeep *keep, const Game *game);
