#include "race/field.h"

#include <math.h>
#include <string.h>

#include "test.h"

enum {
    ROSTER = 24,
};

/// What form changes at most, and rounding with it.
#define FORM ((double)FIELD_FORM + 1e-5)

/// Drivers that can be told apart: each is a little slower than the one before.
static void make_roster(DriverParams roster[ROSTER]) {
    for (int i = 0; i < ROSTER; i++) {
        roster[i] = driver_params_default();
        roster[i].corners = 1.0f - 0.001f * (float)i;
        roster[i].defence = (float)i / ROSTER;
    }
}

static RaceDef race_of(int cars, int people, uint64_t seed) {
    RaceDef def = race_def_default();
    def.car_count = cars;
    def.seed = seed;
    for (int i = 0; i < people; i++) {
        def.ai_cars &= ~(1u << (cars - 1 - i));
    }
    return def;
}

static RaceDef filled(int cars, int people, uint64_t seed, int who[RACE_MAX_CARS]) {
    DriverParams roster[ROSTER];
    make_roster(roster);
    RaceDef def = race_of(cars, people, seed);
    FieldRule rule = {.level = SKILL_HARD, .seed = seed};
    field_fill(&rule, roster, ROSTER, &def, who);
    return def;
}

static void the_same_seed_draws_the_same_field(void **state) {
    (void)state;
    int who[2][RACE_MAX_CARS], others[RACE_MAX_CARS];
    RaceDef a = filled(12, 2, 7, who[0]), b = filled(12, 2, 7, who[1]);
    RaceDef other = filled(12, 2, 8, others);
    assert_memory_equal(a.drivers, b.drivers, sizeof a.drivers);
    assert_memory_equal(who[0], who[1], sizeof who[0]);
    assert_memory_not_equal(a.drivers, other.drivers, sizeof a.drivers);
    assert_memory_not_equal(who[0], others, sizeof others);
    field_line_up(FIELD_MIXED, NULL, &a);
    field_line_up(FIELD_MIXED, NULL, &b);
    field_line_up(FIELD_MIXED, NULL, &other);
    assert_memory_equal(a.slots, b.slots, sizeof a.slots);
    assert_memory_not_equal(a.slots, other.slots, sizeof a.slots);
}

static void each_driver_races_once_while_there_are_others(void **state) {
    (void)state;
    for (int cars = 1; cars <= RACE_MAX_CARS; cars++) {
        int who[RACE_MAX_CARS], times[ROSTER] = {0};
        filled(cars, 0, (uint64_t)cars, who);
        for (int i = 0; i < cars; i++) {
            assert_in_range(who[i], 0, ROSTER - 1);
            times[who[i]]++;
        }
        for (int i = 0; i < ROSTER; i++) {
            assert_true(times[i] <= (cars + ROSTER - 1) / ROSTER);
        }
    }
}

static void every_driver_races_sooner_or_later(void **state) {
    (void)state;
    int times[ROSTER] = {0}, who[RACE_MAX_CARS];
    for (uint64_t seed = 0; seed < 400; seed++) {
        filled(6, 0, seed, who);
        for (int i = 0; i < 6; i++) {
            times[who[i]]++;
        }
    }
    for (int i = 0; i < ROSTER; i++) {
        assert_in_range(times[i], 60, 140); // 100 are to be expected
    }
}

static void who_is_drawn_drives_by_his_own_numbers(void **state) {
    (void)state;
    DriverParams roster[ROSTER];
    make_roster(roster);
    int who[RACE_MAX_CARS];
    RaceDef def = filled(20, 0, 3, who);
    for (int i = 0; i < def.car_count; i++) {
        DriverParams own = driver_params_at(&roster[who[i]], SKILL_HARD);
        assert_true(def.drivers[i].defence == own.defence);
        assert_near(field_pace(&def.drivers[i]) / field_pace(&own), 1.0, FORM);
    }
}

