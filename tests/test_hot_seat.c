/// People who take turns: whose turn it is, what laps count, who drives as a ghost, who wins.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "game_state/hot_seat.h"
#include "game_state/laps.h"
#include "game_state/trial.h"
#include "game_state/trial_picture.h"
#include "race/rescue.h"

#include <time.h>

#include "desk_menu.h"
#include "pad_driver.h"
#include "small_track.h"

/// Two people and their turns, as the command line begins them, before the first.
static Desk *two_by_turns(int laps) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "gt",
                   .players = 1,
                   .mode = DRIVE_HOT_SEAT,
                   .people = 2,
                   .keeps_records = true,
                   .turn_laps = laps};
    assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
    snprintf(desk->game.settings.seats[0].name, SETTING_TEXT_MAX, "Anna");
    snprintf(desk->game.settings.seats[1].name, SETTING_TEXT_MAX, "Ben");
    desk_plug(desk, 0, 0);
    desk_seconds(desk, 1.5f); // until the screen listens
    return desk;
}

/// Whoever is next takes his turn with the gamepad.
static void begin_turn(Desk *desk) {
    assert_int_equal(game_screen(&desk->game), GAME_TURN);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    assert_int_equal(desk->game.seats[0].device, DEVICE_PAD);
}

/// A lap at `pace` x the speed of the racing line.
static void drive_lap(Desk *desk, float pace) {
    const Race *race = desk->game.session.race;
    int lap = race_racers_const(race)[0].lap;
    for (int i = 0; i < 90 * DESK_RATE && race_racers_const(race)[0].lap == lap; i++) {
        pad_driver(race, pace, &desk->input.pads[0]);
        desk_frame(desk);
    }
    assert_int_equal(race_racers_const(race)[0].lap, lap + 1);
}

/// The screen after the last lap, which comes by itself, once it listens.
static void wait_for_screen(Desk *desk) {
    desk->input.pads[0] = (PadState){.present = true};
    memset(desk->input.pads[0].guid, 'a', sizeof desk->input.pads[0].guid - 1);
    desk_seconds(desk, 4.5f);
    assert_int_equal(game_screen(&desk->game), GAME_TURN);
}

static bool shows(const Desk *desk, const char *label) {
    MenuPanel panel;
    menu_shown(&desk->game, &panel);
    for (int i = 0; i < panel.count; i++) {
        if (strcmp(panel.rows[i].label, label) == 0) {
            return true;
        }
    }
    return false;
}

static void each_drives_against_the_ghosts_of_the_others(void **state) {
    (void)state;
    Desk *desk = two_by_turns(1);
    Game *game = &desk->game;
    char player[RECORDS_TEXT_MAX];
    HudView view = {0};
    HudTrial hud;
    assert_true(shows(desk, "Anna drives"));
    begin_turn(desk);
    assert_true(trial_picture_hud(game, &view, &hud));
    assert_string_equal(view.lap, "Anna  1/1");
    assert_null(hud.rival);
    assert_int_equal(hud.ghost_count, 0);
    drive_lap(desk, 0.7f);
    wait_for_screen(desk);
    assert_true(game->hot_seat.best_s[0] > 0.0);

    assert_true(shows(desk, "Ben drives"));
    begin_turn(desk);
    laps_player(game, 0, player); // his records are kept by his name
    assert_string_equal(player, "Ben");
    assert_int_equal(game->looks[0].color, race_picture_colors[1]);
    assert_true(trial_picture_hud(game, &view, &hud));
    assert_string_equal(hud.rival, "Anna");
    assert_true(hud.target_s == game->hot_seat.best_s[0]);
    for (int i = 0; i < 12 * DESK_RATE; i++) { // slower than her ghost, until it is ahead
        pad_driver(game->session.race, 0.5f, &desk->input.pads[0]);
        desk_frame(desk);
    }
    assert_true(trial_picture_hud(game, &view, &hud));
    assert_int_equal(hud.ghost_count, 1);
    assert_string_equal(hud.ghosts[0].tag, "Anna");
    assert_int_equal(hud.ghosts[0].color, race_picture_colors[0]);
    snprintf(game->settings.seats[0].name, SETTING_TEXT_MAX, "Eva"); // who has got another name
    assert_true(trial_picture_hud(game, &view, &hud));
    assert_string_equal(hud.ghosts[0].tag, "Eva");
    assert_string_equal(hud.rival, "Eva");
    drive_lap(desk, 0.8f);
    wait_for_screen(desk);
    assert_true(hot_seat_is_over(game));
    desk_destroy(desk);
}

