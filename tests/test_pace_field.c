// My pace in the game: what the set-up says of it, the field that it gives, and what it learns from
// races. A person's car is driven by the AI here, as nothing else in this test could win.
#define _XOPEN_SOURCE 700 // for mkdtemp, setenv and nanosleep
#include "game_state/game_settings.h"
#include "game_state/pace_field.h"

#include <time.h>

#include "desk_menu.h"
#include "desk_texts.h"
#include "user_folder.h"

enum {
    RIVALS = 3,
    LAPS = 3,
};

static int set_up(void **state) {
    assert_int_equal(setenv("AXLE_DATA", TEST_DATA, 1), 0);
    return user_folder_make(state);
}

static int clear_up(void **state) { return user_folder_remove(state); }

static Desk *make(int players, bool keeps, float pace_s) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "hatch",
                   .players = players,
                   .ai_cars = RIVALS,
                   .laps = LAPS,
                   .skill = SKILL_MEDIUM,
                   .my_pace = true,
                   .pace_s = pace_s,
                   .keeps_records = keeps};
    assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
    return desk;
}

/// Frames until what is looked for is known.
static void wait(Desk *desk) {
    const struct timespec nap = {.tv_nsec = 1000000};
    for (int i = 0; i < 60000 && strstr(desk->game.pace_field.text, "Looking"); i++) {
        desk_frame(desk);
        nanosleep(&nap, NULL);
    }
    assert_null(strstr(desk->game.pace_field.text, "Looking"));
}

/// Drives the race to its end and to its results, the persons' cars by numbers that are `pace` x as
/// fast as a medium driver's.
static void drive(Desk *desk, float pace) {
    Game *game = &desk->game;
    Race *race = game->session.race;
    for (int i = 0; i < game->seat_count; i++) {
        race->ai_cars |= 1u << game->seats[i].car;
        DriverParams *driver = &race_racers(race)[game->seats[i].car].params;
        *driver = driver_params_of(SKILL_MEDIUM);
        driver_params_scale_pace(driver, pace);
    }
    for (int i = 0; i < 300 * DESK_RATE && game_screen(game) != GAME_RESULTS; i++) {
        desk_frame(desk);
    }
    assert_int_equal(game_screen(game), GAME_RESULTS);
}

/// x a medium driver's pace, of all rivals together.
static double rivals_pace(const Game *game) {
    const Race *race = game->session.race;
    DriverParams medium = driver_params_of(SKILL_MEDIUM);
    double sum = 0.0;
    for (int i = 0; i < RIVALS; i++) {
        sum += (double)field_pace(&race_racers_const(race)[i].params);
    }
    return sum / RIVALS / (double)field_pace(&medium);
}

static const char *help_of_level(Desk *desk) {
    MenuPanel panel;
    menu_shown(&desk->game, &panel);
    for (int i = 0; i < panel.count; i++) {
        if (strcmp(panel.rows[i].label, "Level") == 0) {
            assert_string_equal(panel.rows[i].text, "My pace");
            return panel.rows[i].help;
        }
    }
    fail();
    return NULL;
}

static void who_has_never_driven_gets_a_medium_field_and_is_told_so(void **state) {
    (void)state;
    Desk *desk = make(0, false, 0.0f);
    desk_open_set_up(desk, DRIVE_RACE);
    wait(desk);
    assert_string_equal(help_of_level(desk), "No laps of yours yet: medium rivals.");
    assert_true(desk->game.choice.my_pace);
    desk_destroy(desk);
}

