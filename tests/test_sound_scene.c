#include "audio/sound_scene.h"
#include "events/race_events.h"
#include "race/flags.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

/// A wide road along y = -35 and beside it a wall of tyres along x = 100, and a cone.
#define YARD                                                                             \
    TRACK_HEAD                                                                           \
    "ribbons:\n  - {curve: round, radius: 60, width: 60, shoulder: none, "               \
    "points: [[-300, -35], [300, -35], [300, 165], [-300, 165]]}\n"                      \
    "grid: {columns: 1}\n"                                                               \
    "walls:\n  - {polyline: [[100, -130], [100, -75]], thickness: 1, material: tyres}\n" \
    "props:\n  - {kind: cone, at: [0, -115]}\n"

static Fixture *stand(int cars) {
    RaceDef def = race_def_default();
    def.car_count = cars;
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 0;
    return fixture_make_on(track_of(YARD), "hatch", &def);
}

static void put(Fixture *fixture, int car, float x, float y, float angle, float speed) {
    Body *body = &world_bodies(race_world(fixture->race))[car];
    body->position = vec2_make(x, y);
    body_set_angle(body, angle);
    body->velocity = glms_vec2_scale(vec2_make(body->rotation.c, body->rotation.s), speed);
    body->spin = 0.0f;
    Racer *racer = &race_racers(fixture->race)[car];
    racer->car = car_make(&racer->model, speed); // its wheels roll
}

/// Steps `ticks` times; returns the scene with all that has happened.
static SoundScene run(Fixture *fixture, SoundWatch *watch, int ticks) {
    static const CarInput idle[RACE_MAX_CARS];
    for (int i = 0; i < ticks; i++) {
        race_step(fixture->race, idle);
        sound_watch_tick(watch, fixture->race, NULL, 1);
    }
    return sound_watch_look(watch, fixture->race);
}

static void an_impact_is_told_once_with_its_energy_and_its_materials(void **state) {
    (void)state;
    const float speeds[] = {0.8f, 2.0f, 6.0f, 20.0f, 40.0f};
    float last = 0.0f;
    for (int i = 0; i < 5; i++) {
        Fixture *fixture = stand(1);
        SoundWatch watch = {0};
        run(fixture, &watch, 1);
        put(fixture, 0, 97.2f, -100.0f, 0.0f, speeds[i]);
        SoundScene scene = run(fixture, &watch, 240);
        float mass = fixture->models[0].params.mass;
        float whole = 0.5f * mass * speeds[i] * speeds[i];
        assert_int_equal(scene.impact_count, 1);
        const Impact *impact = &scene.impacts[0];
        assert_int_equal(impact->car, 0);
        assert_int_equal(impact->other, -1);
        assert_int_equal(impact->material, CONTACT_BODYWORK);
        assert_int_equal(impact->against, MATERIAL_TYRES);
        assert_false(impact->loose);
        assert_near(impact->at.x, 99.5, 0.5);
        assert_true(impact->energy > 0.5f * whole && impact->energy < 1.5f * whole);
        assert_true(impact->energy > last);
        last = impact->energy;
        fixture_destroy(fixture);
    }
}

static void cars_that_meet_are_both_in_the_impact(void **state) {
    (void)state;
    Fixture *fixture = stand(2);
    SoundWatch watch = {0};
    run(fixture, &watch, 1);
    put(fixture, 0, 0.0f, -100.0f, 0.0f, 10.0f);
    put(fixture, 1, 6.0f, -100.0f, 0.0f, 0.0f);
    SoundScene scene = run(fixture, &watch, 120);
    assert_true(scene.impact_count >= 1);
    assert_int_equal(scene.impacts[0].car, 0);
    assert_int_equal(scene.impacts[0].other, 1);
    assert_int_equal(scene.impacts[0].against, CONTACT_BODYWORK);
    fixture_destroy(fixture);
}

