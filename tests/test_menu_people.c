/// People in menus: who joins and leaves there, whose menu it is, and who confirms.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "game_state/leaving.h"
#include "game_state/lobby.h"
#include "screens/strip.h"

#include "desk_menu.h"
#include "user_folder.h"

static const GameScreen menus[] = {GAME_PAUSE,    GAME_MENU,  GAME_TRACKS, GAME_SETUP,  GAME_CARS,
                                   GAME_SETTINGS, GAME_SEATS, GAME_SEAT,   GAME_RECORDS};

enum {
    MENUS = sizeof menus / sizeof menus[0]
};

/// The id of the row that has the focus; of a grid, the card.
static int focused_row(const Game *game) {
    int focus = game->stack[game->depth].focus;
    MenuPanel panel = {0};
    if (screen_shown(game)->menu) {
        menu_shown(game, &panel);
        focus = panel.rows[panel.focus].id;
    }
    return focus;
}

static void one_press_joins_a_paused_race_from_every_menu(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(1.0f);
    Game *game = &desk->game;
    for (int i = 0; i < MENUS; i++) {
        desk_open(desk, menus[i]);
        int row = focused_row(game);
        desk_tap(desk, 'I');
        assert_int_equal(game->seat_count, 2);
        assert_int_equal(game->seats[1].device, 2);
        assert_false(game->session.race->ai_cars >> game->seats[1].car & 1u);
        assert_non_null(strstr(game->toast, "at once"));
        assert_int_equal(game->toast_color, race_picture_colors[game_person_color(game, 1)]);
        assert_int_equal(game_screen(game), menus[i]);
        assert_int_equal(focused_row(game), row);
        desk_tap(desk, 'I'); // once is enough
        assert_int_equal(lobby_count(game), 2);
        leaving_person(game, 1);
    }
    desk_destroy(desk);
}

static void who_joins_in_the_menus_of_the_title_drives_the_race_that_they_start(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    desk_plug(desk, 0, 0);
    desk_seconds(desk, 1.0f);
    desk_open(desk, GAME_TRACKS);
    desk_tap(desk, KEY_RIGHT_CONTROL); // the arrows: their gas is up
    desk_tap(desk, 'W');
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(lobby_count(game), 3);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SETUP);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seat_count, 3);
    assert_int_equal(game->waiting_count, 0);
    static const int devices[] = {1, 0, DEVICE_PAD};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(game->seats[i].number, i);
        assert_int_equal(game->seats[i].device, devices[i]);
    }
    desk_destroy(desk);
}

static void a_gamepad_alone_is_the_first_persons_and_chooses_with_the_same_press(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    desk_plug(desk, 3, 0);
    desk_seconds(desk, 1.0f);
    desk_open(desk, GAME_TRACKS);
    desk_tap_button(desk, 3, PAD_A);
    assert_int_equal(game_screen(game), GAME_SETUP);
    assert_int_equal(lobby_device(game, 0), DEVICE_PAD + 3);
    desk_tap_button(desk, 3, PAD_A);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seat_count, 1);
    desk_destroy(desk);
}

static void who_joins_in_the_results_is_in_at_the_next_race(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    Game *game = &desk->game;
    desk_end_race(desk);
    desk_seconds(desk, 1.0f);
    desk_tap(desk, 'I');
    assert_int_equal(game->seat_count, 1);
    assert_non_null(strstr(game->toast, "next race"));
    assert_int_equal(game->toast_color, race_picture_colors[game_person_color(game, 1)]);
    desk_tap(desk, KEY_ENTER); // Again
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->seats[1].number, 1);
    desk_destroy(desk);
}

