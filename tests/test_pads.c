/// Gamepads that are lost, come back, take seats and are known again, in the game without its
/// window.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include <stdio.h>

#include "desk.h"
#include "user_folder.h"

static void a_lost_gamepad_pauses_in_the_same_frame(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    uint32_t tick = desk->game.session.race->tick;
    desk_unplug(desk, 0);
    desk_frame(desk);
    assert_int_equal(game_screen(&desk->game), GAME_PAD_LOST);
    assert_int_equal(desk->game.session.race->tick, tick);
    desk_seconds(desk, 2.0f);
    assert_int_equal(desk->game.session.race->tick, tick);
    assert_int_equal(desk->game.seat_count, 3);
    desk_destroy(desk);
}

static void it_finds_its_seat_again_by_its_model(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    desk_unplug(desk, 0);
    desk_frame(desk);
    desk_plug(desk, 0, 7); // another one has its number now
    desk_frame(desk);
    assert_true(desk->game.seats[1].lost);
    desk_plug(desk, 9, 0);
    desk_frame(desk);
    assert_false(desk->game.seats[1].lost);
    assert_int_equal(desk->game.seats[1].device, DEVICE_PAD + 9);
    assert_int_equal(desk->game.seats[2].device, DEVICE_PAD + 1);
    desk_seconds(desk, 1.5f);
    desk_tap(desk, KEY_ENTER); // Go on
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_destroy(desk);
}

static void a_press_on_another_gamepad_takes_the_seat(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    desk_unplug(desk, 0);
    desk_plug(desk, 5, 5);
    desk_seconds(desk, 2.0f);
    desk_tap_button(desk, 1, PAD_DOWN); // the one of P3 is taken: it only moves through the menu
    assert_true(desk->game.seats[1].lost);
    desk_tap_button(desk, 5, PAD_A);
    assert_false(desk->game.seats[1].lost);
    assert_int_equal(desk->game.seats[1].device, DEVICE_PAD + 5);
    assert_int_equal(game_screen(&desk->game), GAME_PAD_LOST); // the press chose nothing
    assert_int_equal(desk->game.seat_count, 3);
    desk_destroy(desk);
}

static void or_the_ai_drives_on(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    int car = desk->game.seats[1].car;
    desk_unplug(desk, 0);
    desk_seconds(desk, 2.0f);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    assert_int_equal(desk->game.seat_count, 2);
    assert_int_equal(desk->game.session.race->ai_cars >> car & 1u, 1);
    desk_destroy(desk);
}

static void or_keys_that_are_free_take_over(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    desk_unplug(desk, 0);
    desk_seconds(desk, 2.0f);
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    assert_int_equal(desk->game.seats[1].device, 1); // the left half is the first person's
    desk_destroy(desk);
}

static void in_menus_a_lost_gamepad_is_only_told(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(&desk->game), GAME_PAUSE);
    desk_unplug(desk, 0);
    desk_frame(desk);
    assert_int_equal(game_screen(&desk->game), GAME_PAUSE);
    assert_string_equal(desk->game.toast, "The gamepad of P2 is gone");
    desk_tap(desk, KEY_ESCAPE); // goes back as it comes up
    desk_frame(desk);           // and the race waits for him all the same
    assert_int_equal(game_screen(&desk->game), GAME_PAD_LOST);
    desk_destroy(desk);
}

static void a_stranger_is_known_after_four_presses(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(1.0f);
    Game *game = &desk->game;
    RawPad *pad = &desk->input.stranger;
    *pad = (RawPad){.present = true, .axis_count = 2, .button_count = 6};
    snprintf(pad->name, sizeof pad->name, "Odd pad");
    memset(pad->guid, '7', sizeof pad->guid - 1);
    game->stack[++game->depth] = (StackedScreen){.screen = GAME_PAD_SETUP, .asked = -1};
    desk_frame(desk);
    pad->axes[0] = -1.0f;
    desk_seconds(desk, 0.3f);
    pad->axes[0] = 0.0f;
    desk_seconds(desk, 0.3f);
    static const int buttons[] = {2, 2, 3, 1}; // one is pressed twice, which is no answer
    for (int i = 0; i < 4; i++) {
        pad->buttons[buttons[i]] = true;
        desk_seconds(desk, 0.3f);
        pad->buttons[buttons[i]] = false;
        desk_seconds(desk, 0.3f);
    }
    assert_int_equal(game_screen(game), GAME_DRIVE);
    char path[96], text[256] = "";
    snprintf(path, sizeof path, "%s/axle/gamecontrollerdb.txt", user_folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text,
                        "77777777777777777777777777777777,Odd pad,a:b2,x:b3,start:b1,leftx:a0,"
                        "lefty:a1,b:b0,y:b4,rightshoulder:b5,platform:Linux,\n");
    desk_destroy(desk);
}

static void a_gamepad_brings_its_person_back_by_name(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    snprintf(game->settings.seats[2].name, SETTING_TEXT_MAX, "Zoe");
    game_leave_seat(game, 2);
    game_leave_seat(game, 1);
    desk_let_go(desk, 1, PAD_A);
    desk_frame(desk);
    desk_push(desk, 1, PAD_A); // the one that she drove by
    desk_frame(desk);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->seats[1].number, 2);
    assert_string_equal(game_person_name(game, 2), "Zoe");
    desk_let_go(desk, 0, PAD_A);
    desk_frame(desk);
    desk_push(desk, 0, PAD_A); // nobody's in particular
    desk_frame(desk);
    assert_int_equal(game->seat_count, 3);
    assert_int_equal(game->seats[1].number, 1);
    assert_int_equal(game->seats[2].number, 2);
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lost_gamepad_pauses_in_the_same_frame),
        cmocka_unit_test(it_finds_its_seat_again_by_its_model),
        cmocka_unit_test(a_press_on_another_gamepad_takes_the_seat),
        cmocka_unit_test(or_the_ai_drives_on),
        cmocka_unit_test(or_keys_that_are_free_take_over),
        cmocka_unit_test(in_menus_a_lost_gamepad_is_only_told),
        cmocka_unit_test(a_stranger_is_known_after_four_presses),
        cmocka_unit_test(a_gamepad_brings_its_person_back_by_name),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