static void without_a_roster_only_form_tells_drivers_apart(void **state) {
    (void)state;
    RaceDef def = race_of(8, 1, 5);
    FieldRule rule = {.level = SKILL_EASY, .seed = 5};
    int who[RACE_MAX_CARS];
    field_fill(&rule, NULL, 0, &def, who);
    DriverParams plain = driver_params_of(SKILL_EASY);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(who[i], -1);
        assert_near(field_pace(&def.drivers[i]) / field_pace(&plain), 1.0, FORM);
        assert_true(def.drivers[i].aggression == plain.aggression);
        for (int j = 0; j < i; j++) {
            assert_false(def.drivers[i].corners == def.drivers[j].corners);
        }
    }
}

static void people_and_those_who_join_have_the_numbers_of_the_level(void **state) {
    (void)state;
    int who[RACE_MAX_CARS];
    RaceDef def = filled(8, 3, 1, who);
    DriverParams plain = driver_params_of(SKILL_HARD);
    for (int i = 5; i < RACE_MAX_CARS; i++) {
        assert_memory_equal(&def.drivers[i], &plain, sizeof plain);
        assert_int_equal(who[i], -1);
    }
}

static void a_pace_makes_all_of_the_ai_faster_or_slower(void **state) {
    (void)state;
    DriverParams out[2][RACE_MAX_CARS];
    int who[RACE_MAX_CARS];
    for (int i = 0; i < 2; i++) {
        FieldRule rule = {.level = SKILL_MEDIUM, .seed = 4, .pace = i == 0 ? 0.0f : 0.95f};
        field_draw(&rule, NULL, 0, 6, out[i], who);
    }
    for (int i = 0; i < 6; i++) {
        assert_near(field_pace(&out[1][i]) / field_pace(&out[0][i]), 0.95, 1e-4);
    }
}

static void a_level_between_two_has_numbers_between_theirs(void **state) {
    (void)state;
    DriverParams expert = driver_params_default();
    for (int level = 0; level + 1 < SKILL_COUNT; level++) {
        DriverParams low = driver_params_of((RaceSkill)level);
        DriverParams high = driver_params_of((RaceSkill)(level + 1));
        DriverParams at = driver_params_between(&expert, (RaceSkill)level, 0.0f);
        assert_memory_equal(&at, &low, sizeof low);
        at = driver_params_between(&expert, (RaceSkill)level, 0.25f);
        for (int i = 0; i < driver_param_table.count; i++) {
            const ParamRow *row = &driver_param_table.rows[i];
            float a = param_get(row, &low), b = param_get(row, &high);
            assert_near(param_get(row, &at), a + 0.25f * (b - a), 1e-5);
        }
    }
}

// Whoever is drawn, and in whatever form.
static void a_balanced_field_has_the_pace_of_its_level(void **state) {
    (void)state;
    DriverParams roster[ROSTER];
    make_roster(roster);
    DriverParams plain = driver_params_of(SKILL_MEDIUM);
    float spread = 0.0f;
    for (uint64_t seed = 0; seed < 50; seed++) {
        FieldRule rule = {.level = SKILL_MEDIUM, .pace = 0.9f, .balanced = true, .seed = seed};
        DriverParams out[RACE_MAX_CARS];
        int who[RACE_MAX_CARS];
        field_draw(&rule, roster, ROSTER, 5, out, who);
        float sum = 0.0f, least = INFINITY, most = 0.0f;
        for (int i = 0; i < 5; i++) {
            float pace = field_pace(&out[i]);
            sum += pace;
            least = fminf(least, pace);
            most = fmaxf(most, pace);
        }
        assert_near(sum / 5.0f / field_pace(&plain), 0.9, 1e-4);
        spread = fmaxf(spread, most / least - 1.0f);
    }
    assert_true(spread > 0.01f); // they still differ
}