static void the_best_lap_wins_and_both_rounds_count(void **state) {
    (void)state;
    Desk *desk = two_by_turns(1);
    Game *game = &desk->game;
    int numbers[SEATS_MAX];
    static const float paces[2][2] = {{0.6f, 0.8f}, {0.95f, 0.7f}};
    for (int round = 0; round < 2; round++) {
        for (int person = 0; person < 2; person++) {
            begin_turn(desk);
            drive_lap(desk, paces[round][person]);
            wait_for_screen(desk);
        }
        assert_true(hot_seat_is_over(game));
        assert_int_equal(hot_seat_order(game, numbers), 2);
        assert_int_equal(numbers[0], round == 0 ? 1 : 0);
        assert_true(shows(desk, "Again"));
        assert_true(shows(desk, "One more round"));
        if (round == 0) {
            desk_tap(desk, KEY_DOWN);
            desk_tap(desk, KEY_ENTER);
            assert_true(game->hot_seat.best_s[1] > 0.0); // the laps stay
        }
    }
    desk_tap(desk, KEY_ENTER); // Again
    assert_true(shows(desk, "Anna drives"));
    assert_true(game->hot_seat.best_s[0] == 0.0 && game->hot_seat.best_s[1] == 0.0);
    begin_turn(desk);
    assert_null(ghosts_rival(&game->ghosts));
    desk_destroy(desk);
}

static void nobody_wins_by_less_than_is_shown(void **state) {
    (void)state;
    Desk *desk = two_by_turns(1);
    HotSeat *hot = &desk->game.hot_seat;
    hot->turn = 2;
    hot->best_s[0] = 30.0004;
    hot->best_s[1] = 30.0;
    assert_true(shows(desk, "Ben and Anna are level"));
    hot->best_s[0] = 30.001;
    leave_locale(); // as axle does: it shows a point everywhere
    assert_true(shows(desk, "Ben has won by 0.001 s"));
    desk_destroy(desk);
}

static void starting_again_costs_a_lap_and_the_last_one_the_turn(void **state) {
    (void)state;
    Desk *desk = two_by_turns(3);
    Game *game = &desk->game;
    begin_turn(desk);
    assert_int_equal(hot_seat_laps_left(game), 3);
    desk_tap(desk, KEY_ENTER); // nothing has begun
    assert_int_equal(hot_seat_laps_left(game), 3);
    for (int left = 2; left >= 0; left--) {
        desk->input.pads[0].axes[PAD_RIGHT_TRIGGER] = 1.0f;
        desk_seconds(desk, 1.0f);
        assert_int_equal(game_screen(game), GAME_DRIVE);
        desk_tap(desk, KEY_ENTER);
        assert_int_equal(hot_seat_laps_left(game), left);
    }
    assert_int_equal(game_screen(game), GAME_TURN);
    wait_for_screen(desk);
    assert_true(shows(desk, "Ben drives"));
    desk_destroy(desk);
}

static void a_lap_in_which_something_was_changed_does_not_count(void **state) {
    (void)state;
    Desk *desk = two_by_turns(1);
    Game *game = &desk->game;
    begin_turn(desk);
    desk->input.pads[0].axes[PAD_RIGHT_TRIGGER] = 1.0f;
    desk_seconds(desk, 0.5f);
    laps_spoil(game);
    drive_lap(desk, 0.8f);
    wait_for_screen(desk);
    assert_true(game->hot_seat.best_s[0] == 0.0);
    assert_true(shows(desk, "Ben drives"));
    desk_destroy(desk);
}

