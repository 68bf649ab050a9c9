#include "race/cutting.h"
#include "race/footing.h"
#include "race/rules.h"

#include <math.h>

#include "fixture.h"
#include "test.h"

// The east end of the oval: a bend to the left around the infield.
static const vec2s before_bend = {{71.9f, -23.3f}}, behind_bend = {{72.6f, 25.2f}};

static Fixture *one_driver(RaceMode mode, bool rule) {
    RaceDef def = race_def_default();
    def.car_count = 2;
    def.ai_cars = 0;
    def.mode = mode;
    def.laps = 9;
    def.rules.cutting = rule;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Body *body = &world_bodies(race_world(fixture->race))[0];
    Racer *racer = race_racers(fixture->race);
    body->position = racer->last_position = before_bend;
    racer->line_point = racer->ribbon_sample = -1;
    racer->next_gate = racer->gates_passed = 1;
    racer->input.throttle = 255;
    fixture->race->phase = RACE_RUNNING;
    fixture->race->tick = fixture->race->start_tick + 1000;
    rules_step(fixture->race);
    assert_false(racer->cutting.off);
    return fixture;
}

// Carries car 0 to `to` at `speed` m/s, by the rules alone.
static void carry(Fixture *fixture, vec2s to, float speed) {
    Body *body = &world_bodies(race_world(fixture->race))[0];
    vec2s way = glms_vec2_sub(to, body->position);
    int ticks = (int)(glms_vec2_norm(way) / (speed * RACE_DT));
    vec2s step = glms_vec2_scale(way, 1.0f / (float)ticks);
    body_set_angle(body, atan2f(way.y, way.x));
    for (int i = 0; i < ticks; i++) {
        body->position = glms_vec2_add(body->position, step);
        fixture->race->tick++;
        rules_step(fixture->race);
    }
}

// Along the line, `left` m beside it, for `metres`, at `share` of the line's speed.
static void follow(Fixture *fixture, float metres, float left, float share) {
    const RacingLine *line = &fixture->data.lines[0];
    int first = racing_line_locate(line, world_bodies(race_world(fixture->race))[0].position, -1);
    for (int k = 1; (float)k * line->length / (float)line->count < metres; k++) {
        const LinePoint *at = &line->points[racing_line_index(line, first + k)];
        vec2s to = glms_vec2_add(at->point, glms_vec2_scale(vec2_left(at->tangent), left));
        carry(fixture, to, share * at->speed);
    }
}

static const Racer *racer_of(const Fixture *fixture) { return race_racers_const(fixture->race); }

static void across_the_infield_a_lap_is_cut(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_PRACTICE, false);
    carry(fixture, behind_bend, 30.0f);
    const Cutting *cutting = &racer_of(fixture)->cutting;
    assert_int_equal(racer_of(fixture)->lap_marks, LAP_CUT);
    assert_int_equal(cutting->count, 1);
    // The line takes some 2.6 s from (72, -23) to (73, 25), the car a little under 1.4.
    assert_in_range((int)(100.0f * cutting->gained_s), 60, 130);
    assert_true(cutting->told_s > 0.0f);
    assert_false(cutting_owes(racer_of(fixture))); // in practice nobody owes anything
    follow(fixture, 30.0f, 0.0f, 0.9f);
    assert_int_equal(cutting->count, 1);
    fixture_destroy(fixture);
}

static void who_is_not_faster_across_the_infield_has_gained_nothing(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_RACE, true);
    carry(fixture, behind_bend, 16.0f);
    assert_int_equal(racer_of(fixture)->lap_marks, 0);
    assert_int_equal(racer_of(fixture)->cutting.count, 0);
    fixture_destroy(fixture);
}

static void running_wide_is_no_cut(void **state) {
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        Fixture *fixture = one_driver(RACE_MODE_RACE, true);
        int off = 0;
        for (int i = 0; i < 10; i++) {
            follow(fixture, 6.0f, i > 1 && i < 8 ? -17.0f : 0.0f, fast ? 1.2f : 1.0f);
            off += racer_of(fixture)->cutting.off;
        }
        assert_true(off > 3);
        assert_int_equal(racer_of(fixture)->cutting.count, 0);
        fixture_destroy(fixture);
    }
}

static void who_was_carried_by_a_rescue_has_cut_nothing(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_RACE, true);
    carry(fixture, vec2_make(72.0f, 0.0f), 30.0f);
    assert_true(racer_of(fixture)->cutting.off);
    race_racers(fixture->race)->respawns++;
    carry(fixture, behind_bend, 30.0f);
    assert_int_equal(racer_of(fixture)->cutting.count, 0);
    fixture_destroy(fixture);
}

