#include "race/rules.h"
#include "race_state/classification.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

static const TrackGate gate = {.left = {{0.0f, 5.0f}}, .right = {{0.0f, -5.0f}}}; // forward is +x

static void a_gate_is_crossed_forwards_where_the_driver_has_left_on_the_left(void **state) {
    (void)state;
    GateCrossing crossing =
        track_gate_crossing(&gate, vec2_make(-1.0f, 0.0f), vec2_make(3.0f, 0.0f));
    assert_near(crossing.part, 0.25f, 1e-6);
    assert_int_equal(crossing.direction, 1);
    crossing = track_gate_crossing(&gate, vec2_make(3.0f, 1.0f), vec2_make(-1.0f, 1.0f));
    assert_near(crossing.part, 0.75f, 1e-6);
    assert_int_equal(crossing.direction, -1);
}

static void passing_beside_a_gate_is_no_crossing(void **state) {
    (void)state;
    const vec2s ways[][2] = {{{{-1.0f, 5.1f}}, {{1.0f, 5.1f}}},
                             {{{-1.0f, -5.1f}}, {{1.0f, -5.1f}}},
                             {{{-2.0f, 0.0f}}, {{-1.0f, 0.0f}}}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(track_gate_crossing(&gate, ways[i][0], ways[i][1]).direction, 0);
    }
}

// A step that ends on the line belongs to one side only, so that no crossing is counted twice or
// never.
static void two_steps_that_meet_on_the_line_make_one_crossing(void **state) {
    (void)state;
    int crossings = 0;
    const float x[] = {-1.0f, 0.0f, 1.0f};
    for (int i = 0; i < 2; i++) {
        vec2s from = vec2_make(x[i], 0.0f), to = vec2_make(x[i + 1], 0.0f);
        crossings += track_gate_crossing(&gate, from, to).direction != 0;
    }
    assert_int_equal(crossings, 1);
}

static Fixture *lone_driver(void) {
    RaceDef def = race_def_default();
    def.car_count = 2;
    def.ai_cars = 0;
    def.mode = RACE_MODE_PRACTICE;
    return fixture_make("first-oval", "hatch", &def);
}

// Carries car 0 across `gate` with one step of the rules.
static void carry_across(Fixture *fixture, int index, bool forward) {
    const TrackGate *at = &fixture->track.gates[index];
    vec2s middle = glms_vec2_scale(glms_vec2_add(at->left, at->right), 0.5f);
    vec2s ahead = glms_vec2_normalize(vec2_left(glms_vec2_sub(at->right, at->left)));
    float sign = forward ? 1.0f : -1.0f;
    Body *body = &world_bodies(race_world(fixture->race))[0];
    race_racers(fixture->race)[0].last_position =
        glms_vec2_sub(middle, glms_vec2_scale(ahead, 0.25f * sign));
    body->position = glms_vec2_add(middle, glms_vec2_scale(ahead, 0.25f * sign));
    rules_step(fixture->race);
    fixture->race->tick++;
}

// s of rules until car 0, which goes on at `speed` m/s along the road, is told otherwise than
// before that it goes the wrong way.
static float told_after(Fixture *fixture, float speed) {
    const Racer *racer = &race_racers(fixture->race)[0];
    Body *body = &world_bodies(race_world(fixture->race))[0];
    vec2s along = fixture->data.lines[0].points[racer->line_point].tangent;
    vec2s nose = glms_vec2_scale(along, speed > 0.0f ? 1.0f : -1.0f);
    body->velocity = glms_vec2_scale(along, speed);
    body->rotation = (Rotation){nose.x, nose.y};
    bool before = racer->wrong_way;
    int ticks = 0;
    for (; racer->wrong_way == before && ticks < 3 * RACE_TICKS_PER_SECOND; ticks++) {
        rules_step(fixture->race);
        fixture->race->tick++;
    }
    return (float)ticks / (float)RACE_TICKS_PER_SECOND;
}

static void who_drives_back_along_the_road_is_told_until_it_has_turned(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    const Racer *racer = &race_racers(fixture->race)[0];
    assert_near(told_after(fixture, 20.0f), 3.0f, 1e-6); // never
    assert_near(told_after(fixture, -2.0f), 3.0f, 1e-6); // too slow for that
    assert_near(told_after(fixture, -10.0f), 1.0f, 0.02f);
    assert_true(racer->wrong_way);
    assert_near(told_after(fixture, 10.0f), 0.25f, 0.02f);
    assert_near(told_after(fixture, -10.0f), 0.5f, 0.02f); // not forgotten yet
    assert_near(told_after(fixture, 10.0f), 0.25f, 0.02f);
    assert_near(told_after(fixture, 10.0f), 3.0f, 1e-6);
    assert_near(told_after(fixture, -10.0f), 1.0f, 0.02f);
    fixture_destroy(fixture);
}

