#include "game/bindings.h"

#include "base/assert.h"

#include <math.h>

const char *const action_names[ACTION_COUNT] = {
#define ACTION(id, name, label) #name,
#include "game/actions.def"
#undef ACTION
};

const char *const action_labels[ACTION_COUNT] = {
#define ACTION(id, name, label) label,
#include "game/actions.def"
#undef ACTION
};

enum {
    NEGATIVE = 0,
    POSITIVE = 1
};

#define BUTTON(button)   (CONTROL_BUTTON + (button))
#define AXIS(axis, side) (CONTROL_AXIS + 2 * (axis) + (side))

#define USUAL_REST 0.15f
#define USUAL_END  0.95f

/// The left Ctrl comes before the space bar: many keyboards cannot tell W, A and Space apart from W
/// and A, and wire Ctrl by itself.
static const int cluster_keys[BINDINGS_CLUSTERS][ACTION_COUNT][BINDINGS_CONTROLS] = {
    {{'W'}, {'S'}, {'A'}, {'D'}, {KEY_LEFT_CONTROL, KEY_SPACE}, {'Q'}},
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

Bindings bindings_of_keys(int cluster) {
    ASSERT(cluster >= 0 && cluster < BINDINGS_CLUSTERS);
    Bindings bindings = {.rest = USUAL_REST, .end = USUAL_END, .curve = 1.0f};
    for (int action = 0; action < ACTION_COUNT; action++) {
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
                [ACTION_GAS] = {AXIS(PAD_RIGHT_TRIGGER, POSITIVE), BUTTON(PAD_A)},
                [ACTION_BRAKE] = {AXIS(PAD_LEFT_TRIGGER, POSITIVE), BUTTON(PAD_X)},
                [ACTION_LEFT] = {AXIS(PAD_LEFT_X, NEGATIVE), BUTTON(PAD_LEFT)},
                [ACTION_RIGHT] = {AXIS(PAD_LEFT_X, POSITIVE), BUTTON(PAD_RIGHT)},
                [ACTION_HANDBRAKE] = {BUTTON(PAD_RB), BUTTON(PAD_B)},
                [ACTION_RESCUE] = {BUTTON(PAD_Y)},
            },
        .rest = USUAL_REST,
        .end = USUAL_END,
        .curve = 1.0f,
    };
}

static bool is_axis(int control) { return control >= CONTROL_AXIS; }

float bindings_value(const Bindings *bindings, int control, const InputFrame *frame,
                     const PadState *pad) {
    ASSERT(control >= 0 && control < CONTROL_COUNT);
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

float bindings_action(const Bindings *bindings, DriveAction action, const InputFrame *frame,
                      const PadState *pad) {
    float value = 0.0f;
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        value = fmaxf(value, bindings_value(bindings, bindings->controls[action][i], frame, pad));
    }
    return value;
}

/// What `action` steers, and whether by something that is pressed or not, with nothing in between.
static float side_of(const Bindings *bindings, DriveAction action, const InputFrame *frame,
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
        if (is_axis(bindings->controls[ACTION_LEFT][i]) ||
            is_axis(bindings->controls[ACTION_RIGHT][i])) {
            return true;
        }
    }
    return false;
}

CarInput bindings_input(const Bindings *bindings, const InputFrame *frame, const PadState *pad) {
    bool keys = !has_stick(bindings);
    float left = side_of(bindings, ACTION_LEFT, frame, pad, &keys);
    float right = side_of(bindings, ACTION_RIGHT, frame, pad, &keys);
    float gas = bindings_action(bindings, ACTION_GAS, frame, pad);
    float brake = bindings_action(bindings, ACTION_BRAKE, frame, pad);
    CarInput input = {.steer = (int8_t)(127.0f * (left - right)),
                      .throttle = (uint8_t)(255.0f * gas + 0.5f),
                      .brake = (uint8_t)(255.0f * brake + 0.5f),
                      .flags = keys ? CAR_INPUT_KEYS : 0};
    bool handbrake = bindings_action(bindings, ACTION_HANDBRAKE, frame, pad) > 0.5f;
    bool rescue = bindings_action(bindings, ACTION_RESCUE, frame, pad) > 0.5f;
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

bool bindings_pressed(const Bindings *bindings, DriveAction action, const InputFrame *frame,
                      const PadState *pad) {
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        if (went_down(bindings->controls[action][i], frame, pad)) {
            return true;
        }
    }
    return false;
}

DriveAction bindings_find(const Bindings *bindings, int control) {
    for (int action = 0; action < ACTION_COUNT && control != CONTROL_NONE; action++) {
        for (int i = 0; i < BINDINGS_CONTROLS; i++) {
            if (bindings->controls[action][i] == control) {
                return (DriveAction)action;
            }
        }
    }
    return ACTION_NONE;
}

int control_pressed(const InputFrame *frame, const PadState *pad) {
    if (!pad) {
        return frame->press_count > 0 ? frame->presses[0] : CONTROL_NONE;
    }
    for (int control = CONTROL_BUTTON; control < CONTROL_COUNT; control++) {
        if (went_down(control, frame, pad)) {
            return control;
        }
    }
    return CONTROL_NONE;
}

const char *control_label(int control) {
    static const char *const buttons[PAD_BUTTON_COUNT] = {
        [PAD_A] = "A",
        [PAD_B] = "B",
        [PAD_X] = "X",
        [PAD_Y] = "Y",
        [PAD_LB] = "LB",
        [PAD_RB] = "RB",
        [PAD_BACK] = "View",
        [PAD_START] = "Start",
        [PAD_GUIDE] = "Guide",
        [PAD_LEFT_STICK] = "stick pressed",
        [PAD_RIGHT_STICK] = "right stick pressed",
        [PAD_UP] = "pad up",
        [PAD_RIGHT] = "pad right",
        [PAD_DOWN] = "pad down",
        [PAD_LEFT] = "pad left",
    };
    static const char *const axes[2 * PAD_AXIS_COUNT] = {
        "stick left",       "stick right",
        "stick up",         "stick down",
        "right stick left", "right stick right",
        "right stick up",   "right stick down",
        "LT back",          "LT",
        "RT back",          "RT",
    };
    ASSERT(control >= 0 && control < CONTROL_COUNT);
    return control == CONTROL_NONE    ? ""
           : control < CONTROL_BUTTON ? window_key_name(control)
           : is_axis(control)         ? axes[control - CONTROL_AXIS]
                                      : buttons[control - CONTROL_BUTTON];
}
