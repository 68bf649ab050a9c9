// The rules of a race as people meet them: settings, the screen of rules, what they see when they
// are home.
#include "game/start.h"
#include "game_state/race_choice.h"
#include "game_state/watching.h"
#include "race/ending.h"
#include "race_state/classification.h"
#include "records/record_proof.h"
#include "screens/menu.h"

#include <stdio.h>

#include "desk.h"
#include "read_catalogue.h"

// ---- the tables

static void every_rule_has_a_setting_with_its_choices(void **state) {
    (void)state;
    for (int i = 0; i < race_rule_count; i++) {
        const RaceRuleRow *rule = &race_rule_rows[i];
        const SettingRow *row = game_rule_setting(rule);
        assert_string_equal(row->label, rule->label);
        assert_int_equal(strncmp(row->about, rule->about, strlen(rule->about)), 0);
        SettingChoices choices = setting_choices(row->list);
        int found = 0, others = 0;
        for (int k = 0; k < choices.count; k++) {
            const char *name = setting_choice_name((SettingChoice)((int)choices.first + k));
            bool is_choice = race_rule_choice(rule, name) >= 0;
            found += is_choice;
            others += !is_choice;
            assert_true(is_choice || strcmp(name, "auto") == 0);
        }
        assert_int_equal(found, race_rule_choices(rule));
        assert_true(others <= 1);
    }
}

static void cutting_goes_by_the_level_unless_it_is_chosen(void **state) {
    (void)state;
    Settings settings = settings_default();
    int chosen[16];
    for (int i = 0; i < race_rule_count; i++) {
        chosen[i] = strcmp(race_rule_rows[i].name, "cutting") == 0 ? 0 : -1;
    }
    for (int level = 0; level < SKILL_COUNT; level++) {
        RaceRules rules = game_rules(&settings, (RaceSkill)level), none = {0};
        assert_int_equal(rules.cutting, level >= SKILL_MEDIUM);
        rules.cutting = 0;
        assert_memory_equal(&rules, &none, sizeof none);
    }
    game_rules_choose(&settings, chosen);
    assert_int_equal(game_rules(&settings, SKILL_EXPERT).cutting, 0);
}

// ---- the screen

static int row_of(const Desk *desk, const char *label) {
    MenuPanel panel;
    menu_shown(&desk->game, &panel);
    for (int i = 0; i < panel.count; i++) {
        if (strcmp(panel.rows[i].label, label) == 0) {
            return i;
        }
    }
    fail_msg("there is no row \"%s\"", label);
    return -1;
}

static void focus(Desk *desk, const char *label) {
    desk->game.stack[desk->game.depth].focus = row_of(desk, label);
}

static void rules_are_chosen_in_the_set_up_and_hold_in_the_next_race(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 3, 3);
    Game *game = &desk->game;
    RaceRules none = {0};
    assert_memory_equal(&game->session.race->rules, &none, sizeof none); // easy: nothing
    desk_frame(desk);
    game_open_choice(game);
    read_catalogue(&game->catalogue);
    game->stack[++game->depth] = (StackedScreen){GAME_SETUP, .asked = -1};
    focus(desk, "Rules");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_RULES);
    focus(desk, "Catch-up");
    desk_tap(desk, KEY_RIGHT);
    focus(desk, "False start");
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(game->settings.race.catch_up, SETTING_CATCH_UP_LIGHT);
    assert_int_equal(game->settings.race.false_start, SETTING_SWITCH_ON);
    assert_memory_equal(&game->session.race->rules, &none, sizeof none); // not this one
    desk_tap(desk, KEY_ESCAPE);
    MenuPanel panel;
    menu_shown(game, &panel);
    assert_string_equal(panel.rows[row_of(desk, "Rules")].text, "2 of your own");
    game->settings.seats[0].handicap = 0.15f;
    start_race(game);
    const Race *race = game->session.race;
    assert_int_equal(race->rules.catch_up, CATCH_UP_LIGHT);
    assert_int_equal(race->rules.false_start, 1);
    assert_int_equal(race->rules.cutting, 0);
    for (int i = 0; i < race->car_count; i++) {
        bool own = i == game->seats[0].car;
        assert_int_equal(race_racers_const(race)[i].handicap, own ? 15 : 0);
    }
    desk_destroy(desk);
}

