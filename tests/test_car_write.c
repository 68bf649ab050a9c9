/// Car files that hold differences alone, and the shortest numbers.
#include "base/file.h"
#include "base/number.h"
#include "base/random.h"
#include "vehicle/car.h"
#include "vehicle/car_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

static MessageList messages;

static CarFile car(const char *name, const char *base, const CarParams *params) {
    CarFile file;
    memset(&file, 0, sizeof file);
    snprintf(file.name, sizeof file.name, "%s", name);
    snprintf(file.base, sizeof file.base, "%s", base);
    file.params = *params;
    return file;
}

/// Writes `file` and reads it back over `base`; the text is left in `text`.
static CarFile again(const CarFile *file, const CarParams *base, char text[CAR_WRITE_MAX]) {
    size_t size = car_write(file, NULL, base, text);
    assert_int_equal(size, strlen(text));
    CarFile read;
    memset(&read, 0, sizeof read);
    memset(&messages, 0, sizeof messages);
    bool fine = car_file_read(text, size, "x.car.yaml", base, &read, &messages);
    if (!fine) {
        messages_print(&messages, stderr, text);
        print_error("%s\n", text);
    }
    assert_true(fine);
    return read;
}

static void numbers_are_as_short_as_can_be(void **state) {
    (void)state;
    static const struct {
        float value;
        const char *text;
    } cases[] = {
        {0.1f, "0.1"},       {1.06f, "1.06"},
        {13200.0f, "13200"}, {10000.0f, "10000"},
        {0.0f, "0"},         {-0.0f, "0"},
        {-0.3f, "-0.3"},     {1e-6f, "1e-06"},
        {0.62f, "0.62"},     {1.0f / 3, "0.33333334"},
        {2e6f, "2000000"},   {0.0972f, "0.0972"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[NUMBER_TEXT_MAX];
        assert_string_equal(car_write_number(cases[i].value, text), cases[i].text);
    }
}

static void any_number_reads_back_as_it_was(void **state) {
    (void)state;
    Random random = random_make(3, 0);
    for (int i = 0; i < 20000; i++) {
        uint32_t bits = (uint32_t)random_u32(&random);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) {
            char text[NUMBER_TEXT_MAX];
            double read = 0.0;
            assert_true(number_parse(car_write_number(value, text), &read));
            assert_true((float)read == value);
        }
    }
}

static void a_car_without_differences_is_four_lines(void **state) {
    (void)state;
    CarParams params = car_params_default();
    CarFile file = car("My hatch", "hatch", &params);
    static char text[CAR_WRITE_MAX];
    again(&file, &params, text);
    assert_string_equal(text, "format: car/1\nname: \"My hatch\"\n"
                              "base: hatch   # only what differs from it stands here\n");
    assert_int_equal(car_params_differences(&params, &params), 0);
}

static void only_what_differs_is_written(void **state) {
    (void)state;
    CarParams base = car_params_default(), params = base;
    params.mu_y_rear = 1.12f;
    params.mass = 1300.0f;
    params.gears[5] = 0.7f;
    CarFile file = car("Softer", "hatch", &params);
    static char text[CAR_WRITE_MAX];
    CarFile read = again(&file, &base, text);
    assert_string_equal(text, "format: car/1\nname: \"Softer\"\n"
                              "base: hatch   # only what differs from it stands here\n"
                              "\nbody:\n  mass: 1300       # kg, was 1280\n"
                              "\ntyres:\n  mu_y_rear: 1.12       # was 1.06\n"
                              "\ngearbox:\n  gears: [3.36, 2.09, 1.47, 1.1, 0.87, 0.7]   "
                              "# first to top\n");
    assert_memory_equal(&read.params, &params, sizeof params);
    assert_int_equal(car_params_differences(&params, &base), 3);
}

static void names_keep_their_quotes_and_letters(void **state) {
    (void)state;
    CarParams params = car_params_default();
    CarFile file = car("Ren\xC3\xA9's \"fast\" one: #1 \\o/", "", &params);
    static char text[CAR_WRITE_MAX];
    CarFile read = again(&file, NULL, text);
    assert_string_equal(read.name, file.name);
    assert_null(strstr(text, "base:"));
}

