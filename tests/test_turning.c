// The panel of a turning shape: its numbers are the library's, advances never pass the other shape,
// and what leaves the turn out is early or wrong.
#include "collision/sat.h"
#include "lab/turning.h"

#include <math.h>
#include <stdio.h>

#include "solids.h"
#include "test.h"

/// A random motion past a random shape.
static Scene random_motion(Random *random, Solid solids[SCENE_SHAPES]) {
    Scene scene = plain_scene(SCENE_TURNING);
    scene.options.turning_step = 0.1f;
    random_solids(random, solids);
    solids[0].at.position = vec2_make(0.0f, 0.0f);
    solids[1].at.position = vec2_make(6.0f, random_range(random, -6.0f, 6.0f));
    scene.shapes[0].angle_deg = random_range(random, -180.0f, 180.0f);
    solids[0].at.rotation = rotation_make(scene.shapes[0].angle_deg * (TRIG_PI / 180.0f));
    scene.shapes[0].velocity = vec2_make(100.0f, random_range(random, -30.0f, 30.0f));
    scene.shapes[0].turn_rate_deg = random_range(random, -720.0f, 720.0f);
    scene.shapes[1].at = solids[1].at.position;
    return scene;
}

static void the_panel_shows_the_numbers_of_the_library(void **state) {
    (void)state;
    Random random = random_make(71, 1);
    int hits = 0, misses = 0;
    for (int i = 0; i < 3000; i++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_motion(&random, solids);
        Turning turning = turning_make(&scene, solids);
        SweepHit hit = sweep_motion(&solids[0].pieces[0], turning.motion, &solids[1].pieces[0],
                                    solids[1].at, 0.0f);
        static Working working;
        working.count = 0;
        turning_working(&scene, solids, &working);
        assert_near(value_of(&working, "sweep: hit"), hit.hit, 0.0);
        if (hit.hit) {
            assert_near(value_of(&working, "sweep: time"), hit.time, 0.0);
        }
        for (int k = 0; k < turning.count; k++) {
            Transform at = turning_place(&turning, turning.advances[k].time);
            float distance =
                sat_signed_distance(&turning.a, &turning.b, transform_relative(at, solids[1].at))
                    .distance;
            assert_near(turning.advances[k].distance, distance, 0.0);
        }
        hits += hit.hit;
        misses += !hit.hit;
    }
    assert_true(hits > 500 && misses > 500);
}

/// Looking densely: up to each advance the shapes are apart, and the last one of a hit touches.
static void advances_never_pass_the_other_shape(void **state) {
    (void)state;
    Random random = random_make(72, 1);
    int ended = 0;
    for (int i = 0; i < 1000; i++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_motion(&random, solids);
        Turning turning = turning_make(&scene, solids);
        const TurningAdvance *last = &turning.advances[turning.count - 1];
        for (int k = 0; k < 200 && last->time > 0.0f; k++) { // 0: they touch at the begin
            float time = last->time * (float)k / 200.0f;
            assert_true(turning_distance(&turning, time) > -1e-3f);
        }
        if (turning.advances_hit && last->time > 0.0f) { // both bounds arrive at the same time
            assert_true(turning.hit.hit);
            assert_true(fabsf(last->distance) < 1e-3f);
            assert_near(turning.hit.time, last->time, 2e-3);
            ended++;
        }
    }
    assert_true(ended > 100);
}

static void the_capsule_is_never_late_and_often_wrong(void **state) {
    (void)state;
    Random random = random_make(73, 1);
    int early = 0, invented = 0, straight_wrong = 0;
    for (int i = 0; i < 3000; i++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_motion(&random, solids);
        Turning turning = turning_make(&scene, solids);
        if (turning.hit.hit) {
            assert_true(turning.capsule.hit);
            assert_true(turning.capsule.time <= turning.hit.time + 1e-4f);
            early += turning.capsule.time < turning.hit.time - 0.01f;
        } else {
            invented += turning.capsule.hit;
        }
        straight_wrong += turning.straight.hit != turning.hit.hit;
    }
    assert_true(early > 300);
    assert_true(invented > 100);
    assert_true(straight_wrong > 30);
}

static void without_a_turn_all_of_them_agree_but_the_capsule(void **state) {
    (void)state;
    Random random = random_make(74, 1);
    for (int i = 0; i < 500; i++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_motion(&random, solids);
        scene.shapes[0].turn_rate_deg = 0.0f;
        Turning turning = turning_make(&scene, solids);
        float least = INFINITY;
        for (int k = 0; k <= 200; k++) {
            least = fminf(least, turning_distance(&turning, (float)k / 200.0f));
        }
        if (fabsf(least) > 0.05f) { // not where they all but touch
            assert_int_equal(turning.straight.hit, turning.hit.hit);
        }
        if (turning.straight.hit && turning.hit.hit) {
            assert_near(turning.straight.time, turning.hit.time, 1e-3);
        }
    }
}

static void the_pieces_that_meet_first_are_looked_at(void **state) {
    (void)state;
    SceneShape gate = {.kind = SCENE_WALL,
                       .points = {{{-1, -2}},
                                  {{1.3f, -2}},
                                  {{1.3f, 2}},
                                  {{1.1f, 2}},
                                  {{1.1f, -1.5f}},
                                  {{-0.8f, -1.5f}},
                                  {{-0.8f, 2}},
                                  {{-1, 2}}},
                       .count = 8,
                       .at = {{6.0f, 0.0f}}};
    Solid solids[2];
    solids[0] = solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 2.0f, 1.0f)},
                         transform_identity());
    assert_int_equal(solid_make(&gate, NULL, &solids[1]).fault, SOLID_FINE);
    Scene scene = plain_scene(SCENE_TURNING);
    scene.options.turning_step = 0.1f;
    scene.shapes[0].velocity = vec2_make(100.0f, 0.0f);
    Turning turning = turning_make(&scene, solids);
    assert_true(turning.hit.hit);
    assert_near(turning.hit.time, 0.4, 1e-3); // its nose is 1 m ahead, the gate 5 m
    // from the other side it is another piece
    solids[0].at.position = scene.shapes[0].at = vec2_make(12.0f, 0.0f);
    scene.shapes[0].velocity = vec2_make(-100.0f, 0.0f);
    turning = turning_make(&scene, solids);
    assert_near(turning.hit.time, 0.37, 1e-3);
    solids[0].at.position = scene.shapes[0].at = vec2_make(0.0f, 0.0f);
    scene.shapes[0].velocity = vec2_make(100.0f, 0.0f);
    // and the second shape's own move counts against it
    scene.shapes[1].velocity = vec2_make(100.0f, 0.0f);
    assert_false(turning_make(&scene, solids).hit.hit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_panel_shows_the_numbers_of_the_library),
        cmocka_unit_test(advances_never_pass_the_other_shape),
        cmocka_unit_test(the_capsule_is_never_late_and_often_wrong),
        cmocka_unit_test(without_a_turn_all_of_them_agree_but_the_capsule),
        cmocka_unit_test(the_pieces_that_meet_first_are_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
