// The panel of a moving circle: its numbers are the library's, static tests miss as many passages
// as the collision ratio says, and the misprinted formulas are wrong as often as in the field.
#include "lab/circles.h"

#include <math.h>
#include <stdio.h>

#include "solids.h"
#include "test.h"

static Solid circle_at(float x, float y, float radius) {
    return solid_of((const Shape[]){shape_circle(vec2_make(0.0f, 0.0f), radius)},
                    (Transform){vec2_make(x, y), {1.0f, 0.0f}});
}

/// A scene in which the first solid moves by `a_move` and the second by `b_move` in a step.
static Scene moving_scene(const Solid solids[SCENE_SHAPES], vec2s a_move, vec2s b_move) {
    Scene scene = plain_scene(SCENE_CIRCLES);
    scene.options.circles_step = 0.5f; // halves are exact
    scene.shapes[0].kind = SCENE_CIRCLE;
    scene.shapes[1].kind = solids[1].outline_count == 1 ? SCENE_CIRCLE : SCENE_POLYGON;
    scene.shapes[0].at = solids[0].at.position;
    scene.shapes[1].at = solids[1].at.position;
    scene.shapes[0].velocity = glms_vec2_scale(a_move, 2.0f);
    scene.shapes[1].velocity = glms_vec2_scale(b_move, 2.0f);
    return scene;
}

static vec2s random_move(Random *random, float size) {
    return vec2_make(random_range(random, -size, size), random_range(random, -size, size));
}

static void the_panel_shows_the_numbers_of_the_library(void **state) {
    (void)state;
    Random random = random_make(61, 1);
    int hits = 0, only_middle = 0;
    for (int i = 0; i < 1000; i++) {
        Solid solids[] = {circle_at(random_range(&random, -2, 2), random_range(&random, -2, 2),
                                    random_range(&random, 0.2f, 1.0f)),
                          circle_at(random_range(&random, -2, 2), random_range(&random, -2, 2),
                                    random_range(&random, 0.2f, 1.0f))};
        vec2s a_move = random_move(&random, 4.0f), b_move = random_move(&random, 4.0f);
        Scene scene = moving_scene(solids, a_move, b_move);
        Circle a = {solids[0].at.position, solids[0].pieces[0].radius};
        Circle b = {solids[1].at.position, solids[1].pieces[0].radius};
        SweepHit hit = circle_sweep_circle(a, a_move, b, b_move);
        static Working working;
        working.count = 0;
        circles_working(&scene, solids, &working);
        assert_near(value_of(&working, "hit"), hit.hit, 0.0);
        bool start = circle_overlap_circle(a, b).hit;
        assert_near(value_of(&working, "static at the begin"), start, 0.0);
        Circle a_end = {glms_vec2_add(a.center, a_move), a.radius};
        Circle b_end = {glms_vec2_add(b.center, b_move), b.radius};
        if (fabsf(circles_distance(&(Circles){.move = glms_vec2_sub(a_move, b_move)}, solids,
                                   1.0f)) > 1e-4f) {
            assert_near(value_of(&working, "static at the end"),
                        circle_overlap_circle(a_end, b_end).hit, 0.0);
        }
        if (hit.hit) {
            assert_near(value_of(&working, "time of impact"), hit.time, 1e-6);
        }
        // the capsule needs no caps where its ends are tested anyhow
        bool without_caps = value_of(&working, "hit by the capsule without its caps") > 0.0;
        bool ends = start || circle_overlap_circle(a_end, b_end).hit;
        assert_int_equal(without_caps || ends, hit.hit);
        only_middle += without_caps && !ends;
        if (hit.hit && !start) { // the quadratic of the textbook gives the same
            assert_near(value_of(&working, "first root"), hit.time, 1e-5);
            hits++;
        }
    }
    assert_true(hits > 50 && only_middle > 30);
}

