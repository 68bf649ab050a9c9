/// What is a person's own: his colour, and what is told to him alone.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "screens/menu.h"

#include <stdio.h>

#include "desk_menu.h"
#include "desk_texts.h"
#include "read_catalogue.h"
#include "user_folder.h"

/// Two people who drive, P1 at the left half and P2 at the arrows.
static Desk *two_at_the_keyboard(void) {
    Desk *desk = desk_make(1, 3, 3);
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    desk_tap(desk, KEY_UP);
    assert_int_equal(desk->game.seat_count, 2);
    return desk;
}

/// Opens the screen of person `number`, with the focus on the row that begins with `label`.
static void open_person(Desk *desk, int number, const char *label) {
    Game *game = &desk->game;
    desk_tap(desk, KEY_ESCAPE);
    game->seat_menu = (SeatMenu){.number = number, .action = SETTING_ACTION_COUNT};
    game->stack[++game->depth] = (StackedScreen){.screen = GAME_SEAT, .asked = -1};
    desk_seconds(desk, 0.1f);
    desk_focus(desk, label);
}

static uint32_t color_of_seat(const Game *game, int seat) {
    return game->looks[game->seats[seat].car].color;
}

static void a_person_chooses_any_colour_that_nobody_else_has(void **state) {
    (void)state;
    Desk *desk = two_at_the_keyboard();
    Game *game = &desk->game;
    open_person(desk, 0, "Colour");
    desk_tap(desk, KEY_RIGHT); // over the yellow of P2
    assert_int_equal(game->settings.seats[0].color, SETTING_COLOR_MINT);
    assert_int_equal(color_of_seat(game, 0), race_picture_colors[2]);
    assert_int_equal(color_of_seat(game, 1), race_picture_colors[1]);
    desk_tap(desk, KEY_LEFT);
    assert_int_equal(game->settings.seats[0].color, SETTING_COLOR_RED);
    desk_tap(desk, KEY_LEFT); // round and round
    assert_string_equal(game_person_color_name(game, 0), "brown");
    assert_int_equal(color_of_seat(game, 0), race_picture_colors[9]);
    for (int i = 0; i < game->session.race->car_count; i++) { // nor has any other car
        assert_true(i == game->seats[0].car || game->looks[i].color != race_picture_colors[9]);
    }
    desk_destroy(desk);
}

static void a_pattern_stays_the_persons_in_any_colour(void **state) {
    (void)state;
    Desk *desk = two_at_the_keyboard();
    Game *game = &desk->game;
    game_choose_color(game, 0, 5, 1); // blue, whose cars have the pattern of P2 otherwise
    int patterns[2];
    for (int i = 0; i < 2; i++) {
        patterns[i] = game->looks[game->seats[i].car].pattern;
    }
    assert_int_equal(patterns[0], 0);
    assert_int_equal(patterns[1], 1);
    desk_destroy(desk);
}

static void two_who_ask_for_one_colour_in_the_file_get_two(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 3, 3);
    Game *game = &desk->game;
    for (int i = 0; i < SEATS_MAX; i++) {
        game->settings.seats[i].color = SETTING_COLOR_YELLOW;
    }
    static const char *const names[SEATS_MAX] = {"yellow", "red", "mint", "violet"};
    for (int i = 0; i < SEATS_MAX; i++) {
        assert_string_equal(game_person_color_name(game, i), names[i]);
    }
    desk_destroy(desk);
}

static void who_joins_has_the_colour_that_he_chose_before(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 3, 3);
    Game *game = &desk->game;
    game_choose_color(game, 1, 6, 1);
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    desk_tap(desk, KEY_UP);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(color_of_seat(game, 1), race_picture_colors[6]);
    desk_destroy(desk);
}

static void what_concerns_one_person_is_told_in_his_view(void **state) {
    (void)state;
    Desk *desk = two_at_the_keyboard();
    Game *game = &desk->game;
    int told = game->toast_count;
    game_tell(game, 1, 0xFFFFFFFFu, "New best lap");
    assert_string_equal(game->seats[1].notice.text, "New best lap");
    assert_string_equal(game->seats[0].notice.text, "");
    assert_int_equal(game->toast_count, told);
    desk_seconds(desk, 2.0f);
    assert_true(game->seats[1].notice.left_s > 0.0f);
    desk_tap(desk, KEY_ESCAPE); // time stands, and the views lie under a menu
    float left = game->seats[1].notice.left_s;
    desk_seconds(desk, 2.0f);
    assert_true(game->seats[1].notice.left_s == left);
    game_tell(game, 1, 0xFFFFFFFFu, "Something else");
    assert_string_equal(game->toast, "Something else");
    desk_tap(desk, KEY_ESCAPE);
    desk_seconds(desk, 2.0f);
    assert_true(game->seats[1].notice.left_s == 0.0f);
    desk_destroy(desk);
}

