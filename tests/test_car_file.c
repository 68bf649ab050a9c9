#include "base/file.h"
#include "vehicle/car.h"
#include "vehicle/car_file.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

static MessageList messages;

static bool read_text(const char *text, const CarParams *base, CarFile *out) {
    memset(&messages, 0, sizeof messages);
    memset(out, 0, sizeof *out);
    return car_file_read(text, strlen(text), "x.car.yaml", base, out, &messages);
}

/// Reads a shipped file over `under`, or, where it names a base, over that.
static CarFile read_over(const char *name, const CarParams *under) {
    char path[512];
    snprintf(path, sizeof path, TEST_DATA "/cars/%s.car.yaml", name);
    memset(&messages, 0, sizeof messages);
    FileBytes bytes = {0};
    CarFile file;
    memset(&file, 0, sizeof file);
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    char base[CAR_BASE_MAX];
    car_file_base(bytes.data, bytes.size, path, base);
    CarFile below;
    if (base[0]) {
        below = read_over(base, under);
        under = &below.params;
    }
    bool fine = car_file_read(bytes.data, bytes.size, path, under, &file, &messages);
    messages_print(&messages, stderr, NULL);
    file_bytes_free(&bytes);
    assert_true(fine);
    return file;
}

static CarFile read_shipped(const char *name) { return read_over(name, NULL); }

static const char *const shipped[] = {"hatch", "drift", "gt", "formula", "kart"};

enum {
    SHIPPED_COUNT = sizeof shipped / sizeof shipped[0]
};

static void the_hatch_spells_out_the_defaults(void **state) {
    (void)state;
    CarFile file = read_shipped("hatch");
    assert_string_equal(file.name, "Hatch");
    CarParams defaults = car_params_default();
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        assert_near(*param_value(row, &file.params), *param_value(row, &defaults), 0.0);
    }
    assert_int_equal(file.params.torque_count, defaults.torque_count);
    assert_memory_equal(file.params.torque_curve, defaults.torque_curve,
                        sizeof defaults.torque_curve);
    assert_memory_equal(file.params.gears, defaults.gears, sizeof defaults.gears);
}

/// Every number of a shipped car stands in its file: nothing hangs on a default by oversight.
static void shipped_cars_spell_out_every_number(void **state) {
    (void)state;
    CarParams odd = car_params_default();
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        *param_value(row, &odd) = row->min + 0.123f * (row->max - row->min);
    }
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        CarFile over_odd = read_over(shipped[i], &odd);
        CarFile plain = read_shipped(shipped[i]);
        CarModel a = car_model_make(&over_odd.params);
        CarModel b = car_model_make(&plain.params);
        Hash128 hash_a = car_model_hash(&a);
        Hash128 hash_b = car_model_hash(&b);
        assert_true(hash_a.high == hash_b.high && hash_a.low == hash_b.low);
    }
}

/// Outlines fill the box of length x width around body_offset, are mirror images of themselves and
/// are parted into what a hull holds.
static void shipped_outlines_fill_their_boxes(void **state) {
    (void)state;
    int concave = 0;
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        CarFile file = read_shipped(shipped[i]);
        const CarParams *params = &file.params;
        Box box = box_of(params->outline, params->outline_count);
        assert_near(box.high.x, params->body_offset + 0.5f * params->length, 1e-5);
        assert_near(box.low.x, params->body_offset - 0.5f * params->length, 1e-5);
        assert_near(box.high.y, 0.5f * params->width, 1e-5);
        assert_near(box.low.y, -0.5f * params->width, 1e-5);
        for (int k = 0; k < params->outline_count; k++) {
            bool mirrored = false;
            for (int j = 0; j < params->outline_count; j++) {
                mirrored |= params->outline[j].x == params->outline[k].x &&
                            params->outline[j].y == -params->outline[k].y;
            }
            assert_true(mirrored);
        }
        CarModel model = car_model_make(params);
        Hull hull = car_model_hull(&model);
        assert_in_range(hull.count, 1, HULL_PIECES_MAX);
        concave += !polygon_is_convex(params->outline, params->outline_count);
    }
    assert_int_equal(concave, 3);
}

/// Whether the post (a circle at `at`) is clear of every piece: no point of its rim lies inside.
static bool post_is_clear(const Hull *hull, vec2s at, float radius) {
    for (int i = 0; i < 64; i++) {
        float angle = (float)i * (6.2831853f / 64.0f);
        Rotation q = rotation_make(angle > 3.14159265f ? angle - 6.2831853f : angle);
        vec2s rim = vec2_make(at.x + radius * q.c, at.y + radius * q.s);
        for (int k = 0; k < hull->count; k++) {
            if (shape_contains(&hull->pieces[k], rim)) {
                return false;
            }
        }
    }
    return true;
}

