#include "input/input_guard.h"

#include <string.h>

void input_guard_screen(InputGuard *guard, const InputFrame *input, bool asked) {
    *guard = (InputGuard){.closed = !asked};
    memcpy(guard->keys, input->down, sizeof guard->keys);
    for (int i = 0; i < WINDOW_PADS; i++) {
        memcpy(guard->buttons[i], input->pads[i].buttons, sizeof guard->buttons[i]);
    }
}

bool input_guard_listens(const InputGuard *guard) {
    return !guard->closed || guard->shown_s >= INPUT_GUARD_FIRST;
}

/// Whether a press passes. `driven` becomes true where it tells that somebody drives on.
static bool passes(const InputGuard *guard, bool held, bool drives, bool *driven) {
    *driven |= drives && !held;
    return !held && input_guard_listens(guard) && !(guard->closed && drives);
}

/// Takes out of `out` the presses that do not pass. Whether somebody drives on.
static bool drop_presses(const InputGuard *guard, const Controls *controls, InputFrame *out) {
    bool driven = false;
    int kept = 0;
    for (int i = 0; i < out->press_count; i++) {
        int key = out->presses[i].key;
        if (passes(guard, guard->keys[key], device_drives_by_key(controls, key), &driven)) {
            out->presses[kept++] = out->presses[i];
        }
    }
    out->press_count = kept;
    out->mouse_pressed = out->mouse_pressed && passes(guard, false, false, &driven);
    for (int i = 0; i < WINDOW_PADS; i++) {
        PadState *pad = &out->pads[i];
        for (int axis = 0; axis < PAD_AXIS_COUNT; axis++) {
            for (int side = 0; side < 2; side++) {
                pad->pushed[axis][side] =
                    pad->pushed[axis][side] && passes(guard, false, true, &driven);
            }
        }
        for (int button = 0; button < PAD_BUTTON_COUNT; button++) {
            pad->pressed[button] =
                pad->pressed[button] &&
                passes(guard, guard->buttons[i][button], device_drives_by_button(button), &driven);
        }
    }
    return driven;
}

void input_guard_frame(InputGuard *guard, const Controls *controls, const InputFrame *input,
                       float dt, InputFrame *out) {
    *out = *input;
    bool driven = drop_presses(guard, controls, out);
    for (int key = 0; key < WINDOW_KEYS; key++) {
        guard->keys[key] &= input->down[key];
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        for (int button = 0; button < PAD_BUTTON_COUNT; button++) {
            guard->buttons[i][button] &= input->pads[i].buttons[button];
        }
    }
    if (guard->closed) {
        guard->shown_s += dt;
        guard->rest_s = driven ? 0.0f : guard->rest_s + dt;
        guard->closed = !input_guard_listens(guard) || guard->rest_s < INPUT_GUARD_REST;
    }
}
