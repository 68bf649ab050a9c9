#include "base/random.h"
#include "drivers/driver.h"
#include "geometry/trig.h"
#include "race/field.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

// Best lap over that of the ideal, of one car alone.
static double ratio_of(const char *track, const char *car, RaceSkill skill) {
    RaceDef def = fixture_field(1, skill, 3);
    Fixture *fixture = fixture_make(track, car, &def);
    fixture_run_to_the_end(fixture->race);
    const Racer *racer = race_racers(fixture->race);
    assert_true(racer->finished);
    assert_int_equal(racer->hits, 0);
    assert_int_equal(racer->respawns, 0);
    assert_near(racer->off_track_s, 0.0f, 0.05f);
    double ratio = racer->best_lap_s / (double)fixture->data.lines[0].lap_s;
    fixture_destroy(fixture);
    return ratio;
}

static void every_car_laps_every_track_cleanly_and_near_its_ideal(void **state) {
    (void)state;
    for (int i = 0; i < FIXTURE_TRACK_COUNT; i++) {
        for (int j = 0; j < FIXTURE_CAR_COUNT; j++) {
            double ratio = ratio_of(fixture_tracks[i], fixture_cars[j], SKILL_EXPERT);
            if (ratio > 1.10 || ratio < 0.97) { // below 0.97 the profile or the physics is wrong
                print_error("%s round %s: %.3f x the ideal lap\n", fixture_cars[j],
                            fixture_tracks[i], ratio);
                fail();
            }
        }
    }
}

static void each_level_is_slower_than_the_next(void **state) {
    (void)state;
    double ratios[SKILL_COUNT];
    for (int skill = 0; skill < SKILL_COUNT; skill++) {
        ratios[skill] = ratio_of(fixture_tracks[0], fixture_cars[0], (RaceSkill)skill);
        assert_true(skill == 0 || ratios[skill] * 1.03 < ratios[skill - 1]);
    }
    assert_true(ratios[SKILL_BEGINNER] > 1.7 && ratios[SKILL_BEGINNER] < 2.1);
    assert_true(ratios[SKILL_HARD] > 1.05 && ratios[SKILL_HARD] < 1.15);
}

static void six_cars_race_three_laps_with_few_hits(void **state) {
    (void)state;
    for (int i = 0; i < FIXTURE_TRACK_COUNT; i++) {
        for (int j = 0; j < FIXTURE_CAR_COUNT; j++) {
            RaceDef def = fixture_field(6, SKILL_HARD, 3);
            def.seed = (uint64_t)(1 + i);
            for (int car = 0; car < 6; car++) {
                // so that they pass each other; beginners would not be home in time
                int level = SKILL_EASY + car % (SKILL_COUNT - SKILL_EASY);
                def.drivers[car] = driver_params_of((RaceSkill)level);
            }
            Fixture *fixture = fixture_make(fixture_tracks[i], fixture_cars[j], &def);
            fixture_run_to_the_end(fixture->race);
            const Racer *racers = race_racers(fixture->race);
            int hits = 0;
            for (int car = 0; car < 6; car++) {
                assert_true(racers[car].finished);
                assert_int_equal(racers[car].respawns, 0);
                hits += racers[car].hits;
            }
            if (hits > 6) {
                print_error("%s on %s: %d hits\n", fixture_cars[j], fixture_tracks[i], hits);
                fail();
            }
            fixture_destroy(fixture);
        }
    }
}

// Six cars race three laps on a road of 14 m between walls, across which stand bars of 10 m.
static void assert_bars_are_passed(const char *car, const char *bars) {
    char text[1024];
    snprintf(text, sizeof text,
             TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 40\n    width: 14\n"
                        "    shoulder: {width: 0}\n    wall: {material: concrete}\n"
                        "    points: [[-150, -60], [150, -60], [150, 60], [-150, 60]]\n"
                        "walls:\n%s",
             bars);
    RaceDef def = race_def_default();
    def.laps = 3;
    Fixture *fixture = fixture_make_on(track_of(text), car, &def);
    while (fixture->race->phase != RACE_OVER) {
        fixture_run(fixture->race, RACE_TICKS_PER_SECOND);
    }
    for (int i = 0; i < def.car_count; i++) {
        assert_true(race_racers(fixture->race)[i].finished);
        assert_int_equal(race_racers(fixture->race)[i].respawns, 0);
        assert_true(race_racers(fixture->race)[i].hits <= def.laps); // they race: once a lap
    }
    fixture_destroy(fixture);
}

