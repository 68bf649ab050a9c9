/// The game's screens without its window: what presses do on them. The clock is ours.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/exit_code.h"
#include "base/random.h"
#include "game/game.h"
#include "game/menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum {
    WIDTH = 1280,
    HEIGHT = 720,
    RATE = 60,
};

static const int driving_keys[] = {'W',       'A',      'S',       'D',
                                   KEY_SPACE, KEY_LEFT, KEY_RIGHT, KEY_PAD_ENTER};

enum {
    DRIVING_KEYS = sizeof driving_keys / sizeof driving_keys[0]
};

/// A game and the devices before it.
typedef struct Desk {
    Game game;
    InputFrame input;
} Desk;

static Desk *desk_make(void) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "hatch",
                   .players = 1,
                   .ai_cars = 1,
                   .laps = 1};
    assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
    return desk;
}

static void desk_destroy(Desk *desk) {
    game_destroy(&desk->game);
    free(desk);
}

static void frame(Desk *desk) {
    game_frame(&desk->game, &desk->input, 1.0f / RATE, WIDTH, HEIGHT);
    desk->input.press_count = 0;
    desk->input.mouse_pressed = desk->input.lost_focus = false;
    for (int i = 0; i < WINDOW_PADS; i++) {
        memset(desk->input.pads[i].pressed, 0, sizeof desk->input.pads[i].pressed);
    }
}

static void frames(Desk *desk, int count) {
    for (int i = 0; i < count; i++) {
        frame(desk);
    }
}

static void press(Desk *desk, int key) {
    desk->input.presses[desk->input.press_count++] = key;
    desk->input.down[key] = true;
}

static void tap(Desk *desk, int key) {
    press(desk, key);
    frame(desk);
    desk->input.down[key] = false;
    frame(desk);
}

// The first player is home, and two seconds later the results are there.
static void finish(Desk *desk) {
    Race *race = desk->game.session.race;
    race_racers(race)[desk->game.seats[0].car].finished = true;
    for (int i = 0; i < 10 * RATE && game_screen(&desk->game) != GAME_RESULTS; i++) {
        frame(desk);
    }
    assert_int_equal(game_screen(&desk->game), GAME_RESULTS);
}

// The menu as it is drawn now.
static const MenuPanel *shown(const Desk *desk) {
    static MenuPanel panel;
    menu_shown(&desk->game, &panel);
    return &panel;
}

static int focus(const Desk *desk) { return desk->game.stack[desk->game.depth].focus; }

static void nothing_has_happened(const Desk *desk, GameScreen screen) {
    assert_int_equal(game_screen(&desk->game), screen);
    assert_int_equal(focus(desk), 0);
    assert_int_equal(desk->game.stack[desk->game.depth].asked, -1);
    assert_string_equal(desk->game.car_name, "hatch");
}

static void who_steers_on_by_taps_chooses_nothing_in_the_results(void **state) {
    (void)state;
    Desk *desk = desk_make();
    Random random = random_make(3, 1);
    frames(desk, 4 * RATE);
    finish(desk);
    for (int i = 0; i < 40; i++) {
        tap(desk, driving_keys[random_u32(&random) % DRIVING_KEYS]);
        frames(desk, (int)random_range(&random, 1.0f, 0.65f * RATE));
        nothing_has_happened(desk, GAME_RESULTS);
    }
    tap(desk, KEY_ENTER); // somebody else may want to go on: Again
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_destroy(desk);
}

static void rested_hands_work_the_results_with_the_driving_keys(void **state) {
    (void)state;
    Desk *desk = desk_make();
    frames(desk, 4 * RATE);
    finish(desk);
    assert_int_equal(shown(desk)->focus, -1); // nothing asks for a press
    tap(desk, KEY_ENTER);
    nothing_has_happened(desk, GAME_RESULTS);
    frames(desk, RATE);
    assert_int_equal(shown(desk)->focus, 0);
    tap(desk, 'D');
    assert_int_equal(focus(desk), 1);
    tap(desk, 'A');
    tap(desk, KEY_SPACE); // Again
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_destroy(desk);
}

/// Comes to a screen in one of the ways there are.
typedef struct Way {
    GameScreen screen;
    void (*go)(Desk *desk);
} Way;

static void pause_by_key(Desk *desk) {
    press(desk, KEY_ESCAPE);
    frame(desk);
    desk->input.down[KEY_ESCAPE] = false;
}

static void pause_by_lost_focus(Desk *desk) {
    desk->game.seats[0].used_gas = true;
    desk->input.lost_focus = true;
    frame(desk);
}

static void back_to_title(Desk *desk) {
    finish(desk);
    frames(desk, 2 * RATE);
    tap(desk, KEY_ESCAPE);
}

