/// People who come and go while others drive: onto full grids, from the title, with cars and
/// set-ups of their own.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "game/start.h"
#include "game_state/leaving.h"
#include "session/recording.h"

#include "desk_menu.h"
#include "small_track.h"

/// A round one for two cars.
static const char *track_for_two(void) {
    return small_track("points: [{at: [-84, -38], r: 36}, {at: [84, -38], r: 30}, "
                       "{at: [84, 38], r: 30}, {at: [-84, 38], r: 38}]",
                       "grid: {slots: [[-20, -38, 0], [-32, -38, 0]]}\n");
}

static void a_friend_joins_whoever_began_alone_from_the_title(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 0, 0, 3);
    Game *game = &desk->game;
    desk_seconds(desk, 1.0f);
    desk_tap(desk, 'W');
    desk_seconds(desk, 1.0f);
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    desk_tap(desk, KEY_UP);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->session.race->car_count, 2);
    desk_destroy(desk);
}

static void each_race_has_another_field_with_people_in_its_middle(void **state) {
    (void)state;
    Desk *desk = desk_make(2, 6, 3);
    Game *game = &desk->game;
    DriverParams level = driver_params_of(SKILL_EASY);
    float before[RACE_MAX_CARS] = {0.0f};
    for (int round = 0; round < 3; round++) {
        const Racer *racers = race_racers_const(game->session.race);
        int first = racers[game->seats[0].car].slot, second = racers[game->seats[1].car].slot;
        assert_true((first == 3 && second == 4) || (first == 4 && second == 3)); // of 0 to 7
        for (int i = 0; i < 2; i++) {
            const DriverParams *own = &racers[game->seats[i].car].params;
            assert_memory_equal(own, &level, sizeof level); // should the AI take over
        }
        for (int car = 0; car < 6; car++) {
            assert_false(racers[car].params.corners == before[car]);
            float share = racers[car].params.corners / level.corners; // a driver of some character
            assert_true(share > 0.94f && share < 1.01f);
            before[car] = racers[car].params.corners;
        }
        start_race(game);
    }
    desk_destroy(desk);
}

static void who_joins_a_practice_undoes_nothing_of_the_others(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 1, 0, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    game->live.setups.params[0].mass *= 0.9f;
    game_setup_edited(game);
    desk_seconds(desk, 1.0f);
    float tuned = game->live.setups.params[0].mass;
    uint32_t tick = game->session.race->tick;
    Body body = race_bodies_const(game->session.race)[0];
    desk_tap(desk, 'I');
    const Race *race = game->session.race;
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(race->car_count, 2);
    assert_in_range(race->tick, tick, tick + 3 * RACE_TICKS_PER_SECOND / DESK_RATE);
    assert_float_equal(race_racers_const(race)[0].model.params.mass, tuned, 0.0f);
    float moved = glms_vec2_distance(race_bodies_const(race)[0].position, body.position);
    assert_true(moved < 0.1f * glms_vec2_norm(body.velocity));
    desk_press(desk, 'I'); // and drives
    desk_seconds(desk, 2.0f);
    race = game->session.race;
    assert_true(glms_vec2_norm(race_bodies_const(race)[1].velocity) > 3.0f);
    assert_true(race_racers_const(race)[1].ghost_s <= 0.0f);
    assert_true(game->live.recorder.on); // so that laps go on to count
    desk_destroy(desk);
}

static float mass_of(const Game *game, int car) {
    return race_racers_const(game->session.race)[car].model.params.mass;
}

/// Changes the set-up of whoever drives alone, in car 0.
static void tune_to(Desk *desk, float mass) {
    desk->game.live.setups.params[0].mass = mass;
    game_setup_edited(&desk->game);
    desk_seconds(desk, 1.0f);
    assert_float_equal(mass_of(&desk->game, 0), mass, 0.0f);
}

