#include "input/key_combos.h"

#include "base/assert.h"
#include "formats/keys.h"

#define HIDDEN_AFTER 2.0f ///< s: whoever is asked for three keys has pressed the third by then.

void key_combo_keys(const Controls *controls, int place, int index, int keys[KEY_COMBO_KEYS]) {
    static const SettingAction actions[KEY_COMBOS][KEY_COMBO_KEYS] = {
        {SETTING_ACTION_GAS, SETTING_ACTION_LEFT, SETTING_ACTION_HANDBRAKE},
        {SETTING_ACTION_GAS, SETTING_ACTION_RIGHT, SETTING_ACTION_HANDBRAKE},
        {SETTING_ACTION_BRAKE, SETTING_ACTION_LEFT, SETTING_ACTION_HANDBRAKE},
        {SETTING_ACTION_BRAKE, SETTING_ACTION_RIGHT, SETTING_ACTION_HANDBRAKE},
    };
    ASSERT(place >= 0 && place < DEVICE_KEYS_COUNT && index >= 0 && index < KEY_COMBOS);
    for (int i = 0; i < KEY_COMBO_KEYS; i++) {
        keys[i] = controls->keys[place].controls[actions[index][i]][0];
    }
}

const char *key_combo_text(int index) {
    static const char *const texts[KEY_COMBOS] = {
        "gas, left and handbrake", "gas, right and handbrake", "brake, left and handbrake",
        "brake, right and handbrake"};
    ASSERT(index >= 0 && index < KEY_COMBOS);
    return texts[index];
}

void key_combos_frame(KeyCombos *combos, const Controls *controls, const InputFrame *input,
                      float dt) {
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        for (int index = 0; index < KEY_COMBOS; index++) {
            int keys[KEY_COMBO_KEYS], down = 0;
            key_combo_keys(controls, place, index, keys);
            for (int i = 0; i < KEY_COMBO_KEYS; i++) {
                down += keys[i] != KEY_NONE && input->down[keys[i]];
            }
            KeyComboState *state = &combos->states[place][index];
            float *held_s = &combos->held_s[place][index];
            *held_s = down == KEY_COMBO_KEYS - 1 ? *held_s + dt : 0.0f;
            if (down == KEY_COMBO_KEYS) {
                *state = KEY_COMBO_TOLD;
            } else if (*held_s > HIDDEN_AFTER && *state != KEY_COMBO_TOLD) {
                *state = KEY_COMBO_HIDDEN;
            }
        }
    }
}

static bool is_used(const Controls *controls, int key) {
    for (int place = 0; place < DEVICE_KEYS_COUNT; place++) {
        if (bindings_find(&controls->keys[place], key) != SETTING_ACTION_COUNT) {
            return true;
        }
    }
    return false;
}

int key_combos_proposal(const KeyCombos *combos, const Controls *controls, int place) {
    // Modifiers are usually wired by themselves. Shift is last: held often, it opens a dialog of
    // some systems.
    static const int left[] = {KEY_LEFT_CONTROL, KEY_LEFT_SHIFT, KEY_CAPS_LOCK};
    static const int right[] = {KEY_RIGHT_CONTROL, KEY_RIGHT_SHIFT, KEY_MENU};
    const int *candidates = place % 2 == 0 ? left : right;
    bool hidden = false;
    for (int index = 0; index < KEY_COMBOS; index++) {
        hidden |= combos->states[place][index] == KEY_COMBO_HIDDEN;
    }
    const int *now = controls->keys[place].controls[SETTING_ACTION_HANDBRAKE];
    for (int i = 0; i < 3 && hidden; i++) {
        bool own = candidates[i] == now[1] || candidates[i] == now[2];
        if (candidates[i] != now[0] && (own || !is_used(controls, candidates[i]))) {
            return candidates[i];
        }
    }
    return KEY_NONE;
}
