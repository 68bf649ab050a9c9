/// Driving: others may join, and anybody may pause.
#include "game/menu_input.h"
#include "game/screen.h"
#include "game/trial.h"
#include "race/classification.h"
#include "ui/palette.h"
#include "ui/signs.h"

/// Gives the seat at `device` the AI car that stands best for a newcomer: the last one that is
/// still racing.
static void join(Game *game, int device) {
    Race *race = game->session.race;
    int order[RACE_MAX_CARS];
    race_order(race, order);
    for (int i = race->car_count - 1; i >= 0; i--) {
        int car = order[i];
        const Racer *racer = &race_racers(race)[car];
        if ((race->ai_cars >> car & 1u) == 0 || classification_stands(racer)) {
            continue;
        }
        race_set_ai(race, car, false, game->def.skill);
        game_take_seat(game, device, car);
        game->seats[game->seat_count - 1].laps_seen = racer->lap;
        game->seats[game->seat_count - 1].lap_spoiled = true; // the AI began it
        return;
    }
    game_say(game, PALETTE_TEXT, "No free car in this race");
}

static void check_joining(Game *game, const InputFrame *input) {
    bool taken[DEVICE_COUNT] = {false};
    for (int i = 0; i < game->seat_count; i++) {
        if (game->seats[i].device == DEVICE_ANY_KEYS) {
            game->seats[i].device = device_claim(&game->controls, input);
        }
        taken[game->seats[i].device] = true;
        if (game->seats[i].device == DEVICE_ANY_KEYS) {
            taken[0] = taken[1] = taken[2] = taken[3] = true;
        }
    }
    int device = device_joining(&game->controls, input, taken);
    if (device != DEVICE_NONE && game->seat_count < SEATS_MAX) {
        join(game, device);
    }
}

static Wish wish_pause(Game *game, const InputFrame *input) {
    game->lost_seat = -1;
    bool anybody_drives = false; // else there is nothing to save from a window that lost the focus
    for (int i = 0; i < game->seat_count; i++) {
        anybody_drives |= game->seats[i].used_gas;
        if (!device_present(game->seats[i].device, input)) {
            game->lost_seat = i;
        }
    }
    bool asked = menu_presses(input).pause;
    bool pauses = asked || (input->lost_focus && anybody_drives) || game->lost_seat >= 0;
    return pauses ? (Wish){.kind = WISH_PUSH, .screen = GAME_PAUSE, .unasked = !asked} : (Wish){0};
}

static Wish frame(Game *game, const ScreenInput *input) {
    check_joining(game, input->frame);
    Wish pause = wish_pause(game, input->frame);
    bool again = pause.kind == WISH_NOTHING && trial_restarts(game, input->frame);
    return again ? (Wish){.kind = WISH_RESTART} : pause;
}

/// The mistake in a file that is not driven, once the toast about it is gone.
static void draw(const Game *game, const Canvas *canvas) {
    const char *wrong = reload_wrong(&game->live.reload);
    bool told = game->toast_wrong && game->toast_left > 0.0f;
    if (wrong && !told) {
        sign_note(canvas, PALETTE_BAD, wrong);
    } else if (trial_waits(game)) {
        sign_note(canvas, PALETTE_ACCENT, "The clock starts when you press gas");
    }
}

const Screen drive_screen = {
    .name = "drive", .runs = true, .has_hud = true, .frame = frame, .draw = draw};