static void a_lap_needs_every_gate_in_order(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    const Racer *racer = &race_racers(fixture->race)[0];
    int gates = fixture->track.gate_count;
    carry_across(fixture, gates - 1, true); // the finish first: the grid stands behind it
    assert_int_equal(racer->lap, 0);
    for (int i = 0; i < gates - 1; i++) {
        assert_int_equal(racer->next_gate, i);
        carry_across(fixture, i, true);
    }
    carry_across(fixture, gates - 1, true);
    assert_int_equal(racer->lap, 1);
    assert_int_equal(racer->next_gate, 0);
    assert_true(racer->best_lap_s > 0.0);
    fixture_destroy(fixture);
}

static void a_left_out_gate_is_called_at_once_and_the_lap_does_not_count(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    const Racer *racer = &race_racers(fixture->race)[0];
    carry_across(fixture, 0, true);
    assert_int_equal(racer->missed_gate, -1);
    carry_across(fixture, 2, true);
    assert_int_equal(racer->missed_gate, 1);
    assert_int_equal(racer->next_gate, 1);
    for (int i = 3; i < fixture->track.gate_count; i++) {
        carry_across(fixture, i, true);
    }
    assert_int_equal(racer->lap, 0);
    carry_across(fixture, 1, true);
    assert_int_equal(racer->missed_gate, -1);
    assert_int_equal(racer->next_gate, 2);
    fixture_destroy(fixture);
}

// The grid stands behind the finish, so the first thing that a car crosses is the last gate of a
// lap.
static void the_finish_right_after_the_start_is_no_left_out_gate(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    const Racer *racer = &race_racers(fixture->race)[0];
    fixture->track.gates[1] = fixture->track.gates[fixture->track.gate_count - 1];
    fixture->track.gate_count = 2;
    carry_across(fixture, 1, true);
    assert_int_equal(racer->missed_gate, -1);
    carry_across(fixture, 0, true);
    carry_across(fixture, 1, true);
    assert_int_equal(racer->lap, 1);
    fixture_destroy(fixture);
}

static void driving_back_over_a_gate_takes_it_back(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    const Racer *racer = &race_racers(fixture->race)[0];
    carry_across(fixture, 0, true);
    carry_across(fixture, 1, true);
    assert_int_equal(racer->gates_passed, 2);
    carry_across(fixture, 1, false);
    assert_int_equal(racer->gates_passed, 1);
    assert_int_equal(racer->next_gate, 1);
    fixture_destroy(fixture);
}

// A car looks for gates anew only where it may have come near to one. A reload may move one to it.
static void a_gate_that_a_reload_puts_before_a_car_counts(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    const Racer *racer = &race_racers(fixture->race)[0];
    const Body *body = &race_bodies_const(fixture->race)[0];
    fixture_run(fixture->race, RACE_COUNTDOWN_TICKS);
    while (racer->no_gate_radius < 15.0f ||
           glms_vec2_distance(body->position, racer->no_gate_at) > 1.0f) {
        fixture_run(fixture->race, 1);
    }
    vec2s ahead = vec2_make(body->rotation.c, body->rotation.s);
    vec2s middle = glms_vec2_add(body->position, glms_vec2_scale(ahead, 6.0f));
    vec2s aside = glms_vec2_scale(vec2_left(ahead), 4.0f);
    TrackGate *next = &fixture->track.gates[racer->next_gate];
    next->left = glms_vec2_add(middle, aside);
    next->right = glms_vec2_sub(middle, aside);
    race_set_data(fixture->race, &fixture->data);
    int passed = racer->gates_passed;
    fixture_run(fixture->race, RACE_TICKS_PER_SECOND);
    assert_int_equal(racer->gates_passed, passed + 1);
    fixture_destroy(fixture);
}

static void lap_times_are_finer_than_a_tick(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.laps = 2;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    while (fixture->race->phase != RACE_OVER) {
        fixture_run(fixture->race, 60);
    }
    int between = 0;
    for (int i = 0; i < def.car_count; i++) {
        const Racer *racer = &race_racers(fixture->race)[i];
        assert_near(racer->lap_times[0] + racer->lap_times[1], racer->total_s, 1e-6);
        double ticks = racer->lap_times[1] * RACE_TICKS_PER_SECOND;
        between += fabs(ticks - floor(ticks + 0.5)) > 0.01;
    }
    assert_true(between >= 4);
    fixture_destroy(fixture);
}