static void a_cone_that_is_hit_rings_on_its_own(void **state) {
    (void)state;
    Fixture *fixture = stand(1);
    SoundWatch watch = {0};
    run(fixture, &watch, 1);
    put(fixture, 0, -6.0f, -115.0f, 0.0f, 12.0f);
    SoundScene scene = run(fixture, &watch, 120);
    assert_true(scene.impact_count >= 1);
    assert_true(scene.impacts[0].loose);
    assert_int_equal(scene.impacts[0].against, MATERIAL_PLASTIC);
    fixture_destroy(fixture);
}

static void a_car_that_rests_on_a_wall_makes_no_impacts(void **state) {
    (void)state;
    Fixture *fixture = stand(1);
    SoundWatch watch = {0};
    run(fixture, &watch, 1);
    put(fixture, 0, 97.4f, -100.0f, 0.0f, 0.0f);
    const CarInput gas[RACE_MAX_CARS] = {{.throttle = 255}};
    for (int i = 0; i < 480; i++) { // first it comes to rest there
        race_step(fixture->race, gas);
        sound_watch_tick(&watch, fixture->race, NULL, 1);
    }
    sound_watch_look(&watch, fixture->race);
    for (int i = 0; i < 480; i++) {
        race_step(fixture->race, gas);
        sound_watch_tick(&watch, fixture->race, NULL, 1);
    }
    assert_int_equal(sound_watch_look(&watch, fixture->race).impact_count, 0);
    fixture_destroy(fixture);
}

static void whoever_slides_along_a_wall_scrapes_and_stops_when_he_is_off_it(void **state) {
    (void)state;
    Fixture *fixture = stand(1);
    SoundWatch watch = {0};
    run(fixture, &watch, 1);
    put(fixture, 0, 98.4f, -115.0f, 1.45f, 15.0f); // along it, and a little into it
    SoundScene scene = run(fixture, &watch, 60);
    assert_true(scene.cars[0].scrape.speed > 5.0f);
    assert_true(scene.cars[0].scrape.force > 10.0f);
    assert_int_equal(scene.cars[0].scrape.material, MATERIAL_TYRES);
    put(fixture, 0, 0.0f, -100.0f, 0.0f, 15.0f);
    run(fixture, &watch, 2);
    scene = run(fixture, &watch, 10);
    assert_near(scene.cars[0].scrape.force, 0.0, 0.0);
    fixture_destroy(fixture);
}

static void tyres_below_their_peak_take_no_power(void **state) {
    (void)state;
    Fixture *fixture = stand(1);
    SoundWatch watch = {0};
    run(fixture, &watch, 1);
    put(fixture, 0, 0.0f, -100.0f, 0.0f, 20.0f);
    run(fixture, &watch, 120);
    SoundScene rolls = sound_watch_look(&watch, fixture->race);
    world_bodies(race_world(fixture->race))[0].spin = 6.0f; // it goes round
    SoundScene slides = run(fixture, &watch, 60);
    float rolling = 0.0f, sliding = 0.0f;
    for (int i = 0; i < CAR_WHEELS; i++) {
        rolling += rolls.cars[0].wheels[i].power;
        sliding += slides.cars[0].wheels[i].power;
        assert_near(rolls.cars[0].wheels[i].speed, rolls.cars[0].speed, 0.5);
    }
    assert_near(rolling, 0.0, 0.0);
    assert_true(sliding > 1000.0f);
    fixture_destroy(fixture);
}

static int count_cues(const SoundScene *scene, CueKind kind) {
    int count = 0;
    for (int i = 0; i < scene->cues.count; i++) {
        count += scene->cues.items[i].kind == (uint8_t)kind;
    }
    return count;
}

