/// Screens over the race: title, countdown, pause, results. Drawing alone; app/game.c decides
/// which.
#pragma once

#include "race/race.h"
#include "render/draw_list.h"
#include "render/race_picture.h"

void screen_title(DrawList *list, const Font *font, int width, int height, double time,
                  const char *track_name);

typedef struct ScreenMenu {
    const char *title;
    const char *items[6];
    int count, focus;
    const char *hint; ///< Line at the bottom, NULL none.
} ScreenMenu;
void screen_menu(DrawList *list, const Font *font, int width, int height, const ScreenMenu *menu);

/// Which item of a menu lies under (x, y) px, -1 none.
int screen_menu_hit(int width, int height, const ScreenMenu *menu, float x, float y);

/// Table of results with the menu below it.
void screen_results(DrawList *list, const Font *font, int width, int height, const Race *race,
                    const char *const *names, const CarLook *looks, const ScreenMenu *menu);
int screen_results_hit(int width, int height, const Race *race, const ScreenMenu *menu, float x,
                       float y);

/// A line that fades: "P2: you are the mint car".
void screen_toast(DrawList *list, const Font *font, int width, int height, float alpha,
                  uint32_t color, const char *text);
