/// The pause: a menu over the race that stands still, and everybody's keys.
#include "base/assert.h"
#include "game_state/leaving.h"
#include "input/hotkeys.h"
#include "screens/menu.h"
#include "ui/hold_ring.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <stdio.h>
#include <string.h>

#define LEAVING_FROM 0.25f // of the second: a usual press shows no ring

enum {
    RESUME,
    RESTART,
    ANOTHER,
    SAVE,
    SETTINGS,
    SEATS,
    TITLE,
    ROW_COUNT
};

/// Lines that draw_keys takes: two seats share one where there are more.
static int keys_lines(const Game *game) {
    int seats = game->seat_count > 2 ? 2 : game->seat_count;
    return seats + (game->def.mode != DRIVE_RACE) + 1;
}

static void fill(const Game *game, MenuPanel *panel) {
    static const char *const labels[ROW_COUNT] = {
        "Resume", "Restart", "Another race", "Save replay", "Settings", "Seats", "Back to title"};
    panel->title = "Paused";
    panel->keys = keys_lines(game);
    if (leaving_part(game) > LEAVING_FROM) {
        panel->note = game->pause.says;
    }
    // In practice one starts anew all the time, and loses nothing but the lap.
    bool practised = game->session.race->mode == RACE_MODE_PRACTICE;
    for (int i = 0; i < ROW_COUNT; i++) {
        menu_action(panel, i, labels[i])->asks = i == TITLE || (i == RESTART && !practised);
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
        [TITLE] = {.kind = WISH_TITLE},
    };
    return wishes[id];
}

/// Upright: left and right are the keys of somebody who still steers.
static const Menu menu = {.fill = fill, .act = act, .press = press, .back = {.kind = WISH_POP}};

enum {
    KEYS_LINE_BYTES = 320,
    KEYS_LINES_MAX = 4
};

/// Appends with which keys seat `index` drives.
static void tell_seat(const Game *game, int index, char line[KEYS_LINE_BYTES]) {
    const char *keys[SETTING_ACTION_COUNT];
    for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
        keys[action] =
            device_label(&game->controls, game->seats[index].device, (SettingAction)action);
    }
    size_t used = strlen(line);
    if (game->seat_count > 1) {
        used += (size_t)snprintf(line + used, KEYS_LINE_BYTES - used, "%sP%d  ",
                                 used > 0 ? "      " : "", game->seats[index].number + 1);
    }
    snprintf(
        line + used, KEYS_LINE_BYTES - used,
        "[%s] gas  [%s] brake, reverse  [%s] [%s] steer  [%s] handbrake  [%s] back on the road",
        keys[SETTING_ACTION_GAS], keys[SETTING_ACTION_BRAKE], keys[SETTING_ACTION_LEFT],
        keys[SETTING_ACTION_RIGHT], keys[SETTING_ACTION_HANDBRAKE], keys[SETTING_ACTION_RESCUE]);
}

/// Appends what the key of `hotkey` does.
static void tell_hotkey(Hotkey hotkey, char line[KEYS_LINE_BYTES]) {
    const HotkeyRow *row = &hotkey_rows[hotkey];
    size_t used = strlen(line);
    snprintf(line + used, KEYS_LINE_BYTES - used, "%s[%s%s] %s", used > 0 ? "    " : "",
             row->ctrl ? "Ctrl+" : "", control_label(row->key), row->label);
}

/// Appends the keys of a moment.
static void tell_hotkeys(HotkeyMoment moment, char line[KEYS_LINE_BYTES]) {
    for (int i = 0; i < HOTKEY_COUNT; i++) {
        if (hotkey_rows[i].moment == moment) {
            tell_hotkey((Hotkey)i, line);
        }
    }
}

/// The keys of everybody, and those that nobody would find by himself.
static void draw_keys(const Game *game, const Canvas *canvas) {
    const char *lines[KEYS_LINES_MAX];
    char seats[2][KEYS_LINE_BYTES];
    int count = 0;
    int a_line = game->seat_count > 2 ? 2 : 1;
    for (int i = 0; i < game->seat_count; i++) {
        if (i % a_line == 0) {
            seats[count][0] = '\0';
            lines[count] = seats[count];
            count++;
        }
        tell_seat(game, i, seats[count - 1]);
    }
    char mode[KEYS_LINE_BYTES] = "", rest[KEYS_LINE_BYTES] = "";
    if (game->def.mode != DRIVE_RACE) {
        tell_hotkeys(game->def.mode == DRIVE_TRIAL ? HOTKEY_WHEN_TRIAL : HOTKEY_WHEN_PRACTICE,
                     mode);
        lines[count++] = mode;
    }
    if (game_tuned_car(game) >= 0) {
        tell_hotkeys(HOTKEY_WHEN_TUNING, rest);
    }
    tell_hotkeys(HOTKEY_WHEN_DRIVING, rest);
    tell_hotkey(HOTKEY_SHEET, rest);
    lines[count++] = rest;
    ASSERT(count == keys_lines(game));
    sign_keys(canvas, lines, count);
}

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
    draw_keys(game, canvas);
}

const Screen pause_screen = {
    .name = "pause", .has_hud = true, .menu = &menu, .frame = frame, .draw = draw};