static void a_race_signals_its_lights_its_last_lap_and_its_end(void **state) {
    (void)state;
    RaceDef def = fixture_field(4, SKILL_HARD, 2);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    SoundWatch watch = {0};
    RaceEvents *events = calloc(1, sizeof *events);
    race_events_begin(events, fixture->race);
    static const CarInput idle[RACE_MAX_CARS];
    int counts[CUE_KIND_COUNT] = {0}, lap_ticks = 0;
    while (fixture->race->phase != RACE_OVER) {
        race_step(fixture->race, idle);
        race_events_follow(events, fixture->race);
        sound_watch_tick(&watch, fixture->race, &events->list, 1);
        SoundScene scene = sound_watch_look(&watch, fixture->race);
        for (int kind = 0; kind < CUE_KIND_COUNT; kind++) {
            counts[kind] += count_cues(&scene, (CueKind)kind);
        }
        lap_ticks +=
            count_cues(&scene, CUE_LAST_LAP) > 0 && race_racers_const(fixture->race)[0].lap == 1;
    }
    int gained = 0, lost = 0;
    for (int i = 0; i < events->list.count; i++) {
        gained += events->list.items[i].kind == EVENT_PASS && events->list.items[i].car == 0;
        lost += events->list.items[i].kind == EVENT_PASS && events->list.items[i].other == 0;
    }
    assert_int_equal(counts[CUE_LIGHT], 3);
    assert_int_equal(counts[CUE_GO], 1);
    assert_int_equal(counts[CUE_LAST_LAP], 1);
    assert_int_equal(lap_ticks, 1);
    assert_int_equal(counts[CUE_FINISH], 1);
    assert_int_equal(counts[CUE_GAINED], gained);
    assert_int_equal(counts[CUE_LOST], lost);
    free(events);
    fixture_destroy(fixture);
}

static void a_gate_that_is_left_out_is_called_once(void **state) {
    (void)state;
    Fixture *fixture = stand(1);
    SoundWatch watch = {0};
    run(fixture, &watch, 1);
    Racer *racer = &race_racers(fixture->race)[0];
    racer->missed_gate = 0;
    racer->missed_s = 2.0f; // as race/laps.c does
    SoundScene scene = run(fixture, &watch, 240);
    assert_int_equal(count_cues(&scene, CUE_MISSED), 1);
    fixture_destroy(fixture);
}

static void the_blue_flag_is_heard_each_time_that_it_comes_out(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 2;
    def.laps = 6;
    def.drivers[0] = driver_params_of(SKILL_EASY);
    def.drivers[1] = driver_params_of(SKILL_EXPERT);
    driver_params_scale_pace(&def.drivers[0], 0.75f);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    SoundWatch watch = {0};
    int heard = 0, shown = 0;
    bool before = false;
    while (fixture->race->phase != RACE_OVER) {
        SoundScene scene = run(fixture, &watch, 1);
        bool now = flags_blue(fixture->race, 0) >= 0;
        shown += now && !before;
        heard += count_cues(&scene, CUE_BLUE_FLAG);
        before = now;
    }
    assert_true(shown > 0);
    assert_int_equal(heard, shown);
    fixture_destroy(fixture);
}

static void a_race_that_is_heard_is_the_same_to_the_bit(void **state) {
    (void)state;
    RaceDef def = fixture_field(6, SKILL_MEDIUM, 2);
    Fixture *heard = fixture_make("kiln-road", "gt", &def);
    Fixture *silent = fixture_make("kiln-road", "gt", &def);
    SoundWatch watch = {0};
    run(heard, &watch, 20 * 240);
    fixture_run(silent->race, 20 * 240);
    assert_true(race_hash(heard->race) == race_hash(silent->race));
    assert_int_equal(watch.jumps, 1);
    fixture_destroy(heard);
    fixture_destroy(silent);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impact_is_told_once_with_its_energy_and_its_materials),
        cmocka_unit_test(cars_that_meet_are_both_in_the_impact),
        cmocka_unit_test(a_cone_that_is_hit_rings_on_its_own),
        cmocka_unit_test(a_car_that_rests_on_a_wall_makes_no_impacts),
        cmocka_unit_test(whoever_slides_along_a_wall_scrapes_and_stops_when_he_is_off_it),
        cmocka_unit_test(tyres_below_their_peak_take_no_power),
        cmocka_unit_test(a_race_signals_its_lights_its_last_lap_and_its_end),
        cmocka_unit_test(a_gate_that_is_left_out_is_called_once),
        cmocka_unit_test(the_blue_flag_is_heard_each_time_that_it_comes_out),
        cmocka_unit_test(a_race_that_is_heard_is_the_same_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
