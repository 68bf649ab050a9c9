#include "game/menus.h"

#include "game/kept_replays.h"

#include <stdio.h>
#include <string.h>

static const char *next_name(char *const *names, int count, const char *current) {
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], current) == 0) {
            return names[(i + 1) % count];
        }
    }
    return count ? names[0] : current;
}

enum {
    ITEM_AGAIN,
    ITEM_RESUME,
    ITEM_RESTART,
    ITEM_TRACK,
    ITEM_CAR,
    ITEM_DIRECTION,
    ITEM_REPLAY,
    ITEM_TITLE,
    ITEM_COUNT
};

_Static_assert((int)ITEM_COUNT - 1 <= (int)SCREEN_MENU_MAX, "all but Again stand in one menu");

// The items of each menu, by what they do.
static int menu_items(const Game *game, int items[ITEM_COUNT]) {
    static const int pause[] = {ITEM_RESUME,    ITEM_RESTART, ITEM_TRACK, ITEM_CAR,
                                ITEM_DIRECTION, ITEM_REPLAY,  ITEM_TITLE};
    static const int results[] = {ITEM_AGAIN,     ITEM_TRACK,  ITEM_CAR,
                                  ITEM_DIRECTION, ITEM_REPLAY, ITEM_TITLE};
    if (game->screen == GAME_PAUSE) {
        memcpy(items, pause, sizeof pause);
        return sizeof pause / sizeof pause[0];
    }
    if (game->screen == GAME_RESULTS) {
        memcpy(items, results, sizeof results);
        return sizeof results / sizeof results[0];
    }
    return 0;
}

ScreenMenu menus_shown(const Game *game) {
    static const char *const texts[ITEM_COUNT] = {
        "Again",       "Resume",       "Restart", "Next track", "Change car", "Reverse direction",
        "Save replay", "Back to title"};
    // Nothing stands out while presses go nowhere.
    ScreenMenu menu = {.focus = input_guard_listens(&game->guard) ? game->focus : -1};
    int items[ITEM_COUNT];
    menu.count = menu_items(game, items);
    for (int i = 0; i < menu.count; i++) {
        menu.items[i] = i == game->asked ? "Press again to confirm" : texts[items[i]];
    }
    menu.title = game->screen == GAME_PAUSE     ? "Paused"
                 : game->screen != GAME_RESULTS ? ""
                 : game->live.changed           ? "Results (changed while driving)"
                                                : "Results";
    menu.hint = "\u2191 \u2193 choose   Enter accept   Esc back";
    return menu;
}

static void choose(Game *game, int item) {
    switch (item) {
    case ITEM_RESUME:
        game->screen = GAME_DRIVE;
        break;
    case ITEM_AGAIN:
    case ITEM_RESTART:
        game_start_race(game);
        break;
    case ITEM_TRACK:
        if (game_change_session(game, next_name(game->tracks, game->track_count, game->track_name),
                                NULL)) {
            game_say(game, 0xF2F4F8FF, "%s", game->session.track.name);
        }
        break;
    case ITEM_CAR:
        if (game_change_session(game, NULL,
                                next_name(game->cars, game->car_count, game->car_name))) {
            game_say(game, 0xF2F4F8FF, "All cars: %s", game->session.cars[0].name);
        }
        break;
    case ITEM_DIRECTION:
        if (game_change_direction(game)) {
            game_say(game, 0xF2F4F8FF, "%s, %s", game->session.track.name,
                     game->reverse ? "reverse direction" : "usual direction");
        }
        break;
    case ITEM_REPLAY:
        kept_replays_own(game);
        break;
    default:
        game_start_title(game);
        break;
    }
}

// What is lost with a race that is under way needs a second press: the race itself, and the set-ups
// with another car. In practice one starts anew all the time, and loses nothing but the lap.
static bool needs_asking(const Game *game, int item) {
    bool leaves = item == ITEM_TRACK || item == ITEM_CAR || item == ITEM_DIRECTION ||
                  item == ITEM_TITLE ||
                  (item == ITEM_RESTART && game->session.race->mode != RACE_MODE_PRACTICE);
    return leaves && game->screen == GAME_PAUSE && game->asked != game->focus;
}

void menus_run(Game *game, const InputFrame *input, int width, int height) {
    width -= game->reserved_px; // beside the tuning panel
    ScreenMenu menu = menus_shown(game);
    int items[ITEM_COUNT];
    int count = menu_items(game, items);
    MenuInput pressed = menu_input(input);
    int under = game->screen == GAME_RESULTS
                    ? screen_results_hit(width, height, game->session.race, &menu, input->mouse_x,
                                         input->mouse_y)
                    : screen_menu_hit(width, height, &menu, input->mouse_x, input->mouse_y);
    if (under >= 0 && (input->mouse_moved || input->mouse_pressed)) {
        game->focus = under;
    }
    // The pause menu stands upright: left and right are the keys of somebody who still steers.
    int move = pressed.move_y + (game->screen == GAME_RESULTS ? pressed.move_x : 0);
    game->focus = (game->focus + move % count + count) % count;
    game->asked = game->asked == game->focus ? game->asked : -1;
    if (pressed.accept || (input->mouse_pressed && under >= 0)) {
        if (needs_asking(game, items[game->focus])) {
            game->asked = game->focus;
        } else {
            choose(game, items[game->focus]);
        }
    } else if (pressed.pause || pressed.back) {
        choose(game, game->screen == GAME_PAUSE ? ITEM_RESUME : ITEM_TITLE);
    }
}
