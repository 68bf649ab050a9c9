#include "base/number.h"
#include "base/random.h"
#include "formats/param.h"

#include <string.h>

#include "test.h"

typedef struct Params {
    int other;
    float mass, grip_front, grip_rear;
} Params;

static const ParamRow rows[] = {
    {.group = "body",
     .name = "mass",
     .unit = "kg",
     .initial = 1200.0f,
     .min = 300.0f,
     .max = 4000.0f,
     .about = "Mass.",
     .more = "heavier",
     .offset = offsetof(Params, mass)},
    {.group = "tyres",
     .name = "grip_front",
     .unit = "1",
     .initial = 1.1f,
     .min = 0.1f,
     .max = 3.0f,
     .about = "Grip.",
     .more = "stickier",
     .offset = offsetof(Params, grip_front)},
    {.group = "tyres",
     .name = "grip_rear",
     .unit = "1",
     .initial = 1.0f,
     .min = 0.1f,
     .max = 3.0f,
     .about = "Grip.",
     .more = "stickier",
     .offset = offsetof(Params, grip_rear)},
};

static const ParamTable table = {.title = "Car", .rows = rows, .count = 3};

static Arena arena;
static MessageList messages;
static Params params;

static int begin(void **state) {
    (void)state;
    messages = (MessageList){0};
    params = (Params){.other = 7};
    param_reset(&table, &params);
    return 0;
}

static int end(void **state) {
    (void)state;
    arena_destroy(&arena);
    return 0;
}

static bool read_tyres(const char *text, const char *const *others, int other_count) {
    YamlNode *root = yaml_read(text, strlen(text), "t.car.yaml", &arena, &messages);
    assert_non_null(root);
    return param_read(&table, "tyres", root, others, other_count, &params, &messages);
}

static void a_reset_sets_the_initial_values_and_nothing_else(void **state) {
    (void)state;
    assert_near(params.mass, 1200.0f, 0.0f);
    assert_near(params.grip_front, 1.1f, 0.0f);
    assert_near(params.grip_rear, 1.0f, 0.0f);
    assert_int_equal(params.other, 7);
    *param_value(&rows[2], &params) = 2.0f;
    assert_near(params.grip_rear, 2.0f, 0.0f);
}

static void rows_are_found_by_name_and_by_path(void **state) {
    (void)state;
    assert_ptr_equal(param_find(&table, "mass"), &rows[0]);
    assert_ptr_equal(param_find(&table, "tyres.grip_rear"), &rows[2]);
    assert_null(param_find(&table, "tyre.grip_rear"));
    assert_null(param_find(&table, "tyress.grip_rear"));
    assert_null(param_find(&table, "body.grip_rear"));
    assert_null(param_find(&table, "grip"));
    assert_null(param_find(&table, ""));
}

static void a_group_is_read_and_the_rest_kept(void **state) {
    (void)state;
    static const char *const others[] = {"name"};
    assert_true(read_tyres("grip_rear: 0.1\nname: x\n", others, 1));
    assert_near(params.grip_rear, 0.1f, 0.0f);
    assert_near(params.grip_front, 1.1f, 0.0f);
    assert_int_equal(messages.count, 0);
    assert_true(param_read(&table, "tyres", NULL, NULL, 0, &params, &messages));
}

static void mistakes_are_named_and_the_good_ones_set(void **state) {
    (void)state;
    assert_false(read_tyres("grip_front: 5\nmass: 900\ngrip_raer: 2\ngrip_rear: 2\n", NULL, 0));
    assert_int_equal(messages.count, 3);
    assert_string_equal(messages.items[0].text, "grip_front 5 is outside 0.1 to 3");
    assert_int_equal(messages.items[0].place.line, 1);
    assert_int_equal(messages.items[0].place.column, 13);
    assert_string_equal(messages.items[1].text, "unknown key \"mass\" in \"tyres\"");
    assert_string_equal(messages.items[2].text, "unknown key \"grip_raer\" in \"tyres\"");
    assert_string_equal(messages.items[2].help, "did you mean \"grip_rear\"?");
    assert_near(params.grip_front, 1.1f, 0.0f);
    assert_near(params.grip_rear, 2.0f, 0.0f);
    assert_near(params.mass, 1200.0f, 0.0f);
}

