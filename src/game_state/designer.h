/// The designer's overlay (F2) while one person drives: what lies under the mouse, a click that
/// copies the place, and the car put there (F5).
#pragma once

#include "game_state/game_state.h"

/// Takes the keys and clicks of a frame. To be called before the race moves on: they were meant for
/// the picture before it.
void designer_input(Game *game, const InputFrame *input, int width, int height);

/// Finds what lies under the mouse, once race and cameras have moved on.
void designer_look(Game *game, int width, int height);

/// Whether the overlay is to be drawn in the first seat's view, and what.
bool designer_view(const Game *game, int width, int height, OverlayView *out);