/// Goes back in time for a moment: car 0 stays tuned, car 1 as its file says, and all plays back.
static void assert_keep_their_numbers_in_a_rewind(Desk *desk, float mass) {
    const Game *game = &desk->game;
    float other = mass_of(game, 1);
    desk_seconds(desk, 3.0f);
    desk_press(desk, KEY_F8);
    desk_seconds(desk, 0.5f);
    desk_release(desk, KEY_F8);
    desk_seconds(desk, 1.5f);
    assert_float_equal(mass_of(game, 0), mass, 0.0f);
    assert_float_equal(mass_of(game, 1), other, 0.0f);
    assert_true(game->live.recorder.on);
    static const Waiting silent;
    Replay replay = replay_copy(&game->live.recorder.replay, game->session.race);
    Session *session = calloc(1, sizeof *session);
    assert_int_equal(recording_open(TEST_DATA, "it", &replay, &silent, session, stderr), EXIT_FINE);
    assert_int_equal(recording_play("it", &replay, session, NULL, NULL, stderr), EXIT_FINE);
    session_destroy(session);
    free(session);
    replay_destroy(&replay);
}

static void who_stays_behind_gets_no_set_up_of_who_left(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 1, 0, 3);
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    tune_to(desk, 1111.0f);
    desk_tap(desk, 'I');
    leaving_leave(&desk->game, 0);
    assert_int_equal(game_tuned_car(&desk->game), 1);
    assert_keep_their_numbers_in_a_rewind(desk, 1111.0f);
    game_setup_edited(&desk->game); // now they are his, and who left keeps no more than that
    assert_float_equal(mass_of(&desk->game, 1), 1111.0f, 0.0f);
    desk_destroy(desk);
}

static void who_joins_as_the_first_person_gets_no_set_up_of_the_second(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 0, 0, 3);
    Game *game = &desk->game;
    SettingsSeat *second = &game->settings.seats[1];
    snprintf(second->name, sizeof second->name, "Bea");
    desk_plug(desk, 0, 0);
    snprintf(second->device, sizeof second->device, "%s", desk->input.pads[0].guid);
    desk_seconds(desk, 0.5f);
    desk_push(desk, 0, PAD_A);
    desk->input.pads[0].axes[PAD_RIGHT_TRIGGER] = 1.0f;
    desk_seconds(desk, 1.0f);
    tune_to(desk, 1111.0f);
    desk_tap(desk, 'W');
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->seats[0].number, 0);
    assert_int_equal(game->seats[0].car, 1);
    assert_keep_their_numbers_in_a_rewind(desk, 1111.0f);
    desk_destroy(desk);
}

static void a_car_keeps_its_file_when_who_brought_it_comes_back_in_another(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 1, 0, 3);
    Game *game = &desk->game;
    char *chosen = game->settings.seats[1].car;
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    snprintf(chosen, SETTING_TEXT_MAX, "gt");
    desk_tap(desk, 'I');
    assert_string_equal(game->session.def.cars[1], "gt");
    leaving_leave(game, 1);
    desk_plug(desk, 0, 0); // the third person takes it
    SettingsSeat *third = &game->settings.seats[2];
    snprintf(third->name, sizeof third->name, "Cy");
    snprintf(third->device, sizeof third->device, "%s", desk->input.pads[0].guid);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(game->seats[1].number, 2);
    assert_int_equal(game->seats[1].car, 1);
    snprintf(chosen, SETTING_TEXT_MAX, "kart");
    desk_tap(desk, 'I');
    assert_int_equal(game->session.race->car_count, 3);
    assert_string_equal(game->session.def.cars[1], "gt");
    assert_string_equal(game->session.def.cars[2], "kart");
    desk_destroy(desk);
}

static void a_full_grid_is_said_to_who_would_join_a_practice(void **state) {
    (void)state;
    Desk *desk = desk_on(track_for_two(), DRIVE_PRACTICE, 2);
    desk_press(desk, 'W');
    desk_seconds(desk, 0.5f);
    desk_tap(desk, 'I');
    assert_int_equal(desk->game.seat_count, 2);
    assert_non_null(strstr(desk->game.toast, "no place"));
    desk_destroy(desk);
}

