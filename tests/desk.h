/// The game without its window, and the devices before it: what tests of screens and seats press.
/// The clock is theirs.
#pragma once

#include "base/exit_code.h"
#include "game/game.h"

#include <stdlib.h>
#include <string.h>

#include "press_key.h"
#include "test.h"

enum {
    DESK_WIDTH = 1280,
    DESK_HEIGHT = 720,
    DESK_RATE = 60, ///< Frames a second.
};

typedef struct Desk {
    Game game;
    InputFrame input;
} Desk;

static inline Desk *desk_make_mode(DriveMode mode, int players, int ai_cars, int laps) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "hatch",
                   .players = players,
                   .ai_cars = ai_cars,
                   .laps = laps,
                   .skill = SKILL_EASY, // as the settings begin
                   .mode = mode};
    assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
    return desk;
}

static inline Desk *desk_make(int players, int ai_cars, int laps) {
    return desk_make_mode(DRIVE_RACE, players, ai_cars, laps);
}

/// Begins a drive in an empty desk, of three laps or of two people's turns of three; returns what
/// game_create does.
static inline int desk_create(Desk *desk, const char *track, DriveMode mode, int players) {
    GameDef def = {.data = TEST_DATA,
                   .track = track,
                   .car = "hatch",
                   .players = players,
                   .laps = 3,
                   .mode = mode,
                   .people = 2,
                   .turn_laps = 3};
    return game_create(&desk->game, &def);
}

/// A desk with that drive.
static inline Desk *desk_on(const char *track, DriveMode mode, int players) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    assert_int_equal(desk_create(desk, track, mode, players), EXIT_FINE);
    return desk;
}

static inline void desk_destroy(Desk *desk) {
    game_destroy(&desk->game);
    free(desk);
}

/// One frame. What went down in it is held from then on.
static inline void desk_frame(Desk *desk) {
    game_frame(&desk->game, &desk->input, 1.0f / DESK_RATE, DESK_WIDTH, DESK_HEIGHT);
    desk->input.press_count = 0;
    desk->input.mouse_pressed = desk->input.lost_focus = false;
    for (int i = 0; i < WINDOW_PADS; i++) {
        memset(desk->input.pads[i].pressed, 0, sizeof desk->input.pads[i].pressed);
        memset(desk->input.pads[i].pushed, 0, sizeof desk->input.pads[i].pushed);
    }
}

static inline void desk_seconds(Desk *desk, float seconds) {
    for (int i = 0; i < (int)(seconds * DESK_RATE + 0.5f); i++) {
        desk_frame(desk);
    }
}

static inline void desk_press(Desk *desk, int key) { press_key(&desk->input, key); }

static inline void desk_release(Desk *desk, int key) { desk->input.down[key] = false; }

static inline void desk_tap(Desk *desk, int key) {
    desk_press(desk, key);
    desk_frame(desk);
    desk_release(desk, key);
    desk_frame(desk);
}

/// Plugs in gamepad `pad`, of a model of its own for each `model`.
static inline void desk_plug(Desk *desk, int pad, int model) {
    PadState *state = &desk->input.pads[pad];
    *state = (PadState){.present = true};
    memset(state->guid, 'a' + model, sizeof state->guid - 1);
}

static inline void desk_unplug(Desk *desk, int pad) { desk->input.pads[pad] = (PadState){0}; }

static inline void desk_push(Desk *desk, int pad, PadButton button) {
    desk->input.pads[pad].buttons[button] = desk->input.pads[pad].pressed[button] = true;
}

static inline void desk_let_go(Desk *desk, int pad, PadButton button) {
    desk->input.pads[pad].buttons[button] = false;
}

static inline void desk_tap_button(Desk *desk, int pad, PadButton button) {
    desk_push(desk, pad, button);
    desk_frame(desk);
    desk_let_go(desk, pad, button);
    desk_frame(desk);
}

/// One person on the left half of the keyboard, gas held, `seconds` after the start.
static inline Desk *desk_one_driver(float seconds) {
    Desk *desk = desk_make(1, 5, 3);
    desk_press(desk, 'W');
    desk_seconds(desk, seconds);
    return desk;
}

/// P1 on keys, P2 and P3 on gamepads 0 and 1 of two models, two seconds after the start.
static inline Desk *desk_three_drivers(void) {
    Desk *desk = desk_one_driver(4.0f);
    for (int pad = 0; pad < 2; pad++) {
        desk_plug(desk, pad, pad);
        desk_frame(desk);
        desk_push(desk, pad, PAD_A);
        desk_frame(desk);
    }
    desk_seconds(desk, 2.0f);
    assert_int_equal(desk->game.seat_count, 3);
    return desk;
}

/// The race is over with the next step.
static inline void desk_end(Desk *desk) {
    desk->game.session.race->end_tick = desk->game.session.race->tick + 1;
}

/// Everybody is over the line, the race is over, and the results have come.
static inline void desk_end_race(Desk *desk) {
    for (int i = 0; i < desk->game.seat_count; i++) {
        race_racers(desk->game.session.race)[desk->game.seats[i].car].finished = true;
    }
    desk_end(desk);
    desk_seconds(desk, 4.0f);
    assert_int_equal(game_screen(&desk->game), GAME_RESULTS);
}