// Cars roll on until the race is over; nobody's result may change by that.
static void laps_after_the_finish_do_not_count(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    fixture->race->mode = RACE_MODE_RACE;
    fixture->race->laps = 1;
    const Racer *racer = &race_racers(fixture->race)[0];
    for (int lap = 0; lap < 3; lap++) {
        fixture->race->tick += lap == 0 ? 5000 : 1000; // faster than the first
        for (int i = 0; i < fixture->track.gate_count; i++) {
            carry_across(fixture, i, true);
        }
        assert_true(racer->finished);
        assert_int_equal(racer->next_gate, 0);
    }
    assert_int_equal(racer->lap, 1);
    assert_true(racer->best_lap_s == racer->lap_times[0]);
    assert_true(racer->lap_times[1] <= 0.0);
    fixture_destroy(fixture);
}

static void the_order_goes_by_laps_then_gates_then_metres(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 4;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Racer *racers = race_racers(fixture->race);
    racers[0].to_next_gate = 5.0f;
    racers[1].to_next_gate = 4.0f;
    racers[2].gates_passed = 1;
    racers[2].to_next_gate = 90.0f;
    racers[3].lap = 1;
    racers[3].to_next_gate = 99.0f;
    int order[RACE_MAX_CARS];
    race_order(fixture->race, order);
    const int expected[] = {3, 2, 1, 0};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(order[i], expected[i]);
    }
    fixture_destroy(fixture);
}

static void a_car_stuck_against_a_wall_is_put_back_as_a_ghost(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    Body *body = &world_bodies(race_world(fixture->race))[0];
    body_set_angle(body, body->angle + 1.5707963f);
    CarInput inputs[RACE_MAX_CARS] = {{.throttle = 255}};
    Racer *racer = &race_racers(fixture->race)[0];
    int ticks = 0;
    while (racer->respawns == 0 && ticks < 20 * RACE_TICKS_PER_SECOND) {
        race_step(fixture->race, inputs);
        ticks++;
    }
    assert_int_equal(racer->respawns, 1);
    assert_true(ticks > 4 * RACE_TICKS_PER_SECOND);
    assert_true(racer->ghost_s > 0.0f);
    assert_true((world_flags(race_world(fixture->race))[0] & BODY_GHOST) != 0);
    for (int i = 0; i < 4 * RACE_TICKS_PER_SECOND; i++) {
        race_step(fixture->race, inputs);
    }
    assert_true((world_flags(race_world(fixture->race))[0] & BODY_GHOST) == 0);
    fixture_destroy(fixture);
}

// Gas until it rolls forward, reverse until it rolls back: never farther than a metre or two.
static CarInput rock(const Race *race, bool *back) {
    const Body *body = &race_bodies_const(race)[0];
    float along = glms_vec2_dot(body->velocity, vec2_make(body->rotation.c, body->rotation.s));
    *back = *back ? along > -1.5f : along > 1.5f;
    return (CarInput){.throttle = *back ? 0 : 255, .brake = *back ? 255 : 0};
}

static void a_car_that_rocks_to_and_fro_on_the_spot_is_put_back(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    Racer *racer = &race_racers(fixture->race)[0];
    vec2s from = race_bodies_const(fixture->race)[0].position;
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    bool back = false;
    int ticks = 0;
    while (racer->respawns == 0 && ticks < 20 * RACE_TICKS_PER_SECOND) {
        inputs[0] = rock(fixture->race, &back);
        race_step(fixture->race, inputs);
        ticks++;
        assert_true(racer->respawns > 0 ||
                    glms_vec2_distance(race_bodies_const(fixture->race)[0].position, from) < 3.0f);
    }
    assert_int_equal(racer->respawns, 1);
    assert_true(ticks > 6 * RACE_TICKS_PER_SECOND); // who turns in a narrow place may do so
    fixture_destroy(fixture);
}

// Half a minute of `input`, the gas eased so that the car goes no faster than `speed`.
static void drive_half_a_minute(CarInput input, float speed) {
    Fixture *fixture = lone_driver();
    const Body *body = &race_bodies_const(fixture->race)[0];
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    for (int i = 0; i < 30 * RACE_TICKS_PER_SECOND; i++) {
        inputs[0] = input;
        bool fast = glms_vec2_norm(body->velocity) > speed;
        inputs[0].throttle = fast ? 0 : input.throttle;
        race_step(fixture->race, inputs);
        assert_int_equal(race_racers(fixture->race)[0].respawns, 0);
    }
    fixture_destroy(fixture);
}

