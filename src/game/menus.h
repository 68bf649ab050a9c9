/// The menus of pause and results: what stands in them, and what choosing does.
#pragma once

#include "game/game.h"

/// The menu of the screen shown; count 0 where it has none. The texts live until the next frame.
ScreenMenu menus_shown(const Game *game);

/// Takes a frame's presses while a menu is shown. `width`, `height`: of the framebuffer, px.
void menus_run(Game *game, const InputFrame *input, int width, int height);
