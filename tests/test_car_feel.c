/// The eight sliders: what they move, that they give it back, that they stay within bounds.
#include "base/number.h"
#include "base/random.h"
#include "vehicle/car_feel.h"
#include "vehicle/car_write.h"

#include <string.h>

#include "test.h"

static bool equal(const CarParams *a, const CarParams *b) { return memcmp(a, b, sizeof *a) == 0; }

/// The number that `move` moves; of the torque curve its third torque.
static float moved_number(const FeelMove *move, const CarParams *params) {
    const ParamRow *row = param_find(&car_param_table, move->name);
    return row ? param_get(row, params) : params->torque_curve[2].torque;
}

static void every_move_names_a_number(void **state) {
    (void)state;
    int of_knob[KNOB_COUNT] = {0};
    for (int i = 0; i < car_feel_move_count; i++) {
        const FeelMove *move = &car_feel_moves[i];
        of_knob[move->knob]++;
        if (strcmp(move->name, "torque_curve") != 0) {
            const ParamRow *row = param_find(&car_param_table, move->name);
            assert_non_null(row);
            assert_true(move->kind != FEEL_TOWARD ||
                        (move->low >= row->min && move->low <= row->max));
            assert_true(move->kind == FEEL_SCALE ||
                        (move->high >= row->min && move->high <= row->max));
        }
    }
    for (int i = 0; i < KNOB_COUNT; i++) {
        assert_true(of_knob[i] > 0);
        assert_non_null(car_knob_texts[i].name);
    }
    assert_int_equal(KNOB_COUNT, 8);
}

/// Signs of the brief kind: more of it raises these of the hatch and lowers those.
static void sliders_turn_the_way_they_are_called(void **state) {
    (void)state;
    static const struct {
        CarKnob knob;
        const char *name;
        int sign;
    } cases[] = {
        {KNOB_GRIP, "mu_y_front", 1},       {KNOB_GRIP, "mu_x_rear", 1},
        {KNOB_POWER, "torque_curve", 1},    {KNOB_POWER, "clutch_torque_max", 1},
        {KNOB_BRAKES, "brake_torque", 1},   {KNOB_STEERING, "steer_rate", 1},
        {KNOB_STEERING, "steer_lock", 1},   {KNOB_DRIFT, "mu_y_rear", -1},
        {KNOB_DRIFT, "slide_grip_rear", 1}, {KNOB_DRIFT, "handbrake_torque", 1},
        {KNOB_WEIGHT, "mass", 1},           {KNOB_WEIGHT, "yaw_inertia", 1},
        {KNOB_BOUNCE, "body_friction", -1}, {KNOB_BOUNCE, "body_restitution", 1},
        {KNOB_HELP, "yaw_assist", 1},
    };
    CarParams hatch = car_params_default();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FeelMove move = {.name = cases[i].name};
        float last = 0.0f;
        for (int step = -4; step <= 4; step++) {
            CarFeel feel = car_feel_make(&hatch);
            CarParams params = hatch;
            car_feel_turn(&feel, cases[i].knob, 0.25f * (float)step, &params);
            float now = moved_number(&move, &params);
            if (step > -4 && !((float)cases[i].sign * (now - last) > 0.0f)) {
                fail_msg("%s moves %s from %g to %g", car_knob_texts[cases[i].knob].name,
                         cases[i].name, (double)last, (double)now);
            }
            last = now;
        }
    }
}

static void the_ends_are_those_of_the_table(void **state) {
    (void)state;
    CarParams hatch = car_params_default(), params = hatch;
    CarFeel feel = car_feel_make(&hatch);
    car_feel_turn(&feel, KNOB_GRIP, 1.0f, &params);
    assert_near(params.mu_y_front, 1.06 * 1.35, 0.005);
    car_feel_turn(&feel, KNOB_GRIP, -1.0f, &params);
    assert_near(params.mu_y_front, 1.06 / 1.35, 0.005);
    car_feel_turn(&feel, KNOB_GRIP, 9.0f, &params); // beyond the end is the end
    assert_near(params.mu_y_front, 1.06 * 1.35, 0.005);
    car_feel_turn(&feel, KNOB_POWER, 1.0f, &params);
    assert_near(params.torque_curve[2].torque, 290.0 * 1.6, 1e-3);
    car_feel_turn(&feel, KNOB_BOUNCE, 1.0f, &params);
    assert_near(params.body_restitution, 0.7, 1e-6);
    car_feel_turn(&feel, KNOB_BOUNCE, -1.0f, &params);
    assert_near(params.body_restitution, 0.0, 1e-6);
    car_feel_turn(&feel, KNOB_HELP, -1.0f, &params);
    assert_near(params.yaw_assist, 0.0, 1e-6);
    assert_near(params.abs_slip, 0.0, 0.0);
    assert_near(params.tc_slip, 0.0, 0.0);
    // Half a help never makes the ABS tighter than it was.
    car_feel_turn(&feel, KNOB_HELP, -0.4f, &params);
    assert_near(params.abs_slip, hatch.abs_slip, 0.0);
}