static void who_parks_or_turns_or_creeps_is_not_put_back(void **state) {
    (void)state;
    drive_half_a_minute((CarInput){0}, 0.0f);
    drive_half_a_minute((CarInput){.steer = -127, .throttle = 255}, 2.0f);
    drive_half_a_minute((CarInput){.throttle = 255}, 1.2f);
}

// Tries of 3 s against a wall, each given up.
static void who_lets_go_of_the_pedals_is_not_put_back(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    Body *body = &world_bodies(race_world(fixture->race))[0];
    body_set_angle(body, body->angle + 1.5707963f);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    for (int i = 0; i < 60 * RACE_TICKS_PER_SECOND; i++) {
        inputs[0].throttle = i / RACE_TICKS_PER_SECOND % 8 < 3 ? 255 : 0;
        race_step(fixture->race, inputs);
        assert_int_equal(race_racers(fixture->race)[0].respawns, 0);
    }
    fixture_destroy(fixture);
}

static void the_rescue_key_counts_once_a_press(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    CarInput inputs[RACE_MAX_CARS] = {{.flags = CAR_INPUT_RESCUE}};
    for (int i = 0; i < 100; i++) {
        race_step(fixture->race, inputs);
    }
    assert_int_equal(race_racers(fixture->race)[0].respawns, 1);
    fixture_destroy(fixture);
}

static void a_car_outside_the_bounds_comes_back(void **state) {
    (void)state;
    Fixture *fixture = lone_driver();
    Body *body = &world_bodies(race_world(fixture->race))[0];
    body->position = vec2_make(fixture->track.bounds.high.x + 5.0f, 0.0f);
    static const CarInput idle[RACE_MAX_CARS];
    race_step(fixture->race, idle);
    assert_true(box_contains(fixture->track.bounds, body->position));
    fixture_destroy(fixture);
}

static void the_first_one_home_gives_the_others_a_minute(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 3;
    def.laps = 1;
    def.ai_cars = 3; // car 2 has a driver who does nothing
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    while (fixture->race->finished_count == 0) {
        fixture_run(fixture->race, 1);
    }
    uint32_t home = fixture->race->tick;
    while (fixture->race->phase != RACE_OVER) {
        fixture_run(fixture->race, 1);
    }
    assert_in_range(fixture->race->tick - home, 60 * RACE_TICKS_PER_SECOND - 2,
                    60 * RACE_TICKS_PER_SECOND + 2);
    assert_true(race_racers(fixture->race)[2].retired);
    assert_int_equal(race_racers(fixture->race)[2].place, 3);
    fixture_destroy(fixture);
}

// The first one is home and the time is up for the others: two laps of six cars, and who drives
// well, who badly.
static Fixture *cut_short(void) {
    RaceDef def = race_def_default();
    def.laps = 2;
    for (int i = 0; i < def.car_count; i++) {
        def.drivers[i] = driver_params_of(i % 2 == 0 ? SKILL_EXPERT : SKILL_EASY);
    }
    def.ai_cars = ~(1u << 5); // does nothing
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    while (fixture->race->finished_count == 0) {
        fixture_run(fixture->race, 1);
    }
    fixture->race->end_tick = fixture->race->tick;
    fixture_run(fixture->race, 1);
    assert_int_equal(fixture->race->phase, RACE_OVER);
    return fixture;
}

static void who_still_drives_when_the_time_is_up_is_classified_by_distance(void **state) {
    (void)state;
    Fixture *fixture = cut_short();
    int order[RACE_MAX_CARS];
    race_order(fixture->race, order);
    const Racer *racers = race_racers(fixture->race);
    assert_true(racers[order[0]].finished);
    for (int i = 1; i < 6; i++) {
        const Racer *ahead = &racers[order[i - 1]], *racer = &racers[order[i]];
        assert_int_equal(racer->place, i + 1);
        assert_true(racer->retired && !racer->finished);
        assert_true(racer->lap <= ahead->lap);
        if (i > 1 && racer->lap == ahead->lap) {
            assert_true(racer->gates_passed <= ahead->gates_passed);
        }
    }
    assert_int_equal(order[5], 5);
    fixture_destroy(fixture);
}

