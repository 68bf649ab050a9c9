/// Which keys, buttons and sticks drive a car, and the CarInput that comes of them.
#pragma once

#include "platform/window.h"
#include "vehicle/car.h"

typedef enum DriveAction {
#define ACTION(id, name, label) ACTION_##id,
#include "game/actions.def"
#undef ACTION
    ACTION_COUNT,
    ACTION_NONE = ACTION_COUNT,
} DriveAction;

/// Names of the actions, in settings and on screens.
extern const char *const action_names[ACTION_COUNT];
extern const char *const action_labels[ACTION_COUNT];

/// A control is a key (its token), a button of a gamepad or one side of an axis, as one number; 0
/// is none.
enum {
    CONTROL_NONE = 0,
    CONTROL_BUTTON = WINDOW_KEYS,                     ///< + PadButton
    CONTROL_AXIS = CONTROL_BUTTON + PAD_BUTTON_COUNT, ///< + 2 PadAxis, + 1 for its positive side.
    CONTROL_COUNT = CONTROL_AXIS + 2 * PAD_AXIS_COUNT,
    BINDINGS_CONTROLS = 2, ///< For one action.
};

#define BINDINGS_CURVE_MIN 0.5f
#define BINDINGS_CURVE_MAX 3.0f

/// What drives a seat: a value. All controls are keys, or all are of one gamepad.
typedef struct Bindings {
    int controls[ACTION_COUNT][BINDINGS_CONTROLS];
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

/// How far `control` is moved, 0 to 1; `pad` may be NULL, or not present: then it is at rest.
/// Sticks without their dead zone, before the curve.
float bindings_value(const Bindings *bindings, int control, const InputFrame *frame,
                     const PadState *pad);

/// How far the controls of `action` are moved, the farther one counts.
float bindings_action(const Bindings *bindings, DriveAction action, const InputFrame *frame,
                      const PadState *pad);

/// What the driver does. `pad` as above. CAR_INPUT_RESCUE is set while its control is held.
CarInput bindings_input(const Bindings *bindings, const InputFrame *frame, const PadState *pad);

/// Whether a control of `action` went down since the last frame.
bool bindings_pressed(const Bindings *bindings, DriveAction action, const InputFrame *frame,
                      const PadState *pad);

/// The action of `control`, ACTION_NONE where it has none.
DriveAction bindings_find(const Bindings *bindings, int control);

/// The control that went down since the last frame, CONTROL_NONE where none did. Of keys where
/// `pad` is NULL, else of that gamepad.
int control_pressed(const InputFrame *frame, const PadState *pad);

/// What is written on a control: "W", "RT", "stick left"; "" for none. Valid until the next call.
const char *control_label(int control);
