/// Which keys a keyboard can tell apart while others are held. Many cannot tell every third key:
/// their matrix of wires hides it.
#pragma once

#include "input/seats.h"

enum {
    KEY_COMBO_KEYS = 3,
    KEY_COMBOS = 4 ///< Of one place on the keyboard.
};

typedef enum KeyComboState {
    KEY_COMBO_UNTRIED,
    KEY_COMBO_TOLD,   ///< All its keys were seen down at the same time.
    KEY_COMBO_HIDDEN, ///< All but one were held for long, and that one never came.
} KeyComboState;

/// What was found out so far. The zero value has tried nothing.
typedef struct KeyCombos {
    KeyComboState states[DEVICE_KEYS_COUNT][KEY_COMBOS];
    float held_s[DEVICE_KEYS_COUNT][KEY_COMBOS]; ///< s for which all keys but one were held.
} KeyCombos;

/// The keys of combination `index` at a place: gas, a side, and the handbrake or the brake in place
/// of the gas. Unused ones are KEY_NONE.
void key_combo_keys(const Controls *controls, int place, int index, int keys[KEY_COMBO_KEYS]);

/// What it is: "gas, left and handbrake".
const char *key_combo_text(int index);

/// Takes a frame of `dt` s.
void key_combos_frame(KeyCombos *combos, const Controls *controls, const InputFrame *input,
                      float dt);

/// A key for the handbrake at `place` that keyboards wire by itself and that nobody uses, for where
/// a combination with it is hidden; KEY_NONE: there is none, or nothing is hidden.
int key_combos_proposal(const KeyCombos *combos, const Controls *controls, int place);
