// The panel of crossing lines: its numbers are the library's, and slopes go wrong as in the field.
#include "lab/crossings.h"

#include <math.h>
#include <stdio.h>

#include "solids.h"
#include "test.h"

static Transform at_place(float x, float y) { return (Transform){vec2_make(x, y), {1.0f, 0.0f}}; }

/// A scene whose first shape moved from `from` to `to` in its tick, and whose second is `target`.
static Scene shot_scene(vec2s from, vec2s to, const Solid *target, Solid solids[SCENE_SHAPES]) {
    Scene scene = plain_scene(SCENE_CROSSINGS);
    scene.shapes[0].at = to;
    scene.shapes[0].velocity =
        glms_vec2_scale(glms_vec2_sub(to, from), 1.0f / scene.options.crossings_step);
    scene.shapes[1].at = target->at.position;
    solids[0] =
        solid_of((const Shape[]){shape_circle(vec2_make(0.0f, 0.0f), 0.1f)}, at_place(to.x, to.y));
    solids[1] = *target;
    return scene;
}

static void the_panel_shows_the_numbers_of_the_library(void **state) {
    (void)state;
    Random random = random_make(51, 1);
    int hits = 0, several = 0;
    for (int i = 0; i < 10000; i++) {
        Shape shape = random_shape_of(&random, SHAPE_KIND_POLYGON, 3.0f);
        Solid solids[SCENE_SHAPES];
        vec2s from = vec2_make(random_range(&random, -4.0f, 4.0f), -3.0f);
        vec2s to = vec2_make(random_range(&random, -4.0f, 4.0f), 3.0f);
        Scene scene = shot_scene(
            from, to, (const Solid[]){solid_of(&shape, at_place(random_range(&random, -9, 9), 0))},
            solids);
        vec2s outline[SHAPE_POINTS_MAX];
        for (int k = 0; k < shape.count; k++) {
            outline[k] = transform_apply(solids[1].at, shape_point(&shape, k));
        }
        Crossings crossings = crossings_make(&scene, solids);
        SegmentHit hit = segment_cross_polygon(crossings.from, crossings.to, outline, shape.count);
        static Working working;
        working.count = 0;
        crossings_working(&scene, solids, &working);
        assert_near(value_of(&working, "hit"), hit.hit, 0.0);
        assert_near(value_of(&working, "inside at the begin of the tick"), hit.starts_inside, 0.0);
        if (hit.hit) {
            assert_near(value_of(&working, "time of the hit"), hit.time, 0.0);
            assert_near(value_of(&working, "edge of the hit"), hit.edge + 1, 0.0);
        }
        int crossed = 0;
        for (int k = 0; k < crossings.count; k++) {
            const CrossingsRow *row = &crossings.rows[k];
            bool both = segments_cross(crossings.from, crossings.to, outline[k],
                                       outline[(k + 1) % shape.count], NULL);
            assert_int_equal(row->hit, both);
            crossed += both;
            // the shares that are shown say the same, but for what rounding decides
            float out = fmaxf(fmaxf(-row->path_share, row->path_share - 1.0f),
                              fmaxf(-row->edge_share, row->edge_share - 1.0f));
            if (fabsf(out) > 1e-6f) {
                assert_int_equal(row->lines_meet && out < 0.0f, both);
            }
        }
        assert_int_equal(crossings.hit_count, crossed);
        hits += hit.hit;
        several += crossed > 1;
    }
    assert_true(hits > 1000 && several > 500);
}

/// A box that stands upright has vertical sides. However squarely they are hit, slopes find
/// nothing.
static void slopes_fail_on_vertical_edges(void **state) {
    (void)state;
    Random random = random_make(52, 1);
    int hits = 0;
    for (int i = 0; i < 2000; i++) {
        Shape wall = shape_box(vec2_make(0.0f, 0.0f), 0.2f, 2.0f);
        float x = random_range(&random, -40.0f, 40.0f);
        vec2s from = vec2_make(x - 1.2f, random_range(&random, -0.8f, 0.8f));
        vec2s to = vec2_make(x + 1.3f, random_range(&random, -0.8f, 0.8f));
        Solid solids[SCENE_SHAPES];
        Scene scene =
            shot_scene(from, to, (const Solid[]){solid_of(&wall, at_place(x, 0.0f))}, solids);
        Crossings crossings = crossings_make(&scene, solids);
        assert_true(crossings.first.hit);
        assert_int_equal(crossings.hit_count, 2);
        assert_int_equal(crossings.slopes_missed, 2);
        assert_false(crossings.slopes_hit);
        static Working working;
        working.count = 0;
        crossings_working(&scene, solids, &working);
        assert_true(isnan(value_of(&working, "slopes: off by")));
        assert_false(crossings.first.starts_inside || crossings.ends_inside); // inside at no tick
        hits++;
    }
    assert_int_equal(hits, 2000);
}

/// A path straight up has no slope either: every edge is missed.
static void slopes_fail_on_a_vertical_path(void **state) {
    (void)state;
    Solid solids[SCENE_SHAPES];
    Scene scene = shot_scene(
        vec2_make(0.3f, -2.0f), vec2_make(0.3f, 2.0f),
        (const Solid[]){solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 2.0f, 1.0f)},
                                 at_place(0, 0))},
        solids);
    Crossings crossings = crossings_make(&scene, solids);
    assert_int_equal(crossings.hit_count, 2);
    assert_int_equal(crossings.slopes_missed, 2);
}

