/// Time in the game: a frame becomes ticks of the race. In practice it may run slower or backwards.
#pragma once

#include "game_state/game_state.h"

/// Moves the race on by a frame of `dt` s, driven by what the seats hold in `input`.
void ticks_run(Game *game, const InputFrame *input, float dt);

/// A rewind that is under way ends here and now: the race goes on from the moment that is shown.
void ticks_end_rewind(Game *game);
