/// The results: a table of everybody, with a menu below it.
#include "game/menu.h"
#include "ui/screens.h"

enum {
    AGAIN,
    NEXT_TRACK,
    ANOTHER,
    SAVE,
    TITLE,
    ROW_COUNT
};

static void fill(const Game *game, MenuPanel *panel) {
    static const char *const labels[ROW_COUNT] = {"Again", "Next track", "Another race",
                                                  "Save replay", "Back to title"};
    panel->title = game->live.changed ? "Results (changed while driving)" : "Results";
    for (int i = 0; i < ROW_COUNT; i++) {
        menu_action(panel, i, labels[i]);
    }
}

static Wish press(Game *game, const MenuInput *pressed) {
    (void)game;
    return pressed->menu ? (Wish){.kind = WISH_PUSH, .screen = GAME_TRACKS} : (Wish){0};
}

static Wish act(Game *game, int id, float value) {
    (void)game;
    (void)value;
    static const Wish wishes[ROW_COUNT] = {
        [AGAIN] = {.kind = WISH_RACE},
        [NEXT_TRACK] = {.kind = WISH_TRACK},
        [ANOTHER] = {.kind = WISH_PUSH, .screen = GAME_TRACKS},
        [SAVE] = {.kind = WISH_SAVE},
        [TITLE] = {.kind = WISH_TITLE},
    };
    return wishes[id];
}

static const Menu menu = {
    .fill = fill, .act = act, .press = press, .back = {.kind = WISH_TITLE}, .sideways = true};

static void enter(Game *game) { session_medals(&game->session, game->seats[0].car, game->medals); }

static Wish frame(Game *game, const ScreenInput *input) {
    MenuPanel shown;
    menu_shown(game, &shown);
    int under = screen_results_hit(&input->size, game->session.race, &shown, input->frame->mouse_x,
                                   input->frame->mouse_y);
    return menu_take(game, input, &shown, (MenuHit){.row = under});
}

static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    menu_shown(game, &shown);
    const char *names[RACE_MAX_CARS];
    game_driver_names(game, names);
    screen_results(canvas, game->session.race, names, game->looks, game->medals, &shown);
}

const Screen results_screen = {
    .name = "results", .runs = true, .menu = &menu, .enter = enter, .frame = frame, .draw = draw};
