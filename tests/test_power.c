#include "race/false_start.h"
#include "race/power.h"
#include "race_state/progress.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

static Fixture *people(int count, RaceRules rules, int handicap) {
    RaceDef def = race_def_default();
    def.car_count = count;
    def.ai_cars = 0;
    def.rules = rules;
    def.handicaps[0] = (uint8_t)handicap;
    return fixture_make("first-oval", "hatch", &def);
}

static void hold_gas(Race *race, int ticks, uint8_t gas) {
    CarInput inputs[RACE_MAX_CARS];
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        inputs[i] = (CarInput){.throttle = gas};
    }
    for (int i = 0; i < ticks; i++) {
        race_step(race, inputs);
    }
}

static float speed_of(const Race *race, int car) {
    return glms_vec2_norm(race_bodies_const(race)[car].velocity);
}

// ---- the engine

static void a_handicap_takes_power_and_no_more_than_power(void **state) {
    (void)state;
    Fixture *fixture = people(2, (RaceRules){0}, 30);
    assert_near(race_racers(fixture->race)[0].car.boost, -0.3, 1e-6); // seen on the grid already
    hold_gas(fixture->race, RACE_COUNTDOWN_TICKS + 3 * RACE_TICKS_PER_SECOND, 255);
    const Racer *racers = race_racers(fixture->race);
    assert_near(racers[0].car.boost, -0.3, 1e-6);
    assert_true(racers[1].car.boost == 0.0f);
    // From a standstill at full gas, with drag small, speed goes as the root of the energy given.
    float share = speed_of(fixture->race, 0) / speed_of(fixture->race, 1);
    assert_in_range((int)(1000.0f * share), 700, 920);
    assert_memory_equal(&racers[0].model, &racers[1].model, sizeof racers[0].model);
    assert_int_equal(racers[0].lap_marks, 0); // a record may be driven with less
    fixture_destroy(fixture);
}

// ---- the false start

static Fixture *start_with(bool rule, int gas_from, int gas_to) {
    Fixture *fixture = people(2, (RaceRules){.false_start = rule}, 0);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    for (int i = 0; i < RACE_COUNTDOWN_TICKS; i++) {
        inputs[0].throttle = i >= gas_from && i < gas_to ? 255 : 0;
        race_step(fixture->race, inputs);
    }
    assert_int_equal(fixture->race->phase, RACE_RUNNING);
    return fixture;
}

// m that the cars have driven `ticks` after GO, with all gas.
static float driven(Fixture *fixture, int car, int ticks) {
    vec2s from = race_bodies_const(fixture->race)[car].position;
    hold_gas(fixture->race, ticks, 255);
    return glms_vec2_distance(from, race_bodies_const(fixture->race)[car].position);
}

static void who_has_the_gas_down_before_go_is_held_for_a_second(void **state) {
    (void)state;
    Fixture *fixture = start_with(true, RACE_COUNTDOWN_TICKS - 60, RACE_COUNTDOWN_TICKS);
    const Racer *racers = race_racers(fixture->race);
    assert_true(racers[0].false_start);
    assert_false(racers[1].false_start);
    assert_true(false_start_holds(fixture->race, 0));
    assert_true(driven(fixture, 0, RACE_TICKS_PER_SECOND) < 0.05f);
    assert_true(speed_of(fixture->race, 1) > 3.0f);
    assert_false(false_start_holds(fixture->race, 0));
    assert_true(driven(fixture, 0, RACE_TICKS_PER_SECOND) > 1.5f);
    fixture_destroy(fixture);
}

static void who_revs_and_lets_go_in_time_starts_well(void **state) {
    (void)state;
    const int watched = (int)(FALSE_START_WATCH * RACE_TICKS_PER_SECOND);
    Fixture *fixture = start_with(true, 100, RACE_COUNTDOWN_TICKS - watched);
    assert_false(race_racers(fixture->race)[0].false_start);
    assert_true(driven(fixture, 0, RACE_TICKS_PER_SECOND) > 1.5f);
    fixture_destroy(fixture);
    fixture = start_with(true, 100, RACE_COUNTDOWN_TICKS - watched + 1);
    assert_true(race_racers(fixture->race)[0].false_start);
    fixture_destroy(fixture);
}

static void without_the_rule_nobody_is_held(void **state) {
    (void)state;
    Fixture *fixture = start_with(false, 0, RACE_COUNTDOWN_TICKS);
    assert_false(race_racers(fixture->race)[0].false_start);
    assert_true(driven(fixture, 0, RACE_TICKS_PER_SECOND) > 1.5f);
    fixture_destroy(fixture);
}

