/// Keys, buttons and sticks as bindings make CarInputs of them.
#include "base/random.h"
#include "formats/keys.h"
#include "input/rebind.h"

#include <math.h>
#include <string.h>

#include "test.h"

static InputFrame with_keys(int a, int b, int c) {
    InputFrame frame = {0};
    const int keys[] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        frame.down[keys[i]] = keys[i] != 0;
    }
    return frame;
}

static PadState a_pad(float steer_x, float gas, float brake) {
    PadState pad = {.present = true};
    pad.axes[PAD_LEFT_X] = steer_x;
    pad.axes[PAD_RIGHT_TRIGGER] = gas;
    pad.axes[PAD_LEFT_TRIGGER] = brake;
    return pad;
}

static void each_cluster_drives_by_its_own_keys(void **state) {
    (void)state;
    static const int gas_left_slide[BINDINGS_CLUSTERS][3] = {
        {'W', 'A', KEY_LEFT_CONTROL},
        {KEY_UP, KEY_LEFT, KEY_RIGHT_CONTROL},
        {'I', 'J', 'H'},
        {KEY_PAD_8, KEY_PAD_4, KEY_PAD_0},
    };
    for (int held = 0; held < BINDINGS_CLUSTERS; held++) {
        const int *keys = gas_left_slide[held];
        InputFrame frame = with_keys(keys[0], keys[1], keys[2]);
        for (int cluster = 0; cluster < BINDINGS_CLUSTERS; cluster++) {
            Bindings bindings = bindings_of_keys(cluster);
            CarInput input = bindings_input(&bindings, &frame, NULL);
            bool its = cluster == held;
            assert_int_equal(input.throttle, its ? 255 : 0);
            assert_int_equal(input.steer, its ? 127 : 0);
            assert_int_equal(input.brake, 0);
            assert_int_equal(input.flags, CAR_INPUT_KEYS | (its ? CAR_INPUT_HANDBRAKE : 0));
        }
    }
}

static void no_key_is_on_two_clusters(void **state) {
    (void)state;
    int owner[CONTROL_END] = {0};
    for (int cluster = 0; cluster < BINDINGS_CLUSTERS; cluster++) {
        Bindings bindings = bindings_of_keys(cluster);
        for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
            for (int i = 0; i < BINDINGS_CONTROLS; i++) {
                int control = bindings.controls[action][i];
                assert_int_equal(control != CONTROL_NONE ? owner[control]++ : 0, 0);
            }
        }
    }
}

static void opposite_keys_cancel_out(void **state) {
    (void)state;
    Bindings bindings = bindings_of_keys(0);
    InputFrame frame = with_keys('A', 'D', 'S');
    CarInput input = bindings_input(&bindings, &frame, NULL);
    assert_int_equal(input.steer, 0);
    assert_int_equal(input.brake, 255);
}

static void either_of_two_controls_will_do(void **state) {
    (void)state;
    Bindings bindings = bindings_of_keys(0);
    InputFrame ctrl = with_keys(KEY_LEFT_CONTROL, 0, 0), space = with_keys(KEY_SPACE, 0, 0);
    assert_true(bindings_input(&bindings, &ctrl, NULL).flags & CAR_INPUT_HANDBRAKE);
    assert_true(bindings_input(&bindings, &space, NULL).flags & CAR_INPUT_HANDBRAKE);
    assert_string_equal(control_label(bindings.controls[SETTING_ACTION_HANDBRAKE][0]), "Left Ctrl");
}

static void a_stick_rests_in_its_dead_zone_and_ends_before_its_end(void **state) {
    (void)state;
    Bindings bindings = bindings_of_pad();
    const InputFrame nothing = {0};
    for (int i = -100; i <= 100; i++) {
        float x = 0.01f * (float)i;
        PadState pad = a_pad(x, 0.0f, 0.0f);
        CarInput input = bindings_input(&bindings, &nothing, &pad);
        float size = fminf(fmaxf((fabsf(x) - 0.15f) / 0.80f, 0.0f), 1.0f);
        assert_near((float)input.steer, -127.0f * copysignf(size, x), 1.01f); // left is positive
        assert_int_equal(input.flags, 0);
    }
}

static void a_curve_leaves_the_ends_and_is_finer_in_the_middle(void **state) {
    (void)state;
    Bindings bindings = bindings_of_pad();
    bindings.curve = 2.0f;
    const InputFrame nothing = {0};
    PadState half = a_pad(-0.55f, 0.0f, 0.0f), full = a_pad(-1.0f, 0.0f, 0.0f);
    assert_near((float)bindings_input(&bindings, &nothing, &half).steer, 0.25f * 127.0f, 1.0f);
    assert_int_equal(bindings_input(&bindings, &nothing, &full).steer, 127);
    half = (PadState){.present = true};
    half.buttons[PAD_LEFT] = true; // nothing in between: no curve
    assert_int_equal(bindings_input(&bindings, &nothing, &half).steer, 127);
}