/// Of a slanted line at a slant slopes are as good as any.
static void slopes_are_right_where_no_line_is_steep(void **state) {
    (void)state;
    Random random = random_make(53, 1);
    for (int i = 0; i < 5000; i++) {
        vec2s p[4];
        for (int k = 0; k < 4; k++) {
            p[k] =
                vec2_make(random_range(&random, -5.0f, 5.0f), random_range(&random, -5.0f, 5.0f));
        }
        float m[2];
        for (int k = 0; k < 2; k++) {
            m[k] = (p[2 * k + 1].y - p[2 * k].y) / (p[2 * k + 1].x - p[2 * k].x);
        }
        if (fabsf(m[0]) > 3.0f || fabsf(m[1]) > 3.0f || fabsf(m[0] - m[1]) < 0.3f) {
            continue;
        }
        SlopeCrossing slopes = slope_crossing(p[0], p[1], p[2], p[3]);
        vec2s at;
        bool hit = segments_cross(p[0], p[1], p[2], p[3], &at);
        float margin = INFINITY; // how near x is to an end, where rounding may decide
        for (int k = 0; k < 4; k++) {
            margin = fminf(margin, fabsf(slopes.at.x - p[k].x));
        }
        if (margin > 1e-4f) {
            assert_int_equal(slopes.hit, hit);
        }
        if (hit) {
            assert_near(slopes.at.x, at.x, 1e-4);
            assert_near(slopes.at.y, at.y, 3e-4);
        }
    }
}

/// 45 m from the origin a path that leans by 15 micrometres is put off by decimetres.
static void slopes_put_nearly_vertical_crossings_elsewhere(void **state) {
    (void)state;
    vec2s from = vec2_make(45.03f - 1.67e-5f, 18.695f), to = vec2_make(45.03f, 21.2f);
    vec2s a = vec2_make(46.9f, 20.5f), b = vec2_make(42.9f, 19.9f), at;
    assert_true(segments_cross(from, to, a, b, &at));
    SlopeCrossing slopes = slope_crossing(from, to, a, b);
    assert_true(slopes.hit);
    assert_true(sqrtf(glms_vec2_distance2(at, slopes.at)) > 0.2f);
    assert_near(at.y, 20.2195, 1e-4);
}

static void the_nearest_of_several_crossings_is_the_hit(void **state) {
    (void)state;
    SceneShape bay = {
        .kind = SCENE_WALL,
        .points = {{{0, 0}}, {{9, 0}}, {{9, 9}}, {{6, 9}}, {{6, 3}}, {{3, 3}}, {{3, 9}}, {{0, 9}}},
        .count = 8};
    Solid wall, solids[SCENE_SHAPES];
    assert_int_equal(solid_make(&bay, NULL, &wall).fault, SOLID_FINE);
    Scene scene = shot_scene(vec2_make(10.0f, 6.5f), vec2_make(-1.0f, 6.0f), &wall, solids);
    Crossings crossings = crossings_make(&scene, solids);
    assert_int_equal(crossings.hit_count, 4);
    assert_near(crossings.first.point.x, 9.0, 1e-4);
    assert_near(crossings.first.time, 1.0 / 11.0, 1e-5);
}

/// The target drives across the line of fire behind the shot: the path of the last tick does not
/// meet it, the line from the muzzle does.
static void the_line_from_the_muzzle_hits_what_drives_behind_the_shot(void **state) {
    (void)state;
    Solid solids[SCENE_SHAPES];
    Scene scene = shot_scene(
        vec2_make(3.0f, 0.0f), vec2_make(4.5f, 0.0f),
        (const Solid[]){solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 2.0f, 4.0f)},
                                 at_place(0, 0))},
        solids);
    scene.shapes[1].velocity = vec2_make(0.0f, 80.0f); // it was below the line when the shot passed
    scene.options.age = 0.1f;
    Crossings crossings = crossings_make(&scene, solids);
    assert_true(crossings.has_muzzle);
    assert_near(crossings.muzzle.x, 4.5f - 0.1f * scene.shapes[0].velocity.x, 1e-5);
    assert_true(crossings.from_muzzle.hit);
    assert_false(crossings.first.hit);
    scene.options.age = 0.0f;
    assert_false(crossings_make(&scene, solids).has_muzzle);
}

/// A target that comes toward the shot is met by the path that it sees, not by the one in the
/// world.
static void the_path_is_as_the_target_sees_it(void **state) {
    (void)state;
    Solid solids[SCENE_SHAPES];
    Scene scene = shot_scene(
        vec2_make(0.0f, 2.2f), vec2_make(1.0f, 2.2f),
        (const Solid[]){solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 2.0f, 4.0f)},
                                 at_place(0, 0))},
        solids);
    assert_false(crossings_make(&scene, solids).first.hit);
    scene.shapes[1].velocity =
        vec2_make(0.0f, -1.0f / scene.options.crossings_step); // it was 1 m higher
    Crossings crossings = crossings_make(&scene, solids);
    assert_near(crossings.from.y, 1.2, 1e-5);
    assert_true(crossings.first.starts_inside && crossings.first.hit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_panel_shows_the_numbers_of_the_library),
        cmocka_unit_test(slopes_fail_on_vertical_edges),
        cmocka_unit_test(slopes_fail_on_a_vertical_path),
        cmocka_unit_test(slopes_are_right_where_no_line_is_steep),
        cmocka_unit_test(slopes_put_nearly_vertical_crossings_elsewhere),
        cmocka_unit_test(the_nearest_of_several_crossings_is_the_hit),
        cmocka_unit_test(the_line_from_the_muzzle_hits_what_drives_behind_the_shot),
        cmocka_unit_test(the_path_is_as_the_target_sees_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