static void bars_across_most_of_the_road_are_passed_without_a_rescue(void **state) {
    (void)state;
    // Right before the grid, on the side of the first car.
    assert_bars_are_passed("gt", "  - {rect: {center: [20, -58], size: [1, 10]}}\n");
    assert_bars_are_passed("kart", "  - {rect: {center: [60, -58], size: [1, 10]}}\n");
    assert_bars_are_passed("formula", "  - {rect: {center: [90, -58], size: [1, 10]}}\n");
    // On both sides, 30 m apart.
    assert_bars_are_passed("gt", "  - {rect: {center: [20, -62], size: [1, 10]}}\n"
                                 "  - {rect: {center: [50, -58], size: [1, 10]}}\n");
}

static void an_expert_at_the_back_passes_easy_cars(void **state) {
    (void)state;
    RaceDef def = fixture_field(4, SKILL_EASY, 4);
    def.drivers[3] = driver_params_of(SKILL_EXPERT);
    Fixture *fixture = fixture_make(fixture_tracks[0], fixture_cars[0], &def);
    fixture_run_to_the_end(fixture->race);
    const Racer *expert = &race_racers(fixture->race)[3];
    assert_int_equal(expert->place, 1);
    assert_true(expert->hits <= 1);
    fixture_destroy(fixture);
}

static void cars_of_a_level_differ(void **state) {
    (void)state;
    RaceDef def = fixture_field(6, SKILL_HARD, 1);
    DriverParams plain = driver_params_of(SKILL_HARD);
    FieldRule rule = {.level = SKILL_HARD, .seed = 1};
    field_fill(&rule, NULL, 0, &def, NULL);
    Fixture *fixture = fixture_make(fixture_tracks[0], fixture_cars[0], &def);
    const Racer *racers = race_racers(fixture->race);
    for (int i = 0; i < 6; i++) {
        assert_near(racers[i].params.corners, plain.corners,
                    FIELD_FORM); // with the form of the day
        for (int j = 0; j < i; j++) {
            assert_false(racers[i].params.corners == racers[j].params.corners);
        }
    }
    fixture_destroy(fixture);
}

// Puts the only car at point `point` of its line, `aside` m to the left, turned by `turn` rad.
static void put_car(Race *race, int point, float aside, float turn) {
    const LinePoint *at = &race->data->lines[0].points[point];
    Body *body = &world_bodies(race_world(race))[0];
    body->position = glms_vec2_add(at->point, glms_vec2_scale(vec2_left(at->tangent), aside));
    body->velocity = vec2_make(0.0f, 0.0f);
    body->spin = 0.0f;
    body_set_angle(body, trig_atan2(at->tangent.y, at->tangent.x) + turn);
    Racer *racer = race_racers(race);
    racer->car = car_make(&racer->model, 0.0f);
    racer->last_position = body->position;
    racer->line_point = point;
    float nearest = INFINITY; // the gate that it has to take next, or it would count as missed
    for (int gate = 0; gate < race->data->track->gate_count; gate++) {
        float ahead = race->data->gate_s[0][gate] - at->s;
        ahead = ahead < 0.0f ? ahead + race->data->lines[0].length : ahead;
        racer->next_gate = ahead < nearest ? gate : racer->next_gate;
        nearest = fminf(nearest, ahead);
    }
    racer->gates_passed = racer->next_gate;
    driver_reset(race, 0);
}