static void the_cross_of_a_pad_steers_like_keys(void **state) {
    (void)state;
    Bindings bindings = bindings_of_pad();
    const InputFrame nothing = {0};
    PadState pad = a_pad(0.0f, 0.5f, 0.0f);
    pad.buttons[PAD_RIGHT] = true;
    CarInput input = bindings_input(&bindings, &nothing, &pad);
    assert_int_equal(input.steer, -127);
    assert_int_equal(input.throttle, 128);
    assert_int_equal(input.flags, CAR_INPUT_KEYS);
}

static void a_lost_pad_lets_go_of_everything(void **state) {
    (void)state;
    Bindings bindings = bindings_of_pad();
    const InputFrame nothing = {0};
    PadState pad = a_pad(-1.0f, 1.0f, 1.0f);
    pad.buttons[PAD_RB] = true;
    pad.present = false;
    CarInput input = bindings_input(&bindings, &nothing, &pad), none = {0};
    assert_memory_equal(&input, &none, sizeof none);
}

// Whatever a driver of a device may tell.
static void broken_axes_stay_in_bounds(void **state) {
    (void)state;
    static const float wrong[] = {NAN, INFINITY, -INFINITY, 1e30f, -7.0f};
    Bindings bindings = bindings_of_pad();
    const InputFrame nothing = {0};
    for (int i = 0; i < 5; i++) {
        PadState pad = a_pad(wrong[i], wrong[i], wrong[i]);
        CarInput input = bindings_input(&bindings, &nothing, &pad);
        assert_true(input.steer >= -127);
        bool far = wrong[i] > 1.0f;
        assert_int_equal(input.throttle, far ? 255 : 0);
    }
}

static void any_control_can_be_bound_to_any_action(void **state) {
    (void)state;
    Random random = random_make(7, 1);
    for (int round = 0; round < 200; round++) {
        Bindings bindings = bindings_of_pad();
        int control = CONTROL_BUTTON + (int)(random_u32(&random) % (CONTROL_END - CONTROL_BUTTON));
        memset(bindings.controls, 0, sizeof bindings.controls);
        bindings.controls[SETTING_ACTION_GAS][round % 2] = control;
        InputFrame frame = {0};
        PadState *pad = &frame.pads[0];
        pad->present = true;
        assert_int_equal(bindings_input(&bindings, &frame, pad).throttle, 0);
        assert_int_equal(control_pressed(&frame, pad), CONTROL_NONE);
        int at = control - CONTROL_AXIS;
        if (at >= 0) {
            pad->axes[at / 2] = at % 2 ? 1.0f : -1.0f;
            pad->pushed[at / 2][at % 2] = true;
        } else {
            pad->buttons[control - CONTROL_BUTTON] = true;
            pad->pressed[control - CONTROL_BUTTON] = true;
        }
        assert_int_equal(bindings_input(&bindings, &frame, pad).throttle, 255);
        assert_int_equal(control_pressed(&frame, pad), control);
        assert_true(bindings_pressed(&bindings, SETTING_ACTION_GAS, &frame, pad));
        assert_int_equal(bindings_find(&bindings, control), SETTING_ACTION_GAS);
        assert_true(control_label(control)[0] != '\0');
    }
}

static void gas_on_a_free_device_joins(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    bool taken[DEVICE_COUNT] = {false};
    InputFrame frame = {.presses = {{.key = KEY_LEFT}, {.key = KEY_UP}}, .press_count = 2};
    assert_int_equal(device_joining(&controls, &frame, taken), 1);
    taken[1] = true;
    assert_int_equal(device_joining(&controls, &frame, taken), DEVICE_NONE);
    frame.pads[3].present = frame.pads[3].pressed[PAD_A] = true;
    assert_int_equal(device_joining(&controls, &frame, taken), DEVICE_PAD + 3);
    controls.pads[3].controls[SETTING_ACTION_GAS][1] = CONTROL_NONE; // A is something else there
    assert_int_equal(device_joining(&controls, &frame, taken), DEVICE_NONE);
}

