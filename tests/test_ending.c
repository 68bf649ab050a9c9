#include "race/ending.h"
#include "race/flags.h"
#include "race_state/classification.h"
#include "replay/replay.h"

#include <string.h>

#include "fixture.h"
#include "test.h"

// ---- the flag

// An expert, one who drives hard and a beginner whom both lap.
static Fixture *slow_one(void) {
    RaceDef def = race_def_default();
    def.car_count = 3;
    def.laps = 6;
    def.drivers[0] = driver_params_of(SKILL_EXPERT);
    def.drivers[1] = driver_params_of(SKILL_HARD);
    def.drivers[2] = driver_params_of(SKILL_EASY);
    driver_params_scale_pace(&def.drivers[2], 0.75f);
    return fixture_make("first-oval", "hatch", &def);
}

static void the_flag_is_shown_to_all_once_the_winner_has_taken_it(void **state) {
    (void)state;
    Fixture *fixture = slow_one();
    Race *race = fixture->race;
    const Racer *racers = race_racers(race);
    while (!racers[0].finished) {
        fixture_run(race, 1);
    }
    int had = racers[2].lap;
    assert_in_range(had, 3, 5);
    uint32_t home = race->tick;
    fixture_run_to_the_end(race);
    assert_true(race->tick - home < 30 * RACE_TICKS_PER_SECOND); // its next crossing of the line
    int order[RACE_MAX_CARS];
    race_order(race, order);
    char text[CLASSIFICATION_TEXT_MAX];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(order[i], i);
        assert_true(racers[i].finished && !racers[i].retired);
        assert_int_equal(racers[i].place, i + 1);
    }
    assert_int_equal(racers[1].lap, 6);
    assert_int_equal(racers[2].lap, had + 1);
    assert_string_equal(classification_text(race, 1, text), "");
    assert_string_equal(classification_text(race, 2, text), had == 4 ? "+1 lap" : "+2 laps");
    assert_true(classification_has_time(race, &racers[1]));
    assert_false(classification_has_time(race, &racers[2]));
    assert_int_equal(classification_points(&racers[2]), 6);
    fixture_destroy(fixture);
}

// Who has been lapped and flagged is behind who drives on with as many laps.
static void of_as_many_laps_who_drives_on_is_ahead_of_who_was_flagged(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 5;
    def.laps = 5;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Racer *racers = race_racers(fixture->race);
    const struct {
        int lap, gates;
        bool finished;
        double total_s;
    } made[5] = {{4, 0, true, 99.0},
                 {5, 0, true, 98.0},
                 {4, 2, false, 0.0},
                 {5, 0, true, 97.0},
                 {4, 0, true, 98.5}};
    const int expected[5] = {3, 1, 2, 4, 0};
    for (int i = 0; i < 5; i++) {
        racers[i].lap = made[i].lap;
        racers[i].gates_passed = made[i].gates;
        racers[i].finished = made[i].finished;
        racers[i].total_s = made[i].total_s;
    }
    int order[RACE_MAX_CARS];
    race_order(fixture->race, order);
    assert_memory_equal(order, expected, sizeof expected);
    fixture_destroy(fixture);
}

static void the_blue_flag_is_shown_to_who_is_lapped_and_to_nobody_else(void **state) {
    (void)state;
    Fixture *fixture = slow_one();
    Race *race = fixture->race;
    int shown = 0, lapped = 0;
    float before = 0.0f;
    while (race->finished_count == 0) {
        fixture_run(race, 1);
        assert_int_equal(flags_blue(race, 0), -1);
        assert_int_equal(flags_blue(race, 1), -1);
        int who = flags_blue(race, 2);
        shown += who >= 0 ? 1 : 0;
        assert_true(who < 0 || glms_vec2_distance(race_bodies_const(race)[who].position,
                                                  race_bodies_const(race)[2].position) < 70.0f);
        vec2s ahead =
            glms_vec2_sub(race_bodies_const(race)[0].position, race_bodies_const(race)[2].position);
        float along = glms_vec2_dot(ahead, race_bodies_const(race)[2].velocity);
        if (before < 0.0f && along >= 0.0f && glms_vec2_norm(ahead) < 10.0f &&
            race_racers(race)[0].lap > 0) { // car 0 comes from behind and is past
            lapped++;
            assert_true(shown > RACE_TICKS_PER_SECOND / 2);
        }
        before = along;
    }
    assert_true(lapped >= 1);
    assert_true(shown < 35 * RACE_TICKS_PER_SECOND); // each is seen for some 7 s as it comes
    fixture_destroy(fixture);
}

// ---- the end by a press

typedef struct Drive {
    Fixture *fixture;
    Replay replay;
} Drive;

// A person, who lets an expert drive, among slow rivals. He is home, and the gas is held.
static Drive person_is_home(void) {
    Drive drive;
    RaceDef def = race_def_default();
    def.car_count = 4;
    def.laps = 2;
    def.ai_cars = ~1u;
    def.drivers[0] = driver_params_of(SKILL_EXPERT);
    for (int i = 1; i < 4; i++) {
        def.drivers[i] = driver_params_of(SKILL_BEGINNER);
    }
    drive.fixture = fixture_make("first-oval", "hatch", &def);
    ReplayInfo info = {.track = "first-oval", .def = def};
    replay_begin(&drive.replay, &info);
    return drive;
}