static void the_ai_waits_for_go(void **state) {
    (void)state;
    RaceDef def = fixture_field(6, SKILL_EXPERT, 1);
    def.rules.false_start = 1;
    def.ai_cars = ~1u;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    CarInput inputs[RACE_MAX_CARS] = {{.flags = CAR_INPUT_AUTOPILOT}}; // so does one switch
    for (int i = 0; i < RACE_COUNTDOWN_TICKS + 1; i++) {
        race_step(fixture->race, inputs);
    }
    for (int i = 0; i < 6; i++) {
        assert_false(race_racers(fixture->race)[i].false_start);
        race_racers(fixture->race)[i].input.throttle = 255; // whatever its driver presses by then
    }
    fixture->race->tick = fixture->race->start_tick - 1;
    false_start_watch(fixture->race);
    for (int i = 0; i < 6; i++) {
        assert_false(race_racers(fixture->race)[i].false_start);
    }
    race_racers(fixture->race)->input.flags = 0;
    false_start_watch(fixture->race);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(race_racers(fixture->race)[i].false_start, i == 0);
    }
    fixture_destroy(fixture);
}

// ---- catch-up

static void progress_counts_metres_across_the_finish_line(void **state) {
    (void)state;
    RaceDef def = fixture_field(3, SKILL_HARD, 3);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    float length = fixture->data.lines[0].length, before[3];
    for (int i = 0; i < 3; i++) {
        before[i] = progress_of(race, i);
        assert_true(before[i] < 0.0f && before[i] > -60.0f);
    }
    while (race->finished_count == 0) {
        fixture_run(race, 1);
        for (int i = 0; i < 3 && race->finished_count == 0; i++) {
            float now = progress_of(race, i);
            assert_true(fabsf(now - before[i]) < 1.5f);
            before[i] = now;
        }
    }
    assert_true(before[0] > 2.9f * length || before[1] > 2.9f * length ||
                before[2] > 2.9f * length);
    fixture_destroy(fixture);
}

static void catch_up_helps_who_is_behind_and_slows_who_is_ahead_within_its_bounds(void **state) {
    (void)state;
    const float most[] = {0.0f, POWER_LIGHT, POWER_STRONG};
    for (int choice = CATCH_UP_OFF; choice <= CATCH_UP_STRONG; choice++) {
        RaceDef def = fixture_field(5, SKILL_MEDIUM, 5);
        def.rules.catch_up = (uint8_t)choice;
        def.ai_cars = ~1u; // a person who does nothing is behind like anybody else
        def.drivers[1] = driver_params_of(SKILL_EXPERT);
        def.drivers[4] = driver_params_of(SKILL_EASY);
        driver_params_scale_pace(&def.drivers[4], 0.7f);
        Fixture *fixture = fixture_make("first-oval", "hatch", &def);
        Race *race = fixture->race;
        float highest = 0.0f, lowest = 0.0f;
        for (int i = 0; i < RACE_COUNTDOWN_TICKS + 50 * RACE_TICKS_PER_SECOND; i++) {
            fixture_run(race, 1);
            for (int car = 0; car < 5; car++) {
                float boost = race_racers(race)[car].car.boost;
                highest = fmaxf(highest, boost);
                lowest = fminf(lowest, boost);
            }
        }
        assert_near(highest, most[choice], 1e-6);
        assert_true(lowest >= -most[choice]);
        const Racer *racers = race_racers(race);
        if (choice != CATCH_UP_OFF) {
            assert_near(racers[0].car.boost, most[choice], 1e-6);
            assert_true(racers[1].place == 1 && racers[1].car.boost < 0.0f);
            assert_near(power_catch_up(race, 1), racers[1].car.boost, 1e-3);
            assert_int_equal(racers[0].lap_marks, LAP_BOOSTED);
            assert_true(racers[4].lap >= 1 && lap_is_marked(&racers[4], racers[4].lap - 1));
            assert_int_equal(racers[1].lap_marks, 0);
        }
        fixture_destroy(fixture);
    }
}

// Nobody is pulled back by a car that stands in a wall.
static void the_middle_of_the_field_is_a_car_and_no_mean(void **state) {
    (void)state;
    RaceDef def = fixture_field(5, SKILL_HARD, 9);
    def.rules.catch_up = CATCH_UP_STRONG;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Racer *racers = race_racers(fixture->race);
    fixture_run(fixture->race, RACE_COUNTDOWN_TICKS + 1);
    for (int i = 0; i < 5; i++) {
        racers[i].lap = i == 0 ? 0 : 8;
        racers[i].next_gate = 2;
        racers[i].to_next_gate = 30.0f;
    }
    for (int i = 1; i < 5; i++) {
        assert_near(power_catch_up(fixture->race, i), 0.0f, 1e-6);
    }
    assert_near(power_catch_up(fixture->race, 0), POWER_STRONG, 1e-6);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_handicap_takes_power_and_no_more_than_power),
        cmocka_unit_test(who_has_the_gas_down_before_go_is_held_for_a_second),
        cmocka_unit_test(who_revs_and_lets_go_in_time_starts_well),
        cmocka_unit_test(without_the_rule_nobody_is_held),
        cmocka_unit_test(the_ai_waits_for_go),
        cmocka_unit_test(progress_counts_metres_across_the_finish_line),
        cmocka_unit_test(catch_up_helps_who_is_behind_and_slows_who_is_ahead_within_its_bounds),
        cmocka_unit_test(the_middle_of_the_field_is_a_car_and_no_mean),
    };
    return cmocka_run_group_tests_name("power", tests, NULL, NULL);
}
