/// When the game saves recordings of races: by itself whenever one is paused, over or left, and
/// where somebody asks for it.
#pragma once

#include "game_state/game_state.h"

/// Saves the recording of the race under way as `last`, where somebody has driven in it since it
/// was saved. Says once what is wrong.
void recordings_save_last(Game *game);

/// Saves it under a name of its own, and says where.
void recordings_save(Game *game);
