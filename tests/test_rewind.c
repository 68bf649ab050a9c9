/// Back in time: what goes on from a snapshot is what went on the first time, to the bit.
#include "race/teleport.h"
#include "replay/rewind.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

enum {
    SEAT = 0,
    TICKS = 70 * RACE_TICKS_PER_SECOND
};

// Wild but repeatable: a person at the keys, by tick.
static void drive(Race *race, CarInput inputs[RACE_MAX_CARS]) {
    uint32_t part = race->tick / 30;
    inputs[SEAT] = (CarInput){.steer = (int8_t)(part % 3 == 0   ? 127
                                                : part % 3 == 1 ? -127
                                                                : 0),
                              .throttle = part % 7 == 6 ? 0 : 255,
                              .brake = part % 7 == 6 ? 200 : 0,
                              .flags = CAR_INPUT_KEYS};
    race_step(race, inputs);
}

static Fixture *make(int car_count) {
    RaceDef def = race_def_default();
    def.car_count = car_count;
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = ~1u;
    return fixture_make("kiln-road", "hatch", &def);
}

static void from_a_snapshot_the_same_inputs_give_the_same_race(void **state) {
    (void)state;
    Fixture *fixture = make(4);
    Rewind rewind = {0};
    rewind_make(&rewind, fixture->race);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    enum {
        END = 20 * RACE_TICKS_PER_SECOND
    };
    uint64_t *hashes = calloc(END + 1, sizeof *hashes);
    for (int i = 0; i < END; i++) {
        drive(fixture->race, inputs);
        rewind_record(&rewind, fixture->race);
        hashes[fixture->race->tick] = race_hash(fixture->race);
    }
    static const uint32_t backs[] = {4799, 4000, 3333, 1200, 47, 24};
    for (size_t k = 0; k < sizeof backs / sizeof backs[0]; k++) {
        assert_true(rewind_to(&rewind, backs[k], fixture->race));
        uint32_t tick = fixture->race->tick;
        assert_int_equal(tick, backs[k] / REWIND_EVERY * REWIND_EVERY);
        assert_true(race_hash(fixture->race) == hashes[tick]);
        while (fixture->race->tick < tick + 700 && fixture->race->tick < END) {
            drive(fixture->race, inputs);
            assert_true(race_hash(fixture->race) == hashes[fixture->race->tick]);
        }
        // Later snapshots are gone: time runs anew from here.
        assert_true(rewind_to(&rewind, UINT32_MAX, fixture->race));
        assert_int_equal(fixture->race->tick, tick);
    }
    free(hashes);
    rewind_destroy(&rewind);
    fixture_destroy(fixture);
}

static void a_minute_is_kept_and_the_oldest_goes_first(void **state) {
    (void)state;
    Fixture *fixture = make(1);
    Rewind rewind = {0};
    rewind_make(&rewind, fixture->race);
    assert_true(rewind_oldest(&rewind) == UINT32_MAX);
    assert_false(rewind_to(&rewind, 0, fixture->race));
    assert_false(rewind_show(&rewind, 0.0, fixture->race));
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    for (int i = 0; i < TICKS; i++) {
        drive(fixture->race, inputs);
        rewind_record(&rewind, fixture->race);
    }
    assert_int_equal(rewind_oldest(&rewind), TICKS - 60 * RACE_TICKS_PER_SECOND);
    double size = (double)rewind.stride * REWIND_SNAPSHOTS;
    print_message("a minute: %.1f MB for one car\n", size / 1e6);
    assert_true(rewind_to(&rewind, 0, fixture->race)); // earlier than all: the oldest
    assert_int_equal(fixture->race->tick, TICKS - 60 * RACE_TICKS_PER_SECOND);
    rewind_clear(&rewind);
    assert_false(rewind_to(&rewind, UINT32_MAX, fixture->race));
    rewind_destroy(&rewind);
    fixture_destroy(fixture);
}

