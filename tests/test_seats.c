/// People who join, leave, and drive their own cars, in the game without its window.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include <stdio.h>

#include "desk.h"
#include "user_folder.h"

static const Racer *racer_of(const Desk *desk, int seat) {
    return &race_racers_const(desk->game.session.race)[desk->game.seats[seat].car];
}

static Body body_of(const Desk *desk, int car) {
    return race_bodies_const(desk->game.session.race)[car];
}

static void a_fresh_press_of_gas_joins_at_once(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(5.0f);
    desk_plug(desk, 2, 0);
    desk_frame(desk);
    desk_push(desk, 2, PAD_A);
    desk_frame(desk);
    assert_int_equal(desk->game.seat_count, 2);
    assert_int_equal(desk->game.seats[1].device, DEVICE_PAD + 2);
    assert_int_equal(desk->game.session.race->ai_cars >> desk->game.seats[1].car & 1u, 0);
    KeyHints hints = {0};
    assert_true(key_hints_fade(&desk->game.seats[1].hints, &hints) > 0.9f); // with the notice
    assert_true(desk->game.toast_left <= 0.0f); // over nobody else's view
    desk_seconds(desk, 0.5f);
    assert_int_equal(racer_of(desk, 1)->input.throttle, 255);
    desk_destroy(desk);
}

static void who_joins_gets_the_car_next_to_a_friend(void **state) {
    (void)state;
    for (int place = 1; place <= 6; place++) {
        Desk *desk = desk_one_driver(0.5f);
        Race *race = desk->game.session.race;
        int mine = desk->game.seats[0].car;
        for (int i = 0; i < race->car_count; i++) { // mine stands at `place`, the rest in order
            int rank = i < mine ? i + 1 : i;
            rank += i != mine && rank >= place ? 1 : 0;
            race_racers(race)[i].place = i == mine ? place : rank;
            race_racers(race)[i].finished = true; // so that places stand
            race_racers(race)[i].total_s = (double)race_racers(race)[i].place;
        }
        for (int i = 0; i < race->car_count; i++) {
            race_racers(race)[i].finished = false;
            race_racers(race)[i].lap = 10 - race_racers(race)[i].place;
        }
        desk_press(desk, KEY_UP);
        desk_frame(desk);
        assert_int_equal(desk->game.seat_count, 2);
        assert_int_equal(racer_of(desk, 1)->lap, 10 - (place < 6 ? place + 1 : 5));
        desk_destroy(desk);
    }
}

static void numbers_and_colours_stay_when_somebody_leaves(void **state) {
    (void)state;
    static const int gas[] = {KEY_UP, 'I', KEY_PAD_8};
    Desk *desk = desk_one_driver(4.0f);
    for (int i = 0; i < 3; i++) {
        desk_tap(desk, gas[i]);
    }
    Game *game = &desk->game;
    assert_int_equal(game->seat_count, 4);
    CarLook third = game->looks[game->seats[2].car], fourth = game->looks[game->seats[3].car];
    int third_car = game->seats[2].car;
    game_leave_seat(game, 1);
    desk_frame(desk);
    assert_int_equal(game->seat_count, 3);
    assert_int_equal(game->seats[1].number, 2);
    assert_int_equal(game->seats[1].car, third_car);
    assert_int_equal(game->looks[third_car].color, third.color);
    assert_int_equal(game->looks[game->seats[2].car].color, fourth.color);
    assert_string_equal(game_person_name(game, game->seats[1].number), "P3");
    desk_tap(desk, KEY_UP); // the one who joins next is P2
    assert_int_equal(game->seat_count, 4);
    assert_int_equal(game->seats[1].number, 1);
    assert_int_equal(game->seats[1].device, 1);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(game->seats[i].number, i);
    }
    desk_destroy(desk);
}

static void the_ai_drives_on_without_a_jump(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    desk_tap(desk, KEY_UP);
    desk_press(desk, KEY_UP);
    desk_seconds(desk, 2.0f);
    int car = desk->game.seats[1].car;
    Body before = body_of(desk, car);
    game_leave_seat(&desk->game, 1);
    Body after = body_of(desk, car);
    assert_memory_equal(&before, &after, sizeof after);
    int lap = race_racers_const(desk->game.session.race)[car].lap;
    desk_seconds(desk, 40.0f);
    assert_true(race_racers_const(desk->game.session.race)[car].lap > lap);
    desk_destroy(desk);
}

