// The panel of points around a car: its numbers are the library's, and points, rectangles and
// refused moves go wrong as in the field.
#include "lab/border.h"

#include <math.h>
#include <stdio.h>

#include "solids.h"
#include "test.h"

static Transform at_angle(float x, float y, float angle) {
    return (Transform){vec2_make(x, y), rotation_make(angle)};
}

/// The car of most tests: 4 m long, 2 m wide.
static Solid car_at(Transform at) {
    return solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f)}, at);
}

/// Counts once more what the points of a border cost, by the rules as people say them.
static void check_cost(const Border *border, const Solid *wall, const Working *working) {
    int comparisons = 0, products = 0, left = 0;
    int edges = wall->outline_count >= 3 ? wall->outline_count : 0;
    for (int k = 0; k < border->count; k++) {
        vec2s p = border->points[k].at;
        const bool holds[] = {p.x >= border->rectangle.low.x, p.x <= border->rectangle.high.x,
                              p.y >= border->rectangle.low.y, p.y <= border->rectangle.high.y};
        int asked = 0;
        bool in = true;
        for (; asked < 4 && in; asked++) {
            in = holds[asked];
        }
        comparisons += asked;
        left += in ? edges : 0;
        vec2s local = transform_undo(wall->at, p);
        for (int i = 0; i < edges; i++) {
            float a = wall->outline[i].y - local.y, b = wall->outline[(i + 1) % edges].y - local.y;
            products += fminf(a, b) <= 0.0f && fmaxf(a, b) > 0.0f;
        }
    }
    assert_near(value_of(working, "rectangle: comparisons"), comparisons, 0.0);
    if (edges > 0) {
        assert_near(value_of(working, "polygon: edges asked"), border->count * edges, 0.0);
        assert_near(value_of(working, "polygon: cross products"), products, 0.0);
        assert_near(value_of(working, "rectangle first: edges asked"), left, 0.0);
        assert_true(left <= border->count * edges && comparisons <= 4 * border->count);
    }
}

static void the_panel_shows_the_numbers_of_the_library(void **state) {
    (void)state;
    Random random = random_make(41, 1);
    Scene scene = plain_scene(SCENE_BORDER);
    int hits = 0, points_in = 0;
    for (int i = 0; i < 5000; i++) {
        Solid solids[SCENE_SHAPES];
        random_solids(&random, solids);
        vec2s thick = glms_vec2_sub(solid_box(&solids[0]).high, solid_box(&solids[0]).low);
        if (fminf(thick.x, thick.y) < 1e-3f) {
            continue; // points and segments without a radius: no scene has them
        }
        Border border = border_make(&scene, solids);
        vec2s size = glms_vec2_sub(border.box.high, border.box.low);
        vec2s middle = glms_vec2_scale(glms_vec2_add(border.box.low, border.box.high), 0.5f);
        Shape box = shape_box(middle, size.x, size.y);
        Transform b_in_a = transform_relative(solids[0].at, solids[1].at);
        const Shape *b = &solids[1].pieces[0];
        float distance = sat_signed_distance(&box, b, b_in_a).distance;
        static Working working;
        working.count = 0;
        border_working(&scene, solids, &working);
        assert_near(value_of(&working, "separation"), distance, 0.0);
        if (fabsf(distance) > 1e-4f) {
            assert_near(value_of(&working, "overlap"), sat_overlap(&box, b, b_in_a).hit ? 1.0 : 0.0,
                        0.0);
        }
        hits += border.hit;
        check_cost(&border, &solids[1], &working);
        for (int k = 0; k < border.count; k++) {
            const BorderPoint *point = &border.points[k];
            vec2s place = transform_apply(solids[0].at, point->local);
            assert_near(point->at.x, place.x, 1e-5);
            assert_near(point->at.y, place.y, 1e-5);
            vec2s local = transform_undo(solids[1].at, point->at);
            bool inside = solids[1].outline_count >= 3
                              ? polygon_contains(solids[1].outline, solids[1].outline_count, local)
                              : shape_contains(b, local);
            assert_int_equal(point->in_polygon, inside);
            assert_int_equal(point->in_rectangle,
                             box_contains(shape_bounds(b, solids[1].at), point->at));
            assert_true(!point->in_pieces || point->in_rectangle);
            points_in += inside;
        }
        assert_true(border.hit || !border.points_hit); // a point in the wall is a hit
    }
    assert_in_range(hits, 1000, 4500);
    assert_true(points_in > 1000);
}

static void the_points_are_corners_and_what_lies_between_them(void **state) {
    (void)state;
    Solid solids[] = {car_at(at_angle(0.0f, 0.0f, 0.0f)), car_at(at_angle(50.0f, 0.0f, 0.0f))};
    Scene scene = plain_scene(SCENE_BORDER);
    Border border = border_make(&scene, solids);
    assert_int_equal(border.count, 8);
    static const vec2s wanted[] = {{{-2, -1}}, {{0, -1}}, {{2, -1}}, {{2, 0}},
                                   {{2, 1}},   {{0, 1}},  {{-2, 1}}, {{-2, 0}}};
    for (int i = 0; i < 8; i++) {
        assert_near(border.points[i].at.x, wanted[i].x, 1e-6);
        assert_near(border.points[i].at.y, wanted[i].y, 1e-6);
    }
    assert_near(border.widest, 2.0, 1e-6);
    scene.options.per_side = 1;
    assert_int_equal(border_make(&scene, solids).count, 4);
    scene.options.per_side = 16;
    assert_int_equal(border_make(&scene, solids).count, 64);
}

