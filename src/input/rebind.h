/// Other keys and buttons for what a driver does: who has a control already, and who gets it.
#pragma once

#include "input/seats.h"

/// Somebody's action that a control does already.
typedef struct RebindUse {
    int device; ///< DEVICE_NONE: nobody's.
    SettingAction action;
} RebindUse;

/// What `control` does besides `action` at `device`: keys at any place of the keyboard, controls of
/// a gamepad on that one.
RebindUse rebind_find(const Controls *controls, int device, SettingAction action, int control);

/// Why `control` cannot be bound: it pauses, opens menus, or the system has it for itself. NULL: it
/// can.
const char *rebind_refusal(int control);

/// From here on `control` alone does `action` for person `number` at `device`. Where it did
/// something else, that gets the first control which `action` had, so that nothing is left without.
void rebind(Settings *settings, const Controls *controls, int device, int number,
            SettingAction action, int control);

/// The usual controls of the device, and the usual stick of a gamepad.
void rebind_reset(Settings *settings, int device, int number);
