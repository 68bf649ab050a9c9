/// The game's screens without its window: what presses do on them. The clock is ours.
#define _XOPEN_SOURCE 700 // for mkdtemp, setenv and nanosleep
#include "base/exit_code.h"
#include "base/random.h"
#include "game/game.h"
#include "pages/card_grid.h"
#include "screens/menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "desk.h"
#include "read_catalogue.h"
#include "user_folder.h"

static const int driving_keys[] = {'W',       'A',      'S',       'D',
                                   KEY_SPACE, KEY_LEFT, KEY_RIGHT, KEY_PAD_ENTER};

enum {
    DRIVING_KEYS = sizeof driving_keys / sizeof driving_keys[0],
    TRACKS = 12,
};

static void frames(Desk *desk, int count) {
    for (int i = 0; i < count; i++) {
        desk_frame(desk);
    }
}

// The first player is home, the race is over, and two seconds later the results are there.
static void finish(Desk *desk) {
    Race *race = desk->game.session.race;
    race_racers(race)[desk->game.seats[0].car].finished = true;
    desk_end(desk);
    for (int i = 0; i < 10 * DESK_RATE && game_screen(&desk->game) != GAME_RESULTS; i++) {
        desk_frame(desk);
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
    Desk *desk = desk_make(1, 1, 1);
    Random random = random_make(3, 1);
    frames(desk, 4 * DESK_RATE);
    finish(desk);
    for (int i = 0; i < 40; i++) {
        desk_tap(desk, driving_keys[random_u32(&random) % DRIVING_KEYS]);
        frames(desk, (int)random_range(&random, 1.0f, 0.65f * DESK_RATE));
        nothing_has_happened(desk, GAME_RESULTS);
    }
    desk_tap(desk, KEY_ENTER); // somebody else may want to go on: Again
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_destroy(desk);
}

static void rested_hands_work_the_results_with_the_driving_keys(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 1, 1);
    frames(desk, 4 * DESK_RATE);
    finish(desk);
    assert_int_equal(shown(desk)->focus, -1); // nothing asks for a press
    desk_tap(desk, KEY_ENTER);
    nothing_has_happened(desk, GAME_RESULTS);
    frames(desk, DESK_RATE);
    assert_int_equal(shown(desk)->focus, 0);
    desk_tap(desk, 'D');
    assert_int_equal(focus(desk), 1);
    desk_tap(desk, 'A');
    desk_tap(desk, KEY_SPACE); // Again
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_destroy(desk);
}

/// Comes to a screen in one of the ways there are.
typedef struct Way {
    GameScreen screen;
    void (*go)(Desk *desk);
} Way;

static void pause_by_key(Desk *desk) {
    desk_press(desk, KEY_ESCAPE);
    desk_frame(desk);
    desk->input.down[KEY_ESCAPE] = false;
}

static void pause_by_lost_focus(Desk *desk) {
    desk->game.seats[0].used_gas = true;
    desk->input.lost_focus = true;
    desk_frame(desk);
}

static void back_to_title(Desk *desk) {
    finish(desk);
    frames(desk, 2 * DESK_RATE);
    desk_tap(desk, KEY_ESCAPE);
}

// What is held sends presses again and again here, as some keyboards and remote screens do.
static void hold(Desk *desk, int count) {
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < DRIVING_KEYS; k++) {
            desk_press(desk, driving_keys[k]);
        }
        desk->input.pads[0].present = true;
        desk->input.pads[0].buttons[PAD_A] = desk->input.pads[0].pressed[PAD_A] = true;
        desk->input.pads[0].buttons[PAD_DOWN] = desk->input.pads[0].pressed[PAD_DOWN] = true;
        desk_frame(desk);
    }
}

static void what_is_held_when_a_screen_appears_does_nothing_on_it(void **state) {
    (void)state;
    static const Way ways[] = {{GAME_RESULTS, finish},
                               {GAME_PAUSE, pause_by_key},
                               {GAME_PAUSE, pause_by_lost_focus},
                               {GAME_TITLE, back_to_title}};
    for (int i = 0; i < 4; i++) {
        Desk *desk = desk_make(1, 1, 1);
        desk->game.seats[0].device = DEVICE_PAD; // so that nobody else can join by it
        desk->input.pads[0].present = true;
        frames(desk, 4 * DESK_RATE);
        for (int k = 0; k < DRIVING_KEYS; k++) {
            desk->input.down[driving_keys[k]] = true;
        }
        desk->input.pads[0].buttons[PAD_A] = desk->input.pads[0].buttons[PAD_DOWN] = true;
        ways[i].go(desk);
        hold(desk, 3 * DESK_RATE);
        nothing_has_happened(desk, ways[i].screen);
        memset(desk->input.down, 0, sizeof desk->input.down);
        memset(desk->input.pads[0].buttons, 0, sizeof desk->input.pads[0].buttons);
        frames(desk, DESK_RATE);
        desk_tap(desk, 'S');
        assert_true(focus(desk) != 0 || game_screen(&desk->game) != ways[i].screen);
        desk_destroy(desk);
    }
}

