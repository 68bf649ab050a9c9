/// The pause: a menu over the race that stands still, and everybody's keys.
#include "base/assert.h"
#include "game/menu.h"
#include "ui/signs.h"

#include <stdio.h>
#include <string.h>

/// Upright: left and right are the keys of somebody who still steers.
static const Menu menu = {
    .title = "Paused",
    .items = {{"Resume", {.kind = WISH_POP}, false},
              {"Restart", {.kind = WISH_RACE}, true},
              {"Next track", {.kind = WISH_TRACK}, true},
              {"Change car", {.kind = WISH_CAR}, true},
              {"Reverse direction", {.kind = WISH_DIRECTION}, true},
              {"Save replay", {.kind = WISH_SAVE}, false},
              {"Back to title", {.kind = WISH_TITLE}, true}},
    .count = 7,
    .back = {.kind = WISH_POP},
};

/// Lines that draw_keys takes: two seats share one where there are more.
static int keys_lines(const Game *game) {
    int seats = game->seat_count > 2 ? 2 : game->seat_count;
    return seats + (game->def.mode != DRIVE_RACE) + 1;
}

static ScreenMenu shown_over_keys(const Game *game) {
    ScreenMenu shown = menu_shown(game);
    shown.keys = keys_lines(game);
    return shown;
}

static Wish frame(Game *game, const ScreenInput *input) {
    ScreenMenu shown = shown_over_keys(game);
    return menu_frame(game, input->frame,
                      screen_menu_hit(input->width, input->height, &shown, input->frame->mouse_x,
                                      input->frame->mouse_y));
}

enum {
    KEYS_LINE_BYTES = 320,
    KEYS_LINES_MAX = 4
};

/// Appends with which keys seat `index` drives.
static void tell_seat(const Game *game, int index, char line[KEYS_LINE_BYTES]) {
    const char *keys[ACTION_COUNT];
    for (int action = 0; action < ACTION_COUNT; action++) {
        keys[action] =
            device_label(&game->controls, game->seats[index].device, (DriveAction)action);
    }
    size_t used = strlen(line);
    if (game->seat_count > 1) {
        used += (size_t)snprintf(line + used, KEYS_LINE_BYTES - used, "%sP%d  ",
                                 used > 0 ? "      " : "", index + 1);
    }
    snprintf(
        line + used, KEYS_LINE_BYTES - used,
        "[%s] gas  [%s] brake, reverse  [%s] [%s] steer  [%s] handbrake  [%s] back on the road",
        keys[ACTION_GAS], keys[ACTION_BRAKE], keys[ACTION_LEFT], keys[ACTION_RIGHT],
        keys[ACTION_HANDBRAKE], keys[ACTION_RESCUE]);
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
    if (game->def.mode == DRIVE_TRIAL) {
        lines[count++] = "[Enter], View on a gamepad: from the start, at once";
    } else if (game->def.mode == DRIVE_PRACTICE) {
        lines[count++] = "[F8] hold to rewind    [ , ] slower    [ . ] faster    [F10] single tick";
    }
    if (game_tuned_car(game) >= 0) {
        lines[count++] =
            "[F2] designer's overlay    [F3] tuning panel    [F4] forces    [F6] set-up "
            "A or B    [Ctrl+F6] copy";
    } else {
        lines[count++] = "[F4] forces";
    }
    ASSERT(count == keys_lines(game));
    sign_keys(canvas, lines, count);
}

static void draw(const Game *game, const Canvas *canvas) {
    ScreenMenu shown = shown_over_keys(game);
    if (game->lost_seat >= 0) {
        shown.hint = "A gamepad is gone: connect it again to go on";
    }
    screen_menu(canvas, &shown);
    draw_keys(game, canvas);
}

const Screen pause_screen = {
    .name = "pause", .has_hud = true, .menu = &menu, .frame = frame, .draw = draw};
