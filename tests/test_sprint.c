#include "race/rescue.h"
#include "race/teleport.h"
#include "replay/compare.h"
#include "replay/telemetry.h"
#include "track/reverse.h"

#include <math.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

/// An open road with bends to both sides.
#define ROAD                                                                               \
    TRACK_HEAD "laps: 1\nribbons:\n  - {closed: false, width: 12, points: [[0, 0], [120, " \
               "0], [200, 60], [300, 60], [360, 0], [300, -60], [420, -120]]}\n"

/// A hall without roads that leads past two walls from one end to the other: no way leads back.
#define HALL                                                                               \
    TRACK_HEAD                                                                             \
    "laps: 1\nground: asphalt\nwalls:\n"                                                   \
    "  - {closed: true, polyline: [[-120, -20], [120, -20], [120, 20], [-120, 20]]}\n"     \
    "  - {polygon: [[-50, -20], [-48, -20], [-48, 5], [-50, 5]]}\n"                        \
    "  - {polygon: [[10, -5], [12, -5], [12, 20], [10, 20]]}\n"                            \
    "finish: {left: [70, 20], right: [70, -20]}\ngates:\n"                                 \
    "  - {left: [-49, 20], right: [-49, 5]}\n  - {left: [11, -5], right: [11, -20]}\n"     \
    "grid: {slots: [[-90, 0, 0], [-96, -5, 0], [-100, 5, 0], [-106, 0, 0], [-110, 6, 0], " \
    "[-110, -6, 0]]}\n"

static RaceDef six_cars(void) {
    RaceDef def = race_def_default();
    def.laps = 3; // more than a sprint has
    return def;
}

static void all_start_race_and_finish_a_sprint(void **state) {
    (void)state;
    static const char *const texts[] = {ROAD, HALL};
    for (int i = 0; i < 2; i++) {
        RaceDef def = six_cars();
        Fixture *fixture = fixture_make_on(track_of(texts[i]), "gt", &def);
        Race *race = fixture->race;
        assert_true(fixture->data.lines[0].open);
        assert_int_equal(race->laps, 1);
        while (race->phase != RACE_OVER) {
            fixture_run(race, 1);
        }
        int hits = 0;
        double longest = 60.0; // a call-off, not a finish
        for (int car = 0; car < 6; car++) {
            const Racer *racer = &race_racers(race)[car];
            assert_true(racer->finished && racer->total_s < longest);
            assert_int_equal(racer->respawns, 0);
            hits += racer->hits;
            assert_true(racer->total_s > (double)fixture->data.lines[0].lap_s);
        }
        assert_true(hits <= 6); // drivers who race touch: not more than once each
        fixture_destroy(fixture);
    }
}

// They stop behind the finish, in nobody's way and on the track.
static void behind_the_finish_they_come_to_rest(void **state) {
    (void)state;
    RaceDef def = six_cars();
    Fixture *fixture = fixture_make_on(track_of(ROAD), "gt", &def);
    Race *race = fixture->race;
    while (race->phase != RACE_OVER) {
        fixture_run(race, 1);
    }
    fixture_run(race, 20 * RACE_TICKS_PER_SECOND);
    for (int car = 0; car < 6; car++) {
        assert_true(glms_vec2_norm(race_bodies_const(race)[car].velocity) < 0.3f);
        assert_int_equal(race_racers(race)[car].respawns, 0);
        assert_true(box_contains(fixture->track.bounds, race_bodies_const(race)[car].position));
    }
    fixture_destroy(fixture);
}

static void who_is_out_of_time_comes_to_rest_there_too(void **state) {
    (void)state;
    RaceDef def = six_cars();
    def.time_limit = 5.0f;
    Fixture *fixture = fixture_make_on(track_of(ROAD), "gt", &def);
    Race *race = fixture->race;
    fixture_run(race, 80 * RACE_TICKS_PER_SECOND);
    assert_int_equal(race->phase, RACE_OVER);
    for (int car = 0; car < 6; car++) {
        assert_true(race_racers(race)[car].retired);
        assert_true(glms_vec2_norm(race_bodies_const(race)[car].velocity) < 0.3f);
        assert_int_equal(race_racers(race)[car].respawns, 0);
    }
    fixture_destroy(fixture);
}

static void practice_begins_again_at_the_start(void **state) {
    (void)state;
    RaceDef def = six_cars();
    def.car_count = 1;
    def.mode = RACE_MODE_PRACTICE;
    Fixture *fixture = fixture_make_on(track_of(ROAD), "gt", &def);
    Racer *racer = race_racers(fixture->race);
    double laps[2];
    for (int lap = 0; lap < 2; lap++) {
        while (racer->lap == lap && fixture->race->tick < 60000) {
            fixture_run(fixture->race, 1);
        }
        assert_int_equal(racer->lap, lap + 1);
        laps[lap] = racer->lap_times[lap];
    }
    assert_near(laps[0], laps[1], 1.0); // the time behind the finish is not part of it
    assert_int_equal(racer->respawns, 0);
    fixture_destroy(fixture);
}

// Before the first gate a rescue leads back to the slot, not to the finish.
static void a_rescue_at_the_start_leads_to_the_slot(void **state) {
    (void)state;
    RaceDef def = six_cars();
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 0;
    Fixture *fixture = fixture_make_on(track_of(ROAD), "gt", &def);
    Body *body = &world_bodies(race_world(fixture->race))[2];
    body->position.y += 30.0f;
    rescue_respawn(fixture->race, 2);
    assert_near(body->position.x, fixture->track.slots[2].position.x, 0.0);
    assert_near(body->position.y, fixture->track.slots[2].position.y, 0.0);
    fixture_destroy(fixture);
}

