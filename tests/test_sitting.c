/// Who sits where and in which car: from the title, by the mouse, by a gamepad that somebody has
/// already; and presses that belong to the window or to what lies over the race.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/directories.h"
#include "base/file.h"
#include "base/folder.h"
#include "game_state/auto_gas.h"
#include "input/pad_files.h"
#include "pages/card_grid.h"
#include "platform/pad_mappings.h"
#include "screens/menu.h"

#include <stdio.h>

#include "desk.h"
#include "user_folder.h"

/// Two people, P1 at the left half and P2 at gamepad 0, some seconds after the start.
static Desk *two_drivers(void) {
    Desk *desk = desk_make(1, 3, 3);
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    desk_plug(desk, 0, 0);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(desk->game.seat_count, 2);
    return desk;
}

static void a_press_held_under_another_screen_makes_nobody_leave(void **state) {
    (void)state;
    Desk *desk = two_drivers();
    desk_push(desk, 0, PAD_START);
    desk_seconds(desk, 0.5f);
    assert_int_equal(game_screen(&desk->game), GAME_PAUSE);
    desk_tap(desk, KEY_F1);
    assert_int_equal(game_screen(&desk->game), GAME_KEYS);
    desk_let_go(desk, 0, PAD_START);
    desk_seconds(desk, 1.0f);
    desk_press(desk, KEY_ESCAPE); // back to the pause, and in the same frame
    desk_push(desk, 0, PAD_START);
    desk_seconds(desk, 0.1f);
    assert_int_equal(desk->game.seat_count, 2);
    desk_destroy(desk);
}

static void a_minimised_window_divides_nothing(void **state) {
    (void)state;
    CardGrid grid = {.count = 7, .focus = 3};
    CardLayout layout = card_grid_layout(&grid, &(CanvasSize){0});
    assert_int_equal(layout.columns, 1);
    assert_int_equal(layout.rows, 7);
    assert_int_equal(layout.shown, 1);
    assert_int_equal(card_grid_hit(&grid, &(CanvasSize){0}, 0.0f, 0.0f), -1);
}

// Only a bar that scrolls takes room at the right.
static void cards_that_all_fit_stand_in_the_middle(void **state) {
    (void)state;
    CardGrid grid = {.count = 10, .focus = 3};
    CardLayout layout = card_grid_layout(&grid, &(CanvasSize){1920.0f, 1080.0f, 1.0f});
    assert_int_equal(layout.shown, layout.rows);
    float left = layout.cards.x - layout.panel.x;
    float right = layout.panel.x + layout.panel.width - layout.cards.x - layout.cards.width;
    assert_near(left, right, 0.01f);
    grid.count = 60;
    layout = card_grid_layout(&grid, &(CanvasSize){1920.0f, 1080.0f, 1.0f});
    assert_true(layout.shown < layout.rows);
    right = layout.panel.x + layout.panel.width - layout.cards.x - layout.cards.width;
    assert_true(right > left + 10.0f);
}

static void cards_show_their_bars_where_all_have_room(void **state) {
    (void)state;
    static const CanvasSize sizes[] = {{1920.0f, 1080.0f, 1.0f},
                                       {1280.0f, 720.0f, 0.67f},
                                       {640.0f, 480.0f, 0.6f},
                                       {1280.0f, 720.0f, 1.33f}};
    for (int i = 0; i < 4; i++) {
        for (int count = 1; count <= 60; count += count < 8 ? 1 : 26) {
            CardGrid grid = {.count = count, .focus = count - 1};
            CardLayout plain = card_grid_layout(&grid, &sizes[i]);
            grid.bars = 3;
            CardLayout layout = card_grid_layout(&grid, &sizes[i]);
            Area last = card_grid_area(&layout, count - 1);
            assert_true(last.width >= 200.0f * layout.unit);
            assert_true(last.y + last.height <= layout.about_y && last.y >= layout.cards.y - 0.01f);
            assert_true(layout.panel.height <= 0.98f * sizes[i].height);
            assert_true(!layout.has_bars || layout.shown == layout.rows);
            assert_true(layout.has_bars || layout.shown == plain.shown); // else nothing gives way
            assert_int_equal(layout.has_bars, i < 2 ? count < 9 : i == 2 && count < 5);
        }
    }
}