static void the_pause_is_of_whoever_has_paused_and_of_the_first_person(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers(); // on keys, and on gamepads 0 and 1
    Game *game = &desk->game;
    for (int i = 0; i < 4; i++) { // A, B and Start of the second go on, as Enter of anybody would
        static const PadButton buttons[] = {PAD_A, PAD_B, PAD_START};
        desk_let_go(desk, 0, PAD_A);
        desk_let_go(desk, 1, PAD_A);
        desk_seconds(desk, 0.1f);
        desk_tap_button(desk, 1, PAD_START);
        assert_int_equal(game_screen(game), GAME_PAUSE);
        assert_string_equal(game->pause_title, "Paused by P3");
        desk_tap_button(desk, 0, PAD_DOWN);
        desk_tap_button(desk, 0, PAD_BACK);
        assert_int_equal(game_screen(game), GAME_PAUSE);
        assert_int_equal(game->stack[game->depth].focus, 0);
        desk_tap_button(desk, 1, PAD_DOWN);
        assert_int_equal(game->stack[game->depth].focus, 1);
        desk_tap(desk, KEY_DOWN);
        assert_int_equal(game->stack[game->depth].focus, 2);
        if (i < 3) {
            desk_tap_button(desk, 0, buttons[i]);
            assert_int_equal(game_screen(game), GAME_DRIVE);
        }
    }
    desk_tap(desk, KEY_ENTER); // Another race
    assert_int_equal(game_screen(game), GAME_TRACKS);
    desk_destroy(desk);
}

/// What the row with the focus says at its right end while it waits for the second press.
static const char *asked_text(const Desk *desk) {
    static MenuPanel panel;
    menu_shown(&desk->game, &panel);
    return panel.asked >= 0 && panel.asked == panel.focus ? panel.asked_text : "";
}

static void what_all_lose_the_first_person_confirms(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers(); // on keys, and on gamepads 0 and 1
    Game *game = &desk->game;
    desk_let_go(desk, 0, PAD_A);
    desk_let_go(desk, 1, PAD_A);
    desk_seconds(desk, 0.1f);
    desk_tap_button(desk, 1, PAD_START);
    desk_focus(desk, "Back to title");
    desk_tap_button(desk, 1, PAD_A);
    assert_string_equal(asked_text(desk), "P1 confirms");
    desk_tap_button(desk, 1, PAD_A);
    assert_int_equal(game_screen(game), GAME_PAUSE);
    desk_focus(desk, "Restart");
    desk_tap(desk, KEY_ENTER);
    assert_string_equal(asked_text(desk), "press again");
    desk_tap_button(desk, 1, PAD_A);
    assert_string_equal(asked_text(desk), "P1 confirms");
    assert_int_equal(game_screen(game), GAME_PAUSE);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->session.race->phase, RACE_COUNTDOWN);
    desk_destroy(desk);
}

static void without_the_first_person_the_next_one_confirms(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    leaving_person(game, 0); // who was at the keys
    desk_open(desk, GAME_PAUSE);
    desk_let_go(desk, 1, PAD_A);
    desk_unplug(desk, 0);
    desk_frame(desk);
    desk_focus(desk, "Back to title");
    desk_tap_button(desk, 1, PAD_A);
    assert_string_equal(asked_text(desk), "press again");
    desk_tap_button(desk, 1, PAD_A);
    assert_int_equal(game_screen(game), GAME_TITLE);
    desk_destroy(desk);
}

static void the_mouse_confirms_as_the_first_person(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    MenuPanel panel;
    desk_open(desk, GAME_MENU);
    desk_focus(desk, "Quit");
    desk_let_go(desk, 0, PAD_A);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    desk_tap_button(desk, 0, PAD_A);
    assert_false(game->quit);
    menu_shown(game, &panel);
    CanvasSize size = {DESK_WIDTH, DESK_HEIGHT, game_unit(game, DESK_WIDTH, DESK_HEIGHT)};
    size = strip_rest(game, size);
    Area row = menu_panel_layout(&panel, &size).rows[panel.focus];
    desk->input.mouse_x = row.x + 0.5f * row.width;
    desk->input.mouse_y = row.y + 0.5f * row.height;
    desk->input.mouse_pressed = true;
    desk_frame(desk);
    assert_true(game->quit);
    desk_destroy(desk);
}

static void what_is_his_own_everybody_confirms_himself(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    desk_let_go(desk, 0, PAD_A);
    desk_let_go(desk, 1, PAD_A);
    desk_open(desk, GAME_SEAT);
    game->seat_menu.number = 2;
    desk_focus(desk, "Leave");
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    desk_tap_button(desk, 0, PAD_A);
    assert_string_equal(asked_text(desk), "P3 confirms");
    assert_int_equal(game->seat_count, 3);
    desk_tap_button(desk, 1, PAD_A);
    assert_int_equal(game->seat_count, 2);
    desk_destroy(desk);
}

