/// The field at "my pace": looked for in the background while it is chosen and after each race, so
/// that it is known when the next one begins; and what races leave to learn from.
#pragma once

#include "game_state/game_state.h"

/// Looks for the field of the race that is being chosen (Game.choice), and says in
/// Game.pace_field.text what it is built on. Call once a frame while that is seen; never waits.
/// Whether it is known.
bool pace_field_choose(Game *game);

/// The same for another race like the one under way, once all people are home.
void pace_field_frame(Game *game);

/// The field of the race that begins now, in place of `usual`, and in PaceField.rivals what it was
/// built for. Waits until it is known.
FieldDef pace_field_start(Game *game, const FieldDef *usual);

/// To be called after the steps of a frame: notes how fast people were whose race is over.
void pace_field_watch(Game *game);

/// Waits for what is under way.
void pace_field_destroy(Game *game);
