#include "input/bindings.h"

#include "base/assert.h"
#include "formats/keys.h"

#include <math.h>
#include <string.h>

// formats/keys.def has the controls in the order of PadButton and PadAxis.
_Static_assert((int)CONTROL_A == (int)CONTROL_BUTTON + (int)PAD_A, "the first button");
_Static_assert((int)CONTROL_LEFT == (int)CONTROL_BUTTON + (int)PAD_LEFT, "the last one");
_Static_assert((int)CONTROL_STICK_LEFT == (int)CONTROL_AXIS, "the first axis");
_Static_assert((int)CONTROL_RT + 1 == (int)CONTROL_END, "the last one");

enum {
    NEGATIVE = 0,
    POSITIVE = 1
};

#define USUAL_REST 0.15f
#define USUAL_END  0.95f

/// The left Ctrl comes before the space bar: many keyboards cannot tell W, A and Space apart from W
/// and A, and wire Ctrl by itself. The keys that fire share neither a row nor a column of the usual
/// matrix with two keys of gas, left and right, so that they arrive while those are held; the thumb
/// or the other hand reaches them. Shift would be wired apart too, but pressed often it opens a
/// dialog of the system.
static const int cluster_keys[BINDINGS_CLUSTERS][SETTING_ACTION_COUNT][BINDINGS_CONTROLS] = {
    {{'W'}, {'S'}, {'A'}, {'D'}, {KEY_LEFT_CONTROL, KEY_SPACE}, {'Q'}, {'V', 'G'}},
    {{KEY_UP},
     {KEY_DOWN},
     {KEY_LEFT},
     {KEY_RIGHT},
     {KEY_RIGHT_CONTROL, KEY_SLASH},
     {KEY_BACKSPACE},
     {KEY_APOSTROPHE, KEY_DELETE}},
    {{'I'}, {'K'}, {'J'}, {'L'}, {'H', KEY_SEMICOLON}, {'U'}, {'N', 'P'}},
    {{KEY_PAD_8},
     {KEY_PAD_5},
     {KEY_PAD_4},
     {KEY_PAD_6},
     {KEY_PAD_0, KEY_PAD_ENTER},
     {KEY_PAD_SUBTRACT},
     {KEY_PAD_ADD, KEY_PAD_DECIMAL}},
};

Bindings bindings_of_keys(int cluster) {
    ASSERT(cluster >= 0 && cluster < BINDINGS_CLUSTERS);
    Bindings bindings = {.rest = USUAL_REST, .end = USUAL_END, .curve = 1.0f};
    for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
        for (int i = 0; i < BINDINGS_CONTROLS; i++) {
            bindings.controls[action][i] = cluster_keys[cluster][action][i];
        }
    }
    return bindings;
}

Bindings bindings_of_pad(void) {
    return (Bindings){
        .controls =
            {
                [SETTING_ACTION_GAS] = {CONTROL_RT, CONTROL_A},
                [SETTING_ACTION_BRAKE] = {CONTROL_LT, CONTROL_X},
                [SETTING_ACTION_LEFT] = {CONTROL_STICK_LEFT, CONTROL_LEFT},
                [SETTING_ACTION_RIGHT] = {CONTROL_STICK_RIGHT, CONTROL_RIGHT},
                [SETTING_ACTION_HANDBRAKE] = {CONTROL_RB, CONTROL_B},
                [SETTING_ACTION_RESCUE] = {CONTROL_Y},
                [SETTING_ACTION_FIRE] = {CONTROL_LB},
            },
        .rest = USUAL_REST,
        .end = USUAL_END,
        .curve = 1.0f,
    };
}

void bindings_set(Bindings *bindings, const SettingsSeat *seat, bool is_pad) {
    bindings->rest = seat->dead_zone;
    bindings->curve = seat->curve;
    for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
        int controls[BINDINGS_CONTROLS] = {CONTROL_NONE}, count = 0;
        for (int i = 0; i < SETTING_KEYS_MAX; i++) {
            int control = seat->keys[action][i];
            if (control != CONTROL_NONE && (control >= CONTROL_BUTTON) == is_pad) {
                controls[count++] = control;
            }
        }
        if (count > 0) {
            memcpy(bindings->controls[action], controls, sizeof controls);
        }
    }
}

static bool is_axis(int control) { return control >= CONTROL_AXIS; }

