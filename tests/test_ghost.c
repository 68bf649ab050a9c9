/// Laps taken down as poses: they say what the race says, and are shown where the car was.
#include "replay/ghost.h"

#include "fixture.h"
#include "test.h"

enum {
    CARS = 3,
    LAPS = 3,
};

static void laps_are_those_of_the_race(void **state) {
    (void)state;
    static const CarInput idle[RACE_MAX_CARS];
    RaceDef def = fixture_field(CARS, SKILL_HARD, LAPS);
    Fixture *fixture = fixture_make("first-oval", "gt", &def);
    Race *race = fixture->race;
    GhostRecorder recorders[CARS];
    int laps[CARS] = {0};
    for (int i = 0; i < CARS; i++) {
        recorders[i] = ghost_recorder_begin(race, i);
    }
    while (race->phase != RACE_OVER) {
        race_step(race, idle);
        for (int i = 0; i < CARS; i++) {
            if (!ghost_recorder_follow(&recorders[i], race)) {
                continue;
            }
            const Racer *racer = &race_racers_const(race)[i];
            const GhostLap *lap = &recorders[i].last;
            assert_near(lap->lap_s, racer->lap_times[laps[i]], 0.0);
            int gates = race->data->track->gate_count;
            for (int gate = 1; gate < gates; gate++) {
                assert_true(lap->sector_s[gate] > lap->sector_s[gate - 1]);
            }
            assert_near(lap->sector_s[gates - 1], racer->lap_times[laps[i]], 1e-4);
            // One pose a step, and one at each end.
            assert_in_range(lap->count, (int)(lap->lap_s * 240.0) + 1,
                            (int)(lap->lap_s * 240.0) + 3);
            laps[i]++;
        }
    }
    for (int i = 0; i < CARS; i++) {
        assert_int_equal(laps[i], LAPS);
        ghost_recorder_destroy(&recorders[i]);
    }
    fixture_destroy(fixture);
}

/// Two cars alike on two tracks, one a lap and part of a step ahead: the ghost of its flying lap
/// lies on the other's at the same time of the lap.
static void a_ghost_is_where_its_car_was_at_the_same_time_of_the_lap(void **state) {
    (void)state;
    static const CarInput idle[RACE_MAX_CARS];
    RaceDef def = fixture_field(1, SKILL_EXPERT, LAPS);
    Fixture *fixture = fixture_make("first-oval", "gt", &def);
    Race *race = fixture->race;
    GhostRecorder recorder = ghost_recorder_begin(race, 0);
    while (!ghost_recorder_follow(&recorder, race) || race_racers_const(race)->lap < 2) {
        race_step(race, idle);
    }
    GhostLap flying = ghost_lap_copy(&recorder.last);
    GhostPose pose;
    // Its own race, driven again: each pose comes back to the bit.
    race_make(race, &def, &fixture->data, fixture->models);
    int seen = 0;
    for (int i = 0; race_racers_const(race)->lap < 2; i++) {
        race_step(race, idle);
        if (race_racers_const(race)->lap == 1) {
            const Body *body = &race_bodies_const(race)[0];
            assert_true(ghost_lap_pose(&flying, race, 0, 1.0f, &pose));
            assert_memory_equal(&pose.position, &body->position, sizeof pose.position);
            assert_near(pose.angle, body->angle, 0.0);
            seen++;
        }
    }
    assert_in_range(seen, flying.count - 3, flying.count);
    // Half a step earlier it is half a step behind.
    GhostPose now, half, before;
    race_make(race, &def, &fixture->data, fixture->models);
    while (race_racers_const(race)->lap < 1 || race->tick % 1000 != 0) {
        race_step(race, idle);
    }
    assert_true(ghost_lap_pose(&flying, race, 0, 1.0f, &now));
    assert_true(ghost_lap_pose(&flying, race, 0, 0.5f, &half));
    assert_true(ghost_lap_pose(&flying, race, 0, 0.0f, &before));
    assert_near(half.position.x, 0.5f * (now.position.x + before.position.x), 1e-4);
    flying.start_part += 0.5f; // it began half a step later, so it has driven half a step less
    GhostPose later;
    assert_true(ghost_lap_pose(&flying, race, 0, 0.0f, &later));
    assert_near(later.position.x, half.position.x, 1e-4);
    ghost_lap_destroy(&flying);
    ghost_recorder_destroy(&recorder);
    fixture_destroy(fixture);
}

static void a_lap_under_way_is_left_out(void **state) {
    (void)state;
    static const CarInput idle[RACE_MAX_CARS];
    RaceDef def = fixture_field(1, SKILL_HARD, 2);
    Fixture *fixture = fixture_make("first-oval", "gt", &def);
    Race *race = fixture->race;
    for (int i = 0; i < 1200; i++) {
        race_step(race, idle);
    }
    GhostRecorder recorder = ghost_recorder_begin(race, 0);
    int whole = 0;
    while (race->phase != RACE_OVER) {
        race_step(race, idle);
        whole += ghost_recorder_follow(&recorder, race);
    }
    assert_int_equal(whole, 1);
    ghost_recorder_destroy(&recorder);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laps_are_those_of_the_race),
        cmocka_unit_test(a_ghost_is_where_its_car_was_at_the_same_time_of_the_lap),
        cmocka_unit_test(a_lap_under_way_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