static void lifting_gives_the_time_back(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_RACE, true);
    Racer *racer = race_racers(fixture->race);
    carry(fixture, behind_bend, 30.0f);
    float owed = racer->cutting.owed_s;
    assert_near(owed, CUTTING_LIFT * racer->cutting.gained_s, 1e-3);
    racer->input.throttle = 0;
    uint32_t from = fixture->race->tick;
    while (cutting_owes(racer)) {
        follow(fixture, 2.0f, 0.0f, 0.8f);
    }
    assert_near((float)(fixture->race->tick - from) * RACE_DT, owed, 0.15);
    racer->input.throttle = 255;
    follow(fixture, 100.0f, 0.0f, 1.0f);
    assert_true(racer->penalty_s == 0.0f);
    assert_false(racer->cutting.paid);
    fixture_destroy(fixture);
}

static void who_does_not_lift_gets_a_second(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_RACE, true);
    Racer *racer = race_racers(fixture->race);
    carry(fixture, behind_bend, 25.0f);
    assert_true(racer->cutting.gained_s < 1.0f);
    uint32_t from = fixture->race->tick;
    while (cutting_owes(racer)) {
        follow(fixture, 2.0f, 0.0f, 1.0f);
    }
    assert_near((float)(fixture->race->tick - from) * RACE_DT, CUTTING_WINDOW,
                0.15); // in steps of 2 m
    assert_near(racer->penalty_s, 1.0f, 1e-6);
    assert_true(racer->cutting.paid);
    follow(fixture, 60.0f, 0.0f, 1.0f);
    assert_near(racer->penalty_s, 1.0f, 1e-6); // once
    fixture_destroy(fixture);
}

// Else a long cut would pay.
static void who_has_gained_more_than_a_second_loses_as_much(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_RACE, true);
    Racer *racer = race_racers(fixture->race);
    carry(fixture, behind_bend, 60.0f);
    float gained = racer->cutting.gained_s;
    assert_true(gained > 1.2f);
    follow(fixture, 140.0f, 0.0f, 1.0f);
    assert_near(racer->penalty_s, gained, 1e-6);
    fixture_destroy(fixture);
}

static void two_cuts_in_a_row_cost_what_both_gained(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_RACE, true);
    Racer *racer = race_racers(fixture->race);
    float sum = 0.0f;
    for (int i = 0; i < 2; i++) { // the second a second after the first
        carry(fixture, behind_bend, 30.0f);
        sum += racer->cutting.gained_s;
        Body *body = &world_bodies(race_world(fixture->race))[0];
        body->position = racer->last_position = before_bend;
        racer->line_point = racer->ribbon_sample = -1;
        racer->next_gate = racer->gates_passed = 1;
        rules_step(fixture->race);
    }
    assert_int_equal(racer->cutting.count, 2);
    assert_near(racer->cutting.owed_s, fminf(CUTTING_LIFT * sum, CUTTING_LIFT_MOST), 0.02);
    follow(fixture, 140.0f, 0.0f, 1.0f);
    assert_near(racer->penalty_s, sum, 1e-5);
    fixture_destroy(fixture);
}

// Where everybody brakes, lifting is nothing to give.
static void lifting_where_the_line_slows_gives_nothing_back(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_RACE, true);
    Racer *racer = race_racers(fixture->race);
    const RacingLine *line = &fixture->data.lines[0];
    int at = 0;
    while (line->points[at].s < 100.0f) { // the straight ends at 95 m, the bend begins at 140 m
        at++;
    }
    world_bodies(race_world(fixture->race))[0].position = line->points[at].point;
    racer->line_point = racer->ribbon_sample = -1;
    rules_step(fixture->race);
    racer->cutting.owed_s = racer->cutting.gained_s = 0.5f;
    racer->cutting.left_s = CUTTING_WINDOW;
    racer->cutting.busy = true;
    racer->input.throttle = 0;
    follow(fixture, 30.0f, 0.0f, 1.0f);
    assert_near(racer->cutting.owed_s, 0.5, 1e-6);
    assert_near(racer->cutting.left_s, CUTTING_WINDOW, 1e-6);
    fixture_destroy(fixture);
}

