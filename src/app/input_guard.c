#include "app/input_guard.h"

#include <string.h>

void input_guard_screen(InputGuard *guard, const InputFrame *input, bool asked) {
    *guard = (InputGuard){.closed = !asked};
    memcpy(guard->keys, input->down, sizeof guard->keys);
    for (int i = 0; i < WINDOW_PADS; i++) {
        memcpy(guard->buttons[i], input->pads[i].buttons, sizeof guard->buttons[i]);
    }
}

// Takes out of `out` the presses of what is down since before. Whether any is left.
static bool drop_held(const InputGuard *guard, InputFrame *out) {
    int kept = 0;
    for (int i = 0; i < out->press_count; i++) {
        if (!guard->keys[out->presses[i]]) {
            out->presses[kept++] = out->presses[i];
        }
    }
    out->press_count = kept;
    bool any = kept > 0 || out->mouse_pressed;
    for (int i = 0; i < WINDOW_PADS; i++) {
        PadState *pad = &out->pads[i];
        any |= pad->pulled;
        for (int button = 0; button < PAD_BUTTON_COUNT; button++) {
            pad->pressed[button] &= !guard->buttons[i][button];
            any |= pad->pressed[button];
        }
    }
    return any;
}

static void drop_all(InputFrame *out) {
    out->press_count = 0;
    out->mouse_pressed = false;
    for (int i = 0; i < WINDOW_PADS; i++) {
        memset(out->pads[i].pressed, 0, sizeof out->pads[i].pressed);
        out->pads[i].pulled = false;
    }
}

void input_guard_frame(InputGuard *guard, const InputFrame *input, float dt, InputFrame *out) {
    *out = *input;
    bool pressed = drop_held(guard, out);
    for (int key = 0; key < WINDOW_KEYS; key++) {
        guard->keys[key] &= input->down[key];
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        for (int button = 0; button < PAD_BUTTON_COUNT; button++) {
            guard->buttons[i][button] &= input->pads[i].buttons[button];
        }
    }
    if (guard->closed) {
        drop_all(out);
        guard->shown_s += dt;
        guard->rest_s = pressed ? 0.0f : guard->rest_s + dt;
        guard->closed = guard->shown_s < INPUT_GUARD_SHOWN || guard->rest_s < INPUT_GUARD_REST;
    }
}