static void from_the_title_nobody_sits_in_the_car_of_another(void **state) {
    (void)state;
    Desk *desk = two_drivers();
    Game *game = &desk->game;
    desk_let_go(desk, 0, PAD_A);
    snprintf(game->settings.seats[1].car, SETTING_TEXT_MAX, "gt");
    for (int i = 0; i < 2; i++) {
        race_racers(game->session.race)[game->seats[i].car].finished = true;
    }
    desk_end(desk);
    desk_seconds(desk, 4.0f);
    desk_tap(desk, KEY_ENTER); // Again
    assert_string_equal(game->session.def.cars[game->seats[1].car], "gt");
    snprintf(game->settings.seats[1].car, SETTING_TEXT_MAX, "kart"); // chosen meanwhile
    assert_string_equal(game->session.def.cars[game->seats[1].car], "gt");
    desk_tap(desk, KEY_ESCAPE);
    game->stack[game->depth].focus = 7; // Back to title
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_TITLE);
    desk_release(desk, 'W');
    desk_seconds(desk, 1.0f);
    desk_tap(desk, 'W');
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seats[0].number, 0);
    assert_string_equal(game->session.def.cars[game->seats[0].car], "hatch");
    assert_string_equal(game->session.cars[game->seats[0].car].name, "Hatch");
    desk_destroy(desk);
}

static void automatic_gas_counts_as_driving(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 1, 3);
    desk->game.settings.seats[0].auto_throttle = true;
    desk_tap(desk, 'A');
    desk_seconds(desk, 4.0f);
    assert_true(desk->game.seats[0].used_gas);
    desk->input.lost_focus = true;
    desk_frame(desk);
    assert_int_equal(game_screen(&desk->game), GAME_PAUSE);
    desk_destroy(desk);
}

static void three_at_one_keyboard_get_automatic_gas_by_one_press(void **state) {
    (void)state;
    Desk *desk = desk_make(2, 3, 3);
    Game *game = &desk->game;
    desk_seconds(desk, 1.0f);
    desk_tap(desk, KEY_ENTER); // which means nothing for two
    assert_false(game->settings.seats[0].auto_throttle);
    assert_false(auto_gas_helps(game));
    desk_tap(desk, 'I');
    assert_int_equal(game->seat_count, 3);
    desk_frame(desk);
    assert_true(strstr(game->toast, "automatic gas") != NULL && game->toast_left > 5.0f);
    int told = game->toast_count;
    desk_seconds(desk, 10.0f);
    assert_int_equal(game->toast_count, told); // once
    game->settings.seats[1].one_switch = true;
    assert_true(auto_gas_helps(game));
    desk_tap(desk, KEY_ENTER);
    assert_false(auto_gas_helps(game));
    for (int i = 0; i < SEATS_MAX; i++) {
        assert_int_equal(game->settings.seats[i].auto_throttle, i < 3);
    }
    game->settings.seats[2].auto_throttle = false; // he wants it otherwise, and is not asked again
    told = game->toast_count;
    desk_seconds(desk, 1.0f);
    assert_int_equal(game->toast_count, told);
    game->seats[2].device = DEVICE_PAD; // and with a gamepad he needs none
    assert_false(auto_gas_helps(game));
    desk_destroy(desk);
}

/// Holds keys as far as they are reported.
static void hold(Desk *desk, const char *keys, float seconds) {
    for (const char *key = keys; *key; key++) {
        desk_press(desk, *key);
    }
    desk_seconds(desk, seconds);
    for (const char *key = keys; *key; key++) {
        desk_release(desk, *key);
    }
    desk_seconds(desk, 0.5f);
}