static void without_the_rule_nothing_is_owed_and_the_lap_is_nobodys_best(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_RACE, false);
    Racer *racer = race_racers(fixture->race);
    carry(fixture, behind_bend, 30.0f);
    assert_false(cutting_owes(racer));
    while (racer->lap < 2) {
        follow(fixture, 20.0f, 0.0f, 0.9f);
        if (racer->lap == 1) {
            assert_int_equal(racer->marks[0], LAP_CUT);
            assert_int_equal(racer->lap_marks, 0);
            assert_true(racer->best_lap_s == 0.0);
        }
    }
    assert_int_equal(racer->marks[1], 0);
    assert_true(racer->best_lap_s == racer->lap_times[1]);
    assert_true(lap_is_marked(racer, 0) && !lap_is_marked(racer, 1) && !lap_is_marked(racer, 2));
    assert_true(racer->penalty_s == 0.0f);
    fixture_destroy(fixture);
}

// What is still owed at the finish is part of the total, and of the order.
static void a_penalty_is_part_of_the_total(void **state) {
    (void)state;
    Fixture *fixture = one_driver(RACE_MODE_RACE, true);
    Racer *racer = race_racers(fixture->race);
    fixture->race->laps = 1;
    while (racer->to_next_gate > 10.0f || racer->next_gate != fixture->track.gate_count - 1) {
        follow(fixture, 3.0f, 0.0f, 0.9f);
    }
    racer->cutting.owed_s = racer->cutting.gained_s = 0.5f;
    racer->cutting.left_s = CUTTING_WINDOW;
    racer->cutting.busy = true;
    while (!racer->finished) {
        follow(fixture, 3.0f, 0.0f, 0.9f);
    }
    double driven = racer->lap_times[0] + 0.0;
    assert_near(racer->total_s - driven, 1.0, 1e-6);
    assert_near(racer->penalty_s, 1.0f, 1e-6);
    fixture_destroy(fixture);
}

static void the_ai_cuts_nothing_where_it_drives_alone(void **state) {
    (void)state;
    for (int i = 0; i < FIXTURE_TRACK_COUNT; i++) {
        RaceDef def = fixture_field(1, SKILL_EXPERT, 2);
        Fixture *fixture = fixture_make(fixture_tracks[i], "gt", &def);
        fixture_run_to_the_end(fixture->race);
        assert_int_equal(racer_of(fixture)->cutting.count, 0);
        assert_true(racer_of(fixture)->best_lap_s > 0.0);
        fixture_destroy(fixture);
    }
}

static void the_ai_lifts_until_it_has_given_its_time_back(void **state) {
    (void)state;
    RaceDef def = fixture_field(1, SKILL_HARD, 5);
    def.rules.cutting = 1;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Racer *racer = race_racers(fixture->race);
    fixture_run(fixture->race, RACE_COUNTDOWN_TICKS + 10 * RACE_TICKS_PER_SECOND);
    racer->cutting.owed_s = racer->cutting.gained_s = 0.6f;
    racer->cutting.left_s = CUTTING_WINDOW;
    racer->cutting.busy = true;
    for (int i = 0; i < 20 * RACE_TICKS_PER_SECOND && cutting_owes(racer); i++) {
        fixture_run(fixture->race, 1);
        assert_int_equal(racer->input.throttle, 0);
    }
    assert_false(cutting_owes(racer));
    assert_true(racer->penalty_s == 0.0f);
    fixture_run_to_the_end(fixture->race);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(across_the_infield_a_lap_is_cut),
        cmocka_unit_test(who_is_not_faster_across_the_infield_has_gained_nothing),
        cmocka_unit_test(running_wide_is_no_cut),
        cmocka_unit_test(who_was_carried_by_a_rescue_has_cut_nothing),
        cmocka_unit_test(lifting_gives_the_time_back),
        cmocka_unit_test(who_does_not_lift_gets_a_second),
        cmocka_unit_test(who_has_gained_more_than_a_second_loses_as_much),
        cmocka_unit_test(two_cuts_in_a_row_cost_what_both_gained),
        cmocka_unit_test(lifting_where_the_line_slows_gives_nothing_back),
        cmocka_unit_test(without_the_rule_nothing_is_owed_and_the_lap_is_nobodys_best),
        cmocka_unit_test(a_penalty_is_part_of_the_total),
        cmocka_unit_test(the_ai_cuts_nothing_where_it_drives_alone),
        cmocka_unit_test(the_ai_lifts_until_it_has_given_its_time_back),
    };
    return cmocka_run_group_tests_name("cutting", tests, NULL, NULL);
}
