#include "base/random.h"
#include "collision/shape.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

#include "test.h"

static void a_box_has_its_points_normals_and_offsets(void **state) {
    (void)state;
    Shape box = shape_box(vec2_make(1.0f, 2.0f), 4.0f, 2.0f);
    assert_int_equal(box.count, 4);
    assert_near(box.x[0], -1.0f, 0.0f);
    assert_near(box.y[0], 1.0f, 0.0f);
    assert_near(box.x[2], 3.0f, 0.0f);
    assert_near(box.y[2], 3.0f, 0.0f);
    const float normals[4][2] = {{0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
    const float offsets[4] = {-1.0f, 3.0f, 3.0f, 1.0f};
    for (int i = 0; i < 4; i++) {
        assert_near(box.normal_x[i], normals[i][0], 0.0f);
        assert_near(box.normal_y[i], normals[i][1], 0.0f);
        assert_near(box.offset[i], offsets[i], 0.0f);
    }
    assert_near(box.centroid.x, 1.0f, 1e-6f);
    assert_near(box.centroid.y, 2.0f, 1e-6f);
    assert_near(box.bounding_radius, sqrtf(18.0f), 1e-6f);
}

static void entries_behind_the_last_repeat_the_first(void **state) {
    (void)state;
    vec2s points[] = {vec2_make(0.0f, 0.0f), vec2_make(3.0f, 0.0f), vec2_make(0.0f, 4.0f)};
    Shape triangle;
    assert_true(shape_make(points, 3, 0.0f, &triangle));
    for (int i = 3; i < SHAPE_POINTS_MAX; i++) {
        assert_near(triangle.x[i], triangle.x[0], 0.0f);
        assert_near(triangle.y[i], triangle.y[0], 0.0f);
        assert_near(triangle.normal_x[i], triangle.normal_x[0], 0.0f);
        assert_near(triangle.normal_y[i], triangle.normal_y[0], 0.0f);
        assert_near(triangle.offset[i], triangle.offset[0], 0.0f);
    }
    assert_near(triangle.normal_x[1], 0.8f, 1e-7f);
    assert_near(triangle.normal_y[1], 0.6f, 1e-7f);
    assert_near(triangle.centroid.x, 1.0f, 1e-6f);
    assert_near(triangle.centroid.y, 4.0f / 3.0f, 1e-6f);
}

static void a_capsule_has_two_long_sides_and_a_circle_none(void **state) {
    (void)state;
    vec2s points[] = {vec2_make(-1.0f, 0.0f), vec2_make(1.0f, 0.0f)};
    Shape capsule;
    assert_true(shape_make(points, 2, 0.5f, &capsule));
    assert_near(capsule.normal_y[0], -1.0f, 0.0f);
    assert_near(capsule.normal_y[1], 1.0f, 0.0f);
    assert_near(capsule.bounding_radius, 1.5f, 0.0f);
    Shape circle = shape_circle(vec2_make(2.0f, 0.0f), 0.5f);
    for (int i = 0; i < SHAPE_POINTS_MAX; i++) {
        assert_near(circle.normal_x[i], 0.0f, 0.0f);
        assert_near(circle.normal_y[i], 0.0f, 0.0f);
    }
    assert_near(circle.bounding_radius, 2.5f, 0.0f);
}

static void the_centroid_of_a_capsule_or_circle_is_that_of_its_own_points(void **state) {
    (void)state;
    // What follows the points in memory is not theirs.
    vec2s points[] = {vec2_make(-3.0f, 1.0f), vec2_make(5.0f, 7.0f), vec2_make(900.0f, -900.0f)};
    Shape shape;
    assert_true(shape_make(points, 2, 0.5f, &shape));
    assert_near(shape.centroid.x, 1.0f, 0.0f);
    assert_near(shape.centroid.y, 4.0f, 0.0f);
    assert_true(shape_make(points, 1, 0.5f, &shape));
    assert_near(shape.centroid.x, -3.0f, 0.0f);
    assert_near(shape.centroid.y, 1.0f, 0.0f);
}

typedef struct BadShape {
    const char *what;
    vec2s points[9];
    int count;
    float radius;
} BadShape;

static void bad_input_is_refused_and_changes_nothing(void **state) {
    (void)state;
    float nan = (float)NAN;
    const BadShape bad[] = {
        {"no points", {{{0.0f, 0.0f}}}, 0, 1.0f},
        {"nine points",
         {{{4, 0}},
          {{3, 2}},
          {{2, 3}},
          {{0, 4}},
          {{-3, 3}},
          {{-4, 0}},
          {{-3, -3}},
          {{0, -4}},
          {{3, -3}}},
         9,
         0.0f},
        {"no number", {{{0, 0}}, {{1, 0}}, {{nan, 1}}}, 3, 0.0f},
        {"infinite", {{{0, 0}}, {{(float)INFINITY, 0}}, {{1, 1}}}, 3, 0.0f},
        {"a point twice", {{{0, 0}}, {{1, 0}}, {{1, 0}}, {{0, 1}}}, 4, 0.0f},
        {"short edge", {{{0, 0}}, {{1, 0}}, {{1, 0.00009f}}, {{0, 1}}}, 4, 0.0f},
        {"clockwise", {{{0, 0}}, {{0, 1}}, {{1, 0}}}, 3, 0.0f},
        {"dented", {{{0, 0}}, {{2, 0}}, {{0.5f, 0.5f}}, {{0, 2}}}, 4, 0.0f},
        {"flat", {{{0, 0}}, {{1, 0}}, {{2, 0}}}, 3, 0.0f},
        {"a star",
         {{{0, 4}}, {{-2.4f, -3.2f}}, {{3.8f, 1.2f}}, {{-3.8f, 1.2f}}, {{2.4f, -3.2f}}},
         5,
         0.0f},
        {"negative radius", {{{0, 0}}}, 1, -0.1f},
        {"radius no number", {{{0, 0}}}, 1, nan},
    };
    Shape untouched = shape_circle(vec2_make(7.0f, 7.0f), 7.0f);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Shape shape = untouched;
        if (shape_make(bad[i].points, bad[i].count, bad[i].radius, &shape)) {
            fail_msg("made a shape of: %s", bad[i].what);
        }
        assert_memory_equal(&shape, &untouched, sizeof shape);
    }
}

static void normals_are_unit_and_edges_lie_at_their_offset(void **state) {
    (void)state;
    Random random = random_make(1, 1);
    for (int round = 0; round < 20000; round++) {
        int count = 3 + (int)(random_u32(&random) % 6);
        float size = random_range(&random, 0.05f, 60.0f);
        float stretch = random_range(&random, 0.1f, 1.0f);
        float turn = random_range(&random, 0.0f, 6.0f);
        vec2s points[SHAPE_POINTS_MAX];
        for (int i = 0; i < count; i++) {
            TrigPair at = trig_sincos(turn + 6.2831853f * (float)i / (float)count);
            points[i] = vec2_make(size * at.cos, size * stretch * at.sin);
        }
        Shape shape;
        assert_true(shape_make(points, count, 0.0f, &shape));
        for (int i = 0; i < count; i++) {
            double nx = (double)shape.normal_x[i];
            double ny = (double)shape.normal_y[i];
            assert_near(sqrt(nx * nx + ny * ny), 1.0, 1e-6);
            for (int k = 0; k < count; k++) {
                double above =
                    nx * (double)points[k].x + ny * (double)points[k].y - (double)shape.offset[i];
                assert_true(above <= 1e-6 * (double)size + 1e-6);
            }
            double next = nx * (double)points[(i + 1) % count].x +
                          ny * (double)points[(i + 1) % count].y - (double)shape.offset[i];
            assert_near(next, 0.0, 1e-6 * (double)size + 1e-7);
        }
    }
}

static void bounds_hold_the_turned_shape_and_touch_it(void **state) {
    (void)state;
    Transform at = {vec2_make(10.0f, 5.0f), {0.0f, 1.0f}};
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Box bounds = shape_bounds(&box, at);
    assert_near(bounds.low.x, 9.0f, 1e-6f);
    assert_near(bounds.high.x, 11.0f, 1e-6f);
    assert_near(bounds.low.y, 3.0f, 1e-6f);
    assert_near(bounds.high.y, 7.0f, 1e-6f);
    Shape circle = shape_circle(vec2_make(1.0f, 0.0f), 0.5f);
    bounds = shape_bounds(&circle, at);
    assert_near(bounds.low.x, 9.5f, 1e-6f);
    assert_near(bounds.high.y, 6.5f, 1e-6f);
}

static void contains_tells_inside_from_outside_with_round_corners(void **state) {
    (void)state;
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 2.0f, 2.0f);
    assert_true(shape_contains(&box, vec2_make(0.99f, -0.99f)));
    assert_true(shape_contains(&box, vec2_make(1.0f, 1.0f)));
    assert_false(shape_contains(&box, vec2_make(1.001f, 0.0f)));
    vec2s points[] = {vec2_make(-1.0f, -1.0f), vec2_make(1.0f, -1.0f), vec2_make(1.0f, 1.0f),
                      vec2_make(-1.0f, 1.0f)};
    Shape round;
    assert_true(shape_make(points, 4, 0.5f, &round));
    assert_true(shape_contains(&round, vec2_make(1.49f, 0.0f)));
    assert_true(shape_contains(&round, vec2_make(1.35f, 1.35f)));
    assert_false(shape_contains(&round, vec2_make(1.36f, 1.36f)));
    Shape circle = shape_circle(vec2_make(0.0f, 0.0f), 1.0f);
    const vec2s ends[] = {{{-1.0f, 0.0f}}, {{1.0f, 0.0f}}};
    Shape capsule;
    assert_true(shape_make(ends, 2, 0.5f, &capsule));
    assert_true(shape_contains(&capsule, vec2_make(1.4f, 0.0f)));
    assert_true(shape_contains(&capsule, vec2_make(0.0f, -0.49f)));
    assert_false(shape_contains(&capsule, vec2_make(1.6f, 0.0f)));
    assert_false(shape_contains(&capsule, vec2_make(0.0f, 0.51f)));
    assert_true(shape_contains(&circle, vec2_make(0.7f, 0.7f)));
    assert_false(shape_contains(&circle, vec2_make(0.8f, 0.7f)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_its_points_normals_and_offsets),
        cmocka_unit_test(entries_behind_the_last_repeat_the_first),
        cmocka_unit_test(a_capsule_has_two_long_sides_and_a_circle_none),
        cmocka_unit_test(the_centroid_of_a_capsule_or_circle_is_that_of_its_own_points),
        cmocka_unit_test(bad_input_is_refused_and_changes_nothing),
        cmocka_unit_test(normals_are_unit_and_edges_lie_at_their_offset),
        cmocka_unit_test(bounds_hold_the_turned_shape_and_touch_it),
        cmocka_unit_test(contains_tells_inside_from_outside_with_round_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