/// The right-angled corner of a wall comes straight in from above, between two points of the left
/// side. It is seen only once it is half of their gap deep.
static void a_right_angled_corner_slips_in_by_half_of_the_gap(void **state) {
    (void)state;
    for (int per_side = 1; per_side <= 16; per_side++) {
        Scene scene = plain_scene(SCENE_BORDER);
        scene.options.per_side = per_side;
        float gap = 4.0f / (float)per_side;
        float between = -2.0f + 0.5f * gap;
        for (int seen = 0; seen < 2; seen++) {
            float depth = (seen ? 0.51f : 0.49f) * gap;
            if (depth > 1.9f) {
                continue; // it would leave the car on the other side
            }
            float tip_to_center = 3.0f * sqrtf(2.0f);
            Solid wall = solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 6.0f, 6.0f)},
                                  at_angle(between, 1.0f - depth + tip_to_center, 0.25f * TRIG_PI));
            Solid solids[] = {car_at(at_angle(0.0f, 0.0f, 0.0f)), wall};
            Border border = border_make(&scene, solids);
            assert_true(border.hit);
            assert_int_equal(border.points_hit, seen);
            assert_int_equal(border.corners_inside, 1);
            assert_near(-border.separation.distance, fminf(depth, 2.0f + between + depth), 1e-5);
        }
    }
}

/// More points miss fewer of the overlaps with a wall's corner, and never none.
static void more_points_miss_less_and_never_nothing(void **state) {
    (void)state;
    static const int per_side[] = {1, 2, 4, 8};
    int missed[4] = {0}, hits = 0;
    Random random = random_make(42, 1);
    for (int i = 0; i < 20000; i++) {
        Solid solids[] = {car_at(at_angle(0.0f, 0.0f, 0.0f)),
                          solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 5.0f, 5.0f)},
                                   at_angle(random_range(&random, -5.0f, 5.0f),
                                            random_range(&random, -5.0f, 5.0f),
                                            random_range(&random, -1.5f, 1.5f)))};
        Scene scene = plain_scene(SCENE_BORDER);
        for (int k = 0; k < 4; k++) {
            scene.options.per_side = per_side[k];
            Border border = border_make(&scene, solids);
            hits += k == 0 && border.hit;
            missed[k] += border.hit && !border.points_hit;
        }
    }
    assert_true(hits > 10000);
    for (int k = 0; k < 3; k++) {
        assert_true(missed[k + 1] < missed[k]);
    }
    assert_true(missed[1] > hits / 100); // eight points: over 1 % of all overlaps
    assert_true(missed[3] > 0);
}

static void a_rectangle_fills_the_passage_of_a_house(void **state) {
    (void)state;
    SceneShape house = {.kind = SCENE_WALL,
                        .points = {{{-3.5f, -1.5f}},
                                   {{-1.2f, -1.5f}},
                                   {{-1.2f, 1.0f}},
                                   {{1.4f, 1.0f}},
                                   {{1.4f, -1.5f}},
                                   {{3.5f, -1.5f}},
                                   {{3.5f, 2.2f}},
                                   {{-3.5f, 2.2f}}},
                        .count = 8};
    Solid solids[2];
    assert_int_equal(solid_make(&house, NULL, &solids[1]).fault, SOLID_FINE);
    solids[0] = solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 1.5f, 1.0f)},
                         at_angle(0.1f, -0.4f, 1.5f));
    Scene scene = plain_scene(SCENE_BORDER);
    Border border = border_make(&scene, solids);
    assert_false(border.hit);
    assert_false(border.points_hit);
    assert_true(border.rectangle_hit);
    assert_false(border.pieces_hit);
    for (int i = 0; i < border.count; i++) {
        assert_true(border.points[i].in_rectangle);
    }
    solids[1].at = at_angle(0.0f, 0.0f, 0.6f); // turned, the rectangles of the pieces fill it too
    assert_true(border_make(&scene, solids).pieces_hit);
}

static void a_refused_move_leaves_a_gap_where_the_way_out_leaves_none(void **state) {
    (void)state;
    Solid solids[] = {car_at(at_angle(0.0f, 0.0f, 0.0f)),
                      solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 20.0f, 2.0f)},
                               at_angle(0.0f, 1.9f, 0.0f))};
    Scene scene = plain_scene(SCENE_BORDER);
    scene.shapes[0].velocity = vec2_make(30.0f, 5.0f);
    scene.options.border_step = 0.1f;
    Border border = border_make(&scene, solids);
    assert_true(border.hit && border.moved);
    assert_near(border.separation.distance, -0.1, 1e-6);
    assert_near(border.before.position.x, -3.0, 1e-5); // all of the move is lost, also along it
    assert_near(border.refused_gap, 0.4, 1e-5);
    assert_near(border.corrected.position.x, 0.0, 1e-5);
    assert_near(border.corrected.position.y, -0.1, 1e-5);
    scene.shapes[0].velocity = vec2_make(0.0f, 0.0f);
    assert_false(border_make(&scene, solids).moved);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_panel_shows_the_numbers_of_the_library),
        cmocka_unit_test(the_points_are_corners_and_what_lies_between_them),
        cmocka_unit_test(a_right_angled_corner_slips_in_by_half_of_the_gap),
        cmocka_unit_test(more_points_miss_less_and_never_nothing),
        cmocka_unit_test(a_rectangle_fills_the_passage_of_a_house),
        cmocka_unit_test(a_refused_move_leaves_a_gap_where_the_way_out_leaves_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
