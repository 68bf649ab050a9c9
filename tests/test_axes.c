// The first panel of the laboratory: its numbers are the library's, and the wrong methods go wrong
// as in the field.
#include "lab/axes.h"
#include "lab/axes_difference.h"
#include "lab/axes_drawing.h"
#include "lab/axes_spans.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
        assert_int_equal(working_decimals(working_find(&working, "contact points")), 0);
        assert_int_equal(working_decimals(working_find(&working, "separation")), WORKING_DECIMALS);
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

static bool says(const Scene *scene, const Solid solids[SCENE_SHAPES], const char *sentence) {
    Sheet sheet = sheet_make(STYLE_WIDTH, STYLE_HEIGHT);
    axes_draw(scene, solids, &sheet);
    bool found = false;
    for (int i = 0; i < sheet.mark_count; i++) {
        found |= sheet.marks[i].kind == MARK_TEXT &&
                 strcmp(sheet.texts + sheet.marks[i].first, sentence) == 0;
    }
    sheet_destroy(&sheet);
    return found;
}

/// A gap is one of two pieces: which, and of how many pairs, is said.
static void the_pieces_that_are_looked_at_are_named(void **state) {
    (void)state;
    Solid solids[] = {solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 1.0f, 1.0f)},
                               transform_identity()),
                      solid_of((const Shape[]){shape_box(vec2_make(9.0f, 0.0f), 1.0f, 1.0f)},
                               transform_identity())};
    solids[1].pieces[1] = shape_box(vec2_make(2.0f, 0.0f), 1.0f, 1.0f);
    solids[1].piece_count = 2;
    Scene scene = plain_scene(SCENE_AXES);
    Axes axes = axes_make(solids, 0.0f);
    char text[160];
    snprintf(text, sizeof text,
             "Axis %d has a gap of 1.00 m between a and piece 2 of b, the nearest of 2 pairs of "
             "pieces: all are apart.",
             axes_number(&axes, axes.best_row));
    assert_true(says(&scene, solids, text));
    solids[1].pieces[0] = shape_box(vec2_make(0.75f, 0.0f), 1.0f, 1.0f);
    axes = axes_make(solids, 0.0f);
    snprintf(text, sizeof text,
             "No axis parts a and piece 1 of b, the deepest of 2 pairs of pieces. Moving b by "
             "0.250 m along axis %d does.",
             axes_number(&axes, axes.best_row));
    assert_true(says(&scene, solids, text));
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

/// Both points lie over the edge that the panel takes for the reference, and on its side.
static void two_contact_points_lie_over_the_reference_edge(void **state) {
    (void)state;
    Random random = random_make(36, 1);
    int of_a = 0, of_b = 0, corners = 0;
    for (int i = 0; i < 20000; i++) {
        Solid solids[SCENE_SHAPES];
        random_solids(&random, solids);
        Axes axes = axes_make(solids, 0.3f);
        const Manifold *manifold = &axes.manifold;
        int row = axes_reference_row(&axes);
        corners += manifold->count == 1 && row < 0;
        if (manifold->count < 2) {
            continue;
        }
        assert_true(row >= 0);
        int edge = axes.rows[row].edge;
        bool first = edge < SHAPE_POINTS_MAX;
        const Shape *shape = first ? &axes.a : &axes.b;
        Transform at = first ? transform_identity() : axes.b_in_a;
        vec2s from = transform_apply(at, shape_point(shape, edge % SHAPE_POINTS_MAX));
        vec2s to = transform_apply(at, shape_point(shape, shape_next(edge % SHAPE_POINTS_MAX)));
        vec2s along = glms_vec2_normalize(glms_vec2_sub(to, from));
        for (int k = 0; k < 2; k++) {
            const ManifoldPoint *point = &manifold->points[k];
            vec2s over = glms_vec2_sub(point->point, from);
            float place = glms_vec2_dot(over, along);
            assert_true(place > -1e-3f && place < glms_vec2_distance(from, to) + 1e-3f);
            float out = shape->radius + 0.5f * point->separation; // halfway between both surfaces
            assert_near(glms_vec2_dot(over, axes.rows[row].axis), first ? out : -out, 1e-3);
        }
        of_a += first;
        of_b += !first;
    }
    assert_true(of_a > 500 && of_b > 500 && corners > 100); // two corners have no such edge
}

/// How far (0, 0) is from the segment between both points.
static float segment_distance(vec2s from, vec2s to) {
    vec2s along = glms_vec2_sub(to, from);
    float length2 = glms_vec2_norm2(along);
    float t =
        length2 > 0.0f ? fminf(fmaxf(-glms_vec2_dot(from, along) / length2, 0.0f), 1.0f) : 0.0f;
    return sqrtf(glms_vec2_norm2(glms_vec2_add(from, glms_vec2_scale(along, t))));
}

/// How far (0, 0) is outside of the difference; below 0 how far it is inside.
static float outside_of(const AxesDifference *difference) {
    float above = -INFINITY, near = INFINITY;
    for (int i = 0; i < difference->count; i++) {
        vec2s from = difference->points[i];
        above = fmaxf(above, -glms_vec2_dot(from, difference->normals[i]));
        near = fminf(near, segment_distance(from, difference->points[(i + 1) % difference->count]));
    }
    return (difference->count > 2 && above < 0.0f ? above : near) - difference->radius;
}

