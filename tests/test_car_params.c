#include "dynamics/car_params.h"
#include "dynamics/drivetrain.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_initial_lies_in_its_range),
        cmocka_unit_test(names_are_found_and_are_unique),
        cmocka_unit_test(rows_reach_their_fields),
        cmocka_unit_test(defaults_hold_the_curve_and_gears_of_the_hatch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
