#include "base/random.h"
#include "race/clock.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "fixture.h"
#include "golden.h"
#include "test.h"

static RaceDef cars_of(int count) {
    RaceDef def = race_def_default();
    def.car_count = count;
    return def;
}

// The one test that a change of any number of the simulation breaks. If you meant to change the
// physics: raise RACE_VERSION, put the printed hashes into golden.h, and say why in the commit.
static void the_state_hash_is_the_golden_one(void **state) {
    (void)state;
    bool same = true;
    for (int i = 0; i < FIXTURE_TRACK_COUNT; i++) {
        RaceDef def = cars_of(6);
        Fixture *fixture =
            fixture_make(fixture_tracks[i], fixture_cars[i % FIXTURE_CAR_COUNT], &def);
        fixture_run(fixture->race, GOLDEN_TICKS);
        uint64_t hash = race_hash(fixture->race);
        if (hash != golden_hashes[i]) {
            print_error("%s: state hash is 0x%016llx, golden 0x%016llx\n", fixture_tracks[i],
                        (unsigned long long)hash, (unsigned long long)golden_hashes[i]);
            same = false;
        }
        fixture_destroy(fixture);
    }
    assert_true(same);
}

static void two_races_of_one_seed_are_equal_and_of_two_seeds_are_not(void **state) {
    (void)state;
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        RaceDef def = cars_of(6);
        def.seed = i < 2 ? 7 : 8;
        Fixture *fixture = fixture_make("first-oval", "hatch", &def);
        fixture_run(fixture->race, 10 * RACE_TICKS_PER_SECOND);
        hashes[i] = race_hash(fixture->race);
        fixture_destroy(fixture);
    }
    assert_true(hashes[0] == hashes[1]);
    assert_false(hashes[0] == hashes[2]);
}

/// A field of Race or Racer.
typedef struct Field {
    const char *name;
    size_t offset;
} Field;