static void the_level_stands_behind_expert_and_is_remembered(void **state) {
    (void)state;
    Desk *desk = make(0, false, 0.0f);
    Game *game = &desk->game;
    desk_open_set_up(desk, DRIVE_RACE);
    game->choice.my_pace = false;
    game->choice.skill = SKILL_EXPERT;
    desk_focus(desk, "Level");
    desk_tap(desk, KEY_RIGHT);
    assert_true(game->choice.my_pace);
    assert_string_equal(help_of_level(desk), game->pace_field.text);
    game_settings_remember(game);
    assert_int_equal(game->settings.race.level, SETTING_LEVEL_MY_PACE);
    desk_tap(desk, KEY_RIGHT); // and round to the first
    assert_false(game->choice.my_pace);
    assert_int_equal(game->choice.skill, SKILL_BEGINNER);
    game_settings_remember(game);
    assert_int_equal(game->settings.race.level, SETTING_LEVEL_BEGINNER);
    desk_destroy(desk);
}

static void a_race_teaches_the_next_one_and_the_next_run(void **state) {
    (void)state;
    Desk *desk = make(1, true, 0.0f);
    Game *game = &desk->game;
    assert_true(fabs(rivals_pace(game) - 1.0) < 0.03); // a medium field
    drive(desk, 0.90f);
    assert_int_equal(game->pace_field.recent_count, 1);
    wait(desk); // while the results are shown, of the next race
    assert_non_null(strstr(game->pace_field.text, "From your last race here, "));
    assert_int_equal(count_texts(desk, "First Oval, 3 laps, my pace: medium rivals"), 1);
    desk_tap(desk, KEY_ENTER); // again
    assert_int_equal(game_screen(game), GAME_DRIVE);
    double pace = rivals_pace(game);
    assert_true(pace > 0.80 && pace < 0.91);
    assert_non_null(strstr(game->toast, "From your last race here, "));
    const char *wanted = strstr(game->toast, "Rivals: "), *rivals = game->pace_field.rivals;
    assert_non_null(wanted); // "rivals at 21.93 s a lap"
    assert_memory_equal(rivals + strlen("rivals at "), wanted + strlen("Rivals: "), 5);
    drive(desk, 0.90f);
    wait(desk);
    assert_non_null(strstr(game->pace_field.text, "From your last 2 races here, "));
    desk_destroy(desk);

    desk = make(0, true, 0.0f); // another run: what was learned is in the file
    desk_open_set_up(desk, DRIVE_RACE);
    wait(desk);
    assert_non_null(strstr(help_of_level(desk), "From your last 2 races here, "));
    snprintf(desk->game.choice.track, sizeof desk->game.choice.track, "kiln-road");
    desk_frame(desk);
    wait(desk);
    assert_non_null(strstr(help_of_level(desk), "Estimated from your laps on 1 other track: "));
    desk->game.settings.seats[0].auto_brake = true;
    desk_frame(desk);
    wait(desk);
    snprintf(desk->game.choice.car, sizeof desk->game.choice.car, "kart");
    desk_frame(desk);
    wait(desk);
    assert_non_null(strstr(help_of_level(desk), "Estimated from your laps in other cars: "));
    desk_destroy(desk);
}

/// Puts a lap of P1 with the hatch into the records, as if it had been verified.
static void keep_lap(const char *track, double time_s) {
    char path[PATH_LIMIT];
    MessageList messages = {0};
    Track on = {0};
    CarFile car;
    int64_t id;
    assert_int_equal(load_track(TEST_DATA, track, false, &on, NULL), EXIT_FINE);
    assert_int_equal(load_car(TEST_DATA, "hatch", &car), EXIT_FINE);
    CarModel model = car_model_make(&car.params);
    Record record = {
        .key = {.race_version = RACE_VERSION, .track = on.hash, .car = car_model_hash(&model)},
        .time_s = time_s,
        .date = 1700000000,
        .player = "P1",
        .car_name = "hatch"};
    snprintf(record.track, sizeof record.track, "%s", track);
    assert_true(records_path(path, &messages));
    Records *records = records_open(path, &messages);
    assert_non_null(records);
    assert_true(records_add(records, &record, "replay", 6, &id, &messages));
    assert_true(records_verify(records, id, &messages));
    records_close(records);
    track_destroy(&on);
}