static void more_people_than_places_is_said_at_the_start(void **state) {
    (void)state;
    Desk desk = {0};
    assert_int_equal(desk_create(&desk, track_for_two(), DRIVE_RACE, 4), EXIT_NO);
    game_destroy(&desk.game);
}

static void of_several_who_wait_as_many_drive_as_there_are_places(void **state) {
    (void)state;
    Desk *desk = desk_on(track_for_two(), DRIVE_RACE, 1);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    desk_tap(desk, KEY_UP);
    assert_int_equal(game->waiting_count, 1);
    desk_tap(desk, 'I'); // refused, and promised nothing
    assert_int_equal(game->waiting_count, 1);
    desk_end_race(desk);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->session.race->car_count, 2);
    desk_destroy(desk);
}

static void who_waits_still_does_where_a_start_fails(void **state) {
    (void)state;
    Desk *desk = desk_make(3, 0, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    desk_tap(desk, KEY_PAD_8);
    desk_tap(desk, KEY_ESCAPE);
    desk_seconds(desk, 0.5f);
    desk_open_set_up(desk, DRIVE_RACE);
    snprintf(game->choice.track, sizeof game->choice.track, "/no/such.track.yaml");
    desk_focus(desk, "Start");
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_ENTER);
    assert_non_null(strstr(game->toast, "cannot be driven"));
    assert_int_equal(game->waiting_count, 1);
    assert_int_equal(game->seat_count, 3);
    desk_destroy(desk);
}

static void everybody_has_his_own_car_in_the_first_race_too(void **state) {
    (void)state;
    GameSettings settings = {.settings = settings_default()};
    snprintf(settings.settings.seats[1].car, SETTING_TEXT_MAX, "gt");
    Desk desk = {0};
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "hatch",
                   .players = 2,
                   .laps = 3,
                   .settings = &settings};
    assert_int_equal(game_create(&desk.game, &def), EXIT_FINE);
    assert_string_equal(desk.game.session.cars[desk.game.seats[1].car].name, "GT");
    game_destroy(&desk.game);
}

static void a_notice_of_the_last_race_is_gone_in_the_next(void **state) {
    (void)state;
    Desk *desk = desk_make(2, 0, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    desk_end_race(desk);
    game_tell(game, 1, 0xFFFFFFFFu, "P2: New best race");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_true(game->seats[1].notice.left_s <= 0.0f);
    desk_destroy(desk);
}

static void the_focus_stays_on_its_row_where_others_come_above_it(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 3, 3);
    Game *game = &desk->game;
    desk_open_set_up(desk, DRIVE_HOT_SEAT);
    game->choice.people = 2;
    desk_focus(desk, "People");
    desk_tap(desk, KEY_RIGHT);
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(game->choice.people, 4);
    assert_string_equal(game->settings.seats[2].car, "");
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_friend_joins_whoever_began_alone_from_the_title),
        cmocka_unit_test(each_race_has_another_field_with_people_in_its_middle),
        cmocka_unit_test(who_joins_a_practice_undoes_nothing_of_the_others),
        cmocka_unit_test(who_stays_behind_gets_no_set_up_of_who_left),
        cmocka_unit_test(who_joins_as_the_first_person_gets_no_set_up_of_the_second),
        cmocka_unit_test(a_car_keeps_its_file_when_who_brought_it_comes_back_in_another),
        cmocka_unit_test(a_full_grid_is_said_to_who_would_join_a_practice),
        cmocka_unit_test(more_people_than_places_is_said_at_the_start),
        cmocka_unit_test(of_several_who_wait_as_many_drive_as_there_are_places),
        cmocka_unit_test(who_waits_still_does_where_a_start_fails),
        cmocka_unit_test(everybody_has_his_own_car_in_the_first_race_too),
        cmocka_unit_test(a_notice_of_the_last_race_is_gone_in_the_next),
        cmocka_unit_test(the_focus_stays_on_its_row_where_others_come_above_it),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
