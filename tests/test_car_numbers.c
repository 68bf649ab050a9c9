/// Every number of a car by one name, those in lists too, and where a slider of it can go.
#include "base/number.h"
#include "base/random.h"
#include "vehicle/car_numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

/// The hatch: six gears, seven points.
static CarParams hatch(void) { return car_params_default(); }

/// A car with lists of random length, gears falling, points rising.
static CarParams random_car(Random *random) {
    CarParams params = car_params_default();
    params.gear_count = 1 + (int)(random_u32(random) % CAR_GEARS_MAX);
    params.torque_count = 2 + (int)(random_u32(random) % (CAR_TORQUE_POINTS_MAX - 1));
    float ratio = random_range(random, 2.0f, 12.0f);
    for (int i = 0; i < params.gear_count; i++) {
        params.gears[i] = ratio;
        ratio *= random_range(random, 0.75f, 0.97f);
    }
    for (int i = 0; i < params.torque_count; i++) {
        params.torque_curve[i] =
            (CarTorquePoint){1000.0f + 700.0f * (float)i, random_range(random, 5.0f, 900.0f)};
    }
    return params;
}

static void every_number_is_found_by_its_name_and_by_its_groups(void **state) {
    (void)state;
    const ParamTable *tables[] = {&car_param_table, &car_list_table};
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < tables[t]->count; i++) {
            const ParamRow *row = &tables[t]->rows[i];
            char whole[96];
            snprintf(whole, sizeof whole, "%s.%s", row->group, row->name);
            assert_ptr_equal(car_number_find(whole), row);
            assert_ptr_equal(car_number_find(row->name), row);
        }
    }
}

static void what_is_no_number_is_not_found(void **state) {
    (void)state;
    static const char *const names[] = {"gears",
                                        "gears[0]",
                                        "gears[11]",
                                        "engine.gears[1]",
                                        "gearbox.mass",
                                        "torque_curve[17]",
                                        "Mass",
                                        "gearbox.gears[1",
                                        "",
                                        "body.",
                                        ".mass",
                                        "outline"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_null(car_number_find(names[i]));
    }
}

/// An entry's row reads and writes that entry and nothing else.
static void each_entry_is_its_own_place_in_the_car(void **state) {
    (void)state;
    for (int i = 0; i < car_list_table.count; i++) {
        const ParamRow *row = &car_list_table.rows[i];
        CarParams params = hatch(), before = params;
        params.gear_count = before.gear_count = CAR_GEARS_MAX;
        params.torque_count = before.torque_count = CAR_TORQUE_POINTS_MAX;
        *param_value(row, &params) = 77.0f;
        int changed = 0;
        for (int k = 0; k < CAR_GEARS_MAX; k++) {
            changed += params.gears[k] != before.gears[k];
        }
        for (int k = 0; k < CAR_TORQUE_POINTS_MAX; k++) {
            changed += params.torque_curve[k].torque != before.torque_curve[k].torque;
            assert_near(params.torque_curve[k].rpm, before.torque_curve[k].rpm, 0.0);
        }
        assert_int_equal(changed, 1);
        assert_int_equal(car_params_differences(&params, &before), 1);
        assert_near(param_get(row, &params), 77.0f, 0.0);
    }
}

static void a_car_has_as_many_entries_as_its_lists_are_long(void **state) {
    (void)state;
    Random random = random_make(1, 0);
    for (int round = 0; round < 200; round++) {
        CarParams params = random_car(&random);
        int gears = 0, torques = 0;
        for (int i = 0; i < car_list_table.count; i++) {
            const ParamRow *row = &car_list_table.rows[i];
            bool exists = car_number_exists(row, &params);
            gears += exists && strcmp(row->group, "gearbox") == 0;
            torques += exists && strcmp(row->group, "engine") == 0;
        }
        assert_int_equal(gears, params.gear_count);
        assert_int_equal(torques, params.torque_count);
        for (int i = 0; i < car_param_table.count; i++) {
            assert_true(car_number_exists(&car_param_table.rows[i], &params));
        }
    }
}