static void whoever_has_his_turn_takes_what_he_likes_until_he_drives(void **state) {
    (void)state;
    Desk *desk = two_by_turns(1);
    Game *game = &desk->game;
    begin_turn(desk);
    desk_press(desk, 'W');
    desk_frame(desk);
    assert_int_equal(game->seat_count, 1);
    assert_int_equal(game->seats[0].device, 0);
    desk_seconds(desk, 1.0f);
    desk_tap(desk, KEY_UP); // too late
    assert_int_equal(game->seat_count, 1);
    assert_int_equal(game->seats[0].device, 0);
    desk_destroy(desk);
}

static void the_title_forgets_whose_turn_it_was(void **state) {
    (void)state;
    Desk *desk = two_by_turns(1);
    Game *game = &desk->game;
    begin_turn(desk);
    drive_lap(desk, 0.8f);
    wait_for_screen(desk);
    desk_tap(desk, KEY_ESCAPE); // leads to "Back to title", which asks
    assert_int_equal(game_screen(game), GAME_TURN);
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_TITLE);
    desk_seconds(desk, 1.0f);
    desk_tap(desk, 'W');
    assert_int_equal(game_screen(game), GAME_TURN);
    assert_true(shows(desk, "Anna drives"));
    assert_true(game->hot_seat.best_s[0] == 0.0);
    desk_destroy(desk);
}

static void laps_become_records_of_whoever_drove_them(void **state) {
    (void)state;
    Desk *desk = two_by_turns(1);
    Game *game = &desk->game;
    const RecordKeeper *keeper = &game->records;
    const struct timespec nap = {.tv_nsec = 1000000};
    for (int person = 0; person < 2; person++) {
        begin_turn(desk);
        drive_lap(desk, person == 0 ? 0.85f : 0.9f);
        wait_for_screen(desk);
        for (int i = 0; i < 20000 && (keeper->job || keeper->proof_job || keeper->waiting > 0 ||
                                      keeper->verifies);
             i++) {
            laps_news(game);
            nanosleep(&nap, NULL);
        }
    }
    game_destroy(game); // closes them
    char path[PATH_LIMIT];
    MessageList messages = {0};
    RecordList list = {0};
    assert_true(records_path(path, &messages));
    Records *records = records_open(path, &messages);
    assert_non_null(records);
    assert_true(records_list(records, NULL, &list, &messages));
    bool anna = false, ben = false;
    for (int i = 0; i < list.count; i++) {
        anna |= strcmp(list.items[i].player, "Anna") == 0;
        ben |= strcmp(list.items[i].player, "Ben") == 0;
    }
    assert_true(anna && ben);
    records_list_destroy(&list);
    records_close(records);
    free(desk);
}

static const char *sprint_track(void) {
    return small_track("closed: false, points: [{at: [-150, 0]}, {at: [0, 0]}, {at: [150, 10]}]",
                       "");
}

static Desk *turns_on(const char *track) {
    Desk *desk = desk_on(track, DRIVE_HOT_SEAT, 1);
    snprintf(desk->game.settings.seats[0].name, SETTING_TEXT_MAX, "Anna");
    snprintf(desk->game.settings.seats[1].name, SETTING_TEXT_MAX, "Ben");
    desk_plug(desk, 0, 0);
    desk_seconds(desk, 1.5f);
    return desk;
}

