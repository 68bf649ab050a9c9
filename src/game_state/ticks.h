/// Time in the game: a frame becomes ticks of the race. In practice it may run slower or backwards.
#pragma once

#include "game_state/game_state.h"

/// Moves the race on by a frame of `dt` s, driven by what the seats hold in `input`.
void ticks_run(Game *game, const InputFrame *input, float dt);

enum {
    TICKS_TO_THE_END_MAX = 10 * 60 * RACE_TICKS_PER_SECOND
};

/// Drives the race to its end at once, or on for as long as that, with nobody at the controls: for
/// when all people are home and the rest of it decides nothing that they could see.
void ticks_to_the_end(Game *game);

/// A rewind that is under way ends here and now: the race goes on from the moment that is shown.
void ticks_end_rewind(Game *game);