static void drive_on(Drive *drive, int ticks, uint8_t gas) {
    CarInput inputs[RACE_MAX_CARS] = {{.throttle = gas, .flags = CAR_INPUT_AUTOPILOT}};
    for (int i = 0; i < ticks; i++) {
        race_step(drive->fixture->race, inputs);
        replay_record(&drive->replay, drive->fixture->race, inputs);
    }
}

static Drive drive_home(void) {
    Drive drive = person_is_home();
    const Racer *racer = race_racers(drive.fixture->race);
    while (!racer->finished) {
        assert_false(ending_waits(drive.fixture->race));
        drive_on(&drive, 1, 255);
    }
    assert_true(ending_waits(drive.fixture->race));
    return drive;
}

static void end(Drive *drive) {
    replay_destroy(&drive->replay);
    fixture_destroy(drive->fixture);
}

static void gas_that_is_still_held_from_the_race_ends_nothing(void **state) {
    (void)state;
    Drive drive = drive_home();
    drive_on(&drive, 5 * RACE_TICKS_PER_SECOND, 255);
    assert_int_equal(drive.fixture->race->phase, RACE_RUNNING);
    end(&drive);
}

static void a_fresh_press_ends_the_race_and_the_rest_are_classified_by_distance(void **state) {
    (void)state;
    Drive drive = drive_home();
    Race *race = drive.fixture->race;
    drive_on(&drive, 2 * RACE_TICKS_PER_SECOND, 0);
    assert_true(ending_is_open(race));
    int before[RACE_MAX_CARS], order[RACE_MAX_CARS];
    race_order(race, before);
    drive_on(&drive, 1, 255);
    assert_int_equal(race->phase, RACE_OVER);
    race_order(race, order);
    assert_memory_equal(order, before, 4 * sizeof order[0]);
    for (int i = 1; i < 4; i++) {
        const Racer *racer = &race_racers(race)[order[i]];
        assert_true(racer->retired && !racer->finished);
        assert_int_equal(racer->place, i + 1);
        assert_true(classification_points(racer) > 0);
    }
    end(&drive);
}

// Fingers come off and go down again as one relaxes: not within the first second.
static void a_press_in_the_first_second_ends_nothing(void **state) {
    (void)state;
    Drive drive = drive_home();
    drive_on(&drive, RACE_TICKS_PER_SECOND / 4, 0);
    drive_on(&drive, 2 * RACE_TICKS_PER_SECOND, 255);
    assert_int_equal(drive.fixture->race->phase, RACE_RUNNING);
    drive_on(&drive, 10, 0);
    drive_on(&drive, 1, 255);
    assert_int_equal(drive.fixture->race->phase, RACE_OVER);
    end(&drive);
}

static void as_long_as_somebody_still_drives_gas_is_gas(void **state) {
    (void)state;
    Drive drive = person_is_home();
    Race *race = drive.fixture->race;
    race_set_ai(race, 3, false); // whoever it is does nothing
    while (!race_racers(race)->finished) {
        drive_on(&drive, 1, 255);
    }
    for (int i = 0; i < 4; i++) {
        drive_on(&drive, RACE_TICKS_PER_SECOND, i % 2 == 0 ? 0 : 255);
        assert_false(ending_is_open(race));
        assert_int_equal(race->phase, RACE_RUNNING);
    }
    end(&drive);
}

static void the_ai_alone_is_not_waited_for(void **state) {
    (void)state;
    Fixture *fixture = slow_one();
    CarInput gas[RACE_MAX_CARS] = {{.throttle = 255}};
    for (int i = 0; fixture->race->phase != RACE_OVER; i++) {
        gas[0].throttle = i / 60 % 2 == 0 ? 255 : 0;
        race_step(fixture->race, gas);
        assert_false(ending_waits(fixture->race));
    }
    assert_int_equal(fixture->race->finished_count, 3);
    fixture_destroy(fixture);
}

static void a_replay_ends_by_the_same_press(void **state) {
    (void)state;
    Drive drive = drive_home();
    drive_on(&drive, 2 * RACE_TICKS_PER_SECOND, 0);
    drive_on(&drive, 3 * RACE_TICKS_PER_SECOND, 255);
    uint64_t hash = race_hash(drive.fixture->race);
    replay_end(&drive.replay, drive.fixture->race);
    Fixture *again = fixture_make("first-oval", "hatch", &drive.replay.info.def);
    ReplayCursor cursor = {0};
    CarInput inputs[RACE_MAX_CARS];
    while (replay_next(&drive.replay, &cursor, again->race, inputs)) {
        race_step(again->race, inputs);
    }
    assert_int_equal(again->race->phase, RACE_OVER);
    assert_true(race_hash(again->race) == hash);
    fixture_destroy(again);
    end(&drive);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_flag_is_shown_to_all_once_the_winner_has_taken_it),
        cmocka_unit_test(of_as_many_laps_who_drives_on_is_ahead_of_who_was_flagged),
        cmocka_unit_test(the_blue_flag_is_shown_to_who_is_lapped_and_to_nobody_else),
        cmocka_unit_test(gas_that_is_still_held_from_the_race_ends_nothing),
        cmocka_unit_test(a_fresh_press_ends_the_race_and_the_rest_are_classified_by_distance),
        cmocka_unit_test(a_press_in_the_first_second_ends_nothing),
        cmocka_unit_test(as_long_as_somebody_still_drives_gas_is_gas),
        cmocka_unit_test(the_ai_alone_is_not_waited_for),
        cmocka_unit_test(a_replay_ends_by_the_same_press),
    };
    return cmocka_run_group_tests_name("ending", tests, NULL, NULL);
}
