#include "replay/compare.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

enum {
    POSES_MAX = 60 * RACE_TICKS_PER_SECOND
};

/// A lap and where its car really was.
typedef struct Driven {
    Fixture *fixture;
    LapRecorder recorder;
    vec2s *places; ///< After each step since the lap began, the start first.
    int count;
} Driven;

// The AI's lap number `wanted` (from 1) of car `car`.
static Driven drive_to_lap(const char *track, const char *model, const RaceDef *def, int car,
                           int wanted) {
    Driven out = {.fixture = fixture_make(track, model, def)};
    Race *race = out.fixture->race;
    out.places = calloc(POSES_MAX, sizeof *out.places);
    out.recorder = lap_recorder_begin(race, car);
    out.places[out.count++] = race_bodies_const(race)[car].position;
    for (int i = 0; i < 200 * RACE_TICKS_PER_SECOND; i++) {
        fixture_run(race, 1);
        bool whole = lap_recorder_follow(&out.recorder, race);
        if (whole && race_racers(race)[car].lap == wanted) {
            return out;
        }
        if (whole || race->tick <= race->start_tick) {
            out.count = 0;
        }
        if (out.count < POSES_MAX) {
            out.places[out.count++] = race_bodies_const(race)[car].position;
        }
    }
    fail_msg("no lap");
    return out;
}

static void end_driven(Driven *driven) {
    lap_recorder_destroy(&driven->recorder);
    fixture_destroy(driven->fixture);
    free(driven->places);
}

static RaceDef practice(void) {
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.mode = RACE_MODE_PRACTICE;
    def.drivers[0] = driver_params_steady(SKILL_HARD);
    return def;
}

static CarModel changed(const CarModel *model, float mass, float grip) {
    CarParams params = model->params;
    params.mass *= mass;
    params.yaw_inertia *= mass;
    params.mu_x_front *= grip;
    params.mu_y_front *= grip;
    params.mu_x_rear *= grip;
    params.mu_y_rear *= grip;
    return car_model_make(&params);
}

static void the_same_set_up_is_the_same_lap_to_the_bit(void **state) {
    (void)state;
    for (int track = 0; track < FIXTURE_TRACK_COUNT; track++) {
        RaceDef def = practice();
        Driven driven = drive_to_lap(fixture_tracks[track], "hatch", &def, 0, 2);
        const LapRecord *lap = &driven.recorder.last;
        const CarModel models[2] = {driven.fixture->models[0], driven.fixture->models[0]};
        Comparison both = compare_make(lap, &driven.fixture->data, 0, models);
        assert_true(lap->whole && lap->lap_s > 10.0);
        assert_true(both.runs[0].lap_s == lap->lap_s);
        assert_int_equal(both.runs[0].count, lap->count);
        assert_int_equal(driven.count, lap->count);
        for (int i = 0; i < lap->count; i++) { // as it was driven, and both alike
            const ComparePose *a = &both.runs[0].poses[i], *b = &both.runs[1].poses[i];
            assert_memory_equal(&a->position, &driven.places[i], sizeof a->position);
            assert_memory_equal(a, b, sizeof *a);
        }
        assert_true((float)both.count * both.step > 0.97f * lap_length(&driven.fixture->data, 0));
        for (int i = 0; i < both.count; i++) {
            assert_true(both.points[i].delta == 0.0);
            assert_memory_equal(&both.points[i].at[0], &both.points[i].at[1], sizeof(ComparePose));
            // the lap ends between two ticks, and with it the poses
            double tick = i == both.count - 1 ? 0.2 : 0.0;
            assert_near(both.points[i].at[0].s, both.points[i].s, 0.01 + tick);
        }
        compare_destroy(&both);
        end_driven(&driven);
    }
}

static void a_heavier_car_is_slower(void **state) {
    (void)state;
    RaceDef def = practice();
    // The heavier car has to stay on the road with the same inputs.
    driver_params_scale_pace(&def.drivers[0], 0.96f);
    Driven driven = drive_to_lap("first-oval", "hatch", &def, 0, 1); // from rest
    const CarModel *model = &driven.fixture->models[0];
    const CarModel models[2] = {*model, changed(model, 1.15f, 1.0f)};
    Comparison both = compare_make(&driven.recorder.last, &driven.fixture->data, 0, models);
    double before = 0.0, delta = 0.0;
    for (float s = 14.0f; s < 390.0f; s += 20.0f) {
        assert_true(compare_delta(&both, s, &delta));
        assert_true(delta > before);
        before = delta;
    }
    assert_true(delta > 0.5 && delta < 5.0);
    assert_true(both.runs[0].lap_s > 0.0 && both.runs[1].lap_s == 0.0); // the inputs end first
    assert_false(both.runs[0].off.happened);
    assert_false(compare_delta(&both, -50.0f, &delta));
    assert_false(compare_delta(&both, 5000.0f, &delta));
    // The other way round it is the same with the other sign.
    const CarModel swapped[2] = {models[1], models[0]};
    Comparison back = compare_make(&driven.recorder.last, &driven.fixture->data, 0, swapped);
    assert_int_equal(back.count, both.count);
    for (int i = 0; i < both.count; i++) {
        assert_true(back.points[i].delta == -both.points[i].delta);
    }
    compare_destroy(&back);
    compare_destroy(&both);
    end_driven(&driven);
}

// Where the first bend of less than 60 m after the finish line begins, m.
static float first_bend(const Track *track) {
    const Ribbon *ribbon = &track->ribbons[0];
    float finish = track->gates[track->gate_count - 1].s;
    for (float s = 0.0f; s < ribbon->length; s += 1.0f) {
        RibbonPlace place = ribbon_at(ribbon, finish + s);
        if (fabsf(ribbon->samples[place.sample].curvature) > 1.0f / 60.0f) {
            return s;
        }
    }
    return -1.0f;
}