static void a_turn_may_be_driven_by_another_gamepad(void **state) {
    (void)state;
    Desk *desk = turns_on("first-oval");
    desk_plug(desk, 1, 1);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    desk_seconds(desk, 1.0f);
    desk->input.pads[1].axes[PAD_RIGHT_TRIGGER] = 1.0f;
    desk_push(desk, 1, PAD_A);
    desk_seconds(desk, 1.0f);
    assert_int_equal(desk->game.seats[0].device, DEVICE_PAD + 1);
    assert_true(glms_vec2_norm(race_bodies_const(desk->game.session.race)[0].velocity) > 2.0f);
    desk_destroy(desk);
}

/// A turn on a sprint, of three runs, of which the first is over.
static Desk *behind_a_sprint(void) {
    Desk *desk = turns_on(sprint_track());
    Game *game = &desk->game;
    desk_tap_button(desk, 0, PAD_A);
    for (int i = 0; i < 60 * DESK_RATE && race_racers_const(game->session.race)[0].lap == 0; i++) {
        pad_driver(game->session.race, 0.7f, &desk->input.pads[0]);
        desk_frame(desk);
    }
    assert_int_equal(hot_seat_laps_left(game), 2);
    desk_seconds(desk, 0.5f);
    return desk;
}

static void enter_behind_the_finish_of_a_sprint_costs_no_run(void **state) {
    (void)state;
    Desk *desk = behind_a_sprint();
    Game *game = &desk->game;
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(hot_seat_laps_left(game), 2);
    desk_seconds(desk, 0.5f); // but a run that has begun does
    desk->input.pads[0].axes[PAD_RIGHT_TRIGGER] = 1.0f;
    desk_seconds(desk, 1.0f);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(hot_seat_laps_left(game), 1);
    desk_destroy(desk);
}

static void a_run_that_the_rescue_began_costs_one_too(void **state) {
    (void)state;
    Desk *desk = behind_a_sprint();
    Game *game = &desk->game;
    rescue_respawn(game->session.race, 0); // back on the grid, before the first gate
    desk_seconds(desk, 0.5f);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(hot_seat_laps_left(game), 1);
    desk_destroy(desk);
}

static void after_the_turns_whoever_goes_on_is_nobody_elses_name(void **state) {
    (void)state;
    Desk *desk = turns_on("first-oval");
    Game *game = &desk->game;
    assert_int_equal(game_tuned_car(game), -1);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(game_tuned_car(game), -1); // all drive what their files say
    hot_seat_end_turn(game);
    desk_seconds(desk, 2.0f);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(game->seats[0].number, 1);
    hot_seat_end_turn(game);
    desk_seconds(desk, 2.0f);
    desk_open_set_up(desk, DRIVE_TRIAL);
    desk_focus(desk, "Start");
    desk_tap(desk, KEY_ENTER);
    char player[RECORDS_TEXT_MAX];
    laps_player(game, 0, player);
    assert_string_equal(player, "Anna"); // the first at the keys, not the last with the gamepad
    assert_true(game->seats[0].device < DEVICE_PAD);
    assert_string_equal(game->settings.seats[1].device, ""); // nor is it remembered as Ben's
    desk_destroy(desk);
}

// Recordings and records of these drives.
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_drives_against_the_ghosts_of_the_others),
        cmocka_unit_test(the_best_lap_wins_and_both_rounds_count),
        cmocka_unit_test(nobody_wins_by_less_than_is_shown),
        cmocka_unit_test(starting_again_costs_a_lap_and_the_last_one_the_turn),
        cmocka_unit_test(a_lap_in_which_something_was_changed_does_not_count),
        cmocka_unit_test(whoever_has_his_turn_takes_what_he_likes_until_he_drives),
        cmocka_unit_test(the_title_forgets_whose_turn_it_was),
        cmocka_unit_test(laps_become_records_of_whoever_drove_them),
        cmocka_unit_test(a_turn_may_be_driven_by_another_gamepad),
        cmocka_unit_test(enter_behind_the_finish_of_a_sprint_costs_no_run),
        cmocka_unit_test(a_run_that_the_rescue_began_costs_one_too),
        cmocka_unit_test(after_the_turns_whoever_goes_on_is_nobody_elses_name),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