/// Its distance from "no move" is that of the shapes, and it is closed and turns left.
static void the_difference_is_every_move_after_which_the_shapes_overlap(void **state) {
    (void)state;
    Random random = random_make(34, 1);
    int inside = 0;
    for (int i = 0; i < 20000; i++) {
        Solid solids[SCENE_SHAPES];
        random_solids(&random, solids);
        Axes axes = axes_make(solids, 0.0f);
        AxesDifference difference = axes_difference_make(&axes);
        assert_near(outside_of(&difference), axes.distance.distance, 1e-4);
        int edges = (axes.a.count > 1 ? axes.a.count : 0) + (axes.b.count > 1 ? axes.b.count : 0);
        assert_int_equal(difference.count, edges > 0 ? edges : 1);
        for (int k = 0; k < difference.count && difference.count > 1; k++) {
            vec2s along =
                glms_vec2_sub(difference.points[(k + 1) % difference.count], difference.points[k]);
            float length = sqrtf(glms_vec2_norm2(along));
            assert_near(glms_vec2_dot(along, difference.normals[k]), 0.0,
                        2e-5 + 1e-5 * (double)length);
            assert_true(glms_vec2_cross(difference.normals[k], along) > 0.0f);
        }
        inside += axes.overlap.hit;
    }
    assert_in_range(inside, 4000, 19000);
}

/// Of sharp shapes the spans alone say whether they meet, and when. Round ones meet no earlier.
static void shapes_meet_when_the_last_axis_closes(void **state) {
    (void)state;
    Random random = random_make(35, 1);
    Scene scene = plain_scene(SCENE_AXES);
    int hits = 0, passes = 0, checked = 0;
    for (int i = 0; i < 20000; i++) {
        Solid solids[SCENE_SHAPES];
        random_solids(&random, solids);
        for (int k = 0; k < SCENE_SHAPES; k++) {
            scene.shapes[k].velocity =
                vec2_make(random_range(&random, -9.0f, 9.0f), random_range(&random, -9.0f, 9.0f));
        }
        Axes axes = axes_make(solids, 0.0f);
        AxesSpans spans = axes_spans_make(&axes, &scene, solids, 0.5f);
        float enter = fmaxf(spans.all.enter, 0.0f), leave = fminf(spans.all.leave, 1.0f);
        bool edges = axes.a.count > 1 || axes.b.count > 1;
        if (!edges || fabsf(leave - enter) < 1e-3f || fabsf(axes.best.distance) < 1e-3f) {
            continue; // two points, or a graze: rounding decides
        }
        if (axes.a.radius + axes.b.radius > 0.0f) {
            assert_true(!spans.hit.hit || spans.hit.time >= enter - 1e-4f);
            continue;
        }
        assert_int_equal(spans.hit.hit, enter < leave);
        for (int k = 0; k < 4 && spans.all.leave - spans.all.enter > 0.05f; k++) {
            float end = k < 2 ? spans.all.enter : spans.all.leave; // a little before, and after it
            const AxesRow *row = &axes.rows[k < 2 ? spans.last : spans.first];
            float speed = fabsf(glms_vec2_dot(row->axis, spans.move));
            if (isinf(end) || 0.01f * speed < 1e-3f) {
                continue;
            }
            Transform then = axes.b_in_a; // a stands, b comes toward it
            end += k % 2 == 0 ? -0.01f : 0.01f;
            then.position = glms_vec2_sub(then.position, glms_vec2_scale(spans.move, end));
            assert_int_equal(sat_overlap(&axes.a, &axes.b, then).hit, k == 1 || k == 2);
            checked++;
        }
        if (spans.hit.hit) {
            assert_near(spans.hit.time, enter, 1e-4);
            static Working working;
            working.count = 0;
            scene.options.axes_step = 0.5f;
            axes_working(&scene, solids, &working);
            assert_true(working.count < WORKING_LINES_MAX);
            assert_near(value_of(&working, "swept time"), spans.hit.time, 0.0);
        }
        hits += spans.hit.hit && enter > 0.0f;
        passes += !spans.hit.hit;
    }
    assert_true(hits > 200 && passes > 600 && checked > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_panel_shows_the_numbers_of_the_library),
        cmocka_unit_test(the_depth_of_an_axis_is_the_way_out_along_it),
        cmocka_unit_test(the_pieces_that_are_looked_at_are_named),
        cmocka_unit_test(parallel_axes_are_crossed_out_once),
        cmocka_unit_test(the_overlap_of_intervals_is_the_wrong_depth_of_an_engulfed_box),
        cmocka_unit_test(the_wrong_methods_have_the_right_verdict_and_the_wrong_depth),
        cmocka_unit_test(two_contact_points_lie_over_the_reference_edge),
        cmocka_unit_test(the_difference_is_every_move_after_which_the_shapes_overlap),
        cmocka_unit_test(shapes_meet_when_the_last_axis_closes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
