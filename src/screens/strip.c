#include "screens/strip.h"

#include "base/text.h"
#include "game_state/hot_seat.h"
#include "game_state/joining.h"
#include "game_state/leaving.h"
#include "game_state/lobby.h"
#include "screens/menu.h"
#include "session/load.h"
#include "ui/seat_strip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The strip, with what it points to.
typedef struct Strip {
    SeatStrip shown;
    char cars[SEATS_MAX][64];
    char hint[96], all[160];
} Strip;

bool strip_is_open(const Game *game) { return screen_shown(game)->lobby && !hot_seat_is_on(game); }

Wish strip_frame(Game *game, InputFrame *input) {
    if (!strip_is_open(game)) {
        return (Wish){0};
    }
    int people = lobby_count(game);
    leaving_in_menu(game, input);
    Joining joining = joining_in_menu(game, input);
    if (lobby_count(game) != people && screen_shown(game)->menu) {
        menu_follow_row(game);
    }
    return joining.kind == JOINING_PRACTICE ? (Wish){.kind = WISH_JOIN, .device = joining.device}
                                            : (Wish){0};
}

/// px of a unit of the strip: below a table no more than usual, or larger texts would leave its
/// rows less room, and so smaller texts.
static float strip_unit(const Game *game, const CanvasSize *size) {
    float usual = canvas_unit(size->width, size->height);
    return screen_shown(game)->table ? fminf(size->unit, usual) : size->unit;
}

CanvasSize strip_rest(const Game *game, CanvasSize size) {
    if (strip_is_open(game)) {
        const CanvasSize of_strip = {size.width, size.height, strip_unit(game, &size)};
        size.height -= (float)(int)seat_strip_height(&of_strip);
    }
    return size;
}

/// Whether the next race is being chosen, or there is none yet.
static bool is_choosing(const Game *game) {
    bool chooses = game->stack[0].screen != GAME_DRIVE;
    for (int i = 0; i <= game->depth; i++) {
        chooses |= game->stack[i].screen == GAME_TRACKS;
    }
    return chooses;
}

/// The name of the car that person `number` has chosen.
static void chosen_car(const Game *game, int number, char *out, size_t size) {
    const char *of_race = game->choice.car[0] ? game->choice.car : game->car_name;
    const char *path = game_person_car(game, number, of_race);
    int car = game->catalogue.cars ? catalogue_car(&game->catalogue, path) : -1;
    if (car >= 0 && game->catalogue.cars[car].file.name[0]) {
        snprintf(out, size, "%s", game->catalogue.cars[car].file.name);
        return;
    }
    load_short_name(path, LOAD_CAR_SUFFIX, out, size);
    text_mask(out);
}

static void fill_person(const Game *game, int number, Strip *out) {
    int seat = game_seat_of(game, number), device = lobby_device(game, number);
    char *car = out->cars[number];
    bool later = seat < 0 && game->seat_count > 0 && !is_choosing(game);
    if (seat >= 0 && game->seats[seat].lost) {
        snprintf(car, sizeof out->cars[0], "gamepad gone");
    } else if (later) {
        snprintf(car, sizeof out->cars[0], "in the next race");
    } else if (seat >= 0 && !is_choosing(game)) {
        snprintf(car, sizeof out->cars[0], "%s", game->session.cars[game->seats[seat].car].name);
    } else {
        chosen_car(game, number, car, sizeof out->cars[0]);
    }
    out->shown.seats[number] =
        (SeatStripSeat){.name = game_person_name(game, number),
                        .color = race_picture_colors[game_person_color(game, number)],
                        .has_pad = device >= DEVICE_PAD,
                        .device = later ? "" : device_name(device),
                        .car = car,
                        .leaving = leaving_in_menu_part(game, number)};
}

/// How to join: by every free device, or only by keys whose gas steers menus.
static void fill_hint(const Game *game, bool all, char *out, size_t size) {
    size_t used = 0;
    for (int device = 0; device < DEVICE_KEYS_COUNT; device++) {
        int key = lobby_join_key(game, device);
        const Bindings *keys = &game->controls.keys[device];
        if (lobby_is_free(game, device) && key != CONTROL_NONE && used < size &&
            (all || bindings_find(keys, key) != SETTING_ACTION_GAS)) {
            used += (size_t)snprintf(out + used, size - used, "%s%s: %s", used > 0 ? ", " : "",
                                     device_name(device), control_label(key));
        }
    }
    if (all && used > 0 && used < size) {
        snprintf(out + used, size - used, ", gamepad: A");
    }
}

static void make_strip(const Game *game, Strip *out) {
    *out = (Strip){0};
    for (int number = 0; number < SEATS_MAX; number++) {
        if (lobby_device(game, number) != DEVICE_NONE) {
            fill_person(game, number, out);
        }
    }
    fill_hint(game, false, out->hint, sizeof out->hint);
    fill_hint(game, true, out->all, sizeof out->all);
    bool keys = lobby_is_free(game, 0) || lobby_is_free(game, 1) || lobby_is_free(game, 2) ||
                lobby_is_free(game, 3);
    out->shown.join = keys ? "Press gas to join" : "Press A on a gamepad to join";
    out->shown.join_hint = out->hint;
    out->shown.join_list = "To join, press";
    out->shown.join_all = out->all;
}

void strip_draw(const Game *game, const Canvas *canvas) {
    CanvasSize size = canvas_size(canvas), rest = strip_rest(game, size);
    Canvas above = *canvas;
    above.height = (int)rest.height;
    screen_shown(game)->draw(game, &above);
    if (strip_is_open(game)) {
        Strip strip;
        make_strip(game, &strip);
        Canvas of_strip = *canvas;
        of_strip.unit = strip_unit(game, &size);
        seat_strip_draw(&of_strip, &strip.shown);
    }
}