// What is held sends presses again and again here, as some keyboards and remote screens do.
static void hold(Desk *desk, int count) {
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < DRIVING_KEYS; k++) {
            press(desk, driving_keys[k]);
        }
        desk->input.pads[0].present = true;
        desk->input.pads[0].buttons[PAD_A] = desk->input.pads[0].pressed[PAD_A] = true;
        desk->input.pads[0].buttons[PAD_DOWN] = desk->input.pads[0].pressed[PAD_DOWN] = true;
        frame(desk);
    }
}

static void what_is_held_when_a_screen_appears_does_nothing_on_it(void **state) {
    (void)state;
    static const Way ways[] = {{GAME_RESULTS, finish},
                               {GAME_PAUSE, pause_by_key},
                               {GAME_PAUSE, pause_by_lost_focus},
                               {GAME_TITLE, back_to_title}};
    for (int i = 0; i < 4; i++) {
        Desk *desk = desk_make();
        desk->game.seats[0].device = DEVICE_PAD; // so that nobody else can join by it
        desk->input.pads[0].present = true;
        frames(desk, 4 * RATE);
        for (int k = 0; k < DRIVING_KEYS; k++) {
            desk->input.down[driving_keys[k]] = true;
        }
        desk->input.pads[0].buttons[PAD_A] = desk->input.pads[0].buttons[PAD_DOWN] = true;
        ways[i].go(desk);
        hold(desk, 3 * RATE);
        nothing_has_happened(desk, ways[i].screen);
        memset(desk->input.down, 0, sizeof desk->input.down);
        memset(desk->input.pads[0].buttons, 0, sizeof desk->input.pads[0].buttons);
        frames(desk, RATE);
        tap(desk, 'S');
        assert_true(focus(desk) != 0 || game_screen(&desk->game) != ways[i].screen);
        desk_destroy(desk);
    }
}

static void a_menu_is_left_as_it_was_by_one_over_it(void **state) {
    (void)state;
    Desk *desk = desk_make();
    frames(desk, 4 * RATE);
    tap(desk, KEY_ESCAPE);
    tap(desk, KEY_DOWN);
    tap(desk, KEY_DOWN);
    Game *game = &desk->game;
    game->stack[++game->depth] = (StackedScreen){GAME_PAUSE, .asked = -1};
    tap(desk, KEY_DOWN);
    tap(desk, KEY_ENTER);
    assert_int_equal(shown(desk)->asked, 1);
    tap(desk, KEY_ESCAPE);
    frames(desk, RATE);
    assert_int_equal(game_screen(game), GAME_PAUSE);
    assert_int_equal(shown(desk)->focus, 2);
    assert_int_equal(shown(desk)->asked, -1);
    desk_destroy(desk);
}

static void the_menus_say_what_they_do(void **state) {
    (void)state;
    static const char *const items[] = {"Resume",     "Restart",           "Next track",
                                        "Change car", "Reverse direction", "Save replay",
                                        "Settings",   "Back to title"};
    Desk *desk = desk_make();
    frames(desk, 4 * RATE);
    tap(desk, KEY_ESCAPE);
    assert_int_equal(shown(desk)->count, 8);
    for (int i = 0; i < 8; i++) {
        assert_string_equal(shown(desk)->rows[i].label, items[i]);
    }
    for (int i = 0; i < 3; i++) {
        tap(desk, KEY_DOWN);
    }
    tap(desk, KEY_ENTER);
    assert_int_equal(shown(desk)->asked, 3);
    tap(desk, KEY_ENTER);
    char text[96];
    snprintf(text, sizeof text, "All cars: %s", desk->game.session.cars[0].name);
    assert_string_equal(desk->game.toast, text);
    tap(desk, KEY_ESCAPE);
    for (int i = 0; i < 4; i++) {
        tap(desk, KEY_DOWN);
    }
    tap(desk, KEY_ENTER);
    tap(desk, KEY_ENTER);
    assert_string_equal(desk->game.toast, "First Oval, reverse direction");
    desk_destroy(desk);
}

static int set_up(void **state) {
    static char folder[] = "/tmp/axle_menus_XXXXXX";
    *state = folder;
    return mkdtemp(folder) && setenv("XDG_DATA_HOME", folder, 1) == 0 ? 0 : -1;
}

static int tear_down(void **state) {
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", (const char *)*state);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_steers_on_by_taps_chooses_nothing_in_the_results),
        cmocka_unit_test(rested_hands_work_the_results_with_the_driving_keys),
        cmocka_unit_test(what_is_held_when_a_screen_appears_does_nothing_on_it),
        cmocka_unit_test(a_menu_is_left_as_it_was_by_one_over_it),
        cmocka_unit_test(the_menus_say_what_they_do),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
