#include "geometry/trig.h"
#include "track/reverse.h"

#include <math.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

#define NAMED                                                                               \
    TRACK_OVAL "finish: {on: main, s: 60}\ngates:\n"                                        \
               "  - {on: main, s: 120, name: one, sector: true}\n"                          \
               "  - {on: main, s: 200, name: two, respawn: [70, 0, 90]}\n"                  \
               "  - {on: main, s: 300, name: three}\ngrid: {slots: 4}\nmedals: {gold: 9}\n" \
               "lines: [{points: [[0, -35, 90], [70, 0, 50], [0, 35, 90]]}]\n"

// The oval runs against the clock: its finish lies on the lower straight and faces +x.
static void gates_turn_round_and_come_in_opposite_order(void **state) {
    (void)state;
    Track before = track_of(NAMED), track = track_of(NAMED);
    assert_true(track_reverse(&track));
    static const char *const names[] = {"three", "two", "one", ""};
    assert_int_equal(track.gate_count, 4);
    for (int i = 0; i < 4; i++) {
        const TrackGate *old = &before.gates[i == 3 ? 3 : 2 - i], *gate = &track.gates[i];
        assert_string_equal(gate->name, names[i]);
        assert_memory_equal(&gate->left, &old->right, sizeof gate->left);
        assert_memory_equal(&gate->right, &old->left, sizeof gate->left);
        assert_near(fabsf(trig_wrap(gate->respawn_angle - old->respawn_angle)), TRIG_PI, 1e-5);
        assert_near(gate->s, track.ribbons[0].length - old->s, 1e-3);
    }
    assert_true(track.gates[2].sector && !track.gates[0].sector);
    assert_near(track.gates[1].respawn.x, 70.0f, 0.0);
    assert_near(track.gates[1].respawn_angle, -0.5f * TRIG_PI, 1e-5);
    assert_true(track.reversed && track.medals[1] == 0.0f);
    assert_true(track.hash.low != before.hash.low);
    assert_near(track.lines[0].points[0].y, 35.0f, 0.0);
    assert_near(track.lines[0].speeds[1], 50.0f / 3.6f, 1e-4);
    track_destroy(&before);
    track_destroy(&track);
}

static void the_grid_stands_as_far_before_the_finish_on_its_other_side(void **state) {
    (void)state;
    Track before = track_of(NAMED), track = track_of(NAMED);
    assert_true(track_reverse(&track));
    float finish = before.gates[3].respawn.x;
    assert_int_equal(track.grid_size, 4);
    for (int i = 0; i < 4; i++) {
        assert_near(track.slots[i].position.x - finish, finish - before.slots[i].position.x, 0.01);
        assert_near(track.slots[i].position.y, before.slots[i].position.y, 0.01);
        assert_near(fabsf(trig_wrap(track.slots[i].angle)), TRIG_PI, 1e-3);
    }
    track_destroy(&before);
    track_destroy(&track);
}

static void roads_run_backwards_over_the_same_ground(void **state) {
    (void)state;
    Track before = track_of_file("kiln-road"), track = track_of_file("kiln-road");
    assert_true(track_reverse(&track));
    const Ribbon *old = &before.ribbons[0], *ribbon = &track.ribbons[0];
    assert_int_equal(ribbon->count, old->count);
    float s = -1.0f;
    for (int i = 0; i < ribbon->count; i++) {
        const RibbonSample *a = &ribbon->samples[i];
        const RibbonSample *b = &old->samples[i == 0 ? 0 : old->count - i];
        assert_true(a->s > s && a->s < ribbon->length);
        s = a->s;
        assert_memory_equal(&a->point, &b->point, sizeof a->point);
        assert_memory_equal(&a->edge[0], &b->edge[1], sizeof a->point);
        assert_near(a->curvature, -b->curvature, 0.0);
        assert_near(a->left, b->right, 0.0);
        // The edges lie where the sample says they do.
        vec2s left = glms_vec2_sub(a->edge[0], a->point);
        assert_true(glms_vec2_dot(left, vec2_left(a->tangent)) > 0.0f);
    }
    Ground ground = {0}, turned = {0};
    Arena arena = {0};
    ground = ground_make(&before, &arena);
    turned = ground_make(&track, &arena);
    int other = 0;
    for (int i = 0; i < 40000; i++) {
        vec2s at = vec2_make(-150.0f + 1.5f * (float)(i % 200), -150.0f + 1.5f * (float)(i / 200));
        other += ground_surface(&ground, at) != ground_surface(&turned, at);
    }
    assert_int_equal(other, 0);
    arena_destroy(&arena);
    track_destroy(&before);
    track_destroy(&track);
}

static void twice_round_is_the_way_it_was(void **state) {
    (void)state;
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        Track before = track_of_file(shipped_tracks[i]), track = track_of_file(shipped_tracks[i]);
        assert_true(track_reverse(&track));
        assert_true(track_reverse(&track));
        assert_false(track.reversed);
        for (int k = 0; k < track.gate_count; k++) {
            assert_memory_equal(&track.gates[k].left, &before.gates[k].left, sizeof(vec2s));
            assert_near(track.gates[k].s, before.gates[k].s, 1e-3);
        }
        for (int k = 0; k < track.slot_count; k++) {
            assert_near(glms_vec2_distance(track.slots[k].position, before.slots[k].position), 0.0f,
                        0.3); // along a bend a place is found to some cm
        }
        track_destroy(&before);
        track_destroy(&track);
    }
}

static void the_ai_races_every_shipped_track_backwards(void **state) {
    (void)state;
    static const RaceSkill skills[] = {SKILL_EASY, SKILL_HARD};
    enum {
        CARS = 4,
        SKILLS = sizeof skills / sizeof skills[0]
    };
    for (int i = 0; i < SHIPPED_COUNT * SKILLS; i++) {
        Track track = track_of_file(shipped_tracks[i / SKILLS]);
        assert_true(track_reverse(&track));
        RaceDef def = race_def_default();
        def.car_count = CARS;
        def.laps = 2;
        for (int car = 0; car < CARS; car++) {
            def.drivers[car] = driver_params_of(skills[i % SKILLS]);
        }
        Fixture *fixture = fixture_make_on(track, "gt", &def);
        while (fixture->race->phase != RACE_OVER) {
            fixture_run(fixture->race, RACE_TICKS_PER_SECOND);
        }
        for (int car = 0; car < CARS; car++) {
            const Racer *racer = &race_racers(fixture->race)[car];
            assert_true(racer->finished);
            assert_int_equal(racer->respawns, 0);
        }
        fixture_destroy(fixture);
    }
}

static void a_sprint_has_no_other_way_round(void **state) {
    (void)state;
    Track track = track_of(TRACK_HEAD "ribbons:\n  - {closed: false, points: [[0, 0], [200, 0], "
                                      "[300, 80]]}\n");
    Hash128 hash = track.hash;
    assert_false(track_reverse(&track));
    assert_true(hash.low == track_hash(&track).low);
    track_destroy(&track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_turn_round_and_come_in_opposite_order),
        cmocka_unit_test(the_grid_stands_as_far_before_the_finish_on_its_other_side),
        cmocka_unit_test(roads_run_backwards_over_the_same_ground),
        cmocka_unit_test(twice_round_is_the_way_it_was),
        cmocka_unit_test(the_ai_races_every_shipped_track_backwards),
        cmocka_unit_test(a_sprint_has_no_other_way_round),
    };
    return cmocka_run_group_tests_name("reverse", tests, NULL, NULL);
}
