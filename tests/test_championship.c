#include "race_state/classification.h"
#include "session/championship.h"

#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

enum {
    CARS = 4
};

static const int own[RACE_MAX_CARS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

// Ends the race: `cars` by place, the fastest lap driven by `fastest`.
static void end_race(Race *race, const int cars[CARS], int fastest) {
    race->phase = RACE_OVER;
    for (int i = 0; i < CARS; i++) {
        Racer *racer = &race_racers(race)[cars[i]];
        racer->finished = true;
        racer->place = i + 1;
        racer->best_lap_s = cars[i] == fastest ? 19.0 : 20.0;
    }
}

static Fixture *four_cars(void) {
    RaceDef def = race_def_default();
    def.car_count = CARS;
    return fixture_make("first-oval", "hatch", &def);
}

static void expect_order(const Championship *championship, const int wanted[CARS]) {
    int order[RACE_MAX_CARS];
    assert_int_equal(championship_order(championship, order), CARS);
    for (int i = 0; i < CARS; i++) {
        assert_int_equal(order[i], wanted[i]);
        assert_int_equal(championship->entries[order[i]].rank, i + 1);
    }
}

static void places_and_the_fastest_lap_bring_points(void **state) {
    (void)state;
    Fixture *fixture = four_cars();
    Championship championship = {0};
    end_race(fixture->race, (int[]){2, 0, 3, 1}, 3);
    championship_add(&championship, fixture->race, own);
    const int points[CARS] = {8, 5, 10, 6 + 1};
    for (int i = 0; i < CARS; i++) {
        assert_int_equal(championship.entries[i].points, points[i]);
        assert_int_equal(championship.entries[i].total, points[i]);
        assert_int_equal(championship.entries[i].rank_before, 0);
        assert_int_equal(championship.entries[i].fastest, i == 3);
    }
    assert_false(championship.entries[CARS].entered);
    expect_order(&championship, (int[]){2, 0, 3, 1});
    end_race(fixture->race, (int[]){3, 1, 0, 2}, 3);
    championship_add(&championship, fixture->race, own);
    const int totals[CARS] = {8 + 6, 5 + 8, 10 + 5, 7 + 11};
    for (int i = 0; i < CARS; i++) {
        assert_int_equal(championship.entries[i].total, totals[i]);
    }
    assert_int_equal(championship.entries[3].rank_before, 3);
    expect_order(&championship, (int[]){3, 2, 0, 1});
    fixture_destroy(fixture);
}

// 10 + 6 = 8 + 8: the win decides. Equal places all along: the last race does.
static void of_equal_points_more_wins_and_then_the_last_race_decide(void **state) {
    (void)state;
    Fixture *fixture = four_cars();
    Championship championship = {0};
    end_race(fixture->race, (int[]){1, 0, 2, 3}, 3);
    championship_add(&championship, fixture->race, own);
    end_race(fixture->race, (int[]){3, 0, 1, 2}, 2);
    championship_add(&championship, fixture->race, own);
    assert_int_equal(championship.entries[0].total, 16);
    assert_int_equal(championship.entries[1].total, 16);
    assert_int_equal(championship.entries[3].total, 5 + 1 + 10);
    // cars 1 and 3 have a win each; car 1 has a third place, car 3 a fourth
    expect_order(&championship, (int[]){1, 3, 0, 2});
    memset(&championship, 0, sizeof championship);
    end_race(fixture->race, (int[]){0, 1, 2, 3}, 3);
    championship_add(&championship, fixture->race, own);
    end_race(fixture->race, (int[]){1, 0, 2, 3}, 3);
    championship_add(&championship, fixture->race, own);
    expect_order(&championship, (int[]){1, 0, 2, 3});
    fixture_destroy(fixture);
}

// Somebody sits in another car of the next race, and somebody new has come.
static void points_are_those_of_entries_and_who_comes_later_scores_from_then_on(void **state) {
    (void)state;
    Fixture *fixture = four_cars();
    Championship championship = {0};
    end_race(fixture->race, (int[]){0, 1, 2, 3}, 0);
    championship_add(&championship, fixture->race, (int[RACE_MAX_CARS]){0, 1, 2, 30});
    end_race(fixture->race, (int[]){3, 2, 1, 0}, 3);
    championship_add(&championship, fixture->race, (int[RACE_MAX_CARS]){0, 1, 30, 31});
    assert_int_equal(championship.entries[30].total, 5 + 8);
    assert_int_equal(championship.entries[31].total, 11);
    assert_int_equal(championship.entries[31].rank_before, 0);
    assert_int_equal(championship.entries[2].total, 6); // he was not there, and keeps what he has
    assert_int_equal(championship.entries[2].place, 0);
    assert_int_equal(championship.entries[2].points, 0);
    int order[RACE_MAX_CARS];
    assert_int_equal(championship_order(&championship, order), 5);
    fixture_destroy(fixture);
}

static void the_next_grid_goes_by_the_last_race_or_by_the_standings_reversed(void **state) {
    (void)state;
    Fixture *fixture = four_cars();
    Championship championship = {0};
    int cars[RACE_MAX_CARS];
    end_race(fixture->race, (int[]){2, 0, 3, 1}, 1);
    championship_add(&championship, fixture->race, own);
    end_race(fixture->race, (int[]){2, 1, 0, 3}, 1);
    championship_add(&championship, fixture->race, own);
    championship_line_up(&championship, FIELD_RESULTS, own, CARS + 1, cars);
    const int results[CARS + 1] = {2, 1, 0, 3, 4}; // car 4 is new
    assert_memory_equal(cars, results, sizeof results);
    championship_line_up(&championship, FIELD_REVERSE, own, CARS + 1, cars);
    const int reverse[CARS + 1] = {4, 3, 0, 1, 2}; // 11, 14, 15, 20 points
    assert_memory_equal(cars, reverse, sizeof reverse);
    RaceDef def = race_def_default();
    def.car_count = CARS + 1;
    field_line_up(FIELD_RESULTS, cars, &def);
    assert_int_equal(def.slots[4], 0);
    assert_int_equal(def.slots[2], 4);
    fixture_destroy(fixture);
}

// The same people in another form.
static void a_field_of_entrants_is_who_was_drawn_before(void **state) {
    (void)state;
    DriverParams roster[6], first[RACE_MAX_CARS], second[RACE_MAX_CARS];
    int who[RACE_MAX_CARS], again[RACE_MAX_CARS];
    for (int i = 0; i < 6; i++) {
        roster[i] = driver_params_default();
        roster[i].aggression = 0.1f * (float)i;
    }
    FieldRule rule = {.level = SKILL_HARD, .seed = 5};
    field_draw(&rule, roster, 6, CARS, first, who);
    rule.seed = 6;
    rule.entrants = who;
    field_draw(&rule, roster, 6, CARS, second, again);
    assert_memory_equal(who, again, CARS * sizeof who[0]);
    int faster = 0;
    for (int i = 0; i < CARS; i++) {
        assert_near(first[i].aggression, second[i].aggression, 1e-6);
        faster += first[i].corners != second[i].corners ? 1 : 0;
    }
    assert_int_equal(faster, CARS);
}

static void the_fastest_lap_of_equal_ones_is_that_of_the_better_place(void **state) {
    (void)state;
    Fixture *fixture = four_cars();
    assert_int_equal(classification_fastest(fixture->race), -1);
    end_race(fixture->race, (int[]){2, 0, 3, 1}, -1);
    assert_int_equal(classification_fastest(fixture->race), 2);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_and_the_fastest_lap_bring_points),
        cmocka_unit_test(of_equal_points_more_wins_and_then_the_last_race_decide),
        cmocka_unit_test(points_are_those_of_entries_and_who_comes_later_scores_from_then_on),
        cmocka_unit_test(the_next_grid_goes_by_the_last_race_or_by_the_standings_reversed),
        cmocka_unit_test(a_field_of_entrants_is_who_was_drawn_before),
        cmocka_unit_test(the_fastest_lap_of_equal_ones_is_that_of_the_better_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