static void a_hidden_key_gives_way_to_another_by_two_presses(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 1, 3);
    Game *game = &desk->game;
    game->seats[0].device = 0;
    desk_seconds(desk, 1.0f);
    game->stack[++game->depth] = (StackedScreen){GAME_KEY_TEST, .asked = -1};
    screen_shown(game)->enter(game);
    desk_seconds(desk, 1.0f);
    hold(desk, "WA", 0.2f);
    hold(desk, "WD", 0.2f);
    hold(desk, "WA", 1.0f);    // and the handbrake, which does not arrive
    desk_tap(desk, KEY_ENTER); // he says so ...
    KeyProposal proposal = key_test_proposal(&game->key_test, &game->controls);
    assert_int_equal(proposal.kind, KEY_PROPOSAL_KEY);
    desk_tap(desk, KEY_ENTER); // ... and takes what is proposed
    assert_int_equal(game->settings.seats[0].keys[SETTING_ACTION_HANDBRAKE][0], proposal.key);
    assert_int_equal(key_test_step(&game->key_test), KEY_TEST_GAS_LEFT_HANDBRAKE);
    assert_int_equal(game_screen(game), GAME_KEY_TEST);
    desk_tap(desk, KEY_ENTER); // nothing is left to do there
    assert_int_equal(game_screen(game), GAME_DRIVE);
    desk_destroy(desk);
}

static void who_came_by_the_mouse_may_drive_by_a_gamepad(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 3, 3);
    desk_plug(desk, 5, 0);
    desk_frame(desk);
    assert_int_equal(desk->game.seats[0].device, DEVICE_ANY_KEYS);
    desk_push(desk, 5, PAD_A);
    desk_frame(desk);
    assert_int_equal(desk->game.seat_count, 1);
    assert_int_equal(desk->game.seats[0].device, DEVICE_PAD + 5);
    desk_tap(desk, 'W'); // the keys are a friend's then
    assert_int_equal(desk->game.seat_count, 2);
    desk_destroy(desk);
}

static void a_car_that_is_gone_stops_no_race(void **state) {
    (void)state;
    Desk *desk = two_drivers();
    Game *game = &desk->game;
    desk_let_go(desk, 0, PAD_A);
    snprintf(game->settings.seats[1].car, SETTING_TEXT_MAX, "sold-long-ago");
    for (int i = 0; i < 2; i++) {
        race_racers(game->session.race)[game->seats[i].car].finished = true;
    }
    desk_end(desk);
    desk_seconds(desk, 4.0f);
    assert_int_equal(game_screen(game), GAME_RESULTS);
    const Race *before = game->session.race;
    desk_tap(desk, KEY_ENTER); // Again
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_ptr_not_equal(game->session.race, before); // made anew, not the old cars once more
    assert_string_equal(game->session.def.cars[game->seats[1].car], "hatch");
    desk_destroy(desk);
}

static void results_wait_for_who_joined_late(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 3, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    race_racers(game->session.race)[game->seats[0].car].finished = true;
    desk_seconds(desk, 1.5f);
    desk_tap(desk, KEY_UP);
    assert_int_equal(game->seat_count, 2);
    race_racers(game->session.race)[game->seats[1].car].finished = true;
    desk_end(desk);
    desk_seconds(desk, 1.5f);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    desk_seconds(desk, 1.0f);
    assert_int_equal(game_screen(game), GAME_RESULTS);
    desk_destroy(desk);
}

static void keys_of_the_window_start_nothing(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    desk_seconds(desk, 1.0f);
    desk_press(desk, KEY_LEFT_ALT);
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_TAB);
    assert_int_equal(game_screen(&desk->game), GAME_TITLE);
    desk_release(desk, KEY_LEFT_ALT);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_destroy(desk);
}

static void a_known_gamepad_at_the_title_is_its_persons(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    desk_seconds(desk, 1.0f);
    desk_plug(desk, 1, 4);
    snprintf(game->settings.seats[1].name, SETTING_TEXT_MAX, "Zoe");
    snprintf(game->settings.seats[1].device, SETTING_TEXT_MAX, "%s", desk->input.pads[1].guid);
    snprintf(game->settings.seats[0].device, SETTING_TEXT_MAX, "mine");
    desk_frame(desk);
    desk_tap_button(desk, 1, PAD_A);
    assert_int_equal(game->seat_count, 1);
    assert_int_equal(game->seats[0].number, 1);
    assert_string_equal(game->settings.seats[0].device, "mine");
    desk_tap(desk, 'W'); // and P1 is still free
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->seats[0].number, 0);
    desk_destroy(desk);
}

