/// How cars look: parts of files into polygons, and that nothing of it drives.
#include "base/hash.h"
#include "vehicle/bodywork.h"
#include "vehicle/car_model.h"
#include "vehicle/car_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

static const char *const shipped[] = {"hatch", "drift", "gt", "formula", "kart"};

enum {
    SHIPPED = sizeof shipped / sizeof shipped[0]
};

/// Every polygon of a look is convex, counter-clockwise and on or near the car.
static void check_polygons(const Bodywork *look, const CarParams *params) {
    Box box = box_grow(box_of(params->outline, params->outline_count), 0.25f);
    assert_in_range(look->part_count, 1, BODYWORK_PARTS_MAX);
    for (int i = 0; i < look->part_count; i++) {
        const BodyworkPart *part = &look->parts[i];
        for (int k = 0; k < bodywork_polygons(part); k++) {
            vec2s points[BODYWORK_OUTLINE_MAX];
            int count = bodywork_polygon(part, k, points);
            assert_in_range(count, 3, BODYWORK_OUTLINE_MAX);
            assert_true(polygon_area(points, count) > 0.0f);
            assert_true(polygon_is_convex(points, count));
            for (int p = 0; p < count; p++) {
                assert_true(box_contains(box, points[p]));
            }
        }
    }
}

static void each_shipped_car_has_a_look_of_its_own(void **state) {
    (void)state;
    CarFile cars[SHIPPED];
    for (int i = 0; i < SHIPPED; i++) {
        cars[i] = fixture_car(shipped[i]);
        assert_true(cars[i].own_look);
        assert_true(cars[i].look.part_count >= 10);
        check_polygons(&cars[i].look, &cars[i].params);
        for (int k = 0; k < i; k++) {
            assert_false(bodywork_same(&cars[i].look, &cars[k].look));
        }
    }
}

static void a_car_without_a_look_gets_one_from_its_outline(void **state) {
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        CarParams params = fixture_car(shipped[i]).params;
        Bodywork made = bodywork_make(&params);
        check_polygons(&made, &params);
        params.outline_count = 0; // from the box alone
        made = bodywork_make(&params);
        car_params_outline_box(&params);
        check_polygons(&made, &params);
    }
}

/// The look made for an outline, after a file has held it.
static void check_made_reads_back(const vec2s *outline, int count, float mass) {
    static char text[CAR_WRITE_MAX + 64];
    CarParams params = car_params_default();
    memcpy(params.outline, outline, (size_t)count * sizeof outline[0]);
    params.outline_count = count;
    params.mass = mass;
    Bodywork made = bodywork_make(&params);
    int start = snprintf(text, sizeof text, "format: car/1\nname: Made\n");
    car_write_look(&made, text + start);
    CarFile again = fixture_car_of(text);
    assert_true(bodywork_same(&again.look, &made));
}

static void a_made_look_reads_back_whatever_the_outline(void **state) {
    (void)state;
    const vec2s hourglass[6] = {{{-2.0f, -0.9f}}, {{0.0f, -0.2f}}, {{2.0f, -0.9f}},
                                {{2.0f, 0.9f}},   {{0.0f, 0.2f}},  {{-2.0f, 0.9f}}};
    const vec2s wedge[3] = {{{-2.0f, -0.9f}}, {{2.0f, 0.0f}}, {{-2.0f, 0.9f}}};
    const vec2s narrow[4] = {
        {{-2.0f, -0.05f}}, {{2.0f, -0.05f}}, {{2.0f, 0.05f}}, {{-2.0f, 0.05f}}};
    const vec2s ahead[4] = {{{3.2f, -0.1f}}, {{3.45f, -0.1f}}, {{3.45f, 0.1f}}, {{3.2f, 0.1f}}};
    const vec2s hair[4] = {{{-2.0f, -1e-3f}}, {{2.0f, -1e-3f}}, {{2.0f, 1e-3f}}, {{-2.0f, 1e-3f}}};
    const vec2s slant[5] = {{{-2.0f, -0.8f}},
                            {{2.0f, -0.6f}},
                            {{2.0f, 0.61f}},
                            {{0.3337f, 0.69428f}},
                            {{-2.0f, 0.81f}}}; // concave in millimetres
    for (int open = 0; open < 2; open++) {
        check_made_reads_back(slant, 5, open ? 300.0f : 1200.0f);
        float mass = open ? 300.0f : 1200.0f;
        check_made_reads_back(hourglass, 6, mass);
        check_made_reads_back(wedge, 3, mass);
        check_made_reads_back(narrow, 4, mass);
        check_made_reads_back(ahead, 4, mass);
        check_made_reads_back(hair, 4, mass);
    }
}