// Also where drivers are as odd as a file may make them.
static void all_numbers_are_in_range_at_every_level(void **state) {
    (void)state;
    DriverParams roster[2];
    for (int i = 0; i < driver_param_table.count; i++) {
        const ParamRow *row = &driver_param_table.rows[i];
        *param_value(row, &roster[0]) = row->min;
        *param_value(row, &roster[1]) = row->max;
    }
    const float paces[] = {0.0f, 0.2f, 1.0f, 3.0f};
    for (int level = 0; level < SKILL_COUNT; level++) {
        for (int i = 0; i < 4; i++) {
            FieldRule rule = {.level = (RaceSkill)level, .pace = paces[i], .seed = 9};
            DriverParams out[RACE_MAX_CARS];
            int who[RACE_MAX_CARS];
            field_draw(&rule, roster, 2, RACE_MAX_CARS, out, who);
            for (int car = 0; car < RACE_MAX_CARS; car++) {
                assert_true(driver_params_are_valid(&out[car]));
            }
        }
    }
}

static void each_level_is_faster_steadier_and_safer_than_the_one_before(void **state) {
    (void)state;
    for (int level = 1; level < SKILL_COUNT; level++) {
        DriverParams a = driver_params_of((RaceSkill)(level - 1));
        DriverParams b = driver_params_of((RaceSkill)level);
        assert_true(field_pace(&b) > 1.03f * field_pace(&a));
        assert_true(b.consistency > a.consistency);
        assert_true(b.rate < a.rate);
        assert_true(b.reaction < a.reaction);
    }
}

/// The car on each place of the grid; fails where two have one place.
static void cars_by_place(const RaceDef *def, int cars[RACE_MAX_CARS]) {
    uint32_t taken = 0;
    for (int i = 0; i < def->car_count; i++) {
        assert_in_range(def->slots[i], 0, def->car_count - 1);
        assert_int_equal(taken >> def->slots[i] & 1u, 0);
        taken |= 1u << def->slots[i];
        cars[def->slots[i]] = i;
    }
}

static void people_stand_in_the_middle(void **state) {
    (void)state;
    for (int grid = FIELD_MIXED; grid < FIELD_RESULTS; grid++) {
        for (int cars = 1; cars <= RACE_MAX_CARS; cars++) {
            for (int people = 1; people <= 4 && people <= cars; people++) {
                RaceDef def = filled(cars, people, (uint64_t)cars, NULL);
                field_line_up((FieldGrid)grid, NULL, &def);
                int by_place[RACE_MAX_CARS], before = 0, behind = 0, seen = 0;
                cars_by_place(&def, by_place);
                for (int i = 0; i < cars; i++) {
                    bool ai = (def.ai_cars >> by_place[i] & 1u) != 0;
                    assert_true(!ai || seen == 0 || seen == people); // together
                    seen += ai ? 0 : 1;
                    before += ai && seen == 0;
                    behind += ai && seen > 0;
                }
                assert_in_range(before - behind, 0, 1);
            }
        }
    }
}

static void a_grid_by_skill_has_the_fastest_first_and_a_reverse_one_last(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        RaceDef def = filled(12, 1, seed, NULL);
        int fastest_first[RACE_MAX_CARS], fastest_last[RACE_MAX_CARS];
        field_line_up(FIELD_SKILL, NULL, &def);
        cars_by_place(&def, fastest_first);
        field_line_up(FIELD_REVERSE, NULL, &def);
        cars_by_place(&def, fastest_last);
        float first = INFINITY, last = 0.0f;
        for (int i = 0; i < 12; i++) {
            if (fastest_first[i] != 11) { // not the person
                float pace = field_pace(&def.drivers[fastest_first[i]]);
                assert_true(pace <= first);
                first = pace;
            }
            if (fastest_last[i] != 11) {
                float pace = field_pace(&def.drivers[fastest_last[i]]);
                assert_true(pace >= last);
                last = pace;
            }
        }
    }
}

static void by_results_all_stand_as_they_ended(void **state) {
    (void)state;
    const int last[] = {3, 5, 0, 1, 4, 2};
    RaceDef def = filled(6, 2, 1, NULL);
    field_line_up(FIELD_RESULTS, last, &def);
    int by_place[RACE_MAX_CARS];
    cars_by_place(&def, by_place);
    assert_memory_equal(by_place, last, sizeof last);
}