static void who_drives_alone_is_told_in_the_middle(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 3, 3);
    game_tell(&desk->game, 0, 0xFFFFFFFFu, "New best lap");
    assert_string_equal(desk->game.toast, "New best lap");
    assert_string_equal(desk->game.seats[0].notice.text, "");
    desk_destroy(desk);
}

/// The row of the screen shown that begins with `label`.
static MenuRow row_of(const Game *game, const char *label) {
    MenuPanel panel;
    menu_shown(game, &panel);
    for (int i = 0; i < panel.count; i++) {
        if (strncmp(panel.rows[i].label, label, strlen(label)) == 0) {
            return panel.rows[i];
        }
    }
    fail_msg("no row \"%s\"", label);
    return (MenuRow){0};
}

static void a_car_that_is_gone_is_told_to_whoever_would_drive_it(void **state) {
    (void)state;
    Desk *desk = two_at_the_keyboard();
    Game *game = &desk->game;
    snprintf(game->settings.seats[1].car, SETTING_TEXT_MAX, "sold-long-ago");
    desk_tap(desk, KEY_ESCAPE);
    game->stack[game->depth].focus = 1; // Restart, which asks
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_string_equal(game->seats[1].notice.text,
                        "P2: your car sold-long-ago cannot be driven, here is the Hatch");
    assert_string_equal(game->seats[0].notice.text, "");
    desk_destroy(desk);
}

/// P1 in the hatch, P2 in the gt and the AI in hatches see the results of their race, in which all
/// had the lap that earns `hatch` a gold medal.
static void see_results_of_two_cars(Desk *desk, double *lap_s) {
    Game *game = &desk->game;
    snprintf(game->settings.seats[1].car, SETTING_TEXT_MAX, "gt");
    desk_tap(desk, KEY_ESCAPE);
    game->stack[game->depth].focus = 1; // Restart, which asks
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_ENTER);
    assert_string_equal(game->session.def.cars[game->seats[0].car], "hatch");
    assert_string_equal(game->session.def.cars[game->seats[1].car], "gt");
    float medals[RACE_MAX_CARS][MEDAL_COUNT];
    session_medals(&game->session, medals);
    *lap_s = (double)medals[game->seats[0].car][MEDAL_GOLD];
    assert_int_equal(medal_of(medals[game->seats[1].car], *lap_s), MEDAL_COUNT); // slow for a gt
    for (int i = 0; i < game->session.race->car_count; i++) {
        Racer *racer = &race_racers(game->session.race)[i];
        racer->finished = true;
        racer->best_lap_s = *lap_s;
    }
    desk_end(desk);
    desk_seconds(desk, 6.0f); // the lights may still be on
    assert_int_equal(game_screen(game), GAME_RESULTS);
}

static void each_has_the_medals_of_his_own_car(void **state) {
    (void)state;
    Desk *desk = two_at_the_keyboard();
    double lap_s;
    see_results_of_two_cars(desk, &lap_s);
    int hatches = desk->game.session.race->car_count - 1;
    assert_int_equal(count_texts(desk, "G"), hatches + 1); // and among the times to beat
    assert_int_equal(count_texts(desk, "Hatch"), 1);       // whose times these are
    desk_destroy(desk);
}

static void the_set_up_shows_the_car_that_will_be_driven(void **state) {
    (void)state;
    Desk *desk = two_at_the_keyboard();
    Game *game = &desk->game;
    desk_tap(desk, KEY_ESCAPE);
    desk_tap(desk, KEY_TAB);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    game->stack[++game->depth] = (StackedScreen){.screen = GAME_SETUP, .asked = -1};
    read_catalogue(&game->catalogue);
    int gt = catalogue_car(&game->catalogue, "gt");
    snprintf(game->settings.seats[1].car, SETTING_TEXT_MAX, "gt");
    assert_string_equal(row_of(game, "Car of P2").text, game->catalogue.cars[gt].file.name);
    snprintf(game->catalogue.cars[gt].wrong, CATALOGUE_WRONG_MAX, "line 3: no mass");
    assert_string_equal(row_of(game, "Car of P2").text, "The same");
    assert_string_equal(row_of(game, "Car of P2").help, "line 3: no mass");
    snprintf(game->settings.seats[1].car, SETTING_TEXT_MAX, "sold-long-ago");
    assert_string_equal(row_of(game, "Car of P2").text, "The same");
    assert_string_equal(row_of(game, "Car of P2").help, "The car that was chosen is gone.");
    desk_destroy(desk);
}

