/// Time trial without its window: when the clock starts, and how one begins anew.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/exit_code.h"
#include "game/game.h"
#include "game/trial.h"
#include "session/waiting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

enum {
    WIDTH = 1280,
    HEIGHT = 720,
    RATE = 60,
};

/// A game and the devices before it.
typedef struct Desk {
    Game game;
    InputFrame input;
    char folder[64];
} Desk;

static int set_up(void **state) {
    Desk *desk = calloc(1, sizeof *desk);
    snprintf(desk->folder, sizeof desk->folder, "/tmp/axle-trial-XXXXXX");
    assert_non_null(mkdtemp(desk->folder));
    assert_int_equal(setenv("XDG_DATA_HOME", desk->folder, 1), 0);
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "hatch",
                   .players = 1,
                   .mode = DRIVE_TRIAL};
    assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
    *state = desk;
    return 0;
}

static int clear_up(void **state) {
    Desk *desk = *state;
    char command[128];
    game_destroy(&desk->game);
    snprintf(command, sizeof command, "rm -r '%s'", desk->folder);
    assert_int_equal(system(command), 0);
    free(desk);
    return 0;
}

static void frames(Desk *desk, int count) {
    for (int i = 0; i < count; i++) {
        game_frame(&desk->game, &desk->input, 1.0f / RATE, WIDTH, HEIGHT);
        desk->input.press_count = 0;
        memset(desk->input.pads[0].pressed, 0, sizeof desk->input.pads[0].pressed);
    }
}

static void press(Desk *desk, int key) {
    desk->input.presses[desk->input.press_count++] = key;
    desk->input.down[key] = true;
}

static uint32_t tick(const Desk *desk) { return desk->game.session.race->tick; }

static void the_clock_starts_with_gas_or_brake(void **state) {
    Desk *desk = *state;
    frames(desk, RATE);
    press(desk, 'A'); // who steers only has not started
    frames(desk, RATE);
    assert_true(trial_waits(&desk->game));
    assert_int_equal(tick(desk), 0);
    press(desk, 'W');
    frames(desk, RATE);
    assert_in_range(tick(desk), 236, 240);
    desk->input.down['W'] = false; // and does not stop without it
    frames(desk, RATE);
    assert_in_range(tick(desk), 472, 480);
}

static void one_is_alone_there(void **state) {
    Desk *desk = *state;
    assert_int_equal(desk->game.session.race->car_count, 1);
    press(desk, 'W');
    frames(desk, RATE);
    press(desk, KEY_UP);
    frames(desk, RATE);
    assert_int_equal(desk->game.seat_count, 1);
}

static void one_key_starts_anew_at_once(void **state) {
    Desk *desk = *state;
    for (int i = 0; i < 2; i++) {
        press(desk, 'W');
        frames(desk, 3 * RATE);
        assert_true(tick(desk) > 600);
        if (i == 0) {
            press(desk, KEY_ENTER);
        } else {
            desk->input.pads[0].present = desk->input.pads[0].pressed[PAD_BACK] = true;
        }
        double start = waiting_now();
        frames(desk, 1);
        assert_in_range((int)(1e3 * (waiting_now() - start)), 0, 300);
        assert_in_range(tick(desk), 1, 5); // gas is still held, so it goes on at once
        assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    }
}

static void attempts_without_a_lap_leave_no_recording(void **state) {
    Desk *desk = *state;
    char path[128];
    snprintf(path, sizeof path, "%s/axle/replays/last.replay", desk->folder);
    press(desk, 'W');
    frames(desk, RATE);
    press(desk, KEY_ENTER);
    frames(desk, RATE);
    assert_int_not_equal(access(path, F_OK), 0);
    press(desk, KEY_ESCAPE); // but one that is left for the pause does
    frames(desk, 1);
    assert_int_equal(access(path, F_OK), 0);
}

static void nobody_turns_time_back(void **state) {
    Desk *desk = *state;
    press(desk, 'W');
    frames(desk, RATE);
    uint32_t before = tick(desk);
    press(desk, KEY_F8);
    press(desk, KEY_PERIOD);
    frames(desk, RATE);
    assert_in_range(tick(desk), before + 236, before + 244);
}

#define ON_DESK(test) cmocka_unit_test_setup_teardown(test, set_up, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_DESK(the_clock_starts_with_gas_or_brake),
        ON_DESK(one_is_alone_there),
        ON_DESK(one_key_starts_anew_at_once),
        ON_DESK(attempts_without_a_lap_leave_no_recording),
        ON_DESK(nobody_turns_time_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
