/// Joining: a press of gas on a device at which nobody sits, in a drive or in a menu.
#pragma once

#include "game_state/game_state.h"

typedef enum JoiningKind {
    JOINING_NONE,     ///< Nobody has, or he was told why not.
    JOINING_DONE,     ///< Somebody sits or waits, and knows it.
    JOINING_PRACTICE, ///< He wants one car more in the practice that runs.
    JOINING_RESTART,  ///< He waits for the race, whose lights are still on: it may begin once more.
} JoiningKind;

/// A value; the zero value is nobody.
typedef struct Joining {
    JoiningKind kind;
    int device;
} Joining;

/// To be called each frame of a drive.
Joining joining_in_drive(Game *game, const InputFrame *input);

/// To be called each frame of a menu in which people may join, and says what has come of it:
/// whoever joins is in the race behind it at once where an AI car is free, else in the next race.
/// Takes his press out of `input`. Never JOINING_RESTART.
Joining joining_in_menu(Game *game, InputFrame *input);