static Fixture *alone_in_practice(const char *text) {
    RaceDef def = six_cars();
    def.car_count = 1;
    def.mode = RACE_MODE_PRACTICE;
    return fixture_make_on(track_of(text), "gt", &def);
}

// No finish lies before the start of a sprint.
static void the_way_counts_from_the_start_to_the_finish(void **state) {
    (void)state;
    static const struct {
        const char *text;
        float start, finish; // m, of the first slot and of the finish
    } roads[] = {{ROAD, 35.0f, 624.0f}, {HALL, 0.0f, 164.0f}};
    for (int i = 0; i < 2; i++) {
        Fixture *fixture = alone_in_practice(roads[i].text);
        const Racer *racer = race_racers(fixture->race);
        int hint = -1;
        float length = lap_length(&fixture->data, 0);
        float before = lap_distance(fixture->race, 0, &hint);
        assert_near(length, roads[i].finish, 0.03f * roads[i].finish);
        assert_near(before, roads[i].start, 20.0);
        while (racer->lap == 0) {
            float s = lap_distance(fixture->race, 0, &hint);
            assert_true(s > before - 0.2f && s < before + 1.0f);
            before = s;
            fixture_run(fixture->race, 1);
        }
        assert_near(before, length, 1.0);
        fixture_destroy(fixture);
    }
}

// What is recorded begins at the start again, not at the finish of the run before.
static void a_second_run_is_recorded_from_its_start(void **state) {
    (void)state;
    static const char *const texts[] = {ROAD, HALL};
    for (int i = 0; i < 2; i++) {
        Fixture *fixture = alone_in_practice(texts[i]);
        Race *race = fixture->race;
        const Racer *racer = race_racers(race);
        LapRecorder recorder = lap_recorder_begin(race, 0);
        Telemetry telemetry = telemetry_begin(race, 0);
        race_racers(race)[0].params = driver_params_steady(SKILL_EASY);
        race_set_ai(race, 0, true);
        double gained = 0.0;
        for (int whole = 0; whole < 2 && race->tick < 60000;) {
            fixture_run(race, 1);
            if (lap_recorder_follow(&recorder, race)) {
                whole++;
                race_racers(race)[0].params = driver_params_steady(SKILL_EXPERT); // its best run
                race_set_ai(race, 0, true);
            }
            telemetry_follow(&telemetry, race);
            gained = fmax(gained, fabs(telemetry_sample(&telemetry, race).ax_g));
        }
        assert_int_equal(racer->lap, 2);
        assert_int_equal(telemetry.best_lap, 2);
        assert_true(recorder.last.lap_s == racer->lap_times[1]);
        assert_true(gained < 4.0); // being put back is no acceleration
        const LapTrace *best = &telemetry.best;
        assert_true(best->lap_s == racer->best_lap_s);
        assert_true(best->points[0].s < 60.0f && best->points[0].t < 0.01);
        for (int k = 1; k < best->count; k++) {
            assert_true(best->points[k].t > best->points[k - 1].t);
        }
        const CarModel models[2] = {fixture->models[0], fixture->models[0]};
        Comparison both = compare_make(&recorder.last, &fixture->data, 0, models);
        assert_true(both.runs[0].lap_s == recorder.last.lap_s);
        assert_true((float)both.count * both.step > 0.85f * lap_length(&fixture->data, 0));
        compare_destroy(&both);
        lap_recorder_destroy(&recorder);
        telemetry_destroy(&telemetry);
        fixture_destroy(fixture);
    }
}

// A car that is put on a sprint expects what lies ahead of it there; behind the finish that is
// nothing but another run.
static void a_car_put_on_a_sprint_expects_the_next_gate_ahead(void **state) {
    (void)state;
    Fixture *fixture = alone_in_practice(ROAD);
    const Racer *racer = race_racers(fixture->race);
    const Ribbon *road = &fixture->track.ribbons[0];
    int last = fixture->track.gate_count - 1;
    for (int i = 0; i <= last; i++) {
        float s = fixture->track.gates[i].s - 5.0f;
        vec2s point = ribbon_point(road, ribbon_at(road, s));
        teleport_put(fixture->race, 0, point, teleport_heading(fixture->race, 0, point));
        assert_int_equal(racer->next_gate, i);
        assert_int_equal(racer->gates_passed, i);
    }
    vec2s end = ribbon_point(road, ribbon_at(road, fixture->track.gates[last].s + 5.0f));
    teleport_put(fixture->race, 0, end, teleport_heading(fixture->race, 0, end));
    assert_int_equal(racer->next_gate, 0);
    teleport_put_on_road(fixture->race, 0);
    assert_true(glms_vec2_distance(race_bodies_const(fixture->race)[0].position, end) < 5.0f);
    fixture_destroy(fixture);
}

static void a_sprint_has_no_other_direction(void **state) {
    (void)state;
    Track track = track_of(ROAD);
    Hash128 before = track.hash;
    assert_false(track_reverse(&track));
    assert_true(before.low == track.hash.low && !track.reversed);
    track_destroy(&track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_start_race_and_finish_a_sprint),
        cmocka_unit_test(behind_the_finish_they_come_to_rest),
        cmocka_unit_test(who_is_out_of_time_comes_to_rest_there_too),
        cmocka_unit_test(practice_begins_again_at_the_start),
        cmocka_unit_test(a_rescue_at_the_start_leads_to_the_slot),
        cmocka_unit_test(the_way_counts_from_the_start_to_the_finish),
        cmocka_unit_test(a_second_run_is_recorded_from_its_start),
        cmocka_unit_test(a_car_put_on_a_sprint_expects_the_next_gate_ahead),
        cmocka_unit_test(a_sprint_has_no_other_direction),
    };
    return cmocka_run_group_tests_name("sprint", tests, NULL, NULL);
}
