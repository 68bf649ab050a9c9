/// The pause: a menu over the race that stands still.
#include "game_state/leaving.h"
#include "input/bindings.h"
#include "input/hotkeys.h"
#include "screens/menu.h"
#include "ui/hold_ring.h"

#include <stdio.h>

#define LEAVING_FROM 0.25f // of the second: a usual press shows no ring

enum {
    RESUME,
    RESTART,
    ANOTHER,
    SAVE,
    SETTINGS,
    SEATS,
    KEYS,
    TITLE,
    ROW_COUNT
};

static void fill(const Game *game, MenuPanel *panel) {
    static const char *const labels[ROW_COUNT] = {"Resume",      "Restart",      "Another race",
                                                  "Save replay", "Settings",     "Seats",
                                                  "All keys",    "Back to title"};
    panel->title = "Paused";
    if (leaving_part(game) > LEAVING_FROM) {
        panel->note = game->pause.says;
    }
    // In practice one starts anew all the time, and loses nothing but the lap; in the hot seat laps
    // are counted.
    bool practised =
        game->session.race->mode == RACE_MODE_PRACTICE && game->def.mode != DRIVE_HOT_SEAT;
    for (int i = 0; i < ROW_COUNT; i++) {
        MenuRow *row = menu_action(panel, i, labels[i]);
        row->asks = i == TITLE || (i == RESTART && !practised);
        if (i == KEYS && game->device != PROMPT_PAD) { // from anywhere
            snprintf(row->text, sizeof row->text, "%s",
                     control_label(hotkey_rows[HOTKEY_SHEET].key));
        }
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
        [RESUME] = {.kind = WISH_POP},
        [RESTART] = {.kind = WISH_RACE},
        [ANOTHER] = {.kind = WISH_PUSH, .screen = GAME_TRACKS},
        [SAVE] = {.kind = WISH_SAVE},
        [SETTINGS] = {.kind = WISH_PUSH, .screen = GAME_SETTINGS},
        [SEATS] = {.kind = WISH_PUSH, .screen = GAME_SEATS},
        [KEYS] = {.kind = WISH_PUSH, .screen = GAME_KEYS},
        [TITLE] = {.kind = WISH_TITLE},
    };
    return wishes[id];
}

/// Upright: left and right are the keys of somebody who still steers.
static const Menu menu = {.fill = fill, .act = act, .press = press, .back = {.kind = WISH_POP}};

static Wish frame(Game *game, const ScreenInput *input) {
    leaving_frame(game, input->frame);
    return menu_frame(game, input);
}

static void draw(const Game *game, const Canvas *canvas) {
    menu_draw(game, canvas);
    float leaving = leaving_part(game);
    if (leaving > LEAVING_FROM) {
        hold_ring_draw(canvas, vec2_make(0.5f * (float)canvas->width, 0.5f * (float)canvas->height),
                       60.0f * canvas->unit, leaving,
                       game->looks[game->seats[game->pause.seat_index].car].color);
    }
}

const Screen pause_screen = {
    .name = "pause", .lobby = true, .has_hud = true, .menu = &menu, .frame = frame, .draw = draw};