static void laps_of_the_records_count_where_there_are_no_races(void **state) {
    (void)state;
    keep_lap("kiln-road", 38.0); // an easy driver's
    Desk *desk = make(0, true, 0.0f);
    Game *game = &desk->game;
    desk_open_set_up(desk, DRIVE_RACE);
    wait(desk);
    double lap_s = 0.0;
    const char *told = strstr(help_of_level(desk), "Estimated from your laps on 1 other track: ");
    assert_non_null(told);
    assert_int_equal(sscanf(told, "Estimated from your laps on 1 other track: %lf s", &lap_s), 1);
    assert_true(lap_s > 20.8 && lap_s < 23.8); // an easy driver's here takes 22.3 s
    keep_lap("first-oval", 21.5);
    game->pace_field.laps++; // as after news of them
    desk_frame(desk);
    wait(desk);
    assert_non_null(strstr(help_of_level(desk), "From your best lap here, 21.50 s."));
    desk_destroy(desk);
}

static void the_field_stays_as_it_is_while_a_race_is_driven(void **state) {
    (void)state;
    Desk *desk = make(1, false, 21.0f);
    Game *game = &desk->game;
    DriverParams before[RIVALS];
    for (int i = 0; i < RIVALS; i++) {
        before[i] = race_racers_const(game->session.race)[i].params;
    }
    drive(desk, 1.05f);
    for (int i = 0; i < RIVALS; i++) {
        assert_memory_equal(&before[i], &race_racers_const(game->session.race)[i].params,
                            sizeof before[i]);
    }
    desk_destroy(desk);
}

static void a_time_that_is_given_holds_for_that_race_alone(void **state) {
    (void)state;
    Desk *desk = make(1, false, 24.0f);
    Game *game = &desk->game;
    assert_string_equal(game->toast, "Rivals who lap in 24.00 s, as was asked for.");
    assert_true(rivals_pace(game) < 0.93);
    desk_open_set_up(desk, DRIVE_RACE);
    wait(desk);
    assert_string_equal(help_of_level(desk), "Rivals who lap in 24.00 s, as was asked for.");
    snprintf(game->choice.track, sizeof game->choice.track, "frost-depot");
    desk_frame(desk);
    wait(desk);
    assert_string_equal(help_of_level(desk), "No laps of yours yet: medium rivals.");
    desk_destroy(desk);
}

static void of_several_people_the_first_one_counts_and_is_named(void **state) {
    (void)state;
    Desk *desk = make(2, false, 0.0f);
    Game *game = &desk->game;
    assert_string_equal(game->toast, "No laps of P1 yet: medium rivals.");
    drive(desk, 0.95f);
    assert_int_equal(game->pace_field.recent_count, 2);
    wait(desk);
    assert_non_null(strstr(game->pace_field.text, "From P1's last race here, "));
    desk_destroy(desk);
}

static void races_with_catch_up_or_in_a_tuned_car_teach_nothing(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        Desk *desk = make(1, false, 21.0f);
        Game *game = &desk->game;
        Race *race = game->session.race;
        if (i == 0) {
            race->rules.catch_up = 1;
        } else {
            race_racers(race)[game->seats[0].car].model.params.mass += 1.0f;
        }
        drive(desk, 1.0f);
        assert_int_equal(game->pace_field.recent_count, 0);
        desk_destroy(desk);
    }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(who_has_never_driven_gets_a_medium_field_and_is_told_so),
        IN_FOLDER(the_level_stands_behind_expert_and_is_remembered),
        IN_FOLDER(a_race_teaches_the_next_one_and_the_next_run),
        IN_FOLDER(laps_of_the_records_count_where_there_are_no_races),
        IN_FOLDER(the_field_stays_as_it_is_while_a_race_is_driven),
        IN_FOLDER(a_time_that_is_given_holds_for_that_race_alone),
        IN_FOLDER(of_several_people_the_first_one_counts_and_is_named),
        IN_FOLDER(races_with_catch_up_or_in_a_tuned_car_teach_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
