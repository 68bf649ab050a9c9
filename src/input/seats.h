/// Devices that people drive by: clusters of keys and gamepads, and what their presses mean.
#pragma once

#include "input/bindings.h"

enum {
    SEATS_MAX = 4,
    DEVICE_NONE = -1,
    DEVICE_KEYS_COUNT = BINDINGS_CLUSTERS, ///< Devices 0 to 3 are the key clusters.
    DEVICE_ANY_KEYS = DEVICE_KEYS_COUNT,   ///< W A S D or the arrows, whichever is used first.
    DEVICE_PAD = 8,                        ///< DEVICE_PAD + n is gamepad n.
    DEVICE_COUNT = DEVICE_PAD + WINDOW_PADS,
};

/// The bindings of every device: a value.
typedef struct Controls {
    Bindings keys[DEVICE_KEYS_COUNT];
    Bindings pads[WINDOW_PADS];
} Controls;

/// As the settings have them, of gamepads at which nobody sits the usual ones.
Controls controls_of(const Settings *settings);

/// The bindings of `device`; those of the arrows where no cluster is claimed yet.
const Bindings *device_bindings(const Controls *controls, int device);

/// What is written on the first control of `action` there; "" where it has none.
const char *device_label(const Controls *controls, int device, SettingAction action);

/// "left half", "arrows", "gamepad 2".
const char *device_name(int device);

/// Its gamepad, NULL for keys.
const PadState *device_pad(int device, const InputFrame *frame);

/// Whether a key is on one of the clusters, or a PadButton drives on a gamepad.
bool device_drives_by_key(const Controls *controls, int key);
bool device_drives_by_button(int button);

/// The input of the driver at `device`.
CarInput device_input(const Controls *controls, int device, const InputFrame *frame);

/// Of DEVICE_ANY_KEYS: the cluster whose driving key is down, or DEVICE_ANY_KEYS while none is.
int device_claim(const Controls *controls, const InputFrame *frame);

/// The first device whose gas went down since the last frame and that is not `taken`; DEVICE_NONE
/// otherwise.
int device_joining(const Controls *controls, const InputFrame *frame,
                   const bool taken[DEVICE_COUNT]);

/// The device behind any key or button that went down: a cluster for its keys, DEVICE_ANY_KEYS for
/// other keys. Escape, function keys, and Enter and Tab with Alt do not count. DEVICE_NONE where
/// nothing did.
int device_waking(const Controls *controls, const InputFrame *frame);