static void holding_the_press_that_paused_leaves(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    desk_plug(desk, 0, 0);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(desk->game.seat_count, 2);
    desk_push(desk, 0, PAD_START);
    desk_seconds(desk, 0.9f);
    assert_int_equal(game_screen(&desk->game), GAME_PAUSE);
    assert_int_equal(desk->game.seat_count, 2);
    desk_seconds(desk, 0.2f);
    assert_int_equal(desk->game.seat_count, 1);
    assert_int_equal(desk->game.seats[0].number, 0);
    desk_let_go(desk, 0, PAD_START);
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_push(desk, 0, PAD_A); // and is back
    desk_frame(desk);
    assert_int_equal(desk->game.seat_count, 2);
    desk_destroy(desk);
}

static void a_short_press_or_one_of_two_at_a_keyboard_leaves_nothing(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    desk_press(desk, KEY_ESCAPE); // alone: the menu is the way out
    desk_seconds(desk, 2.0f);
    assert_int_equal(desk->game.seat_count, 1);
    desk_release(desk, KEY_ESCAPE);
    desk_frame(desk);
    desk_tap(desk, KEY_ESCAPE);
    desk_tap(desk, KEY_UP);
    assert_int_equal(desk->game.seat_count, 2);
    desk_press(desk, KEY_ESCAPE); // whose is it?
    desk_seconds(desk, 2.0f);
    assert_int_equal(desk->game.seat_count, 2);
    desk_destroy(desk);
}

static void each_person_drives_his_own_car_in_the_next_race(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    desk_tap(desk, KEY_UP);
    Game *game = &desk->game;
    snprintf(game->settings.seats[1].car, SETTING_TEXT_MAX, "gt");
    race_racers(game->session.race)[game->seats[0].car].finished = true;
    race_racers(game->session.race)[game->seats[1].car].finished = true;
    desk_end(desk);
    desk_seconds(desk, 4.0f);
    assert_int_equal(game_screen(game), GAME_RESULTS);
    desk_tap(desk, KEY_ENTER); // Again
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_string_equal(game->session.def.cars[game->seats[0].car], "hatch");
    assert_string_equal(game->session.def.cars[game->seats[1].car], "gt");
    assert_true(racer_of(desk, 1)->model.params.mass != racer_of(desk, 0)->model.params.mass);
    for (int car = 0; car < 4; car++) {
        assert_string_equal(game->session.def.cars[car], "hatch");
    }
    desk_seconds(desk, 4.0f); // the numbers of the first car are not those of the second
    float mass = race_racers_const(game->session.race)[game->seats[1].car].model.params.mass;
    assert_near(mass, game->session.cars[game->seats[1].car].params.mass, 1e-3);
    desk_destroy(desk);
}

static void a_tap_sounds_the_horn_and_holding_rescues_once(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(6.0f);
    int respawns = racer_of(desk, 0)->respawns;
    desk_press(desk, 'Q');
    desk_frame(desk);
    assert_true(desk->game.seats[0].honks);
    desk_seconds(desk, 0.2f);
    desk_release(desk, 'Q');
    desk_seconds(desk, 1.0f);
    assert_false(desk->game.seats[0].honks);
    assert_int_equal(racer_of(desk, 0)->respawns, respawns);
    desk_press(desk, 'Q');
    desk_seconds(desk, 2.0f);
    assert_false(desk->game.seats[0].honks);
    assert_int_equal(racer_of(desk, 0)->respawns, respawns + 1);
    desk_destroy(desk);
}

static void the_helps_of_a_lap_are_known(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 1, 3);
    Game *game = &desk->game;
    game->settings.seats[0].one_switch = true;
    desk_press(desk, 'W');
    desk_seconds(desk, 10.0f);
    game->settings.seats[0].auto_throttle = true; // changed on the way
    desk_release(desk, 'W');
    desk_frame(desk);
    assert_int_equal(game->seats[0].lap_helps, RECORD_ONE_SWITCH | RECORD_AUTO_THROTTLE);
    game->settings.seats[0].auto_throttle = false;
    desk_press(desk, 'W');
    for (int i = 0; i < 60 * DESK_RATE && racer_of(desk, 0)->lap < 1; i++) {
        desk_frame(desk);
    }
    assert_int_equal(racer_of(desk, 0)->lap, 1); // nobody has steered
    desk_frame(desk);
    assert_int_equal(game->seats[0].lap_helps, RECORD_ONE_SWITCH); // of the next lap
    assert_int_equal(game->seats[0].race_helps, RECORD_ONE_SWITCH | RECORD_AUTO_THROTTLE);
    desk_destroy(desk);
}