static void a_key_that_is_free_is_bound_at_once(void **state) {
    (void)state;
    Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    assert_int_equal(rebind_find(&controls, 0, SETTING_ACTION_GAS, 'E').device, DEVICE_NONE);
    rebind(&settings, &controls, 0, 0, SETTING_ACTION_GAS, 'E');
    controls = controls_of(&settings);
    assert_int_equal(controls.keys[0].controls[SETTING_ACTION_GAS][0], 'E');
    assert_int_equal(controls.keys[0].controls[SETTING_ACTION_GAS][1], CONTROL_NONE);
    rebind_reset(&settings, 0, 0);
    controls = controls_of(&settings);
    assert_int_equal(controls.keys[0].controls[SETTING_ACTION_GAS][0], 'W');
}

static void a_key_of_somebody_else_is_swapped(void **state) {
    (void)state;
    Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    RebindUse use = rebind_find(&controls, 1, SETTING_ACTION_GAS, 'W');
    assert_int_equal(use.device, 0);
    assert_int_equal(use.action, SETTING_ACTION_GAS);
    rebind(&settings, &controls, 1, 3, SETTING_ACTION_GAS, 'W'); // the fourth person at the arrows
    controls = controls_of(&settings);
    assert_int_equal(controls.keys[1].controls[SETTING_ACTION_GAS][0], 'W');
    assert_int_equal(controls.keys[0].controls[SETTING_ACTION_GAS][0], KEY_UP);
}

// However often, no key is on two actions, and no action is without a key.
static void rebinding_at_random_never_shares_nor_loses_a_key(void **state) {
    (void)state;
    Random random = random_make(3, 9);
    Settings settings = settings_default();
    for (int round = 0; round < 400; round++) {
        Controls controls = controls_of(&settings);
        int place = (int)(random_u32(&random) % DEVICE_KEYS_COUNT);
        SettingAction action = (SettingAction)(random_u32(&random) % SETTING_ACTION_COUNT);
        rebind(&settings, &controls, place, 0, action, 'A' + (int)(random_u32(&random) % 26));
        controls = controls_of(&settings);
        int owners[CONTROL_END] = {0};
        for (int i = 0; i < DEVICE_KEYS_COUNT * SETTING_ACTION_COUNT; i++) {
            const int *bound =
                controls.keys[i / SETTING_ACTION_COUNT].controls[i % SETTING_ACTION_COUNT];
            assert_true(bound[0] != CONTROL_NONE);
            for (int k = 0; k < BINDINGS_CONTROLS; k++) {
                assert_int_equal(bound[k] != CONTROL_NONE ? owners[bound[k]]++ : 0, 0);
            }
        }
    }
}

static void a_gamepads_buttons_are_its_persons(void **state) {
    (void)state;
    Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    rebind(&settings, &controls, 0, 0, SETTING_ACTION_GAS, 'E');
    rebind(&settings, &controls, DEVICE_PAD + 2, 0, SETTING_ACTION_GAS, CONTROL_RB);
    bindings_set(&controls.pads[2], &settings.seats[0], true);
    assert_int_equal(controls.pads[2].controls[SETTING_ACTION_GAS][0], CONTROL_RB);
    // RB was the handbrake, which now has what the gas had first
    assert_int_equal(controls.pads[2].controls[SETTING_ACTION_HANDBRAKE][0], CONTROL_RT);
    controls = controls_of(&settings);
    assert_int_equal(controls.keys[0].controls[SETTING_ACTION_GAS][0], 'E'); // both are kept
    assert_non_null(rebind_refusal(KEY_ESCAPE));
    assert_non_null(rebind_refusal(CONTROL_START));
    assert_null(rebind_refusal('E'));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_that_is_free_is_bound_at_once),
        cmocka_unit_test(a_key_of_somebody_else_is_swapped),
        cmocka_unit_test(rebinding_at_random_never_shares_nor_loses_a_key),
        cmocka_unit_test(a_gamepads_buttons_are_its_persons),
        cmocka_unit_test(each_cluster_drives_by_its_own_keys),
        cmocka_unit_test(no_key_is_on_two_clusters),
        cmocka_unit_test(opposite_keys_cancel_out),
        cmocka_unit_test(either_of_two_controls_will_do),
        cmocka_unit_test(a_stick_rests_in_its_dead_zone_and_ends_before_its_end),
        cmocka_unit_test(a_curve_leaves_the_ends_and_is_finer_in_the_middle),
        cmocka_unit_test(the_cross_of_a_pad_steers_like_keys),
        cmocka_unit_test(a_lost_pad_lets_go_of_everything),
        cmocka_unit_test(broken_axes_stay_in_bounds),
        cmocka_unit_test(any_control_can_be_bound_to_any_action),
        cmocka_unit_test(gas_on_a_free_device_joins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
