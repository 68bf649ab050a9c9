/// Saves recording, records and tuned numbers also where the program is ended from below: a window
/// that is killed, or a display that is gone, makes Xlib call exit(), from which there is no way
/// back into the game.
#pragma once

#include "game/tuning.h"

/// From here on the end of the program saves them first, and its exit code is EXIT_NO_DISPLAY.
/// NULL, NULL: there is nothing to save any more.
void keep_at_exit(Game *game, Tuning *tuning);
