/// What the settings do to the game, and the file that follows them.
#pragma once

#include "game_state/game_state.h"

/// What `settings` say of the first drive, where `def` leaves it open: `ai_cars` < 0, `track`,
/// `car` and `people`. They outlive the game.
void game_settings_def(const GameSettings *settings, GameDef *def);

/// Takes `game->def.settings` over, and says what was wrong with their file.
void game_settings_begin(Game *game);

/// To be called each frame, before anything is drawn or driven: what is set holds at once, and is
/// saved once it rests.
void game_settings_frame(Game *game, const InputFrame *devices, float dt);

/// What was chosen in the menus (Game.choice) is what the next run begins with. Of tracks and cars
/// only installed ones: a path may mean nothing elsewhere.
void game_settings_remember(Game *game);

/// Saves what was changed last.
void game_settings_end(Game *game);
