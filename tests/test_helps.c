/// Helps with driving: what they make of presses, and that they leave the race alone.
#include "input/helps.h"

#include <dirent.h>
#include <string.h>

#include "fixture.h"
#include "long_test.h"
#include "test.h"

enum {
    ME = 3, ///< Of four cars the last one.
    FIELD = 4,
    TRACKS_MAX = 64,
};

static TestCount count;

static Fixture *against_three(const char *track, int laps) {
    RaceDef def = fixture_field(FIELD, SKILL_EASY, laps);
    def.ai_cars &= ~(1u << ME);
    return fixture_make(track, "hatch", &def);
}

/// One step in which the person presses `pressed` and has `helps`.
static void step(Race *race, HelpState *state, unsigned helps, CarInput pressed) {
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    inputs[ME] = helps_apply(state, helps, pressed, race, ME);
    race_step(race, inputs);
}

static const CarInput gas = {.throttle = 255, .flags = CAR_INPUT_KEYS};
static const CarInput nothing = {.flags = CAR_INPUT_KEYS};

/// What the helps make of `pressed` in a race that runs.
static CarInput helped(Fixture *fixture, HelpState *state, unsigned helps, CarInput pressed) {
    return helps_apply(state, helps, pressed, fixture->race, ME);
}

static void without_helps_presses_pass_as_they_are(void **state) {
    (void)state;
    Fixture *fixture = against_three("first-oval", 1);
    HelpState none = {0};
    CarInput pressed = {.steer = -77, .throttle = 12, .brake = 34, .flags = 255}, out;
    out = helped(fixture, &none, 0, pressed);
    assert_memory_equal(&out, &pressed, sizeof out);
    fixture_destroy(fixture);
}

static void auto_throttle_drives_unless_somebody_brakes(void **state) {
    (void)state;
    Fixture *fixture = against_three("first-oval", 1);
    HelpState help = {0};
    CarInput brake = {.brake = 255, .steer = 127};
    assert_int_equal(helped(fixture, &help, RECORD_AUTO_THROTTLE, nothing).throttle, 255);
    CarInput braked = helped(fixture, &help, RECORD_AUTO_THROTTLE, brake);
    assert_int_equal(braked.throttle, 0);
    assert_int_equal(braked.brake, 255);
    assert_int_equal(braked.steer, 127);
    fixture_destroy(fixture);
}

static void a_latch_keeps_the_gas_until_the_next_tap_or_the_brake(void **state) {
    (void)state;
    static const struct {
        CarInput pressed;
        int throttle;
    } steps[] = {
        {{0}, 0},
        {{.throttle = 255}, 255},
        {{.throttle = 255}, 255}, // held or let go: the same
        {{0}, 255},
        {{.throttle = 255}, 0},
        {{0}, 0},
        {{.throttle = 200}, 255},
        {{0}, 255},
        {{.brake = 90}, 0},
        {{0}, 0},
    };
    Fixture *fixture = against_three("first-oval", 1);
    HelpState help = {0};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        CarInput out = helped(fixture, &help, RECORD_LATCH, steps[i].pressed);
        assert_int_equal(out.throttle, steps[i].throttle);
    }
    fixture_destroy(fixture);
}

// The AI that advises changes nothing of the race, whatever it does, so a recording of the inputs
// is all of it.
static void advice_leaves_the_race_as_it_was(void **state) {
    (void)state;
    static const unsigned all[] = {RECORD_AUTO_BRAKE, RECORD_ONE_SWITCH};
    Fixture *fixture = against_three("first-oval", 1);
    HelpState help[2] = {{0}};
    for (int i = 0; i < 20 * RACE_TICKS_PER_SECOND; i++) {
        bool told = i % 240 == 7;
        uint64_t before = told ? race_hash(fixture->race) : 0;
        CarInput advised[2];
        for (int k = 0; k < 2; k++) {
            advised[k] = helped(fixture, &help[k], all[k], gas);
        }
        assert_true(!told || race_hash(fixture->race) == before);
        CarInput inputs[RACE_MAX_CARS] = {{0}};
        inputs[ME] = advised[i / 240 % 2];
        race_step(fixture->race, inputs);
    }
    fixture_destroy(fixture);
}

/// Steers like the AI and never lets go of the gas: the lap's hits and s off the road; -1 where it
/// does not come round.
static float flat_out(unsigned helps, const char *track) {
    Fixture *fixture = against_three(track, 1);
    Race *race = fixture->race;
    race->ai_cars = 0; // the others stay on the grid, out of the way as ghosts
    HelpState help = {0};
    Codriver steering = {0};
    CarInput pressed = gas;
    const Racer *me = &race_racers_const(race)[ME];
    for (int i = 0; i < FIELD - 1; i++) {
        world_flags(race_world(race))[i] |= BODY_GHOST;
        race_racers(race)[i].ghost_s = 1e6f;
    }
    for (int i = 0; i < 90 * RACE_TICKS_PER_SECOND && me->lap < 1; i++) {
        if (i % RACE_AI_TICKS == 0 && race->phase != RACE_COUNTDOWN) {
            pressed.steer = codriver_drive(&steering, race, ME, 0.9f).steer;
            pressed.flags = 0;
        }
        step(race, &help, helps, pressed);
    }
    float trouble = me->lap < 1 ? 1000.0f : (float)me->hits + me->off_track_s;
    fixture_destroy(fixture);
    return trouble;
}

static void auto_brake_brings_a_foot_of_lead_round_the_corners(void **state) {
    (void)state;
    float with = flat_out(RECORD_AUTO_BRAKE, "kiln-road"), without = flat_out(0, "kiln-road");
    print_message("flat out round Kiln Road: %.1f hits and s off the road with auto-brake, %.1f "
                  "without\n",
                  (double)with, (double)without);
    assert_true(with < 1.0f);
    assert_true(without > 4.0f);
}