/// A car of cars/, read over the hatch or what it builds on.
static CarFile shipped(const char *name) {
    char path[512];
    snprintf(path, sizeof path, TEST_DATA "/cars/%s.car.yaml", name);
    FileBytes bytes = {0};
    CarFile file;
    memset(&file, 0, sizeof file);
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    assert_true(car_file_read(bytes.data, bytes.size, path, NULL, &file, &messages));
    file_bytes_free(&bytes);
    return file;
}

/// Every shipped car over every other one: curves, gears and outlines differ all at once.
static void every_car_over_every_other_reads_back_the_same(void **state) {
    (void)state;
    static const char *const names[] = {"hatch", "gt", "drift", "formula", "kart"};
    static char text[CAR_WRITE_MAX];
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            CarFile base = shipped(names[j]), file = shipped(names[i]);
            snprintf(file.base, sizeof file.base, "%s", names[j]);
            CarFile read = again(&file, &base.params, text);
            assert_int_equal(car_params_differences(&read.params, &file.params), 0);
            assert_string_equal(read.name, file.name);
            assert_string_equal(read.base, names[j]);
        }
    }
}

static void random_cars_read_back_the_same(void **state) {
    (void)state;
    Random random = random_make(11, 0);
    static char text[CAR_WRITE_MAX];
    for (int round = 0; round < 200; round++) {
        CarParams base = car_params_default(), params = base;
        for (int i = 0; i < car_param_table.count; i++) {
            const ParamRow *row = &car_param_table.rows[i];
            if (random_u32(&random) % 2) {
                *param_value(row, &params) = random_range(&random, row->min, row->max);
            }
        }
        params.idle_rpm = fminf(params.idle_rpm, params.redline_rpm - 100.0f);
        CarFile file = car("x", "hatch", &params);
        CarFile read = again(&file, &base, text);
        assert_memory_equal(&read.params, &params, sizeof params);
    }
}

static void a_box_over_an_outline_stays_a_box(void **state) {
    (void)state;
    CarParams base = shipped("hatch").params, params = base;
    memset(params.outline, 0, sizeof params.outline);
    params.outline_count = 0;
    CarFile file = car("Box", "hatch", &params);
    static char text[CAR_WRITE_MAX];
    CarFile read = again(&file, &base, text);
    assert_int_equal(read.params.outline_count, 4);
    assert_near(polygon_area(read.params.outline, 4), params.length * params.width, 1e-4);
}

/// What is loaded beside a car with an outline has its box as one: then any file can say it.
static void a_box_made_an_outline_is_the_same_hull_and_can_be_written(void **state) {
    (void)state;
    CarParams base = shipped("hatch").params, params = car_params_default();
    params.body_offset = 0.3f;
    Hull before, after;
    CarModel model = car_model_make(&params);
    before = car_model_hull(&model);
    car_params_outline_box(&params);
    model = car_model_make(&params);
    after = car_model_hull(&model);
    Box a = hull_bounds(&before, transform_identity()),
        b = hull_bounds(&after, transform_identity());
    assert_near(a.low.x, b.low.x, 1e-6);
    assert_near(a.high.x, b.high.x, 1e-6);
    assert_near(a.low.y, b.low.y, 1e-6);
    assert_near(a.high.y, b.high.y, 1e-6);
    CarFile file = car("Box", "hatch", &params);
    static char text[CAR_WRITE_MAX];
    CarFile read = again(&file, &base, text);
    assert_int_equal(car_params_differences(&read.params, &params), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_as_short_as_can_be),
        cmocka_unit_test(any_number_reads_back_as_it_was),
        cmocka_unit_test(a_car_without_differences_is_four_lines),
        cmocka_unit_test(only_what_differs_is_written),
        cmocka_unit_test(names_keep_their_quotes_and_letters),
        cmocka_unit_test(every_car_over_every_other_reads_back_the_same),
        cmocka_unit_test(random_cars_read_back_the_same),
        cmocka_unit_test(a_box_over_an_outline_stays_a_box),
        cmocka_unit_test(a_box_made_an_outline_is_the_same_hull_and_can_be_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
