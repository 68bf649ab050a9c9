#include "game_state/joining.h"

#include "game_state/hot_seat.h"
#include "game_state/lobby.h"
#include "game_state/pads.h"
#include "game_state/trial.h"
#include "race_state/classification.h"
#include "render/race_picture.h"
#include "ui/palette.h"

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

static bool waits(const Game *game, int device) {
    for (int i = 0; i < game->waiting_count; i++) {
        if (game->waiting[i].device == device) {
            return true;
        }
    }
    return false;
}

/// False, and said, where all seats are taken.
static bool wait(Game *game, const InputFrame *input, int device) {
    int number = pads_number_for(game, input, device);
    if (number >= SEATS_MAX) {
        game_say(game, PALETTE_TEXT, "All %d seats of the next race are taken", SEATS_MAX);
        return false;
    }
    game->waiting[game->waiting_count++] = (Waiter){.number = number, .device = device};
    return true;
}

/// Notes that somebody is in at the next race, and has that at once where nobody loses much by it.
static Joining wait_for_race(Game *game, const InputFrame *input, int device) {
    const Session *session = &game->session;
    bool already = waits(game, device);
    if (!already && lobby_count(game) >= session->track.slot_count) {
        game_say(game, PALETTE_TEXT, "This track has no place for one more car");
        return (Joining){0};
    }
    if (!already && !wait(game, input, device)) {
        return (Joining){0};
    }
    if (session->race->phase == RACE_COUNTDOWN) {
        return (Joining){JOINING_RESTART, device};
    }
    game_say(game, PALETTE_TEXT, "No car is free: you are in at the next race");
    return (Joining){JOINING_DONE, device};
}

static Seat *take_over(Game *game, const InputFrame *input, int device, int car) {
    race_set_ai(game->session.race, car, false);
    Seat *seat = pads_take_seat(game, input, device, car);
    seat->laps_seen = race_racers_const(game->session.race)[car].lap;
    seat->lap_spoiled = true; // the AI began it
    return seat;
}

static Joining join(Game *game, const InputFrame *input, int device) {
    if (hot_seat_is_on(game)) { // whoever has his turn may take what he likes, until he drives
        if (trial_waits(game)) {
            pads_hand_over(&game->seats[0], device);
        }
        return (Joining){0};
    }
    if (trial_is_on(game)) {
        game_say(game, PALETTE_TEXT, "A time trial is for one: \"Hot seat\" has you take turns");
        return (Joining){0};
    }
    int car = find_free_car(game);
    if (car < 0) {
        return game->session.race->mode == RACE_MODE_PRACTICE ? (Joining){JOINING_PRACTICE, device}
                                                              : wait_for_race(game, input, device);
    }
    take_over(game, input, device, car);
    return (Joining){JOINING_DONE, device};
}

/// The seat whose devices nobody knows yet; NULL: there is none.
static Seat *unclaimed(Game *game) {
    Seat *found = NULL;
    for (int i = 0; i < game->seat_count; i++) {
        if (!game->seats[i].lost && game->seats[i].device == DEVICE_ANY_KEYS) {
            found = &game->seats[i];
        }
    }
    return found;
}

Joining joining_in_drive(Game *game, const InputFrame *input) {
    bool taken[DEVICE_COUNT] = {false};
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
        }
    }
    int device = device_joining(&game->controls, input, taken);
    Seat *by_mouse = unclaimed(game);
    if (device >= DEVICE_PAD && by_mouse) {
        by_mouse->device = device; // he came by the mouse, and drives by a gamepad
    } else if (device != DEVICE_NONE && game->seat_count < SEATS_MAX &&
               (lobby_count(game) < SEATS_MAX || waits(game, device))) {
        return join(game, input, device);
    }
    return (Joining){0};
}

/// Whether there is a race behind the menus in which people drive on.
static bool race_goes_on(const Game *game) {
    bool over = game->stack[0].screen != GAME_DRIVE || trial_is_on(game);
    for (int i = 0; i <= game->depth; i++) {
        over |= game->stack[i].screen == GAME_RESULTS;
    }
    return !over;
}

Joining joining_in_menu(Game *game, InputFrame *input) {
    int device = lobby_joining(game, input);
    if (device == DEVICE_NONE) {
        return (Joining){0};
    }
    Seat *by_mouse = unclaimed(game);
    if (device >= DEVICE_PAD && by_mouse) {
        by_mouse->device = device;
        return (Joining){0}; // his press chooses too
    }
    bool first = lobby_count(game) == 0;
    lobby_take_press(game, device, first, input);
    int number = pads_number_for(game, input, device);
    int car = race_goes_on(game) && number < SEATS_MAX ? find_free_car(game) : -1;
    if (car >= 0) {
        take_over(game, input, device, car);
        game_say(game, race_picture_colors[game_person_color(game, number)],
                 "%s has joined, and drives the %s car at once", game_person_name(game, number),
                 game_person_color_name(game, number));
        return (Joining){JOINING_DONE, device};
    }
    if (race_goes_on(game) && number < SEATS_MAX && game_is_practice(game)) {
        return (Joining){JOINING_PRACTICE, device};
    }
    if (wait(game, input, device) && !first) {
        game_say(game, race_picture_colors[game_person_color(game, number)],
                 "%s has joined, and is in at the next race", game_person_name(game, number));
    }
    return (Joining){JOINING_DONE, device};
}