float bindings_value(const Bindings *bindings, int control, const InputFrame *frame,
                     const PadState *pad) {
    ASSERT(control >= 0 && control < CONTROL_END);
    if (control < CONTROL_BUTTON) {
        return control != CONTROL_NONE && frame->down[control] ? 1.0f : 0.0f;
    }
    if (!pad || !pad->present) {
        return 0.0f; // a lost pad lets go of everything
    }
    if (!is_axis(control)) {
        return pad->buttons[control - CONTROL_BUTTON] ? 1.0f : 0.0f;
    }
    int axis = (control - CONTROL_AXIS) / 2;
    float value = (control - CONTROL_AXIS) % 2 == POSITIVE ? pad->axes[axis] : -pad->axes[axis];
    if (axis < PAD_LEFT_TRIGGER) {
        value = (value - bindings->rest) / fmaxf(bindings->end - bindings->rest, 0.01f);
    }
    return fminf(fmaxf(value, 0.0f), 1.0f); // NaN of a broken driver is 0
}

float bindings_action(const Bindings *bindings, SettingAction action, const InputFrame *frame,
                      const PadState *pad) {
    float value = 0.0f;
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        value = fmaxf(value, bindings_value(bindings, bindings->controls[action][i], frame, pad));
    }
    return value;
}

/// What `action` steers, and whether by something that is pressed or not, with nothing in between.
static float side_of(const Bindings *bindings, SettingAction action, const InputFrame *frame,
                     const PadState *pad, bool *keys) {
    float most = 0.0f;
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        int control = bindings->controls[action][i];
        float value = bindings_value(bindings, control, frame, pad);
        *keys = *keys || (value > 0.0f && !is_axis(control));
        most = fmaxf(most, is_axis(control) ? powf(value, bindings->curve) : value);
    }
    return most;
}

static bool has_stick(const Bindings *bindings) {
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        if (is_axis(bindings->controls[SETTING_ACTION_LEFT][i]) ||
            is_axis(bindings->controls[SETTING_ACTION_RIGHT][i])) {
            return true;
        }
    }
    return false;
}

CarInput bindings_input(const Bindings *bindings, const InputFrame *frame, const PadState *pad) {
    bool keys = !has_stick(bindings);
    float left = side_of(bindings, SETTING_ACTION_LEFT, frame, pad, &keys);
    float right = side_of(bindings, SETTING_ACTION_RIGHT, frame, pad, &keys);
    float gas = bindings_action(bindings, SETTING_ACTION_GAS, frame, pad);
    float brake = bindings_action(bindings, SETTING_ACTION_BRAKE, frame, pad);
    CarInput input = {.steer = (int8_t)(127.0f * (left - right)),
                      .throttle = (uint8_t)(255.0f * gas + 0.5f),
                      .brake = (uint8_t)(255.0f * brake + 0.5f),
                      .flags = keys ? CAR_INPUT_KEYS : 0};
    bool handbrake = bindings_action(bindings, SETTING_ACTION_HANDBRAKE, frame, pad) > 0.5f;
    bool rescue = bindings_action(bindings, SETTING_ACTION_RESCUE, frame, pad) > 0.5f;
    bool fire = bindings_action(bindings, SETTING_ACTION_FIRE, frame, pad) > 0.5f;
    input.flags |= fire ? CAR_INPUT_FIRE : 0;
    input.flags |= handbrake ? CAR_INPUT_HANDBRAKE : 0;
    input.flags |= rescue ? CAR_INPUT_RESCUE : 0;
    return input;
}

static bool went_down(int control, const InputFrame *frame, const PadState *pad) {
    if (control < CONTROL_BUTTON) {
        return control != CONTROL_NONE && window_pressed(frame, control);
    }
    if (!pad || !pad->present) {
        return false;
    }
    int at = control - CONTROL_AXIS;
    return is_axis(control) ? pad->pushed[at / 2][at % 2] : pad->pressed[control - CONTROL_BUTTON];
}

bool bindings_pressed(const Bindings *bindings, SettingAction action, const InputFrame *frame,
                      const PadState *pad) {
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        if (went_down(bindings->controls[action][i], frame, pad)) {
            return true;
        }
    }
    return false;
}

SettingAction bindings_find(const Bindings *bindings, int control) {
    for (int action = 0; action < SETTING_ACTION_COUNT && control != CONTROL_NONE; action++) {
        for (int i = 0; i < BINDINGS_CONTROLS; i++) {
            if (bindings->controls[action][i] == control) {
                return (SettingAction)action;
            }
        }
    }
    return SETTING_ACTION_COUNT;
}

int control_pressed(const InputFrame *frame, const PadState *pad) {
    if (!pad) {
        return frame->press_count > 0 ? frame->presses[0].key : CONTROL_NONE;
    }
    for (int control = CONTROL_BUTTON; control < CONTROL_END; control++) {
        if (went_down(control, frame, pad)) {
            return control;
        }
    }
    return CONTROL_NONE;
}

const char *control_label(int control) {
    ASSERT(control >= 0 && control < CONTROL_END);
    return control == CONTROL_NONE    ? ""
           : control < CONTROL_BUTTON ? window_key_name(control)
                                      : key_label(control);
}