// The roster's pace falls with its index, and form is alike for all here.
static void on_a_mixed_grid_slower_cars_stand_farther_ahead_as_a_rule(void **state) {
    (void)state;
    enum {
        CARS = 6,
        RACES = 2000
    };
    int poles[CARS] = {0}, places[CARS] = {0}, slowest_first = 0;
    for (uint64_t seed = 0; seed < RACES; seed++) {
        RaceDef def = race_of(CARS, 0, seed);
        for (int i = 0; i < CARS; i++) { // the slowest is car 0
            driver_params_scale_pace(&def.drivers[i], 0.95f + 0.01f * (float)i);
        }
        field_line_up(FIELD_MIXED, NULL, &def);
        int by_place[RACE_MAX_CARS], ordered = 1;
        cars_by_place(&def, by_place);
        poles[by_place[0]]++;
        for (int i = 0; i < CARS; i++) {
            places[by_place[i]] += i;
            ordered &= by_place[i] == i;
        }
        slowest_first += ordered;
    }
    for (int i = 1; i < CARS; i++) {
        assert_true(places[i] > places[i - 1] + RACES / 10);
    }
    print_message("poles of six, the slowest first:");
    for (int i = 0; i < CARS; i++) {
        print_message(" %.1f %%", 100.0 * poles[i] / RACES);
        assert_true(3 * poles[i] < 2 * RACES);
    }
    print_message("\n");
    assert_true(poles[1] > RACES / 10 && poles[2] > RACES / 20); // it is not all the slowest's
    assert_true(slowest_first < RACES / 10);
}

static void a_field_is_set_up_in_one_go(void **state) {
    (void)state;
    DriverParams roster[ROSTER];
    make_roster(roster);
    const FieldDef field = {.level = SKILL_EXPERT,
                            .pace = 0.98f,
                            .roster = roster,
                            .roster_count = ROSTER,
                            .grid = FIELD_REVERSE};
    const FieldRule rule = {.level = SKILL_EXPERT, .pace = 0.98f, .seed = 11};
    RaceDef a = race_of(10, 2, 11), b = a;
    int who[2][RACE_MAX_CARS];
    field_set_up(&field, &a, who[0]);
    field_fill(&rule, roster, ROSTER, &b, who[1]);
    field_line_up(FIELD_REVERSE, NULL, &b);
    assert_memory_equal(who[0], who[1], sizeof who[0]);
    assert_memory_equal(a.drivers, b.drivers, sizeof a.drivers);
    assert_memory_equal(a.slots, b.slots, sizeof a.slots);
}

// The places behind the field are for those who join.
static void places_that_nobody_has_yet_stay_in_order(void **state) {
    (void)state;
    RaceDef def = filled(5, 1, 1, NULL);
    field_line_up(FIELD_MIXED, NULL, &def);
    for (int i = 5; i < RACE_MAX_CARS; i++) {
        assert_int_equal(def.slots[i], i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_draws_the_same_field),
        cmocka_unit_test(each_driver_races_once_while_there_are_others),
        cmocka_unit_test(every_driver_races_sooner_or_later),
        cmocka_unit_test(who_is_drawn_drives_by_his_own_numbers),
        cmocka_unit_test(without_a_roster_only_form_tells_drivers_apart),
        cmocka_unit_test(people_and_those_who_join_have_the_numbers_of_the_level),
        cmocka_unit_test(a_pace_makes_all_of_the_ai_faster_or_slower),
        cmocka_unit_test(a_level_between_two_has_numbers_between_theirs),
        cmocka_unit_test(a_balanced_field_has_the_pace_of_its_level),
        cmocka_unit_test(all_numbers_are_in_range_at_every_level),
        cmocka_unit_test(each_level_is_faster_steadier_and_safer_than_the_one_before),
        cmocka_unit_test(people_stand_in_the_middle),
        cmocka_unit_test(a_grid_by_skill_has_the_fastest_first_and_a_reverse_one_last),
        cmocka_unit_test(by_results_all_stand_as_they_ended),
        cmocka_unit_test(on_a_mixed_grid_slower_cars_stand_farther_ahead_as_a_rule),
        cmocka_unit_test(a_field_is_set_up_in_one_go),
        cmocka_unit_test(places_that_nobody_has_yet_stay_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
