/// Time trial: one person against the clock, laps without end.
///
/// The race is one of practice (RACE_MODE_PRACTICE) with one car. It stands still until somebody
/// presses gas, so that nobody loses time at the start; one key starts it again.
#pragma once

#include "game_state/game_state.h"

/// Whether a time trial is being driven.
bool trial_is_on(const Game *game);

/// Whether it stands at the start and waits for gas or brake.
bool trial_waits(const Game *game);

/// Whether a press of this frame asks for another attempt: Enter, or View of a gamepad.
bool trial_restarts(const Game *game, const InputFrame *input);

/// A race begins, or its track or car was read again: in a time trial the ghosts follow.
void trial_begin(Game *game);

/// To be called after each step of the race.
void trial_tick(Game *game);

/// To be called in each frame: ghosts that were made come up, F7 hides and shows them.
void trial_frame(Game *game, const InputFrame *input);

/// What a lap of `lap_s` s earns that one of `before_s` (0 none) did not: ": gold medal"; empty
/// where that is nothing, and outside of time trials.
const char *trial_medal(const Game *game, double lap_s, double before_s);

/// The replay `path` is to be a ghost of all time trials that follow; the oldest of too many is not
/// any more.
void trial_remember_ghost(Game *game, const char *path);

/// The same of any source of a ghost, on its track.
void trial_choose_ghost(Game *game, const GhostSource *source);

/// Those that come from records which are no longer kept are none any more.
void trial_drop_gone(Game *game);

/// It is no ghost any more in those that follow.
void trial_drop_ghost(Game *game, const GhostSource *source);

/// Whether both are the same lap.
bool trial_is_same_ghost(const GhostSource *a, const GhostSource *b);

/// Whether it is one.
bool trial_has_ghost(const Game *game, const GhostSource *source);

/// The same, and of the one that is driven now. Says so where there is none.
void trial_add_ghost(Game *game, const char *path);

/// Another attempt begins. One without a whole lap leaves no recording: the last ones that are
/// kept would soon be nothing else.
void trial_forget_attempt(Game *game);
