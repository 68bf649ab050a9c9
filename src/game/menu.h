/// A menu over the race: its items with their wishes, and how presses and the mouse choose.
#pragma once

#include "game/screen.h"
#include "ui/screens.h"

typedef struct MenuItem {
    const char *text;
    Wish wish; ///< Track and car without a name: the next one.
    bool asks; ///< The race under way is lost with it: it wants a second press.
} MenuItem;

/// The menu of a screen (Screen.menu).
typedef struct Menu {
    const char *title;
    MenuItem items[SCREEN_MENU_MAX];
    int count;
    bool sideways; ///< Left and right move too.
    Wish back;     ///< Of Escape.
} Menu;

/// The menu of the screen shown as it is drawn. The texts live until the next frame.
ScreenMenu menu_shown(const Game *game);

/// Takes a frame's presses. `under`: the item under the mouse, -1 none.
Wish menu_frame(Game *game, const InputFrame *input, int under);
