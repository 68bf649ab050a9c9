/// The standings of a championship: a table of everybody, at its end with the first three on their
/// podium, and buttons. Drawing alone; game/ decides what the buttons do.
#pragma once

#include "render/car_picture.h"
#include "ui/menu_panel.h"

enum {
    STANDINGS_ROWS_MAX = 32,
};

typedef struct StandingsRow {
    const char *name;
    CarLook look;
    int total, points; ///< Of all races, of the last one.
    int place;         ///< In the last race; 0: was not in it.
    int moves;         ///< Places won in the standings by the last race; negative: lost.
    bool fastest;      ///< Had the fastest lap.
    bool person;
} StandingsRow;

/// What there is to show.
typedef struct Standings {
    const char *title, *line; ///< `line`: what comes next, or who has won.
    StandingsRow rows[STANDINGS_ROWS_MAX];
    int count;
    bool moved;  ///< There were standings before.
    bool podium; ///< It is the end.
} Standings;

/// More rows than one column holds stand in two. The podium is left out where it has no room.
void standings_draw(const Canvas *canvas, const Standings *standings, const MenuPanel *menu);

/// Which button lies under (x, y) px, -1 none.
int standings_hit(const CanvasSize *size, const Standings *standings, const MenuPanel *menu,
                  float x, float y);
