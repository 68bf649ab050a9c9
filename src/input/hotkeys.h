/// The keys of the game itself, from one table (input/hotkeys.def): whoever acts on one asks here,
/// and so does the sheet that lists them.
#pragma once

#include "platform/window.h"

enum {
    PAD_NONE = -1,
};

typedef enum Hotkey {
#define HOTKEY(id, key, ctrl, button, moment, label) HOTKEY_##id,
#include "input/hotkeys.def"
#undef HOTKEY
    HOTKEY_COUNT,
} Hotkey;

/// When a key does anything.
typedef enum HotkeyMoment {
    HOTKEY_WHEN_ALWAYS,
    HOTKEY_WHEN_DRIVING,
    HOTKEY_WHEN_CROWD, ///< Many drive at one keyboard, not all of them with automatic gas.
    HOTKEY_WHEN_TRIAL,
    HOTKEY_WHEN_PRACTICE,
    HOTKEY_WHEN_TUNING,  ///< One person alone, who may change the car.
    HOTKEY_WHEN_OVERLAY, ///< The designer's overlay is open.
} HotkeyMoment;

typedef struct HotkeyRow {
    int key;
    bool ctrl;
    int button; ///< A PadButton, PAD_NONE for none.
    HotkeyMoment moment;
    const char *label;
} HotkeyRow;

extern const HotkeyRow hotkey_rows[HOTKEY_COUNT];

/// Whether it went down since the last frame. Enter with Alt is none: it means the window.
bool hotkey_pressed(Hotkey hotkey, const InputFrame *frame);

/// Whether it is held.
bool hotkey_down(Hotkey hotkey, const InputFrame *frame);
