/// Screens over the race: title, menus, results. Drawing alone; game/ decides which is shown and
/// what its items do.
///
/// The hit tests use the layout that the drawing uses, so a click always meets what is seen. Their
/// width and height are those of the canvas.
#pragma once

#include "race/medals.h"
#include "race/race.h"
#include "render/race_picture.h"
#include "ui/canvas.h"

enum {
    SCREEN_MENU_MAX = 12, ///< Items.
};

/// AXLE, its promise and one instruction; the race stays visible around them. `time`: s, for the
/// slow pulse.
void screen_title(const Canvas *canvas, double time, const char *track_name);

typedef struct ScreenMenu {
    const char *title;
    const char *items[SCREEN_MENU_MAX];
    int count, focus;
    const char *hint; ///< Line at the bottom, NULL none.
    int keys;         ///< Lines of keys below it (sign_keys), which it does not cover.
} ScreenMenu;

/// A panel in the middle, the race darkened behind it. The focused item is a filled bar with an
/// arrow: never colour alone. Smaller where the window would not hold it.
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