static void b_held_in_a_menu_leaves_and_tapped_goes_back(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    desk_open(desk, GAME_SETTINGS);
    desk_push(desk, 1, PAD_B);
    desk_seconds(desk, 0.9f);
    assert_int_equal(game->seat_count, 3);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_seconds(desk, 0.2f);
    assert_int_equal(game->seat_count, 2);
    desk_let_go(desk, 1, PAD_B);
    desk_frame(desk);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_push(desk, 0, PAD_B); // held too short to leave, too long to go back
    desk_seconds(desk, 0.7f);
    desk_let_go(desk, 0, PAD_B);
    desk_frame(desk);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_tap_button(desk, 0, PAD_B);
    assert_int_equal(game->depth, 0);
    assert_int_equal(game->seat_count, 2);
    desk_destroy(desk);
}

static void esc_held_in_a_menu_leaves_and_tapped_goes_back(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers(); // on keys, and on gamepads 0 and 1
    Game *game = &desk->game;
    desk_open(desk, GAME_SETTINGS);
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game->depth, 0);
    desk_open(desk, GAME_SETTINGS);
    desk_press(desk, KEY_ESCAPE); // held too short to leave, too long to go back
    desk_seconds(desk, 0.7f);
    assert_true(leaving_in_menu_part(game, 0) > 0.6f);
    assert_near(leaving_in_menu_part(game, 1), 0.0f, 0.0);
    desk_release(desk, KEY_ESCAPE);
    desk_frame(desk);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    assert_int_equal(game->seat_count, 3);
    desk_press(desk, KEY_ESCAPE);
    desk_seconds(desk, 0.3f);
    desk->input.lost_focus = true; // the window gets no key any more
    desk_release(desk, KEY_ESCAPE);
    desk_seconds(desk, 1.0f);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_press(desk, KEY_ESCAPE);
    desk_seconds(desk, 1.1f);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game_seat_of(game, 0), -1);
    desk_release(desk, KEY_ESCAPE);
    desk_frame(desk);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_destroy(desk);
}

static void esc_of_several_at_one_keyboard_makes_nobody_leave(void **state) {
    (void)state;
    Desk *desk = desk_make(2, 2, 3);
    desk_open(desk, GAME_SETTINGS);
    desk_press(desk, KEY_ESCAPE);
    desk_seconds(desk, 1.2f);
    assert_int_equal(desk->game.depth, 0); // at once
    assert_int_equal(desk->game.seat_count, 2);
    desk_destroy(desk);
}

static void who_is_alone_in_a_race_is_told_why_he_cannot_leave(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 0, 3);
    Game *game = &desk->game;
    desk_plug(desk, 0, 0);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A); // in place of the keys, which nobody has touched
    desk_open(desk, GAME_SETTINGS);
    desk_tap(desk, 'I'); // no car is free
    assert_int_equal(lobby_count(game), 2);
    desk_push(desk, 0, PAD_B);
    desk_seconds(desk, 1.2f);
    assert_int_equal(game->seat_count, 1);
    assert_non_null(strstr(game->toast, "alone"));
    desk_destroy(desk);
}

static void a_car_whose_path_is_too_long_to_keep_is_not_kept_in_part(void **state) {
    (void)state;
    Desk *desk = desk_make(2, 0, 3);
    char path[SETTING_TEXT_MAX + 1];
    memset(path, 'x', sizeof path);
    path[SETTING_TEXT_MAX] = '\0';
    game_choose_car(&desk->game, 1, path);
    assert_string_equal(game_person_car(&desk->game, 1, "race"), "race");
    path[SETTING_TEXT_MAX - 1] = '\0';
    game_choose_car(&desk->game, 1, path);
    assert_string_equal(game_person_car(&desk->game, 1, "race"), path);
    desk_destroy(desk);
}

static void quit_asks(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    desk_tap(desk, KEY_TAB);
    desk_focus(desk, "Quit");
    desk_tap(desk, KEY_ENTER);
    assert_false(game->quit);
    desk_tap(desk, KEY_ENTER);
    assert_true(game->quit);
    desk_destroy(desk);
}