static void numbers_of_the_table_slide_over_the_range_of_their_row(void **state) {
    (void)state;
    CarParams params = hatch();
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        CarNumberRange range = car_number_range(row, &params, &params);
        assert_near(range.min, row->min, 0.0);
        assert_near(range.max, row->max, 0.0);
    }
}

/// Whether the lists of a car are what car files take.
static void assert_lists_are_good(const CarParams *params) {
    for (int i = 1; i < params->gear_count; i++) {
        assert_true(params->gears[i] < params->gears[i - 1]);
    }
    for (int i = 0; i < params->torque_count; i++) {
        bool end = i == 0 || i + 1 == params->torque_count;
        assert_true(params->torque_curve[i].torque >= (end ? 0.0f : 1.0f));
    }
}

/// Wherever the sliders of its lists are pushed, one after the other, it stays a car.
static void sliders_of_lists_keep_the_car_whole(void **state) {
    (void)state;
    Random random = random_make(2, 0);
    for (int round = 0; round < 500; round++) {
        CarParams loaded = random_car(&random), params = loaded;
        for (int push = 0; push < 40; push++) {
            const ParamRow *row =
                &car_list_table.rows[random_u32(&random) % (unsigned)car_list_table.count];
            if (!car_number_exists(row, &params)) {
                continue;
            }
            CarNumberRange range = car_number_range(row, &params, &loaded);
            float value = param_get(row, &params);
            assert_true(range.min <= value && value <= range.max); // where it stands is in it
            assert_true(range.min >= row->min && range.max <= row->max);
            float ends[] = {range.min, range.max, random_range(&random, range.min, range.max)};
            *param_value(row, &params) = ends[random_u32(&random) % 3];
            assert_lists_are_good(&params);
        }
    }
}

static void a_gear_goes_between_its_neighbours_by_a_hundredth(void **state) {
    (void)state;
    CarParams params = hatch(); // 3.36, 2.09, 1.47, 1.10, 0.87, 0.72
    CarNumberRange second = car_number_range(car_number_find("gears[2]"), &params, &params);
    assert_near(second.max, 3.35f, 0.0); // as it is written, not 3.3499999
    assert_near(second.min, 1.48f, 0.0);
    CarNumberRange first = car_number_range(car_number_find("gears[1]"), &params, &params);
    assert_near(first.max, 2.0f * 3.36f, 0.0); // twice what was loaded
    assert_near(first.min, 2.1f, 0.0);
    CarNumberRange last = car_number_range(car_number_find("gears[6]"), &params, &params);
    assert_near(last.min, 0.36f, 1e-6); // half of it
    // Gears that stand closer than that do not move each other.
    params.gears[2] = 2.085f;
    CarNumberRange close = car_number_range(car_number_find("gears[2]"), &params, &params);
    assert_true(close.min <= 2.09f && close.min > 2.085f);
}

/// 2.08, not 2.0799999: what a slider at its end writes into a file.
static void ends_beside_short_gears_are_short(void **state) {
    (void)state;
    const ParamRow *second = car_number_find("gears[2]");
    for (int i = 60; i < 1500; i++) {
        CarParams params = hatch();
        params.gears[0] = (float)((double)i / 100.0);
        params.gears[1] = (float)((double)(i - 10) / 100.0);
        params.gears[2] = (float)((double)(i - 20) / 100.0);
        CarNumberRange range = car_number_range(second, &params, &params);
        assert_near(range.max, (float)((double)(i - 1) / 100.0), 0.0);
        assert_near(range.min, (float)((double)(i - 19) / 100.0), 0.0);
    }
}

static void a_gear_stays_within_what_files_take(void **state) {
    (void)state;
    CarParams params = hatch();
    params.gear_count = 2;
    params.gears[0] = 19.0f;
    params.gears[1] = 0.3f;
    const ParamRow *first = car_number_find("gears[1]"), *second = car_number_find("gears[2]");
    assert_near(car_number_range(first, &params, &params).max, 20.0, 0.0);
    assert_near(car_number_range(second, &params, &params).min, 0.2, 1e-7);
}

