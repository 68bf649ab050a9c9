/// The test of the keyboard: what a keyboard that hides keys shows of itself.
#include "formats/keys.h"
#include "input/key_combos.h"

#include <string.h>

#include "test.h"

#define FRAME (1.0f / 60.0f)

/// A frame for `seconds` in which these keys are held, of which the keyboard hides `hidden`.
static void hold(KeyCombos *combos, const Controls *controls, const int *keys, int count,
                 int hidden, float seconds) {
    InputFrame input = {0};
    for (int i = 0; i < count; i++) {
        input.down[keys[i]] = keys[i] != hidden;
    }
    for (float t = 0.0f; t < seconds; t += FRAME) {
        key_combos_frame(combos, controls, &input, FRAME);
    }
}

static void what_is_seen_down_together_can_be_told(void **state) {
    (void)state;
    const Settings settings = settings_default();
    Controls controls = controls_of(&settings);
    KeyCombos combos = {0};
    const int keys[] = {'W', 'A', KEY_LEFT_CONTROL};
    hold(&combos, &controls, keys, 3, KEY_NONE, 0.1f);
    assert_int_equal(combos.states[0][0], KEY_COMBO_TOLD);
    for (int i = 1; i < KEY_COMBOS; i++) {
        assert_int_equal(combos.states[0][i], KEY_COMBO_UNTRIED);
    }
    assert_int_equal(key_combos_proposal(&combos, &controls, 0), KEY_NONE);
}

static void a_key_that_never_comes_is_hidden_and_another_is_proposed(void **state) {
    (void)state;
    Settings settings = settings_default();
    memcpy(settings.seats[0].keys[SETTING_ACTION_HANDBRAKE], (int[]){KEY_SPACE}, sizeof(int));
    Controls controls = controls_of(&settings);
    KeyCombos combos = {0};
    const int keys[] = {'W', 'A', KEY_SPACE};
    hold(&combos, &controls, keys, 3, KEY_SPACE, 1.0f);
    assert_int_equal(combos.states[0][0], KEY_COMBO_UNTRIED); // perhaps it is yet to be pressed
    hold(&combos, &controls, keys, 3, KEY_SPACE, 1.5f);
    assert_int_equal(combos.states[0][0], KEY_COMBO_HIDDEN);
    assert_int_equal(key_combos_proposal(&combos, &controls, 0), KEY_LEFT_CONTROL);
    hold(&combos, &controls, keys, 3, KEY_NONE, 0.1f); // it can after all
    assert_int_equal(combos.states[0][0], KEY_COMBO_TOLD);
}

static void what_somebody_else_uses_is_not_proposed(void **state) {
    (void)state;
    Settings settings = settings_default();
    memcpy(settings.seats[0].keys[SETTING_ACTION_HANDBRAKE], (int[]){KEY_SPACE}, sizeof(int));
    memcpy(settings.seats[2].keys[SETTING_ACTION_HANDBRAKE], (int[]){KEY_LEFT_CONTROL},
           sizeof(int));
    Controls controls = controls_of(&settings);
    KeyCombos combos = {0};
    combos.states[0][1] = KEY_COMBO_HIDDEN;
    assert_int_equal(key_combos_proposal(&combos, &controls, 0), KEY_LEFT_SHIFT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_seen_down_together_can_be_told),
        cmocka_unit_test(a_key_that_never_comes_is_hidden_and_another_is_proposed),
        cmocka_unit_test(what_somebody_else_uses_is_not_proposed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
