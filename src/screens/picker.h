/// How presses and the mouse choose a card of a grid.
#pragma once

#include "pages/card_grid.h"
#include "screens/screen.h"

enum {
    PICKER_NOTHING = -1,
    PICKER_BACK = -2,
    PICKER_MENU = -3, ///< CardGrid.menu
};

/// Sets what the stack knows of the grid of the screen shown: focus, first row, device.
void picker_shown(const Game *game, CardGrid *grid);

/// Takes a frame's presses. Returns the card that was chosen, PICKER_BACK, PICKER_MENU or
/// PICKER_NOTHING.
int picker_frame(Game *game, const ScreenInput *input, CardGrid *grid);