static void any_second_shape_is_swept_by_the_library(void **state) {
    (void)state;
    Random random = random_make(62, 1);
    int hits = 0;
    for (int i = 0; i < 200; i++) {
        Shape shape = random_shape_of(&random, SHAPE_KIND_POLYGON, 2.0f);
        Transform at = {vec2_make(3.0f, random_range(&random, -1.0f, 1.0f)),
                        rotation_make(random_range(&random, -3.0f, 3.0f))};
        Solid solids[] = {circle_at(0.0f, 0.0f, 0.3f), solid_of(&shape, at)};
        vec2s move = vec2_make(6.0f, random_range(&random, -2.0f, 2.0f));
        Scene scene = moving_scene(solids, move, vec2_make(0.0f, 0.0f));
        Circles circles = circles_make(&scene, solids);
        SweepHit hit = sweep_translate(&solids[0].pieces[0], move, &shape,
                                       transform_relative(solids[0].at, at));
        assert_int_equal(circles.hit.hit, hit.hit);
        assert_false(circles.with_circle);
        if (hit.hit) {
            assert_near(circles.hit.time, hit.time, 1e-6);
            assert_true(circles.static_start ||
                        fabsf(circles_distance(&circles, solids, hit.time)) < 1e-3f);
            hits++;
        }
    }
    assert_true(hits > 50);
}

/// What was measured lies within four standard deviations of what was predicted.
static void check_ratios(const Circles *circles) {
    for (int k = 0; k < CIRCLES_RATIOS; k++) {
        const CirclesRatio *ratio = &circles->ratios[k];
        double p = ratio->predicted;
        double slack = 4.0 * sqrt(p * (1.0 - p) / CIRCLES_PASSAGES) + 0.002;
        assert_near(ratio->measured, p, slack);
    }
    assert_near(circles->swept, 1.0, 0.0); // and a sweep misses none
}

/// A circle crosses a wall: it is in contact over (thickness + 2 radius) / sine of the angle.
static void static_circles_miss_a_wall_as_the_ratio_predicts(void **state) {
    (void)state;
    static const float lengths[] = {0.3f, 1.0f, 3.0f, 6.0f};
    static const float radii[] = {0.05f, 0.25f, 1.0f};
    static const float angles[] = {90.0f, 30.0f, 10.0f};
    for (int i = 0; i < 4 * 3 * 3; i++) {
        float length = lengths[i / 9], radius = radii[i / 3 % 3], angle = angles[i % 3];
        TrigPair way = trig_sincos(angle * (TRIG_PI / 180.0f));
        Solid solids[] = {circle_at(0.0f, 0.0f, radius),
                          solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 60.0f, 0.2f)},
                                   (Transform){vec2_make(0.0f, 2.0f), {1.0f, 0.0f}})};
        Scene scene = moving_scene(solids, vec2_make(length * way.cos, length * way.sin),
                                   vec2_make(0.0f, 0.0f));
        Circles circles = circles_make(&scene, solids);
        double contact = (0.2 + 2.0 * (double)radius) / (double)way.sin;
        assert_near(circles.contact, contact, 1e-3);
        for (int k = 0; k < CIRCLES_RATIOS; k++) {
            double step = (double)length / (double)(1 << k);
            assert_near(circles.ratios[k].step, step, 1e-6);
            assert_near(circles.ratios[k].predicted, fmin(1.0, contact / step), 2e-3);
        }
        check_ratios(&circles);
    }
}

/// The more glancing the hit, the shorter the way in contact, and the more is missed.
static void glancing_hits_are_missed_first(void **state) {
    (void)state;
    double before = 1.0;
    for (int i = 0; i < 8; i++) {
        float aside = 0.1f * (float)i;
        Solid solids[] = {circle_at(0.0f, 0.0f, 0.3f), circle_at(3.0f, aside, 0.5f)};
        Scene scene = moving_scene(solids, vec2_make(2.0f, 0.0f), vec2_make(0.0f, 0.0f));
        Circles circles = circles_make(&scene, solids);
        double contact = 2.0 * sqrt(0.64 - (double)aside * (double)aside);
        assert_near(circles.contact, contact, 1e-3);
        assert_near(circles.ratios[0].predicted, contact / 2.0, 1e-3);
        assert_true(circles.ratios[0].predicted < before);
        before = circles.ratios[0].predicted;
        check_ratios(&circles);
    }
    Solid passing[] = {circle_at(0.0f, 0.0f, 0.3f), circle_at(3.0f, 0.81f, 0.5f)};
    Scene scene = moving_scene(passing, vec2_make(2.0f, 0.0f), vec2_make(0.0f, 0.0f));
    assert_near(circles_make(&scene, passing).contact, 0.0, 0.0);
}

