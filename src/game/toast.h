/// What is said to all for a few seconds (Game.toast): where it stands and how large it is.
#pragma once

#include "game_state/game_state.h"
#include "ui/canvas.h"

/// A toast on its canvas. `strip`: px at the foot that the strip of seats takes, 0 none.
/// `two_rows`: views stand above each other, two in a row.
typedef struct ToastPlace {
    Area area;
    vec2s middle;
    float room, size; ///< px: how wide it may be, and of its letters.
    Area covers;      ///< The seats of the strip that it hides meanwhile; no width: none.
} ToastPlace;

/// Where it stands: on the strip of a menu, which is about what is said there; else where it covers
/// neither cars nor places.
ToastPlace toast_place(const Canvas *canvas, const Game *game, float strip, bool two_rows);

/// Draws it; fades in its last second.
void toast_draw(const Canvas *canvas, const Game *game, float strip, bool two_rows);
