/// Screens over the race: title, menus, results, toasts. Drawing alone; game/ decides which is
/// shown and what its items do.
///
/// The hit tests use the layout that the drawing uses, so a click always meets what is seen. Their
/// width and height are those of the canvas.
#pragma once

#include "race/medals.h"
#include "race/race.h"
#include "render/race_picture.h"
#include "ui/canvas.h"

enum {
    SCREEN_MENU_MAX = 7, ///< Items.
};

/// AXLE, its promise and one instruction; the race stays visible around them. `time`: s, for the
/// slow pulse.
void screen_title(const Canvas *canvas, double time, const char *track_name);

typedef struct ScreenMenu {
    const char *title;
    const char *items[SCREEN_MENU_MAX];
    int count, focus;
    const char *hint; ///< Line at the bottom, NULL none.
} ScreenMenu;

/// A panel in the middle, the race darkened behind it. The focused item is a filled bar with an
/// arrow: never colour alone.
void screen_menu(const Canvas *canvas, const ScreenMenu *menu);

/// Which item of a menu lies under (x, y) px, -1 none.
int screen_menu_hit(int width, int height, const ScreenMenu *menu, float x, float y);

/// Table of results (place, number in the car's colour, name, total or gap, best lap, points) with
/// the menu's items as buttons below it. `names` by car, entries may be NULL. `medals` are the
/// times to beat in s, 0 = none: listed at the top, and beside each best lap the one that it earns,
/// as a disc with its letter.
void screen_results(const Canvas *canvas, const Race *race, const char *const *names,
                    const CarLook *looks, const float medals[MEDAL_COUNT], const ScreenMenu *menu);
int screen_results_hit(int width, int height, const Race *race, const ScreenMenu *menu, float x,
                       float y);

/// Colours of the medals, by Medal.
extern const uint32_t screen_medal_colors[MEDAL_COUNT];

/// Colours of set-up A and B, wherever they are told apart (by their letter too).
extern const uint32_t screen_setup_colors[2];

/// A frame in the colour of set-up `live` (0 A, 1 B) around the picture, with its letter.
void screen_setup(const Canvas *canvas, int live);

/// Says for a moment what changed with the set-up: one small line, `top` units below the top,
/// between the plates of place and time. `alpha` 0 to 1.
void screen_setup_note(const Canvas *canvas, float top, float alpha, uint32_t color,
                       const char *text);

/// A small sign at the top: "1/2×".
void screen_sign(const Canvas *canvas, const char *text);

/// A screen of nothing but what the program is busy with, `part` (0 to 1) of which is done.
void screen_waiting(const Canvas *canvas, const char *text, float part);

/// Lines about keys, small, at the bottom of the screen.
void screen_keys(const Canvas *canvas, const char *const *lines, int count);

/// A text that fades: "P2: you are the mint car". Long ones are broken into up to three lines
/// between words. `place` of its middle, as a share of the height; `size` of its letters, 32 or
/// less; `color` of its mark; `alpha` 0 to 1.
void screen_toast(const Canvas *canvas, float place, float size, float alpha, uint32_t color,
                  const char *text);

/// A note that stays until somebody mends its cause, small, below the signs at the top: lines
/// parted by
/// "\n", the first of them marked in `color`. Long ones are broken between words, eight in all.
void screen_note(const Canvas *canvas, uint32_t color, const char *text);