/// A set-up may have more gears than the car that was loaded: another file, another car in B.
static void an_entry_that_was_not_loaded_slides_round_its_own_value(void **state) {
    (void)state;
    CarParams loaded = hatch(), params = loaded;
    params.gear_count = 7;
    params.gears[6] = 0.5f;
    CarNumberRange seventh = car_number_range(car_number_find("gears[7]"), &params, &loaded);
    assert_near(seventh.min, 0.25, 0.0);
    assert_near(seventh.max, 0.71, 1e-6);
    assert_false(car_number_exists(car_number_find("gears[7]"), &loaded));
}

static void torques_reach_to_twice_the_strongest_and_stay_above_zero_inside(void **state) {
    (void)state;
    CarParams params = hatch(); // 290 N m at most, seven points
    for (int i = 0; i < params.torque_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "torque_curve[%d]", i + 1);
        CarNumberRange range = car_number_range(car_number_find(name), &params, &params);
        bool end = i == 0 || i == 6;
        assert_near(range.max, 580.0, 0.0);
        assert_near(range.min, end ? 0.0 : 1.0, 0.0);
    }
    CarParams strong = params; // what was loaded counts, not what the sliders made of it
    strong.torque_curve[3].torque = 4000.0f;
    const ParamRow *fourth = car_number_find("torque_curve[4]");
    assert_near(car_number_range(fourth, &params, &strong).max, 5000.0, 0.0); // a file's most
    assert_near(car_number_range(fourth, &strong, &params).max, 4000.0, 0.0); // where it stands
    CarParams weak = params;
    for (int i = 0; i < weak.torque_count; i++) {
        weak.torque_curve[i].torque = 0.0f;
    }
    CarNumberRange none = car_number_range(car_number_find("torque_curve[1]"), &weak, &weak);
    assert_true(none.min == 0.0f && none.max > 0.0f); // there is a way up again
}

static void labels_say_the_gear_or_the_speed_of_the_engine(void **state) {
    (void)state;
    CarParams params = hatch();
    char label[64];
    car_number_label(car_number_find("gears[2]"), &params, label, sizeof label);
    assert_string_equal(label, "Gear 2");
    car_number_label(car_number_find("torque_curve[4]"), &params, label, sizeof label);
    assert_string_equal(label, "Torque at 4500 rpm");
    params.torque_curve[3].rpm = 4250.4f;
    car_number_label(car_number_find("torque_curve[4]"), &params, label, sizeof label);
    assert_string_equal(label, "Torque at 4250 rpm");
    car_number_label(car_number_find("mass"), &params, label, sizeof label);
    assert_string_equal(label, "Mass");
    car_number_label(car_number_find("torque_curve[4]"), &params, label, 10);
    assert_string_equal(label, "Torque at"); // cut, and ended
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_found_by_its_name_and_by_its_groups),
        cmocka_unit_test(what_is_no_number_is_not_found),
        cmocka_unit_test(each_entry_is_its_own_place_in_the_car),
        cmocka_unit_test(a_car_has_as_many_entries_as_its_lists_are_long),
        cmocka_unit_test(numbers_of_the_table_slide_over_the_range_of_their_row),
        cmocka_unit_test(sliders_of_lists_keep_the_car_whole),
        cmocka_unit_test(a_gear_goes_between_its_neighbours_by_a_hundredth),
        cmocka_unit_test(ends_beside_short_gears_are_short),
        cmocka_unit_test(a_gear_stays_within_what_files_take),
        cmocka_unit_test(an_entry_that_was_not_loaded_slides_round_its_own_value),
        cmocka_unit_test(torques_reach_to_twice_the_strongest_and_stay_above_zero_inside),
        cmocka_unit_test(labels_say_the_gear_or_the_speed_of_the_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