static void a_group_that_is_no_map_is_named(void **state) {
    (void)state;
    assert_false(read_tyres("[1, 2]\n", NULL, 0));
    assert_int_equal(messages.count, 1);
    assert_string_equal(messages.items[0].text, "\"tyres\" must be a map, found a list");
}

static void a_slider_shows_as_few_digits_as_tell_its_steps_apart(void **state) {
    (void)state;
    static const struct {
        float step, max;
        int decimals;
    } cases[] = {{1.0f, 9.0f, 0},   {0.1f, 9.0f, 1},   {0.05f, 9.0f, 2}, {0.01f, 9.0f, 2},
                 {0.005f, 9.0f, 3}, {0.0f, 3700.0f, 1}}; // no step: a thousandth of the range
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ParamRow row = {.max = cases[i].max, .step = cases[i].step};
        assert_int_equal(param_decimals(&row), cases[i].decimals);
        assert_true(param_step(&row) > 0.0f);
    }
}

static void rounded_numbers_are_those_that_people_write(void **state) {
    (void)state;
    static const struct {
        float value;
        int decimals;
        float rounded;
    } cases[] = {
        {0.7421875f, 2, 0.742f}, // three digits where that is finer
        {1.4310001f, 2, 1.43f},  {1324.8f, 0, 1325.0f},     {307.4f, 0, 307.0f},
        {9.54321f, 0, 9.54f},    {0.003951f, 2, 0.00395f},  {-0.123456f, 1, -0.123f},
        {0.0f, 3, 0.0f},         {2.0799999f, 4, 2.08f},    {99.96f, 0, 100.0f},
        {1e-20f, 2, 0.0f},       {123456.7f, 0, 123457.0f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_near(param_rounded(cases[i].value, cases[i].decimals), cases[i].rounded, 0.0);
    }
}

/// To the bit what reading the text of so many digits gives, and never farther than half of one.
static void a_rounded_number_is_the_float_of_its_text(void **state) {
    (void)state;
    Random random = random_make(5, 0);
    for (int i = 0; i < 20000; i++) {
        float value = random_range(&random, 100.0f, 5000.0f);
        int decimals = (int)(random_u32(&random) % 4u);
        char text[NUMBER_TEXT_MAX];
        double read = 0.0, digit = 1.0;
        for (int k = 0; k < decimals; k++) {
            digit *= 0.1;
        }
        float rounded = param_rounded(value, decimals);
        assert_true(number_parse(number_text((double)rounded, decimals, text), &read));
        assert_true((float)read == rounded);
        assert_near(rounded, value, 0.5 * digit + 1e-3);
        assert_true(param_rounded(rounded, decimals) == rounded);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_reset_sets_the_initial_values_and_nothing_else, begin,
                                        end),
        cmocka_unit_test_setup_teardown(rows_are_found_by_name_and_by_path, begin, end),
        cmocka_unit_test_setup_teardown(a_group_is_read_and_the_rest_kept, begin, end),
        cmocka_unit_test_setup_teardown(mistakes_are_named_and_the_good_ones_set, begin, end),
        cmocka_unit_test_setup_teardown(a_group_that_is_no_map_is_named, begin, end),
        cmocka_unit_test(a_slider_shows_as_few_digits_as_tell_its_steps_apart),
        cmocka_unit_test(rounded_numbers_are_those_that_people_write),
        cmocka_unit_test(a_rounded_number_is_the_float_of_its_text),
    };
    return cmocka_run_group_tests_name("param", tests, NULL, NULL);
}
