#include "game/seats.h"

#include <string.h>

enum {
    ACTION_GAS,
    ACTION_BRAKE,
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_HANDBRAKE,
    ACTION_RESCUE,
    ACTION_COUNT
};

/// Physical places, so that other layouts than QWERTY work. Two keys an action at most, 0 = none.
static const int cluster_keys[DEVICE_KEYS_COUNT][ACTION_COUNT][2] = {
    {{'W'}, {'S'}, {'A'}, {'D'}, {KEY_SPACE, KEY_LEFT_CONTROL}, {'Q'}},
    {{KEY_UP},
     {KEY_DOWN},
     {KEY_LEFT},
     {KEY_RIGHT},
     {KEY_RIGHT_CONTROL, KEY_SLASH},
     {KEY_BACKSPACE}},
    {{'I'}, {'K'}, {'J'}, {'L'}, {'H', KEY_SEMICOLON}, {'U'}},
    {{KEY_PAD_8},
     {KEY_PAD_5},
     {KEY_PAD_4},
     {KEY_PAD_6},
     {KEY_PAD_0, KEY_PAD_ENTER},
     {KEY_PAD_SUBTRACT}},
};

static bool is_down(const InputFrame *frame, int cluster, int action) {
    const int *keys = cluster_keys[cluster][action];
    return frame->down[keys[0]] || (keys[1] && frame->down[keys[1]]);
}

DeviceLabels device_labels(int device) {
    if (device >= DEVICE_PAD) {
        return (DeviceLabels){"RT", "LT", "stick left", "stick right", "RB", "Y"};
    }
    if (device == DEVICE_ANY_KEYS || device < 0) {
        return (DeviceLabels){"\u2191", "\u2193", "\u2190", "\u2192", "Ctrl", "Backspace"};
    }
    const int(*keys)[2] = cluster_keys[device];
    return (DeviceLabels){
        window_key_name(keys[ACTION_GAS][0]),       window_key_name(keys[ACTION_BRAKE][0]),
        window_key_name(keys[ACTION_LEFT][0]),      window_key_name(keys[ACTION_RIGHT][0]),
        window_key_name(keys[ACTION_HANDBRAKE][0]), window_key_name(keys[ACTION_RESCUE][0])};
}

static CarInput keys_input(int cluster, const InputFrame *frame) {
    int left = is_down(frame, cluster, ACTION_LEFT), right = is_down(frame, cluster, ACTION_RIGHT);
    CarInput input = {.steer = (int8_t)(127 * (left - right)), .flags = CAR_INPUT_KEYS};
    input.throttle = is_down(frame, cluster, ACTION_GAS) ? 255 : 0;
    input.brake = is_down(frame, cluster, ACTION_BRAKE) ? 255 : 0;
    input.flags |= is_down(frame, cluster, ACTION_HANDBRAKE) ? CAR_INPUT_HANDBRAKE : 0;
    input.flags |= is_down(frame, cluster, ACTION_RESCUE) ? CAR_INPUT_RESCUE : 0;
    return input;
}

static uint8_t pedal(float value, bool button) {
    return button ? 255 : (uint8_t)(255.0f * value + 0.5f);
}

static CarInput pad_input(const PadState *pad) {
    if (!pad->present) {
        return (CarInput){0}; // a lost pad lets go of everything
    }
    float steer = pad->steer;
    steer = pad->buttons[PAD_LEFT] ? 1.0f : pad->buttons[PAD_RIGHT] ? -1.0f : steer;
    CarInput input = {.steer = (int8_t)(127.0f * steer)};
    input.throttle = pedal(pad->right_trigger, pad->buttons[PAD_A]);
    input.brake = pedal(pad->left_trigger, pad->buttons[PAD_X]);
    input.flags |= pad->buttons[PAD_RB] || pad->buttons[PAD_B] ? CAR_INPUT_HANDBRAKE : 0;
    input.flags |= pad->buttons[PAD_Y] ? CAR_INPUT_RESCUE : 0;
    input.flags |= pad->buttons[PAD_LEFT] || pad->buttons[PAD_RIGHT] ? CAR_INPUT_KEYS : 0;
    return input;
}