// Somebody joins, drives with help, and leaves: the recording of it is still the race.
static void a_recording_knows_who_came_and_went(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    Game *game = &desk->game;
    game->settings.seats[1].auto_brake = true;
    desk_tap(desk, KEY_UP);
    desk_press(desk, KEY_UP);
    desk_seconds(desk, 5.0f);
    game_leave_seat(game, 1);
    desk_seconds(desk, 5.0f);
    const Replay *replay = &game->live.recorder.replay;
    uint64_t driven = race_hash(game->session.race);
    uint32_t ticks = game->session.race->tick;
    RaceDef def = replay->info.def;
    session_restart(&game->session, &def);
    Race *race = game->session.race;
    ReplayCursor cursor = {0};
    CarInput inputs[RACE_MAX_CARS];
    while (race->tick < ticks && replay_next(replay, &cursor, race, inputs)) {
        race_step(race, inputs);
    }
    assert_int_equal(race->tick, ticks);
    assert_true(race_hash(race) == driven);
    desk_destroy(desk);
}

static void settings_bind_keys_by_place_and_gamepads_by_person(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Settings *settings = &desk->game.settings;
    settings->seats[0].keys[SETTING_ACTION_GAS][0] = 'E';
    settings->seats[1].keys[SETTING_ACTION_GAS][0] = CONTROL_RB;
    settings->seats[1].keys[SETTING_ACTION_GAS][1] = 'P'; // of the arrows' place
    desk_seconds(desk, 0.1f);
    assert_int_equal(racer_of(desk, 0)->input.throttle, 0); // W is nothing now
    assert_int_equal(racer_of(desk, 1)->input.throttle, 0);
    assert_int_equal(racer_of(desk, 2)->input.throttle, 255);
    desk_press(desk, 'E');
    desk_push(desk, 0, PAD_RB);
    desk_seconds(desk, 0.1f);
    assert_int_equal(racer_of(desk, 0)->input.throttle, 255);
    assert_int_equal(racer_of(desk, 1)->input.throttle, 255);
    desk_tap(desk, 'P');
    assert_int_equal(desk->game.seat_count, 4);
    desk_destroy(desk);
}

// Four presses on a pad that nobody knows, and its mapping is in the user's file.
/// Puts `screen` over what is shown.
static void open_screen(Desk *desk, GameScreen screen) {
    Game *game = &desk->game;
    game->stack[++game->depth] = (StackedScreen){.screen = screen, .asked = -1};
}

static void a_conflict_is_told_before_a_key_is_taken(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(1.0f);
    desk_release(desk, 'W');
    open_screen(desk, GAME_SEATS);
    desk_tap(desk, KEY_ENTER); // P1
    assert_int_equal(game_screen(&desk->game), GAME_SEAT);
    desk->game.stack[desk->game.depth].focus = 2; // Keys and sticks
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_CONTROLS);
    desk_tap(desk, KEY_ENTER); // Gas
    desk_tap(desk, 'I');
    assert_non_null(strstr(desk->game.seat_menu.says, "I is \"Gas\" of the middle"));
    assert_int_equal(desk->game.settings.seats[0].keys[SETTING_ACTION_GAS][0], KEY_NONE);
    desk_tap(desk, KEY_F1 + 1); // cannot be had
    desk_tap(desk, 'I');
    assert_int_equal(desk->game.settings.seats[0].keys[SETTING_ACTION_GAS][0], 'I');
    assert_int_equal(desk->game.settings.seats[2].keys[SETTING_ACTION_GAS][0], 'W');
    desk_tap(desk, KEY_ENTER); // again, and given up
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(&desk->game), GAME_CONTROLS);
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(&desk->game), GAME_SEAT);
    desk_destroy(desk);
}

