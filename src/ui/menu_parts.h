/// Parts that menus, grids and tables share. All sizes px.
#pragma once

#include "ui/canvas.h"

#define MENU_SCROLL_WIDE 6.0f ///< Units; the bar stands two of them beside its rows.

/// The sheet that a menu lies on, in `area`, over a veil on all else.
void menu_sheet_draw(const Canvas *canvas, Area area, float unit);

/// A triangle around (x, y) that points to the left (`way` -1) or right (1).
void menu_arrow_draw(const Canvas *canvas, float x, float y, float size, float way, uint32_t color);

/// A tick around (x, y).
void menu_tick_draw(const Canvas *canvas, float x, float y, float unit, uint32_t color);

/// A thumb beside `rows` that says which `shown` of `count` rows are seen, from `first` on. Nothing
/// where all are.
void menu_scroll_draw(const Canvas *canvas, Area rows, float unit, int first, int shown, int count);

/// `text` in two lines at most below `y`, each at most `room` wide.
void menu_lines_draw(const Canvas *canvas, float x, float y, float size, float room, uint32_t color,
                     const char *text);
