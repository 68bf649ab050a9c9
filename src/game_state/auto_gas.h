/// Automatic gas for many people at one keyboard: it halves the keys that are held, of which
/// keyboards report only so many at once. It is suggested once, and one press gives it to all.
#pragma once

#include "game_state/game_state.h"

/// Whether three or more sit at the keyboard and somebody there has no such help.
bool auto_gas_helps(const Game *game);

/// All who sit at the keyboard have it from now on.
void auto_gas_give(Game *game);

/// To be called in each frame of driving: suggests it, and takes the press.
void auto_gas_frame(Game *game, const InputFrame *input);