static void a_name_is_typed_or_chosen(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(1.0f);
    desk_release(desk, 'W');
    open_screen(desk, GAME_NAME);
    snprintf(desk->input.text, sizeof desk->input.text, "Zo\u00eb");
    desk_press(desk, 'E');
    desk_frame(desk);
    desk->input.text[0] = '\0';
    desk_frame(desk);
    const char *name = desk->game.settings.seats[0].name;
    assert_string_equal(name, "Zo\u00eb");
    desk_tap(desk, KEY_BACKSPACE);
    assert_string_equal(name, "Zo");
    desk_tap(desk, KEY_DOWN); // one more letter
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_UP);
    desk_tap(desk, KEY_RIGHT);
    assert_string_equal(name, "ZoB");
    for (int i = 0; i < 40; i++) {
        snprintf(desk->input.text, sizeof desk->input.text, "\u00eb");
        desk_frame(desk);
    }
    assert_int_equal(strlen(name), 3 + 2 * 9); // twelve letters
    desk_destroy(desk);
}

static void who_types_a_name_ends_with_enter_and_a_gamepad_adds_letters(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(1.0f);
    Game *game = &desk->game;
    const char *name = game->settings.seats[0].name;
    desk_release(desk, 'W');
    desk_plug(desk, 2, 0);
    desk_frame(desk);
    open_screen(desk, GAME_NAME);
    desk_tap_button(desk, 2, PAD_RIGHT); // the first letter comes by itself
    desk_tap_button(desk, 2, PAD_A);
    desk_tap_button(desk, 2, PAD_LEFT);
    assert_string_equal(name, "A-");
    for (int i = 0; i < 20; i++) {
        desk_tap_button(desk, 2, PAD_A);
    }
    assert_string_equal(name, "A-AAAAAAAAAA");
    assert_int_equal(game_screen(game), GAME_NAME);
    desk_tap(desk, KEY_DOWN); // from now on somebody types
    desk_tap(desk, KEY_UP);
    desk_tap(desk, KEY_ENTER);
    assert_int_not_equal(game_screen(game), GAME_NAME);
    assert_string_equal(name, "A-AAAAAAAAAA");
    desk_destroy(desk);
}

static void whoever_leaves_by_the_menu_leaves_alone(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    open_screen(desk, GAME_SEATS);
    desk->game.stack[desk->game.depth].focus = 1;
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_UP); // the last row, which asks
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(desk->game.seat_count, 3);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(desk->game.seat_count, 2);
    assert_int_equal(desk->game.seats[1].number, 2);
    desk_destroy(desk);
}

static void every_view_shows_as_much_whatever_cars_are_driven(void **state) {
    (void)state;
    Desk *desk = desk_make(4, 0, 1);
    for (int i = 0; i < 4; i++) {
        Racer *racer = &race_racers(desk->game.session.race)[desk->game.seats[i].car];
        racer->model.params.length = i % 2 ? 2.0f : 4.6f; // a kart, a GT
    }
    desk_seconds(desk, 3.0f);
    float span = desk->game.seats[0].camera.span;
    assert_true(span > DESK_HEIGHT / 2 / CAMERA_CAR_MIN_PX * 3.0f); // not that of the kart
    for (int i = 1; i < 4; i++) {
        assert_float_equal(desk->game.seats[i].camera.span, span, 1e-3f);
    }
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_view_shows_as_much_whatever_cars_are_driven),
        cmocka_unit_test(a_fresh_press_of_gas_joins_at_once),
        cmocka_unit_test(who_joins_gets_the_car_next_to_a_friend),
        cmocka_unit_test(numbers_and_colours_stay_when_somebody_leaves),
        cmocka_unit_test(the_ai_drives_on_without_a_jump),
        cmocka_unit_test(holding_the_press_that_paused_leaves),
        cmocka_unit_test(a_short_press_or_one_of_two_at_a_keyboard_leaves_nothing),
        cmocka_unit_test(each_person_drives_his_own_car_in_the_next_race),
        cmocka_unit_test(a_tap_sounds_the_horn_and_holding_rescues_once),
        cmocka_unit_test(the_helps_of_a_lap_are_known),
        cmocka_unit_test(a_recording_knows_who_came_and_went),
        cmocka_unit_test(settings_bind_keys_by_place_and_gamepads_by_person),
        cmocka_unit_test(a_conflict_is_told_before_a_key_is_taken),
        cmocka_unit_test(a_name_is_typed_or_chosen),
        cmocka_unit_test(who_types_a_name_ends_with_enter_and_a_gamepad_adds_letters),
        cmocka_unit_test(whoever_leaves_by_the_menu_leaves_alone),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