static void a_menu_is_left_as_it_was_by_one_over_it(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 1, 1);
    frames(desk, 4 * DESK_RATE);
    desk_tap(desk, KEY_ESCAPE);
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_DOWN);
    Game *game = &desk->game;
    game->stack[++game->depth] = (StackedScreen){GAME_PAUSE, .asked = -1};
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(shown(desk)->asked, 1);
    desk_tap(desk, KEY_ESCAPE);
    frames(desk, DESK_RATE);
    assert_int_equal(game_screen(game), GAME_PAUSE);
    assert_int_equal(shown(desk)->focus, 2);
    assert_int_equal(shown(desk)->asked, -1);
    desk_destroy(desk);
}

static void the_menus_say_what_they_do(void **state) {
    (void)state;
    static const char *const items[] = {"Resume",   "Restart", "Another race", "Save replay",
                                        "Settings", "Seats",   "All keys",     "Back to title"};
    Desk *desk = desk_make(1, 1, 1);
    frames(desk, 4 * DESK_RATE);
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(shown(desk)->count, 8);
    for (int i = 0; i < 8; i++) {
        assert_string_equal(shown(desk)->rows[i].label, items[i]);
    }
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(shown(desk)->asked, 1);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_destroy(desk);
}

// Presses `key` `count` times; returns how many presses that is.
static int taps(Desk *desk, int key, int count) {
    for (int i = 0; i < count; i++) {
        desk_tap(desk, key);
    }
    return count;
}

// The fewest presses of arrows that lead from card `from` to card `to` of a grid of `columns`.
static int go_to_card(Desk *desk, int to) {
    int best = 100, best_x = 0, best_y = 0;
    CardGrid grid = {.count = desk->game.catalogue.track_count, .focus = focus(desk)};
    for (int y = -3; y <= 3; y++) {
        for (int x = -3; x <= 3; x++) {
            CardGrid at = grid;
            at.focus = card_grid_moved(&grid, 5, x, 0);
            bool there = card_grid_moved(&at, 5, 0, y) == to;
            if (there && abs(x) + abs(y) < best) {
                best = abs(x) + abs(y);
                best_x = x;
                best_y = y;
            }
        }
    }
    return taps(desk, best_x < 0 ? KEY_LEFT : KEY_RIGHT, abs(best_x)) +
           taps(desk, best_y < 0 ? KEY_UP : KEY_DOWN, abs(best_y));
}

static void from_the_results_any_race_is_at_most_twelve_presses_away(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 1, 1);
    Game *game = &desk->game;
    frames(desk, 4 * DESK_RATE);
    finish(desk);
    frames(desk, 2 * DESK_RATE);
    int worst = 0, worst_track = 0;
    for (int track = 0; track < TRACKS; track++) {
        int presses = taps(desk, KEY_TAB, 1);
        assert_int_equal(game_screen(game), GAME_TRACKS);
        read_catalogue(&desk->game.catalogue);
        assert_int_equal(game->catalogue.track_count, TRACKS);
        presses += go_to_card(desk, track);
        assert_int_equal(focus(desk), track);
        presses += taps(desk, KEY_ENTER, 1);
        assert_int_equal(game_screen(game), GAME_SETUP);
        worst_track = presses > worst_track ? presses : worst_track;
        // the car, the level and the laps that are farthest away
        int other = catalogue_car(&game->catalogue, game->choice.car) + 2;
        const char *car = game->catalogue.cars[other % 5].path;
        presses += taps(desk, KEY_PAGE_DOWN, 2);
        assert_string_equal(game->choice.car, car);
        presses += taps(desk, KEY_RIGHT, 2); // of five levels, round and round
        presses += taps(desk, KEY_DOWN, 1);
        desk_press(desk, KEY_RIGHT); // held
        frames(desk, 2 * DESK_RATE);
        desk->input.down[KEY_RIGHT] = false;
        presses++;
        assert_true(game->choice.laps > 10);
        worst = presses + 1 > worst ? presses + 1 : worst; // Enter starts
        desk_tap(desk, track < TRACKS - 1 ? KEY_ESCAPE : KEY_ENTER);
        if (track < TRACKS - 1) {
            desk_tap(desk, KEY_ESCAPE);
            assert_int_equal(game_screen(game), GAME_RESULTS);
        }
    }
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_string_equal(game->track_name, game->catalogue.tracks[TRACKS - 1].path);
    assert_string_equal(game->car_name, game->choice.car);
    assert_int_equal(game->session.race->laps, game->choice.laps);
    assert_int_equal(game->def.skill, SKILL_HARD);
    // the next run begins with it
    assert_string_equal(game->settings.race.track, game->track_name);
    assert_string_equal(game->settings.race.car, game->car_name);
    assert_int_equal(game->settings.race.laps, game->choice.laps);
    assert_int_equal(game->settings.race.level, SETTING_LEVEL_HARD);
    assert_int_equal(game->settings.race.ai, 1);
    assert_in_range(worst_track, 5, 6);
    assert_in_range(worst, 11, 12);
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_steers_on_by_taps_chooses_nothing_in_the_results),
        cmocka_unit_test(rested_hands_work_the_results_with_the_driving_keys),
        cmocka_unit_test(what_is_held_when_a_screen_appears_does_nothing_on_it),
        cmocka_unit_test(a_menu_is_left_as_it_was_by_one_over_it),
        cmocka_unit_test(the_menus_say_what_they_do),
        cmocka_unit_test(from_the_results_any_race_is_at_most_twelve_presses_away),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
