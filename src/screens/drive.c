/// Driving: others may join, and anybody may pause.
#include "game_state/auto_gas.h"
#include "game_state/hot_seat.h"
#include "game_state/leaving.h"
#include "game_state/menu_input.h"
#include "game_state/pads.h"
#include "game_state/trial.h"
#include "race/classification.h"
#include "screens/screen.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <stdio.h>

/// How many places lie between `place` and the person nearest to it.
static int places_to_person(const Game *game, int place) {
    int nearest = RACE_MAX_CARS;
    for (int i = 0; i < game->seat_count; i++) {
        int its = race_racers_const(game->session.race)[game->seats[i].car].place;
        int apart = its > place ? its - place : place - its;
        nearest = apart < nearest ? apart : nearest;
    }
    return nearest;
}

/// The AI car for somebody who joins: the one nearest to a friend, so that the two race each other
/// from the first second; of two alike the one behind, for whoever drives already should not lose a
/// place to a newcomer who has done nothing yet. -1: none is racing.
static int find_free_car(const Game *game) {
    const Race *race = game->session.race;
    int order[RACE_MAX_CARS], best = -1, fewest = RACE_MAX_CARS + 1;
    race_order(race, order);
    for (int i = race->car_count - 1; i >= 0; i--) {
        int car = order[i], apart = places_to_person(game, i + 1);
        bool free = (race->ai_cars >> car & 1u) != 0 &&
                    !classification_stands(&race_racers_const(race)[car]);
        if (free && apart < fewest) {
            best = car;
            fewest = apart;
        }
    }
    return best;
}

/// Notes that somebody is in at the next race, and has that at once where nobody loses much by it.
static Wish wait_for_race(Game *game, int device) {
    const Session *session = &game->session;
    bool waits = false;
    for (int i = 0; i < game->waiting_count; i++) {
        waits |= game->waiting[i] == device;
    }
    int next = game->seat_count + game->waiting_count;
    if (!waits && next >= session->track.slot_count) {
        game_say(game, PALETTE_TEXT, "This track has no place for one more car");
        return (Wish){0};
    }
    if (!waits && next >= SEATS_MAX) {
        game_say(game, PALETTE_TEXT, "All %d seats of the next race are taken", SEATS_MAX);
        return (Wish){0};
    }
    if (!waits) {
        game->waiting[game->waiting_count++] = device;
    }
    if (session->race->phase == RACE_COUNTDOWN) {
        return (Wish){.kind = WISH_RACE};
    }
    game_say(game, PALETTE_TEXT, "No car is free: you are in at the next race");
    return (Wish){0};
}

static Wish join(Game *game, const InputFrame *input, int device) {
    if (hot_seat_is_on(game)) { // whoever has his turn may take what he likes, until he drives
        if (trial_waits(game)) {
            pads_hand_over(&game->seats[0], device);
        }
        return (Wish){0};
    }
    if (trial_is_on(game)) {
        game_say(game, PALETTE_TEXT, "A time trial is for one: \"Hot seat\" has you take turns");
        return (Wish){0};
    }
    int car = find_free_car(game);
    if (car < 0) {
        bool practice = game->session.race->mode == RACE_MODE_PRACTICE;
        return practice ? (Wish){.kind = WISH_JOIN, .device = device} : wait_for_race(game, device);
    }
    race_set_ai(game->session.race, car, false, game->def.skill);
    Seat *seat = pads_take_seat(game, input, device, car);
    seat->laps_seen = race_racers_const(game->session.race)[car].lap;
    seat->lap_spoiled = true; // the AI began it
    return (Wish){0};
}

static Wish check_joining(Game *game, const InputFrame *input) {
    bool taken[DEVICE_COUNT] = {false};
    Seat *unclaimed = NULL; // whose devices nobody knows yet
    for (int i = 0; i < game->seat_count; i++) {
        if (game->seats[i].lost) {
            continue;
        }
        if (game->seats[i].device == DEVICE_ANY_KEYS) {
            game->seats[i].device = device_claim(&game->controls, input);
        }
        taken[game->seats[i].device] = true;
        if (game->seats[i].device == DEVICE_ANY_KEYS) {
            taken[0] = taken[1] = taken[2] = taken[3] = true;
            unclaimed = &game->seats[i];
        }
    }
    int device = device_joining(&game->controls, input, taken);
    if (device >= DEVICE_PAD && unclaimed) {
        unclaimed->device = device; // he came by the mouse, and drives by a gamepad
    } else if (device != DEVICE_NONE && game->seat_count < SEATS_MAX) {
        return join(game, input, device);
    }
    return (Wish){0};
}

static Wish wish_pause(Game *game, const InputFrame *input) {
    bool anybody_drives = false; // else there is nothing to save from a window that lost the focus
    for (int i = 0; i < game->seat_count; i++) {
        anybody_drives |= game->seats[i].used_gas;
    }
    bool asked = menu_presses(input).pause;
    leaving_begin(game, input);
    bool pauses = asked || (input->lost_focus && anybody_drives);
    if (pads_lost_seat(game) >= 0) {
        return (Wish){.kind = WISH_PUSH, .screen = GAME_PAD_LOST, .unasked = true};
    }
    return pauses ? (Wish){.kind = WISH_PUSH, .screen = GAME_PAUSE, .unasked = !asked} : (Wish){0};
}

static Wish frame(Game *game, const ScreenInput *input) {
    Wish joined = check_joining(game, input->frame);
    Wish pause = wish_pause(game, input->frame);
    if (pause.kind != WISH_NOTHING) {
        return pause;
    }
    auto_gas_frame(game, input->frame);
    return trial_restarts(game, input->frame) ? (Wish){.kind = WISH_RESTART} : joined;
}

/// The mistake in a file that is not driven, once the toast about it is gone.
static void draw(const Game *game, const Canvas *canvas) {
    const char *wrong = reload_wrong(&game->live.reload);
    bool told = game->toast_wrong && game->toast_left > 0.0f;
    if (wrong && !told) {
        sign_note(canvas, PALETTE_BAD, wrong);
    } else if (trial_waits(game)) {
        char text[SETTING_TEXT_MAX + 48] = "The clock starts when you press gas";
        if (hot_seat_is_on(game)) {
            snprintf(text, sizeof text, "%s: the clock starts when you press gas",
                     game_person_name(game, game->seats[0].number));
        }
        sign_note(canvas, PALETTE_ACCENT, text);
    }
}

const Screen drive_screen = {
    .name = "drive", .runs = true, .has_hud = true, .frame = frame, .draw = draw};