/// A post of 0.3 m radius fits between the rear wings of the GT, and meets the floor of the notch.
static void the_gt_has_a_notch_that_takes_a_post(void **state) {
    (void)state;
    CarFile file = read_shipped("gt");
    CarModel model = car_model_make(&file.params);
    Hull hull = car_model_hull(&model);
    assert_in_range(hull.count, 2, HULL_PIECES_MAX);
    assert_false(polygon_is_convex(file.params.outline, file.params.outline_count));
    for (int k = 0; k < hull.count; k++) {
        assert_in_range(hull.pieces[k].count, 3, SHAPE_POINTS_MAX);
    }
    Box bounds = box_of(file.params.outline, file.params.outline_count);
    assert_near(bounds.high.x - bounds.low.x, file.params.length, 1e-5);
    assert_near(bounds.high.y - bounds.low.y, file.params.width, 1e-5);
    assert_true(post_is_clear(&hull, vec2_make(-2.26f, 0.0f), 0.3f)); // Inside the tail's line.
    assert_false(post_is_clear(&hull, vec2_make(-2.24f, 0.0f), 0.3f));
    assert_false(post_is_clear(&hull, vec2_make(-2.26f, 0.6f), 0.3f)); // The wing.
}

static void a_car_may_say_only_what_differs(void **state) {
    (void)state;
    CarFile gt = read_shipped("gt");
    CarFile made;
    assert_true(read_text("format: car/1\nname: Heavy\nbase: gt\nnote: lead in the boot\n"
                          "body: {mass: 1500}\nengine: {torque_curve: [[1000, 0], [5000, 700]]}\n"
                          "gearbox: {gears: [3, 2, 1]}\nx-mine: 1\n",
                          &gt.params, &made));
    assert_string_equal(made.name, "Heavy");
    assert_string_equal(made.base, "gt");
    assert_near(made.params.mass, 1500.0f, 0.0);
    assert_near(made.params.drag_area, 1.10f, 1e-6);
    assert_int_equal(made.params.torque_count, 2);
    assert_int_equal(made.params.gear_count, 3);
    assert_int_equal(made.params.outline_count, gt.params.outline_count);
}

static void the_base_is_found_before_reading(void **state) {
    (void)state;
    char base[CAR_BASE_MAX];
    const char *text = "format: car/1\nname: A\nbase: gt\n";
    Place place = car_file_base(text, strlen(text), "a.car.yaml", base);
    assert_string_equal(base, "gt");
    assert_string_equal(place.file, "a.car.yaml");
    assert_int_equal(place.line, 3);
    assert_int_equal(place.column, 7);
    car_file_base("name: A\n", 8, "", base);
    assert_string_equal(base, "");
    car_file_base("{{{", 3, "", base);
    assert_string_equal(base, "");
}

static void an_outline_may_run_either_way_around(void **state) {
    (void)state;
    CarFile made;
    assert_true(read_text("format: car/1\nname: A\n"
                          "outline: [[2, -1], [-2, -1], [-2, 1], [2, 1], [2, 0]]\n",
                          NULL, &made));
    assert_int_equal(made.params.outline_count, 4); // The fifth lies on a line.
    assert_true(polygon_area(made.params.outline, 4) > 0.0f);
}

typedef struct BadFile {
    MessageCode code;
    int line;
    const char *text; ///< After the lines `format` and `name`.
} BadFile;

