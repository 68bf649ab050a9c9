#include "input/rebind.h"

#include "base/assert.h"
#include "formats/keys.h"

#include <string.h>

RebindUse rebind_find(const Controls *controls, int device, SettingAction action, int control) {
    bool is_pad = device >= DEVICE_PAD;
    int first = is_pad ? device : 0, last = is_pad ? device : DEVICE_KEYS_COUNT - 1;
    for (int at = first; at <= last; at++) {
        SettingAction found = bindings_find(device_bindings(controls, at), control);
        if (found != SETTING_ACTION_COUNT && !(at == device && found == action)) {
            return (RebindUse){at, found};
        }
    }
    return (RebindUse){DEVICE_NONE, SETTING_ACTION_COUNT};
}

const char *rebind_refusal(int control) {
    bool is_function = control >= KEY_F1 && control < KEY_F1 + 25;
    bool is_menu = control == KEY_ESCAPE || control == KEY_ENTER || control == KEY_TAB ||
                   control == CONTROL_START || control == CONTROL_BACK;
    bool is_system = control == KEY_LEFT_ALT || control == KEY_RIGHT_ALT ||
                     control == KEY_LEFT_SUPER || control == KEY_RIGHT_SUPER ||
                     control == CONTROL_GUIDE || control == KEY_MENU;
    return is_function ? "Function keys belong to the game."
           : is_menu   ? "That one belongs to pause and menus."
           : is_system ? "That one belongs to the system."
                       : NULL;
}

/// Puts `controls` in place of those of `seat` that are of the same kind of device.
static void store(SettingsSeat *seat, SettingAction action, const int *controls, bool is_pad) {
    int merged[SETTING_KEYS_MAX] = {KEY_NONE}, count = 0;
    for (int i = 0; i < BINDINGS_CONTROLS && controls[i] != CONTROL_NONE; i++) {
        merged[count++] = controls[i];
    }
    for (int i = 0; i < SETTING_KEYS_MAX && count < SETTING_KEYS_MAX; i++) {
        int kept = seat->keys[action][i];
        if (kept != KEY_NONE && (kept >= CONTROL_BUTTON) != is_pad) {
            merged[count++] = kept;
        }
    }
    memcpy(seat->keys[action], merged, sizeof merged);
}

/// The settings that hold the controls of `device`.
static SettingsSeat *row_of(Settings *settings, int device, int number) {
    return &settings->seats[device >= DEVICE_PAD ? number : device];
}

void rebind(Settings *settings, const Controls *controls, int device, int number,
            SettingAction action, int control) {
    ASSERT(device >= 0 && device != DEVICE_ANY_KEYS && control != CONTROL_NONE);
    bool is_pad = device >= DEVICE_PAD;
    RebindUse use = rebind_find(controls, device, action, control);
    int old = device_bindings(controls, device)->controls[action][0];
    if (use.device != DEVICE_NONE) {
        int others[BINDINGS_CONTROLS];
        memcpy(others, device_bindings(controls, use.device)->controls[use.action], sizeof others);
        for (int i = 0; i < BINDINGS_CONTROLS; i++) {
            others[i] = others[i] == control ? old : others[i];
        }
        store(row_of(settings, use.device, number), use.action, others, is_pad);
    }
    const int mine[BINDINGS_CONTROLS] = {control};
    store(row_of(settings, device, number), action, mine, is_pad);
}

void rebind_reset(Settings *settings, int device, int number) {
    const int none[BINDINGS_CONTROLS] = {CONTROL_NONE};
    bool is_pad = device >= DEVICE_PAD;
    SettingsSeat *seat = row_of(settings, device, number);
    for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
        store(seat, (SettingAction)action, none, is_pad);
    }
    if (is_pad) {
        const Settings first = settings_default();
        seat->dead_zone = first.seats[0].dead_zone;
        seat->curve = first.seats[0].curve;
    }
}
