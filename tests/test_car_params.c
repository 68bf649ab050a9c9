#include "vehicle/car.h"
#include "vehicle/car_params.h"
#include "vehicle/drivetrain.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "test.h"

static void every_initial_lies_in_its_range(void **state) {
    (void)state;
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        if (!(row->min < row->max && row->initial >= row->min && row->initial <= row->max)) {
            fail_msg("%s: %g is not within %g to %g", row->name, (double)row->initial,
                     (double)row->min, (double)row->max);
        }
        assert_true(strlen(row->about) > 0 && strlen(row->unit) > 0 && strlen(row->group) > 0);
    }
}

static void fifty_three_sliders_and_sixteen_numbers_only_in_files(void **state) {
    (void)state;
    int shown = 0;
    for (int i = 0; i < car_param_table.count; i++) {
        shown += !car_param_table.rows[i].file_only;
    }
    assert_int_equal(shown, 53); // Torque curve and gears are lists and come on top: 71 in all.
    assert_int_equal(car_param_table.count - shown, 16);
}

static bool is_sentence(const char *text) {
    size_t size = strlen(text);
    return size > 3 && size < 120 && text[size - 1] == '.' && text[0] != ' ' &&
           !(text[0] >= 'a' && text[0] <= 'z') && !strchr(text, '|') && !strchr(text, '"');
}

/// Each is read alone: on a slider, in an editor, in a table that somebody has sorted.
static void every_sentence_stands_alone(void **state) {
    (void)state;
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        if (!is_sentence(row->about) || !is_sentence(row->more) ||
            strncmp(row->about, "Same", 4) == 0 || strncmp(row->more, "Same", 4) == 0) {
            fail_msg("%s: \"%s\" \"%s\"", row->name, row->about, row->more);
        }
        for (int k = 0; k < i; k++) {
            const ParamRow *other = &car_param_table.rows[k];
            if (strcmp(other->label, row->label) == 0 || strcmp(other->about, row->about) == 0) {
                fail_msg("%s reads as %s does", row->name, other->name);
            }
        }
    }
}

/// From one end of its range to the other a slider takes 10 to 6000 steps, and the hatch's value
/// is on one of them.
static void steps_fit_their_ranges(void **state) {
    (void)state;
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        float steps = (row->max - row->min) / row->step;
        float initial = row->initial / row->step;
        bool fits = row->step > 0.0f && steps >= 10.0f && steps <= 6000.0f;
        if (!fits || fabsf(initial - floorf(initial + 0.5f)) > 1e-3f || strlen(row->label) > 24) {
            fail_msg("%s: %g steps, initial at %g", row->name, (double)steps, (double)initial);
        }
    }
}

static void names_are_found_and_are_unique(void **state) {
    (void)state;
    for (int i = 0; i < car_param_table.count; i++) {
        assert_ptr_equal(param_find(&car_param_table, car_param_table.rows[i].name),
                         &car_param_table.rows[i]);
    }
    assert_null(param_find(&car_param_table, "masss"));
}

static void rows_reach_their_fields(void **state) {
    (void)state;
    CarParams params = car_params_default();
    assert_near(params.mass, 1280.0f, 0.0);
    assert_near(params.body_friction, 0.35f, 0.0);
    const ParamRow *row = param_find(&car_param_table, "wheelbase");
    *param_value(row, &params) = 3.0f;
    assert_near(params.wheelbase, 3.0f, 0.0);
}

static void defaults_hold_the_curve_and_gears_of_the_hatch(void **state) {
    (void)state;
    CarParams params = car_params_default();
    assert_int_equal(params.torque_count, 7);
    assert_int_equal(params.gear_count, 6);
    assert_int_equal(params.outline_count, 0);
    assert_near(engine_torque(&params, 0.0f), 150.0f, 0.0);
    assert_near(engine_torque(&params, 1250.0f), 190.0f, 1e-3);
    assert_near(engine_torque(&params, 9000.0f), 190.0f, 0.0);
    assert_near(engine_friction(&params, 850.0f), 18.0f, 0.0);
    assert_near(engine_friction(&params, 99999.0f), 55.0f, 0.0);
    assert_near(gear_ratio(&params, 1), 3.36f * 3.94f, 1e-5);
    assert_near(gear_ratio(&params, 0), 0.0f, 0.0);
    assert_near(gear_ratio(&params, -1), -3.2f * 3.94f, 1e-5);
}

/// Whatever is added to them: a replay must not play with another car.
static void the_hash_of_a_model_sees_every_word_of_the_numbers(void **state) {
    (void)state;
    CarModel model;
    memset(&model, 0, sizeof model);
    model.params.torque_count = CAR_TORQUE_POINTS_MAX;
    model.params.gear_count = CAR_GEARS_MAX;
    model.params.outline_count = CAR_OUTLINE_MAX;
    Hash128 before = car_model_hash(&model);
    uint32_t words[sizeof model.params / sizeof(uint32_t)];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        CarModel other = model;
        memcpy(words, &model.params, sizeof words);
        words[i] = words[i] == 0 ? 1 : words[i] - 1; // a count stays within its array
        memcpy(&other.params, words, sizeof words);
        Hash128 after = car_model_hash(&other);
        if (hash_equal128(before, after)) {
            fail_msg("byte %zu of CarParams is not in the hash", sizeof *words * i);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_initial_lies_in_its_range),
        cmocka_unit_test(fifty_three_sliders_and_sixteen_numbers_only_in_files),
        cmocka_unit_test(every_sentence_stands_alone),
        cmocka_unit_test(steps_fit_their_ranges),
        cmocka_unit_test(names_are_found_and_are_unique),
        cmocka_unit_test(rows_reach_their_fields),
        cmocka_unit_test(the_hash_of_a_model_sees_every_word_of_the_numbers),
        cmocka_unit_test(defaults_hold_the_curve_and_gears_of_the_hatch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