static void pictures_between_snapshots_move_smoothly(void **state) {
    (void)state;
    Fixture *fixture = make(1);
    Rewind rewind = {0};
    rewind_make(&rewind, fixture->race);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    for (int i = 0; i < 10 * RACE_TICKS_PER_SECOND; i++) {
        drive(fixture->race, inputs);
        rewind_record(&rewind, fixture->race);
    }
    uint64_t end = race_hash(fixture->race);
    vec2s before = race_bodies_const(fixture->race)->position;
    float farthest = 0.0f;
    for (double tick = fixture->race->tick; tick > 100.0; tick -= 3.7) {
        assert_true(rewind_show(&rewind, tick, fixture->race));
        vec2s now = race_bodies_const(fixture->race)->position;
        farthest = fmaxf(farthest, glms_vec2_distance(before, now));
        before = now;
    }
    assert_true(farthest < 1.0f); // 3.7 ticks at 60 m/s
    assert_true(rewind_show(&rewind, 1e9, fixture->race));
    assert_true(race_hash(fixture->race) == end); // showing changed no snapshot
    rewind_destroy(&rewind);
    fixture_destroy(fixture);
}

static void a_snapshot_brings_the_numbers_back(void **state) {
    (void)state;
    Fixture *fixture = make(1);
    Race *race = fixture->race;
    Rewind rewind = {0};
    rewind_make(&rewind, race);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    CarModel other = fixture->models[0];
    other.params.mass = 900.0f;
    other = car_model_make(&other.params);
    for (int i = 0; i < 480; i++) {
        if (i == 240) {
            race_set_model(race, 0, &other);
        }
        drive(race, inputs);
        rewind_record(&rewind, race);
    }
    assert_true(rewind_to(&rewind, 240, race));
    assert_near(race_racers(race)[0].model.params.mass, fixture->models[0].params.mass, 0.0);
    assert_near(1.0f / race_bodies_const(race)[0].inverse_mass, fixture->models[0].params.mass,
                1e-2);
    rewind_destroy(&rewind);
    fixture_destroy(fixture);
}

static void a_dropped_car_is_not_seen_flying_back(void **state) {
    (void)state;
    Fixture *fixture = make(1);
    Race *race = fixture->race;
    Rewind rewind = {0};
    rewind_make(&rewind, race);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    const Ribbon *road = &fixture->track.ribbons[0];
    vec2s there = road->samples[road->count / 2].point;
    for (int i = 0; i < 480; i++) {
        if (i == 240) {
            teleport_put(race, 0, there, 0.0f);
        }
        drive(race, inputs);
        rewind_record(&rewind, race);
    }
    assert_true(rewind_show(&rewind, 240.0, race));
    vec2s before = race_bodies_const(race)[0].position;
    assert_true(glms_vec2_distance(before, there) > 50.0f);
    assert_true(rewind_show(&rewind, 240.0 + 0.5 * REWIND_EVERY, race));
    assert_near(glms_vec2_distance(before, race_bodies_const(race)[0].position), 0.0f, 1e-4);
    rewind_destroy(&rewind);
    fixture_destroy(fixture);
}

// As after a track or a car was read again: the race goes on with what there is now.
static void walls_and_hulls_are_those_of_now(void **state) {
    (void)state;
    Fixture *fixture = make(2);
    Race *race = fixture->race;
    race_set_ai(race, 1, false);
    Rewind rewind = {0};
    rewind_make(&rewind, race);
    CarInput idle[RACE_MAX_CARS] = {{0}};
    for (int i = 0; i < 96; i++) {
        race_step(race, idle);
        rewind_record(&rewind, race);
    }
    assert_int_equal(race_world(race)->contact_count, 0);
    RaceData now = fixture->data;
    now.hulls[0] = hull_box(vec2_make(0.0f, 0.0f), 30.0f, 30.0f); // into the other car
    race_set_data(race, &now);
    assert_true(rewind_to(&rewind, 48, race));
    assert_ptr_equal(race->data, &now);
    race_step(race, idle);
    assert_true(race_world(race)->contact_count > 0);
    race_set_data(race, &fixture->data);
    rewind_destroy(&rewind);
    fixture_destroy(fixture);
}

static bool same_bits(const void *a, const void *b, size_t size) { return memcmp(a, b, size) == 0; }