static void who_comes_before_the_lights_go_out_gets_a_car_of_his_own(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 0, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    assert_int_equal(game->session.race->phase, RACE_COUNTDOWN);
    desk_tap(desk, KEY_UP);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->session.race->car_count, 2);
    assert_int_equal(game->session.race->phase, RACE_COUNTDOWN);
    assert_true(game->session.race->tick < 10); // once more from the first light
    assert_int_equal(game->seats[0].device, 0);
    assert_int_equal(game->seats[1].device, 1);
    assert_true(game->seats[0].car != game->seats[1].car);
    desk_destroy(desk);
}

static void practice_starts_again_with_one_more(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 1, 0, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 3.0f);
    desk_tap(desk, KEY_UP);
    desk_tap(desk, 'I');
    assert_int_equal(game->seat_count, 3);
    assert_int_equal(game->session.race->car_count, 3);
    assert_int_equal(game->session.race->mode, RACE_MODE_PRACTICE);
    desk_destroy(desk);
}

static void who_comes_too_late_is_in_at_the_next_race(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 0, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    for (int i = 0; i < 2; i++) { // twice is once
        desk_tap(desk, KEY_UP);
        assert_int_equal(game->seat_count, 1);
        assert_string_equal(game->toast, "No car is free: you are in at the next race");
    }
    race_racers(game->session.race)[0].finished = true;
    desk_end(desk);
    desk_seconds(desk, 4.0f);
    assert_int_equal(game_screen(game), GAME_RESULTS);
    desk_tap(desk, KEY_ENTER); // Again
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->session.race->car_count, 2);
    assert_int_equal(game->seats[1].device, 1);
    assert_int_equal(game->waiting_count, 0);
    desk_destroy(desk);
}

static void whoever_cannot_join_is_told_why(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_TRIAL, 1, 0, 3);
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    desk_tap(desk, KEY_UP);
    assert_int_equal(desk->game.seat_count, 1);
    assert_non_null(strstr(desk->game.toast, "A time trial is for one"));
    desk_destroy(desk);
    desk = desk_make(1, 0, 3);
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    desk->game.session.track.slot_count = 1;
    desk_tap(desk, KEY_UP);
    assert_int_equal(desk->game.seat_count, 1);
    assert_string_equal(desk->game.toast, "This track has no place for one more car");
    desk_destroy(desk);
}

static void whoever_leaves_by_a_menu_is_named_to_the_others(void **state) {
    (void)state;
    Desk *desk = two_at_the_keyboard();
    Game *game = &desk->game;
    open_person(desk, 1, "Leave");
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game->seat_count, 1);
    assert_string_equal(game->toast, "P2 has left: the AI drives the yellow car");
    desk_destroy(desk);
}

// Recordings of these races.
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_chooses_any_colour_that_nobody_else_has),
        cmocka_unit_test(a_pattern_stays_the_persons_in_any_colour),
        cmocka_unit_test(two_who_ask_for_one_colour_in_the_file_get_two),
        cmocka_unit_test(who_joins_has_the_colour_that_he_chose_before),
        cmocka_unit_test(what_concerns_one_person_is_told_in_his_view),
        cmocka_unit_test(who_drives_alone_is_told_in_the_middle),
        cmocka_unit_test(whoever_leaves_by_a_menu_is_named_to_the_others),
        cmocka_unit_test(a_car_that_is_gone_is_told_to_whoever_would_drive_it),
        cmocka_unit_test(each_has_the_medals_of_his_own_car),
        cmocka_unit_test(the_set_up_shows_the_car_that_will_be_driven),
        cmocka_unit_test(who_comes_before_the_lights_go_out_gets_a_car_of_his_own),
        cmocka_unit_test(practice_starts_again_with_one_more),
        cmocka_unit_test(who_comes_too_late_is_in_at_the_next_race),
        cmocka_unit_test(whoever_cannot_join_is_told_why),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
