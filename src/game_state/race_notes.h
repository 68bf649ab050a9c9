/// Tells people in their own views what has just happened to them in a race: whom they passed, who
/// passed them, that who is right ahead errs, that they lead, their fastest lap. One short line at
/// a time.
#pragma once

#include "game_state/game_state.h"

#define RACE_NOTE_TIME 2.0f ///< s that a line stays.

/// Begins with the race as it stands; also after its track was read again.
void race_notes_begin(Game *game);

/// To be called after each step of a race. What else a person is told goes before.
void race_notes_tick(Game *game);

/// To be called in each frame: a toast takes the place of such lines.
void race_notes_frame(Game *game);