static void one_bad_file_per_mistake(void **state) {
    (void)state;
    static const BadFile files[] = {
        {MESSAGE_E201, 3, "masss: 3\n"},
        {MESSAGE_E201, 4, "body:\n  masss: 1200\n"},
        {MESSAGE_E201, 4, "body:\n  mu_x_front: 1\n"}, // Of another group.
        {MESSAGE_E203, 4, "body:\n  mass: heavy\n"},
        {MESSAGE_E204, 4, "body:\n  mass: 12\n"},
        {MESSAGE_E215, 3, "base: Not An Id\n"},
        {MESSAGE_E802, 4, "engine:\n  torque_curve: [[1000, 100]]\n"},
        {MESSAGE_E803, 4, "engine:\n  torque_curve: [1000, 100]\n"},
        {MESSAGE_E803, 4, "engine:\n  torque_curve: 7\n"},
        {MESSAGE_E804, 4, "engine:\n  torque_curve: [[2000, 100], [2000, 90]]\n"},
        {MESSAGE_E805, 4, "engine:\n  torque_curve: [[1000, 100], [2000, 0], [3000, 90]]\n"},
        {MESSAGE_E204, 4, "engine:\n  torque_curve: [[1000, 100], [2000, -5], [3000, 90]]\n"},
        {MESSAGE_E806, 4, "gearbox:\n  gears: []\n"},
        {MESSAGE_E806, 4, "gearbox:\n  gears: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]\n"},
        {MESSAGE_E807, 4, "gearbox:\n  gears: [3, 2, 2.5]\n"},
        {MESSAGE_E808, 3, "outline: [[1, 0], [0, 1]]\n"},
        {MESSAGE_E809, 3, "outline: [[2, -1], [-2, 1], [-2, -1], [2, 1]]\n"},
        {MESSAGE_E810, 3, "outline: [[2, 0], [1, 0], [0, 0]]\n"},
        {MESSAGE_E811, 3,
         "outline: [[2, -1], [2, 1], [1.5, 0.6], [1, 1], [0.5, 0.6], [0, 1], [-0.5, 0.6], [-1, 1], "
         "[-1.5, 0.6], [-2, 1], [-2, -1], [-1.5, -0.6], [-1, -1], [-0.5, -0.6], [0, -1], "
         "[0.5, -0.6], [1, -1], [1.5, -0.6]]\n"},
        {MESSAGE_E812, 3, "outline: [[20, -1], [2, 1], [-2, 0]]\n"},
        {MESSAGE_E813, 3, "engine: {idle_rpm: 3000, redline_rpm: 2500}\n"},
        {MESSAGE_E205, 3, "outline: [[1, 0], [0, 1], 3]\n"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, "format: car/1\nname: A\n%s", files[i].text);
        CarFile made;
        bool fine = read_text(text, NULL, &made);
        const Message *first = &messages.items[0];
        if (fine || messages.error_count < 1 || first->code != files[i].code ||
            (first->place.line != files[i].line && files[i].code != MESSAGE_E813)) {
            messages_print(&messages, stderr, text);
            fail_msg("case %zu: expected %s on line %d", i, message_code_name(files[i].code),
                     files[i].line);
        }
        assert_int_equal(made.name[0], 0); // `out` is as it was.
    }
}

static void a_file_needs_its_format_and_name(void **state) {
    (void)state;
    CarFile made;
    assert_false(read_text("body: {mass: 900}\n", NULL, &made));
    assert_int_equal(messages.error_count, 2);
    assert_int_equal(messages.items[0].code, MESSAGE_E202);
    assert_false(read_text("format: car/2\nname: A\n", NULL, &made));
    assert_int_equal(messages.items[0].code, MESSAGE_E208);
    assert_false(read_text("format: track/1\nname: A\n", NULL, &made));
    assert_int_equal(messages.items[0].code, MESSAGE_E801);
    assert_false(read_text("[1, 2]\n", NULL, &made));
    assert_false(read_text("format: car/1\nname: A\nbody: 3\n", NULL, &made));
    assert_false(read_text("format: car/1\nname: A\nbrakes: [1]\n", NULL, &made));
}

static void all_mistakes_are_found_at_once(void **state) {
    (void)state;
    CarFile made;
    assert_false(read_text("format: car/1\nname: A\nbody: {mass: 1, wheelbase: 99}\n"
                           "tyres: {mu_x_fornt: 1}\ngearbox: {gears: [1, 2]}\n",
                           NULL, &made));
    assert_int_equal(messages.error_count, 4);
    assert_non_null(strstr(messages.items[2].help, "mu_x_front"));
}

/// Cutting a good file at any byte gives a message or a car, never a crash.
static void any_beginning_of_a_file_is_survived(void **state) {
    (void)state;
    FileBytes bytes = {0};
    memset(&messages, 0, sizeof messages);
    assert_true(file_read(TEST_DATA "/cars/gt.car.yaml", FILE_LIMIT, &bytes, &messages));
    for (size_t size = 0; size < bytes.size; size += 13) {
        CarFile made;
        memset(&messages, 0, sizeof messages);
        bool fine = car_file_read(bytes.data, size, "cut", NULL, &made, &messages);
        assert_true(fine == (messages.error_count == 0));
    }
    file_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hatch_spells_out_the_defaults),
        cmocka_unit_test(shipped_cars_spell_out_every_number),
        cmocka_unit_test(shipped_outlines_fill_their_boxes),
        cmocka_unit_test(the_gt_has_a_notch_that_takes_a_post),
        cmocka_unit_test(a_car_may_say_only_what_differs),
        cmocka_unit_test(the_base_is_found_before_reading),
        cmocka_unit_test(an_outline_may_run_either_way_around),
        cmocka_unit_test(one_bad_file_per_mistake),
        cmocka_unit_test(a_file_needs_its_format_and_name),
        cmocka_unit_test(all_mistakes_are_found_at_once),
        cmocka_unit_test(any_beginning_of_a_file_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
