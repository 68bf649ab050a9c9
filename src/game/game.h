/// The game without its picture: one value, which each frame of input moves on. Screens say what
/// they wish for; game.c does it.
#pragma once

#include "game_state/game_state.h"

/// Loads track and cars. Returns the exit code; what is wrong is printed. `game` is zero before.
int game_create(Game *game, const GameDef *def);
void game_destroy(Game *game);

/// Lists the installed cars anew, for the tuning panel.
void game_list_cars(Game *game);

/// Moves everything on by a frame of `dt` s. `width`, `height`: of the framebuffer, for cameras and
/// the mouse.
void game_frame(Game *game, const InputFrame *devices, float dt, int width, int height);

/// Gives the running car the numbers of the set-up that is driven (A or B), which were edited.
void game_setup_edited(Game *game);

/// Swaps A and B at once, as F6 does; copies the one that is driven over the other (Ctrl+F6).
void game_setup_swap(Game *game);
void game_setup_copy(Game *game);
