/// The game without its picture: one value that input frames move on. The screens say what they
/// wish; it is done here.
#pragma once

#include "game/game_state.h"

/// Loads track and cars. Returns the exit code; what is wrong is printed. `game` is zero before.
int game_create(Game *game, const GameDef *def);
void game_destroy(Game *game);

/// Looks again which cars are installed, for "Change car".
void game_list_cars(Game *game);

/// Moves everything on by a frame of `dt` s. `width`, `height`: of the framebuffer, for cameras and
/// the mouse.
void game_frame(Game *game, const InputFrame *devices, float dt, int width, int height);

/// The set-up that is driven (A or B) was written to: the running car becomes so at once.
void game_setup_edited(Game *game);

/// Swaps A and B at once, as F6 does; copies the one that is driven over the other (Ctrl+F6).
void game_setup_swap(Game *game);
void game_setup_copy(Game *game);