// The AI drives the cars on behind the results.
static void nothing_that_happens_after_the_end_changes_the_results(void **state) {
    (void)state;
    Fixture *fixture = cut_short();
    Racer then[6];
    int order[RACE_MAX_CARS], later[RACE_MAX_CARS];
    memcpy(then, race_racers(fixture->race), sizeof then);
    race_order(fixture->race, order);
    for (int tick = 0; tick < 60 * RACE_TICKS_PER_SECOND; tick += RACE_TICKS_PER_SECOND) {
        fixture_run(fixture->race, RACE_TICKS_PER_SECOND);
        race_order(fixture->race, later);
        assert_memory_equal(later, order, 6 * sizeof order[0]);
        for (int i = 0; i < 6; i++) {
            const Racer *racer = &race_racers(fixture->race)[i];
            assert_int_equal(racer->place, then[i].place);
            assert_int_equal(racer->lap, then[i].lap);
            assert_int_equal(racer->finished, then[i].finished);
            assert_true(racer->best_lap_s == then[i].best_lap_s);
            assert_true(then[i].finished || racer->off_track_s == then[i].off_track_s);
        }
    }
    assert_int_equal(fixture->race->finished_count, 1);
    fixture_destroy(fixture);
}

static void the_classification_says_how_many_laps_are_lacking(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.laps = 3;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    Racer *racers = race_racers(race);
    char text[CLASSIFICATION_TEXT_MAX];
    assert_string_equal(classification_text(race, 0, text), "racing");
    race->phase = RACE_OVER;
    for (int i = 0; i < 6; i++) {
        racers[i].lap = 3 - i / 2;
        racers[i].finished = i < 2;
        racers[i].retired = i >= 2;
    }
    racers[5].lap = 0;
    assert_string_equal(classification_text(race, 2, text), "did not finish"); // nobody has
    race->finished_count = 2;
    assert_string_equal(classification_text(race, 0, text), "");
    assert_string_equal(classification_text(race, 2, text), "+1 lap");
    assert_string_equal(classification_text(race, 4, text), "+2 laps");
    assert_string_equal(classification_text(race, 5, text), "did not finish");
    fixture_destroy(fixture);
}

static void points_go_to_the_first_eight_whether_or_not_the_time_was_up(void **state) {
    (void)state;
    const int points[10] = {10, 8, 6, 5, 4, 3, 2, 1, 0, 0};
    for (int i = 0; i < 10; i++) {
        Racer finished = {.place = i + 1, .finished = true};
        Racer retired = {.place = i + 1, .retired = true}, racing = {.place = i + 1};
        assert_int_equal(classification_points(&finished), points[i]);
        assert_int_equal(classification_points(&retired), points[i]);
        assert_int_equal(classification_points(&racing), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gate_is_crossed_forwards_where_the_driver_has_left_on_the_left),
        cmocka_unit_test(passing_beside_a_gate_is_no_crossing),
        cmocka_unit_test(two_steps_that_meet_on_the_line_make_one_crossing),
        cmocka_unit_test(who_drives_back_along_the_road_is_told_until_it_has_turned),
        cmocka_unit_test(a_lap_needs_every_gate_in_order),
        cmocka_unit_test(a_left_out_gate_is_called_at_once_and_the_lap_does_not_count),
        cmocka_unit_test(the_finish_right_after_the_start_is_no_left_out_gate),
        cmocka_unit_test(driving_back_over_a_gate_takes_it_back),
        cmocka_unit_test(a_gate_that_a_reload_puts_before_a_car_counts),
        cmocka_unit_test(lap_times_are_finer_than_a_tick),
        cmocka_unit_test(laps_after_the_finish_do_not_count),
        cmocka_unit_test(the_order_goes_by_laps_then_gates_then_metres),
        cmocka_unit_test(a_car_stuck_against_a_wall_is_put_back_as_a_ghost),
        cmocka_unit_test(a_car_that_rocks_to_and_fro_on_the_spot_is_put_back),
        cmocka_unit_test(who_parks_or_turns_or_creeps_is_not_put_back),
        cmocka_unit_test(who_lets_go_of_the_pedals_is_not_put_back),
        cmocka_unit_test(the_rescue_key_counts_once_a_press),
        cmocka_unit_test(a_car_outside_the_bounds_comes_back),
        cmocka_unit_test(the_first_one_home_gives_the_others_a_minute),
        cmocka_unit_test(who_still_drives_when_the_time_is_up_is_classified_by_distance),
        cmocka_unit_test(nothing_that_happens_after_the_end_changes_the_results),
        cmocka_unit_test(the_classification_says_how_many_laps_are_lacking),
        cmocka_unit_test(points_go_to_the_first_eight_whether_or_not_the_time_was_up),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