static void the_top_of_a_narrow_car_is_not_turned_over(void **state) {
    (void)state;
    CarParams params = car_params_default();
    const vec2s kite[3] = {{{-2.0f, 0.0f}}, {{2.0f, -0.03f}}, {{2.0f, 0.07f}}}; // wide on the left
    memcpy(params.outline, kite, sizeof kite);
    params.outline_count = 3;
    params.mass = 1200.0f;
    Bodywork made = bodywork_make(&params);
    assert_true(made.part_count >= 2);
    assert_int_equal(made.parts[1].paint, BODYWORK_body);
    check_polygons(&made, &params);
    vec2s flanks = polygon_centroid(made.parts[0].points, made.parts[0].count);
    vec2s top = polygon_centroid(made.parts[1].points, made.parts[1].count);
    assert_near(top.x, flanks.x, 0.06);
}

static void a_look_changes_no_number_no_hash_and_no_hull(void **state) {
    (void)state;
    CarFile plain = fixture_car_of("format: car/1\nname: Plain\n");
    CarFile dressed = fixture_car_of("format: car/1\nname: Dressed\n"
                                     "look:\n  wheel_width_front: 0.5\n  height: 2\n  parts:\n"
                                     "    - {paint: body, points: [[3, 1], [-3, 1.5]]}\n");
    assert_int_equal(plain.look.part_count, 0);
    assert_int_equal(dressed.look.part_count, 1);
    assert_int_equal(car_params_differences(&plain.params, &dressed.params), 0);
    assert_memory_equal(&plain.params, &dressed.params, sizeof plain.params);
    CarModel a = car_model_make(&plain.params), b = car_model_make(&dressed.params);
    Hash128 hash_a = car_model_hash(&a), hash_b = car_model_hash(&b);
    assert_memory_equal(&hash_a, &hash_b, sizeof hash_a);
    Hull hull_a = car_model_hull(&a), hull_b = car_model_hull(&b);
    assert_memory_equal(&hull_a, &hull_b, sizeof hull_a);
}

static void a_look_reads_back_as_it_was_written(void **state) {
    (void)state;
    static char text[CAR_WRITE_MAX];
    for (int i = 0; i < SHIPPED; i++) {
        CarFile car = fixture_car(shipped[i]);
        car.base[0] = '\0';
        car_write(&car, NULL, NULL, text);
        CarFile again = fixture_car_of(text);
        assert_true(again.own_look);
        assert_true(bodywork_same(&again.look, &car.look));
        assert_int_equal(car_params_differences(&again.params, &car.params), 0);
    }
}

static void the_largest_look_fits_into_the_text(void **state) {
    (void)state;
    static char text[CAR_WRITE_MAX];
    CarFile car = fixture_car("gt");
    car.look.part_count = BODYWORK_PARTS_MAX;
    for (int i = 0; i < BODYWORK_PARTS_MAX; i++) {
        BodyworkPart *part = &car.look.parts[i];
        *part = (BodyworkPart){.paint = BODYWORK_headlight, .sides = BODYWORK_BOTH, .height = 1.1f};
        for (int k = 0; k < BODYWORK_POINTS_MAX; k++) {
            float angle = 0.5f * (float)k + 1e-7f;
            part->points[part->count++] =
                vec2_make(-1.2345678f + 0.31234567f * cosf(angle), 0.31234567f * sinf(angle));
        }
    }
    size_t size = car_write(&car, NULL, NULL, text);
    assert_true(size > 12000 && size < CAR_WRITE_MAX);
    CarFile again = fixture_car_of(text);
    assert_true(bodywork_same(&again.look, &car.look));
}

static void a_part_is_mirrored_as_it_says(void **state) {
    (void)state;
    CarFile car = fixture_car_of(
        "format: car/1\nname: Three\nlook:\n  parts:\n"
        "    - {paint: body, points: [[2, 0], [1, 0.5], [-2, 0.7]]}\n"
        "    - {paint: glass, sides: both, points: [[1, 0.2], [0, 0.2], [0, 0.4]]}\n"
        "    - {paint: glass, sides: one, points: [[1, 0.2], [0, 0.2], [0, 0.4]]}\n");
    vec2s points[BODYWORK_OUTLINE_MAX];
    assert_int_equal(bodywork_polygon(&car.look.parts[0], 0, points), 5); // the tip stands once
    assert_near(points[4].y, -0.5, 1e-6);
    assert_int_equal(bodywork_polygons(&car.look.parts[1]), 2);
    assert_int_equal(bodywork_polygons(&car.look.parts[2]), 1);
    assert_int_equal(bodywork_polygon(&car.look.parts[1], 1, points), 3);
    for (int i = 0; i < 3; i++) {
        assert_true(points[i].y < 0.0f);
    }
    assert_true(polygon_area(points, 3) > 0.0f); // counter-clockwise, as written or not
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_shipped_car_has_a_look_of_its_own),
        cmocka_unit_test(a_car_without_a_look_gets_one_from_its_outline),
        cmocka_unit_test(a_made_look_reads_back_whatever_the_outline),
        cmocka_unit_test(the_top_of_a_narrow_car_is_not_turned_over),
        cmocka_unit_test(a_look_changes_no_number_no_hash_and_no_hull),
        cmocka_unit_test(a_look_reads_back_as_it_was_written),
        cmocka_unit_test(the_largest_look_fits_into_the_text),
        cmocka_unit_test(a_part_is_mirrored_as_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
