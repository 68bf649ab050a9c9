#include "input/hotkeys.h"

const HotkeyRow hotkey_rows[HOTKEY_COUNT] = {
#define HOTKEY(id, key, ctrl, button, moment, label) \
    {key, ctrl, button, HOTKEY_WHEN_##moment, label},
#include "input/hotkeys.def"
#undef HOTKEY
};

/// Whether `ctrl` is as the row wants it. Drivers hold it for the handbrake, so it changes only
/// keys that mean something else with it.
static bool suits(const HotkeyRow *row, bool ctrl) {
    bool shared = false;
    for (int i = 0; i < HOTKEY_COUNT; i++) {
        shared |= hotkey_rows[i].ctrl && hotkey_rows[i].key == row->key;
    }
    return !shared || ctrl == row->ctrl;
}

bool hotkey_pressed(Hotkey hotkey, const InputFrame *frame) {
    const HotkeyRow *row = &hotkey_rows[hotkey];
    bool pressed = false;
    for (int i = 0; i < frame->press_count; i++) {
        KeyPress press = frame->presses[i];
        pressed |= press.key == row->key && !window_press_is_alt(press) && suits(row, press.ctrl);
    }
    for (int i = 0; i < WINDOW_PADS && row->button != PAD_NONE; i++) {
        pressed |= frame->pads[i].present && frame->pads[i].pressed[row->button];
    }
    return pressed;
}

bool hotkey_down(Hotkey hotkey, const InputFrame *frame) {
    const HotkeyRow *row = &hotkey_rows[hotkey];
    bool ctrl = frame->down[KEY_LEFT_CONTROL] || frame->down[KEY_RIGHT_CONTROL];
    bool down = frame->down[row->key] && suits(row, ctrl);
    for (int i = 0; i < WINDOW_PADS && row->button != PAD_NONE; i++) {
        down |= frame->pads[i].present && frame->pads[i].buttons[row->button];
    }
    return down;
}