static void other_parameters_in_a_bend_move_nothing(void **state) {
    (void)state;
    Fixture *fixture = make(1);
    Race *race = fixture->race;
    CarInput inputs[RACE_MAX_CARS] = {{.throttle = 255, .flags = CAR_INPUT_KEYS}};
    Body *body = &world_bodies(race_world(race))[0];
    CarModel other = fixture->models[0];
    other.params.mu_y_rear *= 0.8f;
    other.params.mass *= 1.3f;
    other.params.yaw_inertia *= 1.2f;
    other = car_model_make(&other.params);
    // At 30 m/s, into the bend.
    body->velocity = glms_vec2_scale(vec2_make(body->rotation.c, body->rotation.s), 30.0f);
    race_racers(race)[0].car = car_make(&fixture->models[0], 30.0f);
    inputs[0].steer = 127;
    for (int i = 0; i < 60; i++) {
        race_step(race, inputs);
    }
    assert_true(fabsf(body->spin) > 0.1f);
    assert_true(glms_vec2_norm(body->velocity) > 25.0f);
    for (int swap = 0; swap < 10; swap++) {
        Body was = *body;
        Car car = race_racers(race)[0].car;
        race_set_model(race, 0, swap % 2 == 0 ? &other : &fixture->models[0]);
        assert_true(same_bits(&was.position, &body->position, sizeof was.position));
        assert_true(same_bits(&was.velocity, &body->velocity, sizeof was.velocity));
        assert_true(same_bits(&was.angle, &body->angle, sizeof was.angle));
        assert_true(same_bits(&was.spin, &body->spin, sizeof was.spin));
        assert_true(same_bits(&car, &race_racers(race)[0].car, sizeof car));
        assert_near(1.0f / body->inverse_mass, race_racers(race)[0].model.params.mass, 1e-2);
        race_step(race, inputs);
        // One tick later nothing has jumped: 3 g and 60 rad/s2 bound what a tyre can do.
        assert_true(glms_vec2_distance(was.velocity, body->velocity) < 3.0f * 9.81f * RACE_DT);
        assert_true(fabsf(was.spin - body->spin) < 60.0f * RACE_DT);
        assert_true(glms_vec2_distance(was.position, body->position) < 40.0f * RACE_DT);
    }
    fixture_destroy(fixture);
}

static void back_and_forth_between_two_models_is_as_if_nothing_had_been(void **state) {
    (void)state;
    Fixture *plain = make(1), *swapped = make(1);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    CarModel other = plain->models[0];
    other.params.mass = 900.0f;
    other = car_model_make(&other.params);
    for (int i = 0; i < 1200; i++) {
        race_set_model(swapped->race, 0, &other);
        race_set_model(swapped->race, 0, &swapped->models[0]);
        drive(plain->race, inputs);
        drive(swapped->race, inputs);
    }
    assert_true(race_hash(plain->race) == race_hash(swapped->race));
    fixture_destroy(plain);
    fixture_destroy(swapped);
}

static void a_gear_that_is_no_more_becomes_the_highest(void **state) {
    (void)state;
    Fixture *fixture = make(1);
    Racer *racer = &race_racers(fixture->race)[0];
    racer->car.gear = (int8_t)fixture->models[0].params.gear_count;
    CarModel shorter = fixture->models[0];
    shorter.params.gear_count = 2;
    race_set_model(fixture->race, 0, &shorter);
    assert_int_equal(racer->car.gear, 2);
    CarInput inputs[RACE_MAX_CARS] = {{.throttle = 255}};
    for (int i = 0; i < 240; i++) {
        race_step(fixture->race, inputs);
    }
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_a_snapshot_the_same_inputs_give_the_same_race),
        cmocka_unit_test(a_minute_is_kept_and_the_oldest_goes_first),
        cmocka_unit_test(pictures_between_snapshots_move_smoothly),
        cmocka_unit_test(a_snapshot_brings_the_numbers_back),
        cmocka_unit_test(a_dropped_car_is_not_seen_flying_back),
        cmocka_unit_test(walls_and_hulls_are_those_of_now),
        cmocka_unit_test(other_parameters_in_a_bend_move_nothing),
        cmocka_unit_test(back_and_forth_between_two_models_is_as_if_nothing_had_been),
        cmocka_unit_test(a_gear_that_is_no_more_becomes_the_highest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
