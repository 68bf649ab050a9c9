/// The block `sound:` of car files, and that nothing of it drives.
#include "base/hash.h"
#include "vehicle/car_model.h"
#include "vehicle/car_write.h"

#include <stdio.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

static const char *const shipped[] = {"hatch", "drift", "gt", "formula", "kart"};

enum {
    SHIPPED = sizeof shipped / sizeof shipped[0]
};

static void each_shipped_car_has_a_sound_of_its_own(void **state) {
    (void)state;
    static const int cylinders[SHIPPED] = {4, 6, 8, 10, 1};
    CarFile cars[SHIPPED];
    for (int i = 0; i < SHIPPED; i++) {
        cars[i] = fixture_car(shipped[i]);
        assert_true(cars[i].own_sound);
        assert_int_equal(cars[i].sound.cylinder_count, cylinders[i]);
        for (int k = 0; k < i; k++) {
            assert_false(car_sound_same(&cars[i].sound, &cars[k].sound));
        }
    }
    assert_int_equal(cars[4].sound.strokes, 2);
}

static void cylinders_fire_evenly_into_one_bank_where_the_file_says_no_more(void **state) {
    (void)state;
    CarSound sound = fixture_car_of("format: car/1\nname: X\nsound:\n  cylinders: 3\n").sound;
    assert_int_equal(sound.strokes, 4);
    for (int i = 0; i < 3; i++) {
        assert_near(sound.firing[i].angle_deg, 240.0 * i, 1e-4);
        assert_int_equal(sound.firing[i].bank, 1);
    }
    sound = fixture_car_of("format: car/1\nname: X\nsound: {cylinders: 3, strokes: 2}\n").sound;
    assert_near(sound.firing[2].angle_deg, 240.0, 1e-4);
    assert_near(car_sound_cycle_hz(&sound, 6000.0f), 100.0, 1e-4);
}

static void a_firing_order_is_read_as_it_is_written(void **state) {
    (void)state;
    CarSound sound = fixture_car_of("format: car/1\nname: X\nsound:\n  cylinders: 2\n"
                                    "  firing: [[0, 2], [270.5, 1]]\n  crackle: 0.75\n")
                         .sound;
    assert_int_equal(sound.firing[0].bank, 2);
    assert_int_equal(sound.firing[1].bank, 1);
    assert_near(sound.firing[1].angle_deg, 270.5, 0.0);
    assert_near(sound.crackle, 0.75, 0.0);
    assert_near(sound.horn_low, param_find(&car_sound_table, "horn_low")->initial, 0.0);
}

static void a_car_without_a_sound_gets_one_from_its_numbers(void **state) {
    (void)state;
    CarFile plain = fixture_car_of("format: car/1\nname: X\n");
    assert_int_equal(plain.sound.cylinder_count, 0);
    assert_false(plain.own_sound);
    // Torque and redline of each shipped car give about its cylinders.
    static const int least[SHIPPED] = {3, 4, 6, 10, 1}, most[SHIPPED] = {6, 8, 12, 12, 1};
    for (int i = 0; i < SHIPPED; i++) {
        CarParams params = fixture_car(shipped[i]).params;
        CarSound made = car_sound_make(&params);
        assert_in_range(made.cylinder_count, least[i], most[i]);
        assert_int_equal(made.strokes, i == 4 ? 2 : 4);
        for (int k = 0; k < car_sound_table.count; k++) {
            const ParamRow *row = &car_sound_table.rows[k];
            assert_true(param_get(row, &made) >= row->min && param_get(row, &made) <= row->max);
        }
    }
}

static void a_sound_changes_no_number_and_no_hash(void **state) {
    (void)state;
    CarFile plain = fixture_car_of("format: car/1\nname: X\n");
    CarFile loud = fixture_car_of("format: car/1\nname: X\nsound: {cylinders: 12, loudness: 6}\n");
    assert_int_equal(car_params_differences(&plain.params, &loud.params), 0);
    CarModel a = car_model_make(&plain.params), b = car_model_make(&loud.params);
    Hash128 hash_a = car_model_hash(&a), hash_b = car_model_hash(&b);
    assert_memory_equal(&hash_a, &hash_b, sizeof hash_a);
}

static void a_sound_reads_back_as_it_was_written(void **state) {
    (void)state;
    static char text[CAR_WRITE_MAX];
    for (int i = 0; i < SHIPPED; i++) {
        CarFile car = fixture_car(shipped[i]);
        car.base[0] = '\0';
        car.sound.crackle = 0.123456789f;
        car_write(&car, NULL, NULL, text);
        CarFile again = fixture_car_of(text);
        assert_true(again.own_sound);
        assert_true(car_sound_same(&again.sound, &car.sound));
        car.own_sound = false; // that of its base
        car_write(&car, NULL, NULL, text);
        assert_null(strstr(text, "sound:"));
    }
    CarFile made = fixture_car_of("format: car/1\nname: X\n");
    made.sound = car_sound_make(&made.params);
    made.own_sound = true;
    car_write(&made, NULL, NULL, text);
    CarSound again = fixture_car_of(text).sound;
    assert_true(car_sound_same(&again, &made.sound));
}

static void the_words_of_the_table_lie_in_their_ranges(void **state) {
    (void)state;
    for (int i = 0; i < car_sound_table.count; i++) {
        const ParamRow *row = &car_sound_table.rows[i];
        assert_true(row->initial >= row->min && row->initial <= row->max);
        assert_true(row->about[0] && row->more[0] && row->label[0]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_shipped_car_has_a_sound_of_its_own),
        cmocka_unit_test(cylinders_fire_evenly_into_one_bank_where_the_file_says_no_more),
        cmocka_unit_test(a_firing_order_is_read_as_it_is_written),
        cmocka_unit_test(a_car_without_a_sound_gets_one_from_its_numbers),
        cmocka_unit_test(a_sound_changes_no_number_and_no_hash),
        cmocka_unit_test(a_sound_reads_back_as_it_was_written),
        cmocka_unit_test(the_words_of_the_table_lie_in_their_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