/// What a knob makes of a number is what people would write: 0.742, not 0.7421875.
static void a_moved_number_is_as_short_as_a_slider_makes_it(void **state) {
    (void)state;
    Random random = random_make(12, 0);
    for (int round = 0; round < 300; round++) {
        CarParams start = car_params_default(), params;
        for (int i = 0; i < start.torque_count; i++) { // of an engine of any size
            start.torque_curve[i].torque *= round % 2 ? 0.05f : 3.0f;
        }
        CarFeel feel = car_feel_make(&start);
        for (int turn = 0; turn < 6; turn++) {
            CarKnob knob = (CarKnob)(random_u32(&random) % KNOB_COUNT);
            car_feel_turn(&feel, knob, random_range(&random, -1.0f, 1.0f), &params);
        }
        for (int i = 0; i < car_param_table.count; i++) {
            const ParamRow *row = &car_param_table.rows[i];
            float value = param_get(row, &params);
            char text[NUMBER_TEXT_MAX];
            if (value != param_get(row, &start)) {
                assert_true(value == param_rounded(value, param_decimals(row)));
                car_write_number(value, text);
                assert_true(strlen(text + strspn(text, "-0.")) <= 7); // 0.000732 has three
            }
        }
        for (int i = 0; i < params.torque_count; i++) {
            float torque = params.torque_curve[i].torque;
            assert_true(torque == start.torque_curve[i].torque ||
                        torque == param_rounded(torque, 0));
        }
    }
}

static void help_that_is_off_comes_on(void **state) {
    (void)state;
    CarParams params = car_params_default();
    params.tc_slip = 0.0f;
    CarFeel feel = car_feel_make(&params);
    car_feel_turn(&feel, KNOB_HELP, 1.0f, &params);
    assert_near(params.tc_slip, 0.1, 1e-6);
    assert_near(params.yaw_assist, 1.0, 1e-6);
}

static void turned_back_to_the_middle_all_is_as_it_was(void **state) {
    (void)state;
    Random random = random_make(7, 0);
    for (int round = 0; round < 2000; round++) {
        CarParams start = car_params_default();
        for (int i = 0; i < car_param_table.count; i++) {
            const ParamRow *row = &car_param_table.rows[i];
            *param_value(row, &start) = random_range(&random, row->min, row->max);
        }
        CarParams params = start;
        CarFeel feel = car_feel_make(&params);
        for (int turn = 0; turn < 12; turn++) {
            car_feel_turn(&feel, (CarKnob)(random_u32(&random) % KNOB_COUNT),
                          random_range(&random, -1.5f, 1.5f), &params);
            for (int i = 0; i < car_param_table.count; i++) {
                const ParamRow *row = &car_param_table.rows[i];
                float value = param_get(row, &params);
                assert_true(value >= row->min && value <= row->max);
            }
        }
        for (int i = 0; i < KNOB_COUNT; i++) {
            car_feel_turn(&feel, (CarKnob)i, 0.0f, &params);
        }
        assert_true(equal(&params, &start));
    }
}

static void a_number_set_by_hand_is_never_pulled_away(void **state) {
    (void)state;
    CarParams params = car_params_default();
    CarFeel feel = car_feel_make(&params);
    car_feel_turn(&feel, KNOB_GRIP, 0.5f, &params);
    float front = params.mu_y_front;
    // One that no turned slider moves: the sliders stay.
    params.mass = 1000.0f;
    car_feel_follow(&feel, &params);
    assert_near(feel.knobs[KNOB_GRIP], 0.5, 0.0);
    assert_near(feel.middle.mass, 1000.0, 0.0);
    car_feel_turn(&feel, KNOB_GRIP, 0.0f, &params);
    assert_near(params.mass, 1000.0, 0.0);
    assert_near(params.mu_y_front, 1.06, 1e-6);
    car_feel_turn(&feel, KNOB_GRIP, 0.5f, &params);
    // One that it moves: this is the new middle.
    params.mu_y_rear = 1.5f;
    car_feel_follow(&feel, &params);
    assert_near(feel.knobs[KNOB_GRIP], 0.0, 0.0);
    assert_near(feel.middle.mu_y_rear, 1.5, 0.0);
    assert_near(feel.middle.mu_y_front, front, 0.0);
    assert_true(equal(&feel.shown, &params));
}

static void other_torques_are_a_new_middle_of_power(void **state) {
    (void)state;
    CarParams params = car_params_default();
    CarFeel feel = car_feel_make(&params);
    car_feel_turn(&feel, KNOB_POWER, 0.5f, &params);
    params.gears[0] = 3.0f; // no slider's
    car_feel_follow(&feel, &params);
    assert_near(feel.knobs[KNOB_POWER], 0.5, 0.0);
    params.torque_curve[0].torque = 100.0f;
    car_feel_follow(&feel, &params);
    assert_near(feel.knobs[KNOB_POWER], 0.0, 0.0);
    car_feel_turn(&feel, KNOB_POWER, 1.0f, &params);
    car_feel_turn(&feel, KNOB_POWER, 0.0f, &params);
    assert_near(params.torque_curve[0].torque, 100.0, 0.0);
    assert_near(params.gears[0], 3.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_names_a_number),
        cmocka_unit_test(sliders_turn_the_way_they_are_called),
        cmocka_unit_test(the_ends_are_those_of_the_table),
        cmocka_unit_test(a_moved_number_is_as_short_as_a_slider_makes_it),
        cmocka_unit_test(help_that_is_off_comes_on),
        cmocka_unit_test(turned_back_to_the_middle_all_is_as_it_was),
        cmocka_unit_test(a_number_set_by_hand_is_never_pulled_away),
        cmocka_unit_test(other_torques_are_a_new_middle_of_power),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