CarInput device_input(int device, const InputFrame *frame) {
    if (device >= DEVICE_PAD) {
        return pad_input(&frame->pads[device - DEVICE_PAD]);
    }
    if (device == DEVICE_ANY_KEYS || device < 0) {
        return (CarInput){.flags = CAR_INPUT_KEYS};
    }
    return keys_input(device, frame);
}

int device_claim(const InputFrame *frame) {
    for (int cluster = 0; cluster < DEVICE_KEYS_COUNT; cluster++) {
        for (int action = ACTION_GAS; action <= ACTION_RIGHT; action++) {
            if (is_down(frame, cluster, action)) {
                return cluster;
            }
        }
    }
    return DEVICE_ANY_KEYS;
}

int device_joining(const InputFrame *frame, const bool taken[DEVICE_COUNT]) {
    for (int cluster = 0; cluster < DEVICE_KEYS_COUNT; cluster++) {
        if (!taken[cluster] && window_pressed(frame, cluster_keys[cluster][ACTION_GAS][0])) {
            return cluster;
        }
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        const PadState *pad = &frame->pads[i];
        if (!taken[DEVICE_PAD + i] && pad->present && (pad->pressed[PAD_A] || pad->pulled)) {
            return DEVICE_PAD + i;
        }
    }
    return DEVICE_NONE;
}

/// The cluster that a key is on; DEVICE_NONE for other keys.
static int cluster_of(int key) {
    for (int cluster = 0; cluster < DEVICE_KEYS_COUNT; cluster++) {
        for (int action = 0; action < ACTION_COUNT; action++) {
            const int *keys = cluster_keys[cluster][action];
            if (key == keys[0] || key == keys[1]) {
                return cluster;
            }
        }
    }
    return DEVICE_NONE;
}

bool device_drives_by_key(int key) { return cluster_of(key) != DEVICE_NONE; }

bool device_drives_by_button(int button) {
    return button != PAD_START && button != PAD_BACK && button != PAD_GUIDE;
}

/// The seat that a key wakes: everybody knows the space bar, so it is nobody's.
static int seat_of(int key) {
    int cluster = cluster_of(key);
    return key == KEY_SPACE || cluster == DEVICE_NONE ? DEVICE_ANY_KEYS : cluster;
}

int device_waking(const InputFrame *frame) {
    for (int i = 0; i < frame->press_count; i++) {
        int key = frame->presses[i];
        bool is_function = key >= KEY_F1 && key < KEY_F1 + 25;
        bool is_modifier = key > KEY_PAD_ENTER + 4;
        if (key != KEY_ESCAPE && !is_function &&
            !(is_modifier && seat_of(key) == DEVICE_ANY_KEYS)) {
            return seat_of(key);
        }
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        bool pressed = frame->pads[i].pulled;
        for (int button = 0; button < PAD_BUTTON_COUNT; button++) {
            pressed |= frame->pads[i].pressed[button];
        }
        if (frame->pads[i].present && pressed) {
            return DEVICE_PAD + i;
        }
    }
    return DEVICE_NONE;
}

MenuInput menu_input(const InputFrame *frame) {
    MenuInput menu = {0};
    for (int i = 0; i < frame->press_count; i++) {
        int key = frame->presses[i];
        menu.move_y += (key == KEY_DOWN || key == 'S') - (key == KEY_UP || key == 'W');
        menu.move_x += (key == KEY_RIGHT || key == 'D') - (key == KEY_LEFT || key == 'A');
        menu.accept |=
            (key == KEY_ENTER && !frame->alt) || key == KEY_SPACE || key == KEY_PAD_ENTER;
        menu.pause |= key == KEY_ESCAPE;
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        const PadState *pad = &frame->pads[i];
        if (pad->present) {
            menu.move_y += pad->pressed[PAD_DOWN] - pad->pressed[PAD_UP];
            menu.move_x += pad->pressed[PAD_RIGHT] - pad->pressed[PAD_LEFT];
            menu.accept |= pad->pressed[PAD_A];
            menu.back |= pad->pressed[PAD_B];
            menu.pause |= pad->pressed[PAD_START];
        }
    }
    return menu;
}

bool device_present(int device, const InputFrame *frame) {
    return device < DEVICE_PAD || frame->pads[device - DEVICE_PAD].present;
}