// However it stands, the car is on its way again within 12 s and needs no rescue.
static void a_car_gets_going_from_any_angle(void **state) {
    (void)state;
    RaceDef def = fixture_field(1, SKILL_HARD, 20);
    def.mode = RACE_MODE_PRACTICE;
    for (int j = 0; j < FIXTURE_CAR_COUNT; j++) {
        Fixture *fixture = fixture_make(fixture_tracks[0], fixture_cars[j], &def);
        Race *race = fixture->race;
        const RacingLine *line = &fixture->data.lines[0];
        for (int i = 0; i < 16; i++) {
            int point = (line->count * i / 16 + 5) % line->count;
            float turn = TRIG_PI * (float)(i % 8) / 4.0f, aside = i % 3 == 0 ? 2.0f : -2.0f;
            const LinePoint *at = &line->points[point];
            put_car(race, point, fminf(fmaxf(aside, -at->right), at->left), turn);
            fixture_run(race, 12 * RACE_TICKS_PER_SECOND);
            const Body *body = &race_bodies_const(race)[0];
            const Racer *racer = race_racers(race);
            vec2s tangent = line->points[racer->line_point].tangent;
            assert_int_equal(racer->respawns, 0);
            assert_true(glms_vec2_dot(body->velocity, tangent) > 5.0f);
        }
        fixture_destroy(fixture);
    }
}

// And a kart, whose rear wheels scrub where it stands askew: without traction control it still gets
// going on grass, facing any way.
static void a_kart_gets_going_on_grass_from_any_angle(void **state) {
    (void)state;
    RaceDef def = fixture_field(1, SKILL_HARD, 20);
    def.mode = RACE_MODE_PRACTICE;
    Fixture *fixture = fixture_make("first-oval", "kart", &def);
    Race *race = fixture->race;
    const RacingLine *line = &fixture->data.lines[0];
    for (int i = 0; i < 32; i++) {
        int point = (line->count * i / 32 + 5) % line->count;
        const LinePoint *at = &line->points[point];
        float aside = i % 2 == 0 ? at->left + 2.5f : -at->right - 2.5f;
        put_car(race, point, aside, TRIG_PI * (float)(i % 16) / 8.0f);
        fixture_run(race, 12 * RACE_TICKS_PER_SECOND);
        const Body *body = &race_bodies_const(race)[0];
        assert_int_equal(race_racers(race)->respawns, 0);
        assert_true(glms_vec2_norm(body->velocity) > 5.0f);
    }
    fixture_destroy(fixture);
}

static void thinking_changes_the_driver_alone(void **state) {
    (void)state;
    RaceDef def = fixture_field(6, SKILL_MEDIUM, 2);
    Fixture *fixture = fixture_make(fixture_tracks[0], fixture_cars[0], &def);
    Race *race = fixture->race;
    fixture_run(race, 8 * RACE_TICKS_PER_SECOND);
    Race *copy = fixture_block(race->size);
    memcpy(copy, race, race->size);
    Pack pack;
    pack_make(&pack, race);
    CarInput input = driver_think(race, 2, &pack);
    CarInput again = driver_think(copy, 2, &pack);
    assert_memory_equal(&input, &again, sizeof input);
    memcpy(&race_racers(race)[2].driver, &race_racers(copy)[2].driver, sizeof(Driver));
    assert_memory_equal(race, copy, race->size);
    free(copy);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_car_laps_every_track_cleanly_and_near_its_ideal),
        cmocka_unit_test(each_level_is_slower_than_the_next),
        cmocka_unit_test(six_cars_race_three_laps_with_few_hits),
        cmocka_unit_test(bars_across_most_of_the_road_are_passed_without_a_rescue),
        cmocka_unit_test(an_expert_at_the_back_passes_easy_cars),
        cmocka_unit_test(cars_of_a_level_differ),
        cmocka_unit_test(a_car_gets_going_from_any_angle),
        cmocka_unit_test(a_kart_gets_going_on_grass_from_any_angle),
        cmocka_unit_test(thinking_changes_the_driver_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
