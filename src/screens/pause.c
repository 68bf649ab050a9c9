/// The pause: a menu over the race that stands still.
#include "game_state/leaving.h"
#include "game_state/lobby.h"
#include "input/bindings.h"
#include "input/hotkeys.h"
#include "screens/menu.h"
#include "ui/hold_ring.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

#define LEAVING_FROM 0.25f // of the second: a usual press shows no ring
#define RING         60.0f // units: its radius at most ...
#define RING_SHARE   0.38f // ... and of the room beside the panel

// Units, of the list beside the panel: its distance, and its least width where names are long.
#define STANDING_GAP   16.0f
#define STANDING_LEAST 330.0f

enum {
    RESUME,
    RESTART,
    ANOTHER,
    SAVE,
    SETTINGS,
    SEATS,
    KEYS,
    TITLE,
    CONTACTS,
    ROW_COUNT
};

static const int order[ROW_COUNT] = {RESUME,   CONTACTS, RESTART, ANOTHER, SAVE,
                                     SETTINGS, SEATS,    KEYS,    TITLE};

static void fill(const Game *game, MenuPanel *panel) {
    static const char *const labels[ROW_COUNT] = {"Resume",      "Restart",       "Another race",
                                                  "Save replay", "Settings",      "Seats",
                                                  "All keys",    "Back to title", "Contacts"};
    panel->title = game->pause_title[0] ? game->pause_title : "Paused";
    if (leaving_part(game) > LEAVING_FROM) {
        panel->note = game->pause.says;
    }
    for (int k = 0; k < ROW_COUNT; k++) {
        int i = order[k];
        if (i == CONTACTS && (!game->live.forces || game->live.contacts.count == 0)) {
            continue; // F4 shows none
        }
        MenuRow *row = menu_action(panel, i, labels[i]);
        bool loses = i == TITLE || (i == RESTART && game_has_race_to_lose(game));
        row->asks = loses ? MENU_ASKS_FIRST : MENU_ASKS_NOBODY;
        if (i == KEYS && game->device != PROMPT_PAD) { // from anywhere
            snprintf(row->text, sizeof row->text, "%s",
                     control_label(hotkey_rows[HOTKEY_SHEET].key));
        }
    }
}

/// Whether person `number` may only go on: somebody else has paused, who is still there, and the
/// first he is not either.
static bool only_resumes(const Game *game, int number) {
    return lobby_is_here(game, game->paused_by) && number >= 0 && number != game->paused_by &&
           number != lobby_first(game);
}

/// Takes the presses of all who may only go on out of `frame`. Whether one of them goes on.
static bool take_others(const Game *game, InputFrame *frame) {
    InputFrame others = *frame;
    int kept = 0, taken = 0;
    for (int i = 0; i < frame->press_count; i++) {
        int key = frame->presses[i].key;
        if (only_resumes(game, lobby_person_of_key(game, key))) {
            others.presses[taken++] = frame->presses[i];
        } else {
            frame->presses[kept++] = frame->presses[i];
        }
    }
    frame->press_count = kept;
    others.press_count = taken;
    for (int i = 0; i < WINDOW_PADS; i++) {
        bool other = only_resumes(game, lobby_person_at(game, DEVICE_PAD + i));
        others.pads[i].present &= other;
        frame->pads[i].present &= !other;
    }
    MenuInput pressed = menu_presses(&others);
    return pressed.accept || pressed.back || pressed.pause;
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
        [CONTACTS] = {.kind = WISH_PUSH, .screen = GAME_CONTACTS},
    };
    return wishes[id];
}

/// Upright: left and right are the keys of somebody who still steers.
static const Menu menu = {.fill = fill, .act = act, .press = press, .back = {.kind = WISH_POP}};

/// With several people the title says whose menu it is.
static void enter(Game *game) {
    game->pause_title[0] = '\0';
    if (game->paused_by >= 0 && game->seat_count > 1) {
        snprintf(game->pause_title, sizeof game->pause_title, "Paused by %s",
                 game_person_name(game, game->paused_by));
    }
}

static Wish frame(Game *game, const ScreenInput *input) {
    leaving_frame(game, input->frame);
    InputFrame own = *input->frame;
    ScreenInput allowed = {&own, input->size, input->dt};
    return take_others(game, &own) ? menu.back : menu_frame(game, &allowed);
}

/// How the race stands, left of the panel where the window is wide enough.
static void draw_standing(const Game *game, const Canvas *canvas, Area panel) {
    const char *names[RACE_MAX_CARS];
    const DriverFace *faces[RACE_MAX_CARS];
    const Race *race = game->session.race;
    float u = canvas->unit, gap = STANDING_GAP * u;
    if (race->mode != RACE_MODE_RACE || race->car_count < 2) {
        return;
    }
    LineUp line_up = game_line_up(game, game_first_car(game), names, faces);
    int rows = line_up_rows(&line_up, u, (float)canvas->height - panel.y - gap);
    Area area = line_up_area(canvas, &line_up, u, rows);
    float room = panel.x - 2.0f * gap;
    bool fits = rows > 0 && room >= fminf(area.width, STANDING_LEAST * u);
    area.width = fminf(area.width, room);
    area.x = panel.x - gap - area.width;
    area.y = panel.y;
    if (fits) {
        line_up_draw(canvas, &line_up, area, u, PALETTE_SCREEN);
    }
}

/// The ring of whoever is leaving stands beside the panel: it covers none of its texts.
static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    menu_shown(game, &shown);
    Area panel = menu_panel_draw(canvas, &shown).panel;
    draw_standing(game, canvas, panel);
    float leaving = leaving_part(game), right = panel.x + panel.width;
    if (leaving > LEAVING_FROM) {
        float room = (float)canvas->width - right;
        hold_ring_draw(canvas, vec2_make(right + 0.5f * room, panel.y + 0.5f * panel.height),
                       fminf(RING * canvas->unit, RING_SHARE * room), leaving,
                       race_picture_colors[game_person_color(game, game->pause.number)]);
    }
}

const Screen pause_screen = {.name = "pause",
                             .lobby = true,
                             .has_hud = true,
                             .menu = &menu,
                             .enter = enter,
                             .frame = frame,
                             .draw = draw};