static void without_grip_it_leaves_the_road_in_the_first_bend(void **state) {
    (void)state;
    for (int track = 0; track < 2; track++) {
        RaceDef def = practice();
        Driven driven = drive_to_lap(fixture_tracks[track], "hatch", &def, 0, 2);
        const CarModel *model = &driven.fixture->models[0];
        const CarModel models[2] = {*model, changed(model, 1.0f, 0.15f)};
        Comparison both = compare_make(&driven.recorder.last, &driven.fixture->data, 0, models);
        CompareEvent off = both.runs[1].off;
        float bend = first_bend(&driven.fixture->track);
        assert_false(both.runs[0].off.happened);
        assert_true(off.happened);
        assert_true(off.s > bend && off.s < bend + 80.0f);
        assert_true(off.t > 0.0 && off.t < 8.0);
        // The place is beside the road, where the run says that the car then was.
        ComparePose pose = compare_pose(&both, 1, off.t);
        assert_near(glms_vec2_distance(pose.position, off.at), 0.0, 0.02);
        const Ribbon *ribbon = &driven.fixture->track.ribbons[0];
        RibbonPlace place = ribbon_locate(ribbon, off.at, -1);
        int side = place.offset > 0.0f ? 0 : 1;
        assert_true(fabsf(place.offset) > ribbon_half_width(ribbon, place, side) - 1.0f);
        compare_destroy(&both);
        end_driven(&driven);
    }
}

// Of a race among others, of a car that is not the first, the lap is driven again alone.
static void a_lap_among_others_is_driven_alone(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.laps = 3;
    Driven driven = drive_to_lap("frost-depot", "gt", &def, 4, 2);
    const LapRecord *lap = &driven.recorder.last;
    const CarModel *model = &driven.fixture->models[4];
    const CarModel models[2] = {*model, *model};
    uint64_t hash = race_hash(driven.fixture->race);
    RaceData data = driven.fixture->data;
    data.lines[0] = (RacingLine){0}; // other cars' are not looked at
    memset(data.gate_s[0], 0, sizeof data.gate_s[0]);
    Comparison both = compare_make(lap, &data, 4, models);
    assert_near(both.runs[0].poses[0].s, 0.0, 1.0);
    assert_true(race_hash(driven.fixture->race) == hash);
    assert_memory_equal(&both.runs[0].poses[0].position, &lap->body.position, sizeof(vec2s));
    assert_true(both.count > 100);
    for (int i = 0; i < both.count; i++) {
        assert_true(both.points[i].delta == 0.0);
    }
    ComparePose first = compare_pose(&both, 0, -10.0), last = compare_pose(&both, 0, 1e6);
    assert_memory_equal(&first, &both.runs[0].poses[0], sizeof first);
    assert_memory_equal(&last, &both.runs[0].poses[both.runs[0].count - 1], sizeof last);
    compare_destroy(&both);
    end_driven(&driven);
}

// What was rewound is no part of the lap; what came after it is.
static void a_rewound_lap_is_what_was_driven_in_the_end(void **state) {
    (void)state;
    RaceDef def = practice();
    def.ai_cars = 0;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    size_t size = race_size(&fixture->track, 1);
    Race *saved = fixture_block(size), *start = fixture_block(size);
    LapRecorder recorder = lap_recorder_begin(race, 0);
    memcpy(start, race, size);
    CarInput input = {.throttle = 255, .flags = CAR_INPUT_AUTOPILOT};
    for (int i = 0; i < 4 * RACE_TICKS_PER_SECOND; i++) {
        if (i == 2 * RACE_TICKS_PER_SECOND) {
            memcpy(saved, race, size);
        }
        if (i == 3 * RACE_TICKS_PER_SECOND) { // off into the grass, which is to be undone
            input = (CarInput){.throttle = 255, .steer = 127};
        }
        race_step(race, &input);
        assert_false(lap_recorder_follow(&recorder, race));
    }
    memcpy(race, saved, size);
    input = (CarInput){.flags = CAR_INPUT_AUTOPILOT};
    bool whole = false;
    for (int i = 0; i < 60 * RACE_TICKS_PER_SECOND && !whole; i++) {
        race_step(race, &input);
        whole = lap_recorder_follow(&recorder, race);
    }
    assert_true(whole);
    assert_int_equal(recorder.last.count, race->tick);
    const CarModel models[2] = {fixture->models[0], fixture->models[0]};
    Comparison both = compare_make(&recorder.last, &fixture->data, 0, models);
    assert_true(both.runs[0].lap_s == race_racers(race)[0].lap_times[0]);
    assert_false(both.runs[0].off.happened);
    compare_destroy(&both);
    // Back over the line: no lap ends before the next one has begun.
    memcpy(race, start, size);
    race->tick += 100;
    for (int i = 0; i < 40 * RACE_TICKS_PER_SECOND && race_racers(race)->lap == 0; i++) {
        race_step(race, &input);
        assert_false(lap_recorder_follow(&recorder, race));
    }
    free(start);
    free(saved);
    lap_recorder_destroy(&recorder);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_set_up_is_the_same_lap_to_the_bit),
        cmocka_unit_test(a_heavier_car_is_slower),
        cmocka_unit_test(without_grip_it_leaves_the_road_in_the_first_bend),
        cmocka_unit_test(a_lap_among_others_is_driven_alone),
        cmocka_unit_test(a_rewound_lap_is_what_was_driven_in_the_end),
    };
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