static void the_usual_ones_undo_all(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 3, 3);
    Game *game = &desk->game;
    game->settings.race.cutting = SETTING_CUTTING_ON;
    game->settings.race.catch_up = SETTING_CATCH_UP_STRONG;
    game->settings.race.false_start = SETTING_SWITCH_ON;
    desk_frame(desk);
    game_open_choice(game);
    game->stack[++game->depth] = (StackedScreen){GAME_RULES, .asked = -1};
    focus(desk, "The usual ones");
    desk_tap(desk, KEY_ENTER);
    Settings first = settings_default();
    for (int i = 0; i < race_rule_count; i++) {
        assert_true(
            setting_same(game_rule_setting(&race_rule_rows[i]), &game->settings, &first, 0));
    }
    desk_destroy(desk);
}

// ---- being home

static Racer *racer_of(Desk *desk, int seat) {
    return &race_racers(desk->game.session.race)[desk->game.seats[seat].car];
}

static void come_home(Desk *desk, int seat) {
    Race *race = desk->game.session.race;
    Racer *racer = racer_of(desk, seat);
    racer->finished = true;
    racer->lap = race->laps;
    racer->total_s = race_time(race);
    race->finished_count++;
}

static Desk *two_drivers(void) {
    Desk *desk = desk_make(2, 4, 3);
    desk_press(desk, 'W');
    desk_press(desk, KEY_UP);
    desk_seconds(desk, 6.0f);
    return desk;
}

static void who_is_home_watches_the_best_who_still_races(void **state) {
    (void)state;
    Desk *desk = two_drivers();
    Game *game = &desk->game;
    assert_int_equal(watching_car(game, 0), game->seats[0].car);
    come_home(desk, 0);
    desk_seconds(desk, 2.0f);
    assert_int_equal(watching_car(game, 0), game->seats[0].car); // his own finish first
    desk_seconds(desk, 1.0f);
    int order[RACE_MAX_CARS], watched = watching_car(game, 0);
    race_order(game->session.race, order);
    assert_int_equal(order[0], game->seats[0].car);
    assert_int_equal(watched, order[1]);
    assert_int_equal(watching_car(game, 1), game->seats[1].car);
    assert_int_equal(game->seats[0].watched, watched);
    vec2s there = race_bodies_const(game->session.race)[watched].position;
    assert_true(glms_vec2_distance(game->seats[0].camera.center, there) < 40.0f); // at once
    desk_destroy(desk);
}

static void the_results_wait_for_the_end_or_for_gas(void **state) {
    (void)state;
    Desk *desk = two_drivers();
    Game *game = &desk->game;
    come_home(desk, 0);
    desk_seconds(desk, 1.5f);
    desk_release(desk, 'W');
    desk_tap(desk, 'W'); // the other one still drives
    desk_seconds(desk, 0.5f);
    assert_int_equal(game->session.race->phase, RACE_RUNNING);
    come_home(desk, 1);
    desk_seconds(desk, 6.0f); // with the gas held
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_true(ending_is_open(game->session.race));
    desk_tap(desk, 'W');
    desk_seconds(desk, 0.1f);
    assert_int_equal(game->session.race->phase, RACE_OVER);
    assert_int_equal(game_screen(game), GAME_RESULTS);
    assert_int_equal(racer_of(desk, 0)->place, 1);
    desk_destroy(desk);
}

// Automatic gas is none that anybody presses, and one switch is pressed like gas.
static void helps_neither_end_the_race_nor_keep_it_from_ending(void **state) {
    (void)state;
    for (int help = 0; help < 2; help++) {
        Desk *desk = desk_make(1, 4, 3);
        Game *game = &desk->game;
        game->settings.seats[0].auto_throttle = help == 0;
        game->settings.seats[0].one_switch = help == 1;
        desk_press(desk, 'W');
        desk_seconds(desk, 6.0f);
        desk_release(desk, 'W');
        come_home(desk, 0);
        desk_seconds(desk, 4.0f);
        assert_int_equal(game->session.race->phase, RACE_RUNNING);
        desk_tap(desk, 'W');
        desk_seconds(desk, 0.1f);
        assert_int_equal(game->session.race->phase, RACE_OVER);
        desk_destroy(desk);
    }
}

static void helps_that_press_the_gas_make_no_false_start(void **state) {
    (void)state;
    for (int help = 0; help < 3; help++) {
        Desk *desk = desk_make(1, 1, 3);
        Game *game = &desk->game;
        game->settings.race.false_start = SETTING_SWITCH_ON;
        game->settings.seats[0].auto_throttle = help == 1;
        game->settings.seats[0].one_switch = help == 2;
        start_race(game);
        desk_press(desk, 'W');
        desk_seconds(desk, 3.5f);
        assert_int_equal(game->session.race->phase, RACE_RUNNING);
        assert_int_equal(racer_of(desk, 0)->false_start, help == 0);
        desk_destroy(desk);
    }
}

