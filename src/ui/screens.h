/// Screens over the race: title and results. Drawing alone; game/ decides which is shown and
/// what its items do.
///
/// The hit test uses the layout that the drawing uses, so a click always meets what is seen.
#pragma once

#include "race/medals.h"
#include "race/race.h"
#include "render/race_picture.h"
#include "ui/menu_panel.h"

enum {
    SCREEN_BUTTONS_MAX = 12,
};

/// AXLE, its promise and one instruction; the race stays visible around them. `time`: s, for the
/// slow pulse. `device`: whose key to the menus is shown.
void screen_title(const Canvas *canvas, double time, const char *track_name, PromptDevice device);

/// Table of results (place, number in the car's colour, name, total or gap, best lap, points) with
/// the menu's rows as buttons below it. `names` by car, entries may be NULL. `medals` are the
/// times to beat in s, 0 = none: listed at the top, and beside each best lap the one that it earns,
/// as a disc with its letter.
void screen_results(const Canvas *canvas, const Race *race, const char *const *names,
                    const CarLook *looks, const float medals[MEDAL_COUNT], const MenuPanel *menu);

/// Which button lies under (x, y) px, -1 none.
int screen_results_hit(const CanvasSize *size, const Race *race, const MenuPanel *menu, float x,
                       float y);

/// Colours of the medals, by Medal.
extern const uint32_t screen_medal_colors[MEDAL_COUNT];
