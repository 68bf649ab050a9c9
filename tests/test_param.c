#include "base/param.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_reset_sets_the_initial_values_and_nothing_else, begin,
                                        end),
        cmocka_unit_test_setup_teardown(rows_are_found_by_name_and_by_path, begin, end),
        cmocka_unit_test_setup_teardown(a_group_is_read_and_the_rest_kept, begin, end),
        cmocka_unit_test_setup_teardown(mistakes_are_named_and_the_good_ones_set, begin, end),
        cmocka_unit_test_setup_teardown(a_group_that_is_no_map_is_named, begin, end),
    };
    return cmocka_run_group_tests_name("param", tests, NULL, NULL);
}
