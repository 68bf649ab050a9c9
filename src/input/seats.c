#include "input/seats.h"

#include "base/assert.h"

_Static_assert((int)DEVICE_KEYS_COUNT == (int)SETTINGS_SEATS, "each place has its row of settings");

Controls controls_of(const Settings *settings) {
    Controls controls;
    for (int i = 0; i < DEVICE_KEYS_COUNT; i++) {
        controls.keys[i] = bindings_of_keys(i);
        bindings_set(&controls.keys[i], &settings->seats[i], false);
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        controls.pads[i] = bindings_of_pad();
    }
    return controls;
}

const Bindings *device_bindings(const Controls *controls, int device) {
    enum {
        ARROWS = 1
    };
    ASSERT(device < DEVICE_COUNT);
    bool any = device < 0 || device == DEVICE_ANY_KEYS;
    return device >= DEVICE_PAD ? &controls->pads[device - DEVICE_PAD]
                                : &controls->keys[any ? ARROWS : device];
}

const char *device_label(const Controls *controls, int device, SettingAction action) {
    const int *bound = device_bindings(controls, device)->controls[action];
    return control_label(bound[0] != CONTROL_NONE ? bound[0] : bound[1]);
}

const char *device_name(int device) {
    static const char *const names[DEVICE_COUNT] = {
        "left half",  "arrows",     "middle",     "number pad", "keyboard",   "",
        "",           "",           "gamepad 1",  "gamepad 2",  "gamepad 3",  "gamepad 4",
        "gamepad 5",  "gamepad 6",  "gamepad 7",  "gamepad 8",  "gamepad 9",  "gamepad 10",
        "gamepad 11", "gamepad 12", "gamepad 13", "gamepad 14", "gamepad 15", "gamepad 16"};
    ASSERT(device >= 0 && device < DEVICE_COUNT);
    return names[device];
}

const PadState *device_pad(int device, const InputFrame *frame) {
    return device >= DEVICE_PAD ? &frame->pads[device - DEVICE_PAD] : NULL;
}

CarInput device_input(const Controls *controls, int device, const InputFrame *frame) {
    if (device == DEVICE_ANY_KEYS || device < 0) {
        return (CarInput){.flags = CAR_INPUT_KEYS};
    }
    return bindings_input(device_bindings(controls, device), frame, device_pad(device, frame));
}

int device_claim(const Controls *controls, const InputFrame *frame) {
    for (int cluster = 0; cluster < DEVICE_KEYS_COUNT; cluster++) {
        for (int action = SETTING_ACTION_GAS; action <= SETTING_ACTION_RIGHT; action++) {
            if (bindings_action(&controls->keys[cluster], (SettingAction)action, frame, NULL) >
                0.0f) {
                return cluster;
            }
        }
    }
    return DEVICE_ANY_KEYS;
}

int device_joining(const Controls *controls, const InputFrame *frame,
                   const bool taken[DEVICE_COUNT]) {
    for (int device = 0; device < DEVICE_COUNT; device++) {
        bool exists = device < DEVICE_KEYS_COUNT || device >= DEVICE_PAD;
        if (exists && !taken[device] &&
            bindings_pressed(device_bindings(controls, device), SETTING_ACTION_GAS, frame,
                             device_pad(device, frame))) {
            return device;
        }
    }
    return DEVICE_NONE;
}

/// The cluster that a key is on; DEVICE_NONE for other keys.
static int cluster_of(const Controls *controls, int key) {
    for (int cluster = 0; cluster < DEVICE_KEYS_COUNT; cluster++) {
        if (bindings_find(&controls->keys[cluster], key) != SETTING_ACTION_COUNT) {
            return cluster;
        }
    }
    return DEVICE_NONE;
}

bool device_drives_by_key(const Controls *controls, int key) {
    return cluster_of(controls, key) != DEVICE_NONE;
}

bool device_drives_by_button(int button) {
    return button != PAD_START && button != PAD_BACK && button != PAD_GUIDE;
}

/// The device that a key wakes: everybody knows the space bar, so it is nobody's.
static int device_of(const Controls *controls, int key) {
    int cluster = cluster_of(controls, key);
    return key == KEY_SPACE || cluster == DEVICE_NONE ? DEVICE_ANY_KEYS : cluster;
}

int device_waking(const Controls *controls, const InputFrame *frame) {
    for (int i = 0; i < frame->press_count; i++) {
        int key = frame->presses[i].key;
        bool is_function = key >= KEY_F1 && key < KEY_F1 + 25;
        bool is_modifier = key > KEY_PAD_ENTER + 4;
        bool is_window = window_press_is_alt(frame->presses[i]);
        if (key != KEY_ESCAPE && !is_function && !is_window &&
            !(is_modifier && device_of(controls, key) == DEVICE_ANY_KEYS)) {
            return device_of(controls, key);
        }
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        const PadState *pad = &frame->pads[i];
        if (pad->present && control_pressed(frame, pad) != CONTROL_NONE) {
            return DEVICE_PAD + i;
        }
    }
    return DEVICE_NONE;
}
