/// Menus of a desk (desk.h), opened and steered without the presses that lead to them. A test that
/// includes it defines _XOPEN_SOURCE or _POSIX_C_SOURCE first (read_catalogue.h).
#pragma once

#include "screens/menu.h"

#include "desk.h"
#include "read_catalogue.h"

/// Whether `screen` shows tracks, cars or records.
static inline bool desk_shows_catalogue(GameScreen screen) {
    return screen == GAME_TRACKS || screen == GAME_SETUP || screen == GAME_CARS ||
           screen == GAME_RECORDS;
}

/// Puts `screen` over the pause of a race, or over the title. Tracks and cars, which take long, are
/// read only where it shows them.
static inline void desk_open(Desk *desk, GameScreen screen) {
    Game *game = &desk->game;
    if (desk_shows_catalogue(screen) && game->catalogue.tracks == NULL) {
        game_open_choice(game);
        read_catalogue(&game->catalogue);
    }
    if (game->stack[0].screen == GAME_DRIVE && game->depth == 0) {
        desk_tap(desk, KEY_ESCAPE);
    }
    game->stack[game->depth = 1] = (StackedScreen){.screen = screen, .asked = -1};
    if (screen_shown(game)->enter) {
        screen_shown(game)->enter(game);
    }
    desk_frame(desk);
}

/// Puts the menu of the next race, with its mode, over the screen that is shown.
static inline void desk_open_set_up(Desk *desk, DriveMode mode) {
    Game *game = &desk->game;
    game_open_choice(game);
    game->choice.mode = mode;
    game->stack[++game->depth] = (StackedScreen){.screen = GAME_SETUP, .asked = -1};
    read_catalogue(&game->catalogue);
    desk_seconds(desk, 0.5f);
}

/// Gives the focus to the row whose label begins with `label`.
static inline void desk_focus(Desk *desk, const char *label) {
    Game *game = &desk->game;
    MenuPanel panel;
    menu_shown(game, &panel);
    for (int i = 0; i < panel.count; i++) {
        if (strncmp(panel.rows[i].label, label, strlen(label)) == 0) {
            game->stack[game->depth].focus = i;
            return;
        }
    }
    fail();
}
