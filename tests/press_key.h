/// A key that goes down in a frame of a test, with the modifiers that the frame holds.
#pragma once

#include "platform/window.h"

static inline void press_key(InputFrame *frame, int key) {
    const bool *down = frame->down;
    window_latch_press(frame, (KeyPress){.key = key,
                                         .ctrl = down[KEY_LEFT_CONTROL] || down[KEY_RIGHT_CONTROL],
                                         .shift = down[KEY_LEFT_SHIFT] || down[KEY_RIGHT_SHIFT],
                                         .alt = down[KEY_LEFT_ALT] || down[KEY_RIGHT_ALT]});
}
