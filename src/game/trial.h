/// Time trial: one person against the clock, laps without end.
///
/// The race is one of practice (RACE_MODE_PRACTICE) with one car. It stands still until somebody
/// presses gas, so that nobody loses time at the start; one key starts it again.
#pragma once

#include "game/game_state.h"

/// Whether a time trial is being driven.
bool trial_is_on(const Game *game);

/// Whether it stands at the start and waits for gas or brake.
bool trial_waits(const Game *game);

/// Whether a press of this frame asks for another attempt: Enter, or View of a gamepad.
bool trial_restarts(const Game *game, const InputFrame *input);

/// Another attempt begins. One without a whole lap leaves no recording: the last ones that are
/// kept would soon be nothing else.
void trial_forget_attempt(Game *game);
