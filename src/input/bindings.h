/// Which keys, buttons and sticks drive a car, and the CarInput that comes of them.
#pragma once

#include "platform/window.h"
#include "store/settings.h"
#include "vehicle/car.h"

/// A control is a key, a button of a gamepad or one side of an axis: a code of formats/keys.h.
enum {
    CONTROL_NONE = KEY_NONE,
    CONTROL_BUTTON = WINDOW_KEYS,                     ///< + PadButton
    CONTROL_AXIS = CONTROL_BUTTON + PAD_BUTTON_COUNT, ///< + 2 PadAxis, + 1 for its positive side.
    CONTROL_END = CONTROL_AXIS + 2 * PAD_AXIS_COUNT,
    BINDINGS_CONTROLS = SETTING_KEYS_MAX, ///< For one action.
};

/// What drives a seat: a value. All controls are keys, or all are of one gamepad.
typedef struct Bindings {
    int controls[SETTING_ACTION_COUNT][BINDINGS_CONTROLS];
    /// Sticks: below `rest` they are at rest, from `end` on at their end (worn ones reach neither 0
    /// nor 1). In between they steer along the power `curve`: 1 straight, more is finer around the
    /// middle. The car itself adds a gentle curve of its own (steering_wanted).
    float rest, end, curve;
} Bindings;

enum {
    BINDINGS_CLUSTERS = 4 ///< Of keys on one keyboard.
};

/// Of key cluster `cluster`: W A S D, the arrows, I J K L, the number pad. Keys are physical
/// places, so that other layouts than QWERTY work.
Bindings bindings_of_keys(int cluster);

/// Of a gamepad.
Bindings bindings_of_pad(void);

/// Takes over what `seat` says of keys, or of gamepads where `is_pad`: controls, dead zone, curve.
void bindings_set(Bindings *bindings, const SettingsSeat *seat, bool is_pad);

/// How far `control` is moved, 0 to 1; `pad` may be NULL, or not present: then it is at rest.
/// Sticks without their dead zone, before the curve.
float bindings_value(const Bindings *bindings, int control, const InputFrame *frame,
                     const PadState *pad);

/// How far the controls of `action` are moved, the farther one counts.
float bindings_action(const Bindings *bindings, SettingAction action, const InputFrame *frame,
                      const PadState *pad);

/// What the driver does. `pad` as above. CAR_INPUT_RESCUE is set while its control is held.
CarInput bindings_input(const Bindings *bindings, const InputFrame *frame, const PadState *pad);

/// Whether a control of `action` went down since the last frame.
bool bindings_pressed(const Bindings *bindings, SettingAction action, const InputFrame *frame,
                      const PadState *pad);

/// The action of `control`, SETTING_ACTION_COUNT where it has none.
SettingAction bindings_find(const Bindings *bindings, int control);

/// The control that went down since the last frame, CONTROL_NONE where none did. Of keys where
/// `pad` is NULL, else of that gamepad.
int control_pressed(const InputFrame *frame, const PadState *pad);

/// What is written on a control: "W", "RT", "stick left"; "" for none. Valid until the next call.
const char *control_label(int control);