static void who_brakes_may_reverse_all_the_same(void **state) {
    (void)state;
    Fixture *fixture = against_three("first-oval", 1);
    HelpState help = {0};
    const CarInput brake = {.brake = 255, .flags = CAR_INPUT_KEYS};
    Race *race = fixture->race;
    while (race->phase == RACE_COUNTDOWN) {
        step(race, &help, RECORD_AUTO_BRAKE | RECORD_AUTO_THROTTLE, nothing);
    }
    for (int i = 0; i < RACE_TICKS_PER_SECOND; i++) {
        step(race, &help, RECORD_AUTO_BRAKE | RECORD_AUTO_THROTTLE, brake);
    }
    assert_true(race_racers_const(race)[ME].car.gear < 0);
    fixture_destroy(fixture);
}

static void a_switch_that_is_let_go_lets_the_car_roll_out(void **state) {
    (void)state;
    Fixture *fixture = against_three("first-oval", 2);
    HelpState help = {0};
    Race *race = fixture->race;
    for (int i = 0; i < 10 * RACE_TICKS_PER_SECOND; i++) {
        step(race, &help, RECORD_ONE_SWITCH, gas);
    }
    const Body *body = &race_bodies_const(race)[ME];
    float fast = glms_vec2_norm(body->velocity);
    for (int i = 0; i < 20 * RACE_TICKS_PER_SECOND; i++) {
        step(race, &help, RECORD_ONE_SWITCH, nothing);
    }
    assert_true(fast > 8.0f);
    assert_true(glms_vec2_norm(body->velocity) < 0.4f * fast);
    assert_int_equal(race_racers_const(race)[ME].respawns, 0);
    fixture_destroy(fixture);
}

/// Any one key of a device is the switch, with or without a latch.
static void any_control_is_the_switch(void **state) {
    (void)state;
    static const CarInput presses[] = {
        {.throttle = 255}, {.brake = 255}, {.steer = 127}, {.flags = CAR_INPUT_HANDBRAKE}};
    Fixture *fixture = against_three("first-oval", 1);
    while (fixture->race->phase == RACE_COUNTDOWN) {
        fixture_run(fixture->race, 1);
    }
    for (size_t i = 0; i < sizeof presses / sizeof presses[0]; i++) {
        HelpState help = {0}, latched = {0};
        unsigned both = RECORD_ONE_SWITCH | RECORD_LATCH;
        assert_true(helped(fixture, &help, RECORD_ONE_SWITCH, presses[i]).throttle > 200);
        assert_int_equal(helped(fixture, &help, RECORD_ONE_SWITCH, nothing).throttle, 0);
        assert_true(helped(fixture, &latched, both, presses[i]).throttle > 200);
        assert_true(helped(fixture, &latched, both, nothing).throttle > 200);
        assert_int_equal(helped(fixture, &latched, both, presses[i]).throttle, 0);
    }
    fixture_destroy(fixture);
}

/// Names of the shipped tracks; returns how many.
static int list_tracks(char names[TRACKS_MAX][64]) {
    static const char suffix[] = ".track.yaml";
    DIR *folder = opendir(TEST_DATA "/tracks");
    assert_non_null(folder);
    int found = 0;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        const char *end = strstr(entry->d_name, suffix);
        if (end && found < TRACKS_MAX) {
            snprintf(names[found++], sizeof names[0], "%.*s", (int)(end - entry->d_name),
                     entry->d_name);
        }
    }
    closedir(folder);
    return found;
}

/// A lap with one switch against three easy cars: whoever holds it all the time comes home.
static void one_switch_finishes(const char *track) {
    Fixture *fixture = against_three(track, 1);
    Race *race = fixture->race;
    HelpState help = {0};
    const Racer *me = &race_racers_const(race)[ME];
    while (race->phase != RACE_OVER && !me->finished) {
        step(race, &help, RECORD_ONE_SWITCH, gas);
    }
    if (count.is_long || !me->finished) {
        print_message("%s: place %d after %.1f s, %d hits, %d times put back\n", track, me->place,
                      me->total_s, me->hits, me->respawns);
    }
    assert_true(me->finished);
    fixture_destroy(fixture);
}

static void one_switch_finishes_tracks_that_are_shipped(void **state) {
    (void)state;
    char names[TRACKS_MAX][64];
    int tracks = list_tracks(names);
    assert_true(tracks >= 10);
    if (!count.is_long) { // one each of a road, a loop with a crossing, and walls all round
        for (int i = 0; i < FIXTURE_TRACK_COUNT; i++) {
            one_switch_finishes(fixture_tracks[i]);
        }
        return;
    }
    for (int i = 0; i < tracks; i++) {
        one_switch_finishes(names[i]);
    }
}

int main(int argc, char **argv) {
    count = test_count(argc, argv, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_helps_presses_pass_as_they_are),
        cmocka_unit_test(auto_throttle_drives_unless_somebody_brakes),
        cmocka_unit_test(a_latch_keeps_the_gas_until_the_next_tap_or_the_brake),
        cmocka_unit_test(advice_leaves_the_race_as_it_was),
        cmocka_unit_test(auto_brake_brings_a_foot_of_lead_round_the_corners),
        cmocka_unit_test(who_brakes_may_reverse_all_the_same),
        cmocka_unit_test(a_switch_that_is_let_go_lets_the_car_roll_out),
        cmocka_unit_test(any_control_is_the_switch),
        cmocka_unit_test(one_switch_finishes_tracks_that_are_shipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
