/// The menu of a screen: the rows that it has now, what they do, and how presses and the mouse
/// choose.
///
/// A screen that is nothing but a menu takes menu_frame and menu_draw as its own.
#pragma once

#include "screens/screen.h"
#include "ui/menu_panel.h"

/// The menu of a screen (Screen.menu).
typedef struct Menu {
    /// Sets the title and adds the rows, each frame anew. Texts that are pointed to live until the
    /// next frame.
    void (*fill)(const Game *game, MenuPanel *panel);
    /// The action `id` was chosen, or its value was changed to `value`.
    Wish (*act)(Game *game, int id, float value);
    /// Takes presses that no row takes. NULL: there are none.
    Wish (*press)(Game *game, const MenuInput *pressed);
    Wish back;     ///< Of Escape.
    bool sideways; ///< The rows are buttons side by side.
} Menu;

/// The menu of the screen shown as it is drawn.
void menu_shown(const Game *game, MenuPanel *out);

/// Takes a frame of a menu that is a panel.
Wish menu_frame(Game *game, const ScreenInput *input);
void menu_draw(const Game *game, const Canvas *canvas);

/// Keeps the focus on its row, which may stand elsewhere now: others came or went above it.
void menu_follow_row(Game *game);

/// Takes a frame's presses for the menu `shown`, of which `under` lies under the mouse.
Wish menu_take(Game *game, const ScreenInput *input, const MenuPanel *shown, MenuHit under);