// ---- records

// Ends the lap under way as one of `lap_s`, with these marks.
static void end_lap(Desk *desk, double lap_s, uint8_t marks) {
    Race *race = desk->game.session.race;
    Racer *racer = racer_of(desk, 0);
    racer->lap_times[racer->lap] = lap_s;
    racer->marks[racer->lap++] = marks;
    racer->lap_started_tick = race->tick;
    racer->lap_started_part = 0.0f;
    racer->lap_marks = 0;
    desk_frame(desk);
}

static void a_marked_lap_is_no_record(void **state) {
    (void)state;
    const uint8_t marks[] = {0, LAP_CUT, LAP_BOOSTED};
    for (int i = 0; i < 3; i++) {
        Desk *desk = desk_make_mode(DRIVE_TRIAL, 1, 0, 0);
        Game *game = &desk->game;
        desk_press(desk, 'W');
        desk_seconds(desk, 5.0f);
        end_lap(desk, 5.0, marks[i]);
        assert_int_equal(game->seats[0].record_s > 0.0, marks[i] == 0);
        desk_seconds(desk, 2.0f);
        end_lap(desk, 2.0, 0); // the next one counts again
        assert_true(game->seats[0].record_s > 0.0 && game->seats[0].record_s < 3.0);
        desk_destroy(desk);
    }
}

// A lap with more power than the car's own, as a record that claims to be one like any other.
static void a_record_of_a_boosted_lap_is_refused(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 4, 3);
    Game *game = &desk->game;
    game->settings.race.catch_up = SETTING_CATCH_UP_STRONG;
    game->settings.seats[0].one_switch = true;
    start_race(game);
    desk_seconds(desk, 7.0f); // he lets the others go
    desk_press(desk, 'W');
    const int car = game->seats[0].car;
    for (int i = 0; i < 60 * DESK_RATE && racer_of(desk, 0)->lap == 0; i++) {
        desk_frame(desk);
    }
    assert_int_equal(racer_of(desk, 0)->marks[0], LAP_BOOSTED);
    desk_frame(desk);
    assert_true(game->seats[0].record_s <= 0.0);
    Replay replay = replay_copy(&game->live.recorder.replay, game->session.race);
    DrivenLap lap;
    const DrivenLapWish first = {.car = car, .index = 0}, best = {.car = car, .index = -1};
    assert_int_equal(driven_lap_find(TEST_DATA, "it", &replay, best, NULL, &lap, stderr),
                     DRIVEN_LAP_NONE);
    assert_int_equal(driven_lap_find(TEST_DATA, "it", &replay, first, NULL, &lap, stderr),
                     DRIVEN_LAP_FOUND);
    assert_true(lap.marked && lap.fair);
    Record record = {
        .key = {RACE_VERSION, lap.track_hash, lap.car_hash, 0, RECORD_ONE_SWITCH},
        .time_s = lap.ghost.lap_s,
        .replay_car = car,
    };
    driven_lap_destroy(&lap);
    uint8_t *bytes;
    size_t size;
    replay_pack(&replay, &bytes, &size);
    RecordProof proof = record_proof(TEST_DATA, "it", &record, bytes, size, 0, NULL, &lap);
    assert_int_equal(proof.result, DRIVEN_LAP_DIFFERS);
    assert_int_equal(proof.refusal, RECORD_REFUSAL_RULES);
    free(bytes);
    replay_destroy(&replay);
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_has_a_setting_with_its_choices),
        cmocka_unit_test(cutting_goes_by_the_level_unless_it_is_chosen),
        cmocka_unit_test(rules_are_chosen_in_the_set_up_and_hold_in_the_next_race),
        cmocka_unit_test(the_usual_ones_undo_all),
        cmocka_unit_test(who_is_home_watches_the_best_who_still_races),
        cmocka_unit_test(the_results_wait_for_the_end_or_for_gas),
        cmocka_unit_test(helps_neither_end_the_race_nor_keep_it_from_ending),
        cmocka_unit_test(helps_that_press_the_gas_make_no_false_start),
        cmocka_unit_test(a_marked_lap_is_no_record),
        cmocka_unit_test(a_record_of_a_boosted_lap_is_refused),
    };
    return cmocka_run_group_tests_name("race_rules", tests, NULL, NULL);
}
