/// The results: a table of everybody, with a menu below it.
#include "game/menu.h"

static const Menu menu = {
    .title = "Results",
    .items = {{"Again", {.kind = WISH_RACE}, false},
              {"Next track", {.kind = WISH_TRACK}, false},
              {"Change car", {.kind = WISH_CAR}, false},
              {"Reverse direction", {.kind = WISH_DIRECTION}, false},
              {"Save replay", {.kind = WISH_SAVE}, false},
              {"Back to title", {.kind = WISH_TITLE}, false}},
    .count = 6,
    .sideways = true,
    .back = {.kind = WISH_TITLE},
};

static void enter(Game *game) { session_medals(&game->session, game->seats[0].car, game->medals); }

static Wish frame(Game *game, const ScreenInput *input) {
    ScreenMenu shown = menu_shown(game);
    return menu_frame(game, input->frame,
                      screen_results_hit(input->width, input->height, game->session.race, &shown,
                                         input->frame->mouse_x, input->frame->mouse_y));
}

static void draw(const Game *game, const Canvas *canvas) {
    ScreenMenu shown = menu_shown(game);
    if (game->live.changed) {
        shown.title = "Results (changed while driving)";
    }
    const char *names[RACE_MAX_CARS];
    game_driver_names(game, names);
    screen_results(canvas, game->session.race, names, game->looks, game->medals, &shown);
}

const Screen results_screen = {
    .name = "results", .runs = true, .menu = &menu, .enter = enter, .frame = frame, .draw = draw};