// Whatever steers menus steers them, however many people sit where: nobody joins by it unasked.
static void no_key_that_steers_menus_joins_whoever_uses_them_alone(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 0, 3);
    Game *game = &desk->game;
    for (int device = -1; device <= DEVICE_ANY_KEYS; device++) {
        game->waiting_count = device >= 0;
        game->waiting[0] = (Waiter){0, device};
        for (int i = 0; i < MENU_PRESS_COUNT; i++) {
            for (int k = 0; k < MENU_PRESS_KEYS; k++) {
                int key = menu_press_rows[i].keys[k];
                // W is the gas of the left half, for a friend of somebody who is not there
                bool friends = key == 'W' && device > 0 && device < DEVICE_ANY_KEYS;
                InputFrame frame = {.presses = {{.key = key}}, .press_count = key != KEY_NONE};
                assert_int_equal(lobby_joining(game, &frame), friends ? 0 : DEVICE_NONE);
            }
        }
    }
    desk_destroy(desk);
}

static void five_people_are_one_too_many(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    for (int pad = 0; pad < 5; pad++) {
        desk_plug(desk, pad, pad);
    }
    desk_seconds(desk, 1.0f);
    desk_open(desk, GAME_MENU);
    for (int pad = 0; pad < 5; pad++) {
        desk->input.pads[pad].pushed[PAD_RIGHT_TRIGGER][1] = true;
        desk_frame(desk);
    }
    assert_int_equal(lobby_count(game), SEATS_MAX);
    assert_non_null(strstr(game->toast, "seats"));
    desk_unplug(desk, 1); // and who is gone waits no longer
    desk_frame(desk);
    assert_int_equal(lobby_count(game), SEATS_MAX - 1);
    assert_int_equal(lobby_device(game, 1), DEVICE_NONE);
    assert_int_equal(lobby_device(game, 3), DEVICE_PAD + 3);
    desk_destroy(desk);
}

static void whoever_starts_by_a_fifth_device_starts_for_the_four_who_are_in(void **state) {
    (void)state;
    for (int way = 0; way < 2; way++) {
        Desk *desk = desk_make(0, 3, 3);
        Game *game = &desk->game;
        for (int pad = 0; pad < SEATS_MAX; pad++) {
            desk_plug(desk, pad, pad);
        }
        desk_seconds(desk, 1.0f);
        desk_open(desk, GAME_SETUP);
        for (int pad = 0; pad < SEATS_MAX; pad++) {
            desk->input.pads[pad].pushed[PAD_RIGHT_TRIGGER][1] = true;
            desk_frame(desk);
        }
        assert_int_equal(lobby_count(game), SEATS_MAX);
        if (way == 0) {
            desk_focus(desk, "Start");
        } else {
            desk_tap(desk, KEY_ESCAPE);
            assert_int_equal(game_screen(game), GAME_TITLE);
        }
        desk_tap(desk, KEY_PAD_ENTER); // of the number pad, where nobody sits
        assert_int_equal(game_screen(game), GAME_DRIVE);
        assert_int_equal(game->seat_count, SEATS_MAX);
        for (int i = 0; i < SEATS_MAX; i++) {
            assert_int_equal(game->seats[i].device, DEVICE_PAD + i);
        }
        desk_destroy(desk);
    }
}

static void who_is_in_before_the_first_race_has_his_rows_and_tests_his_keys(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    desk_seconds(desk, 1.0f);
    desk_open(desk, GAME_SETUP);
    desk_tap(desk, KEY_RIGHT_CONTROL); // the arrows
    desk_tap(desk, 'I');
    desk_focus(desk, "Car of P2");
    game->settings.seats[1].auto_throttle = true;
    desk_open(desk, GAME_KEY_TEST);
    assert_int_equal(key_test_people(&game->key_test), 2);
    assert_true(game->key_test.takes[2] && game->key_test.auto_gas[2]);
    lobby_move(game, 2, 0); // as the test may propose
    assert_int_equal(lobby_person_at(game, 0), 1);
    assert_int_equal(lobby_person_at(game, 2), -1);
    desk_destroy(desk);
}

static void the_focus_of_a_menu_stays_on_its_row_where_a_friend_joins(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(1.0f);
    Game *game = &desk->game;
    desk_open(desk, GAME_SETUP);
    desk_focus(desk, "Start");
    desk_tap(desk, KEY_ENTER); // and it asks
    int focus = game->stack[1].focus;
    assert_int_equal(game->stack[1].asked, focus);
    desk_tap(desk, 'I'); // has a row of his own above
    assert_int_equal(game->stack[1].focus, focus + 1);
    desk_tap(desk, KEY_ENTER); // asks anew: the question was for one person
    assert_int_equal(game_screen(game), GAME_SETUP);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seat_count, 2);
    desk_destroy(desk);
}

