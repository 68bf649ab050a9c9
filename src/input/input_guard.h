/// Keeps from a screen what was meant for the one before it: the one rule for every screen and
/// every device.
///
/// - A key that is down when a screen appears does nothing there until it has come up. The car is
///   driven by what is held all the same.
/// - A screen that nobody asked for (results, the pause after a gamepad is gone) appears while
///   hands still drive. It takes no press in its first second. It takes none of a driving key or
///   button before these have rested, so that taps that steer choose nothing. Enter needs no rest.
#pragma once

#include "input/seats.h"

#define INPUT_GUARD_FIRST 1.0f  ///< s
#define INPUT_GUARD_REST  0.75f ///< s without a press of what drives.

/// A value. The zero value lets every press through.
typedef struct InputGuard {
    bool keys[WINDOW_KEYS]; ///< Down since before the screen appeared.
    bool buttons[WINDOW_PADS][PAD_BUTTON_COUNT];
    bool closed;           ///< Nobody asked for the screen, and the hands have not rested.
    float shown_s, rest_s; ///< While closed.
} InputGuard;

/// A screen appears in the frame of `input`, `asked` for by a press or not.
void input_guard_screen(InputGuard *guard, const InputFrame *input, bool asked);

/// A later frame of `dt` s: `*out` is `*input` without the presses that are not meant for the
/// screen. Held keys stay. `controls` tell what drives.
void input_guard_frame(InputGuard *guard, const Controls *controls, const InputFrame *input,
                       float dt, InputFrame *out);

/// Whether the screen takes any press now. While it does not, nothing on it should ask for one.
bool input_guard_listens(const InputGuard *guard);
