/// The keys of a keyboard by their physical places, so that the same fingers drive on every layout,
/// and the controls of a gamepad: its buttons and each side of its axes.
#pragma once

/// KEY_SPACE, KEY_A, ...: codes as the window reports them. Of letters and digits they are ASCII.
/// CONTROL_RT, CONTROL_A, ...: of a gamepad.
enum {
#define KEYBOARD_KEY(id, glfw, code, name, label) KEY_##id = (code),
#define PAD_CONTROL(id, code, name, label)        CONTROL_##id = (code),
#include "formats/keys.def"
    KEY_NONE = 0,
    KEY_NAME_MAX = 16, ///< Bytes of a name with its terminator.
};

/// The key called `name` in files ("W", "Left Ctrl"), any case; KEY_NONE where there is none.
int key_of_name(const char *name);

/// What files call `key`; NULL for what is no key.
const char *key_name(int key);

/// What stands on `key` on every keyboard ("Space", "←"); "" where the layout decides, NULL for
/// what is no key.
const char *key_label(int key);

/// The name nearest to `name`, for a message; NULL where none is near.
const char *key_nearest_name(const char *name);
