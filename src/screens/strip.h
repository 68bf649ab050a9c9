/// What menus share of those who are in: the strip of seats at their foot, and how people join.
#pragma once

#include "screens/screen.h"

/// Whether people may join in the screen shown, which then has the strip.
bool strip_is_open(const Game *game);

/// To be called each frame before the screen: people join. Takes presses out of `input` that
/// are not meant for the screen.
Wish strip_frame(Game *game, InputFrame *input);

/// The part of a canvas of `size` that the screen shown has beside the strip.
CanvasSize strip_rest(const Game *game, CanvasSize size);

/// Draws the screen shown, with the strip where it has one.
void strip_draw(const Game *game, const Canvas *canvas);
