/// The buttons of a menu side by side at the foot of a page, each as wide as its text asks for, so
/// that all texts can have one size.
#pragma once

#include "ui/menu_panel.h"

#define BUTTON_ROW_HEIGHT 68.0f ///< Units.

/// Where the buttons lie in `row` (px), one for each row of `menu`; `unit` in px.
void button_row_place(const MenuPanel *menu, Area row, float unit, Area *buttons);

/// Draws them: a button that asks shows its question in place of its label.
void button_row_draw(const Canvas *canvas, const MenuPanel *menu, float unit, const Area *buttons);

/// The button at (x, y) px, -1 where there is none.
int button_row_hit(const MenuPanel *menu, const Area *buttons, float x, float y);
