/// Who sits where: key clusters and gamepads, what they press, and the CarInput that comes of it.
#pragma once

#include "platform/window.h"
#include "vehicle/car.h"

enum {
    SEATS_MAX = 4,
    DEVICE_NONE = -1,
    DEVICE_KEYS_COUNT = 4, ///< Devices 0 to 3 are the key clusters.
    DEVICE_ANY_KEYS = 4,   ///< W A S D or the arrows, whichever is used first.
    DEVICE_PAD = 8,        ///< DEVICE_PAD + n is gamepad n.
    DEVICE_COUNT = DEVICE_PAD + WINDOW_PADS,
};

/// Names of a device's controls, for the picture at the start.
typedef struct DeviceLabels {
    const char *gas, *brake, *left, *right, *handbrake, *rescue;
} DeviceLabels;

/// The labels of `device`; those of the arrows where no cluster is claimed yet.
DeviceLabels device_labels(int device);

/// Whether a key is on one of the clusters, or a PadButton drives on a gamepad.
bool device_drives_by_key(int key);
bool device_drives_by_button(int button);

/// The input of the driver at `device`.
CarInput device_input(int device, const InputFrame *frame);

/// Of DEVICE_ANY_KEYS: the cluster whose driving key is down, or DEVICE_ANY_KEYS while none is.
int device_claim(const InputFrame *frame);

/// The first device whose gas went down since the last frame and that is not `taken`; DEVICE_NONE
/// otherwise.
int device_joining(const InputFrame *frame, const bool taken[DEVICE_COUNT]);

/// The device behind any key or button that went down: a cluster for its keys, DEVICE_ANY_KEYS for
/// other keys. Escape and function keys do not count. DEVICE_NONE where nothing did.
int device_waking(const InputFrame *frame);

/// Presses that steer menus, from every device.
typedef struct MenuInput {
    int move_x, move_y; ///< -1 left or up, 1 right or down.
    bool accept, back, pause;
} MenuInput;

/// The presses of this frame; several add up in `move`.
MenuInput menu_input(const InputFrame *frame);

/// Whether the device is still there.
bool device_present(int device, const InputFrame *frame);