#define FIELD(type, name) \
    { #name, offsetof(type, name) }
static const Field race_fields[] = {FIELD(Race, tick),     FIELD(Race, start_tick),
                                    FIELD(Race, phase),    FIELD(Race, mode),
                                    FIELD(Race, seed),     FIELD(Race, laps),
                                    FIELD(Race, end_tick), FIELD(Race, finished_count),
                                    FIELD(Race, ai_cars),  FIELD(Race, eliminated_count)};
static const Field racer_fields[] = {
    FIELD(Racer, model.params.mass),
    FIELD(Racer, car.rpm),
    FIELD(Racer, car.wheels[3].tread.y),
    FIELD(Racer, car.last_flags),
    FIELD(Racer, car.wake),
    FIELD(Racer, params.corners),
    FIELD(Racer, params.pressure),
    FIELD(Racer, slot),
    FIELD(Racer, input.flags),
    FIELD(Racer, driver.lane),
    FIELD(Racer, driver.pace),
    FIELD(Racer, driver.wander),
    FIELD(Racer, driver.stood_s),
    FIELD(Racer, driver.reverse_s),
    FIELD(Racer, driver.form),
    FIELD(Racer, driver.effort),
    FIELD(Racer, driver.behind_s),
    FIELD(Racer, driver.mistake_s),
    FIELD(Racer, driver.mistake),
    FIELD(Racer, driver.defence),
    FIELD(Racer, driver.braking),
    FIELD(Racer, driver.input.steer),
    FIELD(Racer, driver.random),
    FIELD(Racer, lap_started_tick),
    FIELD(Racer, lap_started_part),
    FIELD(Racer, lap),
    FIELD(Racer, next_gate),
    FIELD(Racer, gates_passed),
    FIELD(Racer, missed_gate),
    FIELD(Racer, missed_s),
    FIELD(Racer, wrong_way_s),
    FIELD(Racer, wrong_way),
    FIELD(Racer, finished),
    FIELD(Racer, retired),
    FIELD(Racer, eliminated),
    FIELD(Racer, eliminated_tick),
    FIELD(Racer, total_s),
    FIELD(Racer, best_lap_s),
    FIELD(Racer, line_point),
    FIELD(Racer, hits),
    FIELD(Racer, hit_quiet_s),
    FIELD(Racer, off_track_s),
    FIELD(Racer, respawns),
    FIELD(Racer, stuck_at.x),
    FIELD(Racer, stuck_at.y),
    FIELD(Racer, stuck_s),
    FIELD(Racer, ghost_s),
    FIELD(Racer, ribbon_sample),
    FIELD(Racer, last_position.x),
    FIELD(Racer, last_position.y),
};
#undef FIELD

static void expect_seen(const Race *race, void *start, const Field *fields, size_t count) {
    uint64_t hash = race_hash(race);
    for (size_t i = 0; i < count; i++) {
        uint8_t *byte = (uint8_t *)start + fields[i].offset;
        *byte ^= 1u;
        if (race_hash(race) == hash) {
            fail_msg("the hash does not see %s", fields[i].name);
        }
        *byte ^= 1u;
    }
}

// Every field that the next steps read changes the hash: one that does not would let a race drift
// apart unseen.
static void the_state_hash_sees_every_field_that_decides(void **state) {
    (void)state;
    RaceDef def = cars_of(2);
    Fixture *fixture = fixture_make(fixture_tracks[0], fixture_cars[0], &def);
    Race *race = fixture->race;
    fixture_run(race, 5 * RACE_TICKS_PER_SECOND);
    expect_seen(race, race, race_fields, sizeof race_fields / sizeof race_fields[0]);
    expect_seen(race, &race_racers(race)[1], racer_fields,
                sizeof racer_fields / sizeof racer_fields[0]);
    fixture_destroy(fixture);
}

// A hot reload may bring a track with fewer gates than the car has passed already.
static void a_race_goes_on_after_a_track_with_fewer_gates(void **state) {
    (void)state;
    RaceDef def = cars_of(2);
    Fixture *fixture = fixture_make(fixture_tracks[0], fixture_cars[0], &def);
    Racer *racer = race_racers(fixture->race);
    fixture_run(fixture->race, 4 * RACE_TICKS_PER_SECOND);
    racer->next_gate = racer->gates_passed = fixture->track.gate_count + 3;
    racer->missed_gate = fixture->track.gate_count + 2;
    race_set_data(fixture->race, &fixture->data);
    assert_int_equal(racer->next_gate, 0);
    assert_int_equal(racer->gates_passed, 0);
    assert_int_equal(racer->missed_gate, -1);
    fixture_run(fixture->race, RACE_TICKS_PER_SECOND);
    fixture_destroy(fixture);
}

static void a_copied_race_goes_on_like_the_original(void **state) {
    (void)state;
    RaceDef def = cars_of(6);
    Fixture *fixture = fixture_make("kiln-road", "gt", &def);
    fixture_run(fixture->race, 12 * RACE_TICKS_PER_SECOND);
    size_t size = race_size(&fixture->track, def.car_count);
    Race *copy = fixture_block(size);
    memcpy(copy, fixture->race, size);
    fixture_run(fixture->race, 8 * RACE_TICKS_PER_SECOND);
    uint64_t hash = race_hash(fixture->race);
    memset(fixture->race, 0xA5, size); // nothing of the copy may point back
    fixture_run(copy, 8 * RACE_TICKS_PER_SECOND);
    assert_true(race_hash(copy) == hash);
    free(copy);
    fixture_destroy(fixture);
}

static CarInput scripted_input(uint32_t tick) {
    Random random = random_make(tick / 50, 11);
    return (CarInput){.steer = (int8_t)((int)(random_u32(&random) % 3) * 127 - 127),
                      .throttle = 255,
                      .flags = CAR_INPUT_KEYS};
}

static void the_clock_brings_all_time_as_ticks_and_a_part_of_the_next(void **state) {
    (void)state;
    RaceClock clock = {0};
    assert_int_equal(race_clock_advance(&clock, 2.75 / RACE_TICKS_PER_SECOND), 2);
    assert_near(race_clock_alpha(&clock), 0.75, 1e-6);
    assert_int_equal(race_clock_advance(&clock, 0.0), 0);
    assert_near(race_clock_alpha(&clock), 0.75, 1e-6);
    assert_int_equal(race_clock_advance(&clock, 0.5 / RACE_TICKS_PER_SECOND), 1);
    assert_near(race_clock_alpha(&clock), 0.25, 1e-6);
    Random random = random_make(3, 1);
    clock = (RaceClock){0};
    double passed = 0.0;
    int64_t ticks = 0;
    for (int i = 0; i < 10000; i++) { // frames of 0 to 50 ms, and stalls of which 250 ms count
        double frame = i % 50 == 0 ? 1.0 : (double)random_range(&random, 0.0f, 0.05f);
        passed += fmin(frame, 0.25);
        ticks += race_clock_advance(&clock, frame);
        double alpha = (double)race_clock_alpha(&clock);
        assert_true(alpha >= 0.0 && alpha <= 1.0);
        assert_near((double)ticks + alpha, passed * RACE_TICKS_PER_SECOND, 1e-4);
    }
}

// Drives one scripted car for `seconds` in frames of the lengths that `frame_time` gives.
static uint64_t hash_at_frame_rate(double (*frame_time)(int frame), int ticks) {
    RaceDef def = cars_of(4);
    def.ai_cars &= ~1u;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    RaceClock clock = {0};
    for (int frame = 0; (int)fixture->race->tick < ticks; frame++) {
        int count = race_clock_advance(&clock, frame_time(frame));
        for (int i = 0; i < count && (int)fixture->race->tick < ticks; i++) {
            CarInput inputs[RACE_MAX_CARS] = {scripted_input(fixture->race->tick)};
            race_step(fixture->race, inputs);
        }
    }
    uint64_t hash = race_hash(fixture->race);
    fixture_destroy(fixture);
    return hash;
}

static double at_25(int frame) {
    (void)frame;
    return 1.0 / 25.0;
}
static double at_60(int frame) {
    (void)frame;
    return 1.0 / 60.0;
}
static double at_144(int frame) {
    (void)frame;
    return 1.0 / 144.0;
}
static double with_stalls(int frame) {
    return frame % 17 == 0 ? 1.7 : frame % 5 == 0 ? 0.0 : 1.0 / 97.0;
}

static void one_input_script_gives_one_hash_at_any_frame_rate(void **state) {
    (void)state;
    enum {
        TICKS = 20 * RACE_TICKS_PER_SECOND
    };
    uint64_t hash = hash_at_frame_rate(at_60, TICKS);
    assert_true(hash_at_frame_rate(at_25, TICKS) == hash);
    assert_true(hash_at_frame_rate(at_144, TICKS) == hash);
    assert_true(hash_at_frame_rate(with_stalls, TICKS) == hash);
}

static void
the_clock_gives_four_ticks_a_sixtieth_and_never_more_than_a_quarter_second(void **state) {
    (void)state;
    RaceClock clock = {0};
    for (int i = 0; i < 600; i++) {
        assert_int_equal(race_clock_advance(&clock, 1.0 / 60.0), 4);
        assert_true(race_clock_alpha(&clock) >= 0.0f && race_clock_alpha(&clock) <= 1.0f);
    }
    assert_in_range(race_clock_advance(&clock, 5.0), 60, 61);
    int ticks = 0;
    for (int i = 0; i < 1440; i++) {
        ticks += race_clock_advance(&clock, 1.0 / 144.0);
    }
    assert_in_range(ticks, 2399, 2401);
}

static void cars_are_held_until_go(void **state) {
    (void)state;
    RaceDef def = cars_of(4);
    def.ai_cars = 0;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    const Body *bodies = race_bodies_const(fixture->race);
    vec2s start = bodies[0].position;
    CarInput inputs[RACE_MAX_CARS] = {{.throttle = 255}};
    for (int i = 0; i < RACE_COUNTDOWN_TICKS; i++) {
        assert_int_equal(fixture->race->phase, RACE_COUNTDOWN);
        race_step(fixture->race, inputs);
    }
    assert_int_equal(fixture->race->phase, RACE_RUNNING);
    assert_true(bodies[0].position.x == start.x && bodies[0].position.y == start.y);
    fixture_run(fixture->race, 1);
    for (int i = 0; i < RACE_TICKS_PER_SECOND; i++) {
        race_step(fixture->race, inputs);
    }
    assert_true(glms_vec2_distance(bodies[0].position, start) > 0.5f);
    fixture_destroy(fixture);
}

static void every_shipped_track_is_raced_to_the_end_by_six_of_each_car(void **state) {
    (void)state;
    for (int i = 0; i < FIXTURE_TRACK_COUNT; i++) {
        for (int k = 0; k < FIXTURE_CAR_COUNT; k++) {
            RaceDef def = cars_of(6);
            def.laps = 1;
            Fixture *fixture = fixture_make(fixture_tracks[i], fixture_cars[k], &def);
            while (fixture->race->phase != RACE_OVER) {
                fixture_run(fixture->race, RACE_TICKS_PER_SECOND);
            }
            assert_int_equal(fixture->race->finished_count, 6);
            const Racer *racers = race_racers_const(fixture->race);
            for (int car = 0; car < 6; car++) {
                assert_true(racers[car].finished && racers[car].total_s > 5.0);
                assert_near(racers[car].lap_times[0], racers[car].total_s, 1e-9);
            }
            assert_int_equal(race_world_const(fixture->race)->dropped, 0);
            fixture_destroy(fixture);
        }
    }
}

enum {
    WILD_SECONDS = SANITIZED ? 40 : 600
};

enum {
    WILD_CARS = 8,
    STUCK_WINDOW_S = 20
};

// Full throttle with a wheel that somebody else turns: what walls, rescue and solver have to stand.
static void drive_wildly(const char *track) {
    RaceDef def = cars_of(WILD_CARS);
    def.ai_cars = 0;
    def.mode = RACE_MODE_PRACTICE;
    Fixture *fixture = fixture_make(track, "gt", &def);
    Race *race = fixture->race;
    const Body *bodies = race_bodies_const(race);
    Random random = random_make(99, 1);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    vec2s before[WILD_CARS], anchor[WILD_CARS];
    float roamed[WILD_CARS] = {0};
    int respawns[WILD_CARS] = {0};
    for (int i = 0; i < WILD_CARS; i++) {
        before[i] = anchor[i] = bodies[i].position;
    }
    for (int tick = 1; tick <= WILD_SECONDS * RACE_TICKS_PER_SECOND; tick++) {
        for (int i = 0; i < WILD_CARS; i++) {
            if (random_u32(&random) % 60 == 0) {
                inputs[i] = (CarInput){.steer = (int8_t)((int)(random_u32(&random) % 255) - 127),
                                       .throttle = 255};
            }
        }
        race_step(race, inputs);
        for (int i = 0; i < WILD_CARS; i++) {
            vec2s now = bodies[i].position;
            assert_true(isfinite(now.x) && isfinite(now.y) && isfinite(bodies[i].spin) &&
                        isfinite(bodies[i].velocity.x) && isfinite(bodies[i].velocity.y));
            assert_true(box_contains(fixture->track.bounds, now));
            bool put_back = race_racers(race)[i].respawns != respawns[i];
            respawns[i] = race_racers(race)[i].respawns;
            if (!put_back && glms_vec2_distance2(now, before[i]) > 1e-8f) {
                WallHit hit =
                    wall_grid_ray(&fixture->data.walls, before[i], glms_vec2_sub(now, before[i]));
                assert_false(hit.hit); // its centre never goes into a wall, let alone through
            }
            before[i] = now;
            roamed[i] = fmaxf(roamed[i], glms_vec2_distance(now, anchor[i]));
            if (tick % (STUCK_WINDOW_S * RACE_TICKS_PER_SECOND) == 0) {
                if (!(roamed[i] > 3.0f)) {
                    print_error("%s: car %d stands at (%.2f, %.2f)\n", track, i, (double)now.x,
                                (double)now.y);
                }
                assert_true(roamed[i] > 3.0f);
                roamed[i] = 0.0f;
                anchor[i] = now;
            }
        }
    }
    assert_int_equal(race_world_const(race)->dropped, 0);
    fixture_destroy(fixture);
}

static void no_car_leaves_the_walls_or_gets_stuck_for_good(void **state) {
    (void)state;
    for (int i = 0; i < FIXTURE_TRACK_COUNT; i++) {
        drive_wildly(fixture_tracks[i]);
    }
}

/// Two people drive off among cones, `seconds` s; a third joins after one of them.
static Race *drive_off(const Fixture *fixture, bool third, int seconds) {
    RaceDef def = cars_of(2);
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 0;
    Race *race = race_make(fixture_block(race_size(&fixture->track, 2)), &def, &fixture->data,
                           fixture->models);
    const CarInput inputs[RACE_MAX_CARS] = {{.throttle = 255}, {.throttle = 200, .steer = 20}};
    for (int tick = 0; tick < seconds * RACE_TICKS_PER_SECOND; tick++) {
        if (third && tick == RACE_TICKS_PER_SECOND) {
            Race *joined = race_join(fixture_block(race_size(&fixture->track, 3)), race,
                                     &fixture->models[2], &def.drivers[2]);
            free(race);
            race = joined;
        }
        race_step(race, inputs);
    }
    return race;
}

static void who_joins_changes_nothing_for_the_others(void **state) {
    (void)state;
    RaceDef def = cars_of(3);
    Fixture *fixture = fixture_make("cone-yard", "hatch", &def);
    Race *two = drive_off(fixture, false, 5), *three = drive_off(fixture, true, 5);
    const Body *alone = race_bodies_const(two), *joined = race_bodies_const(three);
    assert_int_equal(three->car_count, 3);
    assert_true(two->prop_count > 0 && glms_vec2_norm(alone[0].velocity) > 5.0f);
    for (int i = 0; i < 2 + two->prop_count; i++) {
        assert_memory_equal(&alone[i], &joined[i < 2 ? i : i + 1], sizeof *alone);
    }
    const Racer *racer = &race_racers_const(three)[2];
    assert_int_equal(racer->lap_started_tick, RACE_TICKS_PER_SECOND);
    assert_true(racer->ghost_s <= 0.0f); // nobody stands where it stands
    vec2s slot = fixture->track.slots[2].position;
    assert_true(glms_vec2_distance(joined[2].position, slot) < 0.1f);
    free(two);
    free(three);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_hash_is_the_golden_one),
        cmocka_unit_test(two_races_of_one_seed_are_equal_and_of_two_seeds_are_not),
        cmocka_unit_test(the_state_hash_sees_every_field_that_decides),
        cmocka_unit_test(a_race_goes_on_after_a_track_with_fewer_gates),
        cmocka_unit_test(a_copied_race_goes_on_like_the_original),
        cmocka_unit_test(the_clock_brings_all_time_as_ticks_and_a_part_of_the_next),
        cmocka_unit_test(one_input_script_gives_one_hash_at_any_frame_rate),
        cmocka_unit_test(
            the_clock_gives_four_ticks_a_sixtieth_and_never_more_than_a_quarter_second),
        cmocka_unit_test(cars_are_held_until_go),
        cmocka_unit_test(every_shipped_track_is_raced_to_the_end_by_six_of_each_car),
        cmocka_unit_test(no_car_leaves_the_walls_or_gets_stuck_for_good),
        cmocka_unit_test(who_joins_changes_nothing_for_the_others),
    };
    return cmocka_run_group_tests_name("race", tests, NULL, NULL);
}
