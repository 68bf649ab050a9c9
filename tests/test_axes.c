// The first panel of the laboratory: its numbers are the library's, and the wrong methods go wrong
// as in the field.
#include "lab/axes.h"

#include <math.h>

#include "solids.h"
#include "test.h"

static void the_panel_shows_the_numbers_of_the_library(void **state) {
    (void)state;
    Random random = random_make(31, 1);
    Scene scene = plain_scene(SCENE_AXES);
    scene.options.axes_margin = 0.1f;
    int hits = 0, corners = 0;
    for (int i = 0; i < 20000; i++) {
        Solid solids[SCENE_SHAPES];
        random_solids(&random, solids);
        const Shape *a = &solids[0].pieces[0], *b = &solids[1].pieces[0];
        Transform b_in_a = transform_relative(solids[0].at, solids[1].at);
        Overlap overlap = sat_overlap(a, b, b_in_a);
        Separation separation = sat_separation(a, b, b_in_a);
        Manifold manifold = manifold_make(a, b, b_in_a, 0.1f, NULL);
        Axes axes = axes_make(solids, 0.1f);
        const AxesRow *best = &axes.rows[axes.best_row];
        assert_int_equal(best->edge, separation.edge);
        assert_near(best->gap, separation.distance, 2e-5);
        assert_near(glms_vec2_dot(best->axis, separation.normal), 1.0, 1e-5);
        for (int k = 0; k < axes.count; k++) { // and the shadows say what was measured above edges
            const AxesRow *row = &axes.rows[k];
            assert_near(row->b.low - row->a.high, row->gap, 2e-5);
            assert_true(row->gap <= separation.distance + 3e-5f);
        }
        static Working working;
        working.count = 0;
        axes_working(&scene, solids, &working);
        assert_true(working.count < WORKING_LINES_MAX);
        assert_near(value_of(&working, "overlap"), overlap.hit ? 1.0 : 0.0, 0.0);
        assert_near(value_of(&working, "separation"), separation.distance, 0.0);
        bool of_corners = strstr(working_find(&working, "separation")->text, "nearest corners");
        assert_int_equal(of_corners, separation.edge < 0);
        assert_near(value_of(&working, "contact points"), manifold.count, 0.0);
        hits += overlap.hit;
        corners += separation.edge < 0;
        if (overlap.hit) {
            assert_near(value_of(&working, "depth"), overlap.depth, 0.0);
            assert_near(value_of(&working, "normal x"), overlap.normal.x, 0.0);
            assert_near(value_of(&working, "normal y"), overlap.normal.y, 0.0);
        }
        for (int k = 0; k < manifold.count; k++) {
            assert_near(
                value_of(&working, k == 0 ? "contact 1 separation" : "contact 2 separation"),
                manifold.points[k].separation, 0.0);
        }
    }
    assert_in_range(hits, 4000, 19000);
    assert_true(corners > 500);
}

static void the_depth_of_an_axis_is_the_way_out_along_it(void **state) {
    (void)state;
    Random random = random_make(32, 1);
    for (int i = 0; i < 5000; i++) {
        Solid solids[SCENE_SHAPES];
        random_solids(&random, solids);
        Axes axes = axes_make(solids, 0.0f);
        float least = INFINITY;
        for (int k = 0; k < axes.count; k++) {
            least = fminf(least, axes_way_out(&axes.rows[k]));
        }
        if (axes.overlap.hit) { // the least of them is the answer
            assert_near(least, axes.overlap.depth, 4e-5);
        } else { // and where they are apart a gap on any line is less than the distance
            assert_true(least < 0.0f);
        }
    }
}

static void parallel_axes_are_crossed_out_once(void **state) {
    (void)state;
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Solid solids[] = {solid_of(&box, transform_identity()),
                      solid_of(&box, (Transform){vec2_make(3.0f, 0.5f), {1.0f, 0.0f}})};
    Axes axes = axes_make(solids, 0.0f);
    assert_int_equal(axes.count, 8);
    int lines = 0;
    for (int i = 0; i < axes.count; i++) {
        lines += axes.rows[i].same_as < 0;
    }
    assert_int_equal(lines, 2); // two boxes that stand alike have two axes, not eight
    solids[1].at.rotation = rotation_make(0.3f);
    axes = axes_make(solids, 0.0f);
    lines = 0;
    for (int i = 0; i < axes.count; i++) {
        lines += axes.rows[i].same_as < 0;
    }
    assert_int_equal(lines, 4);
}

/// An engulfed box: the overlap of intervals is its own width, and moving by it parts nothing.
static void the_overlap_of_intervals_is_the_wrong_depth_of_an_engulfed_box(void **state) {
    (void)state;
    Solid solids[] = {
        solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 4.2f, 2.6f)},
                 transform_identity()),
        solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 1.0f, 0.5f)},
                 (Transform){vec2_make(0.75f, 0.12f), {1.0f, 0.0f}}),
    };
    Axes axes = axes_make(solids, 0.0f);
    assert_near(axes.overlap.depth, 1.3 - 0.12 + 0.25, 1e-6); // up, the shortest way out
    assert_true(axes.intervals.hit);
    assert_near(axes.intervals.depth, 0.5, 1e-6); // its own height
    assert_near(axes.intervals.inside, 1.43 - 0.5, 1e-6);
    assert_near(axes.intervals.normal.y, 1.0, 1e-6);
}

/// On random pairs the wrong methods have the right verdict, and the interval overlap has the right
/// depth just where no shadow holds another along the best axis.
static void the_wrong_methods_have_the_right_verdict_and_the_wrong_depth(void **state) {
    (void)state;
    Random random = random_make(33, 1);
    int hits = 0, engulfed = 0, intervals_wrong = 0, unnormalised_wrong = 0;
    for (int i = 0; i < 20000; i++) {
        Solid solids[SCENE_SHAPES];
        random_solids(&random, solids);
        Axes axes = axes_make(solids, 0.0f);
        if (fabsf(axes.best.distance) < 1e-3f) {
            continue;
        }
        assert_int_equal(axes.intervals.hit, axes.overlap.hit);
        assert_int_equal(axes.unnormalised.hit, axes.overlap.hit);
        if (!axes.overlap.hit) {
            continue;
        }
        hits++;
        bool holds = false;
        for (int k = 0; k < axes.count; k++) {
            const AxesRow *row = &axes.rows[k];
            holds |= interval_holds(row->a, row->b) && row->overlap < axes.overlap.depth - 1e-4f;
        }
        bool wrong = fabsf(axes.intervals.depth - axes.overlap.depth) > 1e-4f;
        assert_int_equal(wrong, holds);
        if (wrong) {
            assert_true(axes.intervals.depth < axes.overlap.depth); // never too long
            assert_true(axes.intervals.inside > 1e-5f);
        }
        engulfed += holds;
        intervals_wrong += wrong;
        unnormalised_wrong += fabsf(axes.unnormalised.depth - axes.overlap.depth) > 1e-4f;
    }
    assert_true(hits > 5000);
    assert_true(engulfed > hits / 50);
    assert_int_equal(engulfed, intervals_wrong);
    assert_true(unnormalised_wrong > hits / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_panel_shows_the_numbers_of_the_library),
        cmocka_unit_test(the_depth_of_an_axis_is_the_way_out_along_it),
        cmocka_unit_test(parallel_axes_are_crossed_out_once),
        cmocka_unit_test(the_overlap_of_intervals_is_the_wrong_depth_of_an_engulfed_box),
        cmocka_unit_test(the_wrong_methods_have_the_right_verdict_and_the_wrong_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