static void cars_are_chosen_without_the_first_person_while_his_gamepad_is_gone(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers(); // on keys, and on gamepads 0 and 1
    Game *game = &desk->game;
    leaving_person(game, 0);
    desk_open(desk, GAME_CARS);
    desk_let_go(desk, 1, PAD_A);
    desk_unplug(desk, 0);
    desk_frame(desk);
    desk_tap_button(desk, 1, PAD_A);
    assert_true(game_screen(game) != GAME_CARS);
    desk_open(desk, GAME_CARS);
    desk_seconds(desk, 2.0f);
    desk_tap_button(desk, 1, PAD_START);
    assert_true(game_screen(game) != GAME_CARS);
    desk_destroy(desk);
}

static void who_holds_start_leaves_himself_though_another_joins_meanwhile(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    leaving_person(game, 1);
    desk_let_go(desk, 1, PAD_A);
    desk_seconds(desk, 0.1f);
    desk_push(desk, 1, PAD_START);
    desk_seconds(desk, 0.5f);
    assert_int_equal(game_screen(game), GAME_PAUSE);
    desk_tap(desk, 'I'); // the second person, whose seat comes before that of the third
    assert_int_equal(game->seat_count, 3);
    desk_seconds(desk, 0.7f);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game_seat_of(game, 2), -1);
    desk_destroy(desk);
}

static void a_b_that_was_held_under_another_screen_makes_nobody_leave(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    desk_open(desk, GAME_SETTINGS);
    desk_push(desk, 0, PAD_B);
    desk_frame(desk);
    desk_tap(desk, KEY_F1);
    assert_int_equal(game_screen(game), GAME_KEYS);
    desk_let_go(desk, 0, PAD_B);
    desk_seconds(desk, 1.0f);
    desk_push(desk, 0, PAD_B); // closes the sheet
    desk_seconds(desk, 0.1f);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    assert_int_equal(game->seat_count, 3);
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_press_joins_a_paused_race_from_every_menu),
        cmocka_unit_test(who_joins_in_the_menus_of_the_title_drives_the_race_that_they_start),
        cmocka_unit_test(a_gamepad_alone_is_the_first_persons_and_chooses_with_the_same_press),
        cmocka_unit_test(who_joins_in_the_results_is_in_at_the_next_race),
        cmocka_unit_test(the_pause_is_of_whoever_has_paused_and_of_the_first_person),
        cmocka_unit_test(what_all_lose_the_first_person_confirms),
        cmocka_unit_test(without_the_first_person_the_next_one_confirms),
        cmocka_unit_test(the_mouse_confirms_as_the_first_person),
        cmocka_unit_test(what_is_his_own_everybody_confirms_himself),
        cmocka_unit_test(b_held_in_a_menu_leaves_and_tapped_goes_back),
        cmocka_unit_test(esc_held_in_a_menu_leaves_and_tapped_goes_back),
        cmocka_unit_test(esc_of_several_at_one_keyboard_makes_nobody_leave),
        cmocka_unit_test(who_is_alone_in_a_race_is_told_why_he_cannot_leave),
        cmocka_unit_test(a_car_whose_path_is_too_long_to_keep_is_not_kept_in_part),
        cmocka_unit_test(quit_asks),
        cmocka_unit_test(no_key_that_steers_menus_joins_whoever_uses_them_alone),
        cmocka_unit_test(five_people_are_one_too_many),
        cmocka_unit_test(who_is_in_before_the_first_race_has_his_rows_and_tests_his_keys),
        cmocka_unit_test(the_focus_of_a_menu_stays_on_its_row_where_a_friend_joins),
        cmocka_unit_test(cars_are_chosen_without_the_first_person_while_his_gamepad_is_gone),
        cmocka_unit_test(who_holds_start_leaves_himself_though_another_joins_meanwhile),
        cmocka_unit_test(a_b_that_was_held_under_another_screen_makes_nobody_leave),
        cmocka_unit_test(whoever_starts_by_a_fifth_device_starts_for_the_four_who_are_in),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
