#include "game/game_state.h"

#include "ui/canvas.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TOAST_TIME    3.0f  // s
#define TOAST_READING 0.05f // s more a character beyond the first 40

const char *const game_color_names[SEATS_MAX] = {"red", "yellow", "mint", "violet"};

GameScreen game_screen(const Game *game) { return game->stack[game->depth].screen; }

bool game_is_practice(const Game *game) {
    return game->def.mode == DRIVE_PRACTICE && game->seat_count > 0;
}

float game_unit(const Game *game, float width, float height) {
    return canvas_unit(width, height) * game->ui_scale;
}

int game_views(const Game *game, int width, int height, ViewRect views[SEATS_MAX]) {
    int count = game->seat_count ? game->seat_count : 1;
    return camera_layout(game->layout, count, width - game->reserved_px, height, views);
}

int game_first_car(const Game *game) { return game->seat_count ? game->seats[0].car : -1; }

int game_tuned_car(const Game *game) {
    // Under the pause and whatever lies over it the panel and the overlay stay as they are.
    bool drives = game->stack[0].screen == GAME_DRIVE &&
                  (game->depth == 0 || game->stack[1].screen == GAME_PAUSE);
    return drives && game->seat_count == 1 ? game->seats[0].car : -1;
}

float game_alpha(const Game *game) {
    return game->session.race->mode == RACE_MODE_PRACTICE
               ? pace_alpha(&game->live.pace, &game->clock)
               : race_clock_alpha(&game->clock);
}

void game_driver_names(const Game *game, const char *names[RACE_MAX_CARS]) {
    static const char *const seat_names[SEATS_MAX] = {"You", "P2", "P3", "P4"};
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        names[i] = session_driver_names[i];
    }
    for (int i = 0; i < game->seat_count; i++) {
        names[game->seats[i].car] = i == 0 && game->seat_count > 1 ? "P1" : seat_names[i];
    }
}

void game_paint_cars(Game *game) {
    int cars[SEATS_MAX];
    for (int i = 0; i < game->seat_count; i++) {
        cars[i] = game->seats[i].car;
    }
    race_picture_looks(game->looks, cars, game->seat_count);
}

void game_take_seat(Game *game, int device, int car) {
    game->seats[game->seat_count++] =
        (Seat){.device = device, .car = car, .hints = key_hints_time_start()};
    game_paint_cars(game);
}

void game_open_choice(Game *game) {
    Catalogue *catalogue = &game->catalogue;
    if (catalogue->tracks) {
        catalogue_refresh(catalogue);
    } else {
        catalogue_make(catalogue, game->def.data, game->track_name, game->car_name);
    }
    RaceChoice *choice = &game->choice;
    choice->mode = game->def.mode;
    choice->skill = game->def.skill;
    choice->laps = game->def.laps;
    bool races = game->def.mode == DRIVE_RACE; // else there are none, whatever the next race has
    choice->rivals = races ? game->def.ai_cars : game->settings.race.ai;
    choice->reverse = game->reverse;
    snprintf(choice->track, sizeof choice->track, "%s", game->track_name);
    snprintf(choice->car, sizeof choice->car, "%s", game->car_name);
}

void game_say(Game *game, uint32_t color, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(game->toast, sizeof game->toast, format, arguments);
    va_end(arguments);
    game->toast_color = color;
    game->toast_left = TOAST_TIME + TOAST_READING * fmaxf((float)strlen(game->toast) - 40.0f, 0.0f);
    game->toast_count++;
    game->toast_wrong = game->toast_setup = false;
}