/// Two walls one behind the other: a test may lie in either.
static void a_shape_of_several_pieces_is_caught_by_any_of_them(void **state) {
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
                       .at = {{5.0f, 0.0f}}};
    Solid solids[] = {circle_at(0.0f, 0.5f, 0.1f), {.piece_count = 0}};
    assert_int_equal(solid_make(&gate, NULL, &solids[1]).fault, SOLID_FINE);
    Scene scene = moving_scene(solids, vec2_make(3.0f, 0.0f), vec2_make(0.0f, 0.0f));
    Circles circles = circles_make(&scene, solids);
    assert_near(circles.contact, 0.8, 1e-3); // two bars, each 0.2 m and the circle's 0.2 m
    assert_near(circles.ratios[0].predicted, 0.8 / 3.0, 1e-3);
    check_ratios(&circles);
}

static void the_misprints_are_wrong_as_often_as_in_the_field(void **state) {
    (void)state;
    Random random = random_make(63, 1);
    int radii_wrong = 0, line_wrong = 0, cases = 400;
    for (int i = 0; i < cases; i++) {
        Solid solids[] = {
            circle_at(random_range(&random, -2.1f, 2.1f), random_range(&random, -2.1f, 2.1f),
                      random_range(&random, 0.2f, 2.0f)),
            circle_at(random_range(&random, -2.1f, 2.1f), random_range(&random, -2.1f, 2.1f),
                      random_range(&random, 0.2f, 2.0f))};
        Scene scene = moving_scene(solids, random_move(&random, 6.0f), random_move(&random, 6.0f));
        Circles circles = circles_make(&scene, solids);
        radii_wrong += circles.misprints.radii_hit != circles.hit.hit;
    }
    assert_in_range(radii_wrong, cases * 55 / 100, cases * 75 / 100);
    for (int i = 0; i < cases; i++) { // lines of slope -1 to 1 about a circle, as docs/collision.md
        float m = random_range(&random, -1.0f, 1.0f), b = random_range(&random, -3.0f, 3.0f);
        Solid solids[] = {circle_at(0.0f, b, 0.25f),
                          circle_at(0.0f, 0.0f, random_range(&random, 0.25f, 0.75f))};
        Scene scene = moving_scene(solids, vec2_make(1.0f, m), vec2_make(0.0f, 0.0f));
        Circles circles = circles_make(&scene, solids);
        double distance = fabs((double)b) / sqrt(1.0 + (double)m * (double)m);
        if (fabs(distance - circles.quadratic.radius) > 1e-4) {
            assert_int_equal(circles.misprints.line_hit, distance < circles.quadratic.radius);
        }
        line_wrong += circles.misprints.printed_hit != circles.misprints.line_hit;
    }
    assert_in_range(line_wrong, cases * 5 / 100, cases * 14 / 100);
}

static void a_line_without_ends_hits_what_the_step_does_not_reach(void **state) {
    (void)state;
    Solid solids[] = {circle_at(0.0f, 0.0f, 0.2f), circle_at(5.0f, 0.1f, 0.5f)};
    Scene scene = moving_scene(solids, vec2_make(2.0f, 0.1f), vec2_make(0.0f, 0.0f));
    Circles circles = circles_make(&scene, solids);
    assert_false(circles.hit.hit);
    assert_true(circles.misprints.line_hit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_panel_shows_the_numbers_of_the_library),
        cmocka_unit_test(any_second_shape_is_swept_by_the_library),
        cmocka_unit_test(static_circles_miss_a_wall_as_the_ratio_predicts),
        cmocka_unit_test(glancing_hits_are_missed_first),
        cmocka_unit_test(a_shape_of_several_pieces_is_caught_by_any_of_them),
        cmocka_unit_test(the_misprints_are_wrong_as_often_as_in_the_field),
        cmocka_unit_test(a_line_without_ends_hits_what_the_step_does_not_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