static void f1_opens_no_sheet_while_a_key_is_awaited(void **state) {
    (void)state;
    Desk *desk = two_drivers();
    Game *game = &desk->game;
    game->stack[++game->depth] = (StackedScreen){.screen = GAME_CONTROLS, .asked = -1};
    game->seat_menu.number = 0;
    game->seat_menu.action = SETTING_ACTION_GAS;
    desk_tap(desk, KEY_F1);
    assert_int_equal(game_screen(game), GAME_CONTROLS);
    assert_non_null(strstr(game->seat_menu.says, "Function keys"));
    desk_tap(desk, KEY_ESCAPE); // gives up
    desk_tap(desk, KEY_F1);
    assert_int_equal(game_screen(game), GAME_KEYS);
    desk_destroy(desk);
}

static void what_asked_once_asks_again(void **state) {
    (void)state;
    Desk *desk = two_drivers();
    Game *game = &desk->game;
    game->stack[++game->depth] = (StackedScreen){.screen = GAME_CONTROLS, .asked = -1};
    game->seat_menu.action = SETTING_ACTION_COUNT;
    MenuPanel panel;
    menu_shown(game, &panel);
    game->stack[game->depth].focus = panel.count - 1; // Reset to the usual ones
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game->stack[game->depth].asked, panel.count - 1);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game->stack[game->depth].asked, -1);
    desk_destroy(desk);
}

static const char mapping[] = "030000001234000056780000abcd0000,Old,a:b0,platform:Linux,";

/// Whether the mapping is added to a file of these bytes; else the file is as it was.
static bool is_added_to(const char *text, size_t size, MessageCode code) {
    char folder[PATH_LIMIT], path[PATH_LIMIT + 32];
    MessageList messages = {0};
    FileBytes bytes;
    assert_true(directories_user_data(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/gamecontrollerdb.txt", folder);
    assert_true(folder_make(path, &messages));
    assert_true(file_write(path, text, size, &messages));
    bool added = pad_files_add(mapping, &messages);
    assert_true(file_read(path, 2 * PAD_MAPPINGS_LIMIT, &bytes, &messages));
    if (!added) {
        assert_int_equal(messages.count, 1);
        assert_int_equal(messages.items[0].code, code);
        assert_int_equal(bytes.size, size);
        assert_memory_equal(bytes.data, text, size);
    }
    file_bytes_free(&bytes);
    return added;
}

static void a_file_of_mappings_is_never_cut(void **state) {
    (void)state;
    static const char nul[] = "# mine\n\0# and more\n";
    assert_false(is_added_to(nul, sizeof nul - 1, MESSAGE_E901));
    char *full = malloc(PAD_MAPPINGS_LIMIT);
    assert_non_null(full);
    memset(full, '#', PAD_MAPPINGS_LIMIT);
    assert_false(is_added_to(full, PAD_MAPPINGS_LIMIT, MESSAGE_E108));
    free(full);
    assert_true(is_added_to("# mine\n", 7, MESSAGE_E901));
}

// Recordings of these races, and the file of gamepads.
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_press_held_under_another_screen_makes_nobody_leave),
        cmocka_unit_test(a_minimised_window_divides_nothing),
        cmocka_unit_test(cards_that_all_fit_stand_in_the_middle),
        cmocka_unit_test(cards_show_their_bars_where_all_have_room),
        cmocka_unit_test(from_the_title_nobody_sits_in_the_car_of_another),
        cmocka_unit_test(automatic_gas_counts_as_driving),
        cmocka_unit_test(three_at_one_keyboard_get_automatic_gas_by_one_press),
        cmocka_unit_test(a_hidden_key_gives_way_to_another_by_two_presses),
        cmocka_unit_test(who_came_by_the_mouse_may_drive_by_a_gamepad),
        cmocka_unit_test(a_car_that_is_gone_stops_no_race),
        cmocka_unit_test(results_wait_for_who_joined_late),
        cmocka_unit_test(keys_of_the_window_start_nothing),
        cmocka_unit_test(a_known_gamepad_at_the_title_is_its_persons),
        cmocka_unit_test(f1_opens_no_sheet_while_a_key_is_awaited),
        cmocka_unit_test(what_asked_once_asks_again),
        cmocka_unit_test(a_file_of_mappings_is_never_cut),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
