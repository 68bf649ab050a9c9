#include "game_state/lobby.h"

#include <string.h>

int lobby_device(const Game *game, int number) {
    int seat = game_seat_of(game, number);
    if (seat >= 0) {
        return game->seats[seat].device;
    }
    for (int i = 0; i < game->waiting_count; i++) {
        if (game->waiting[i].number == number) {
            return game->waiting[i].device;
        }
    }
    return DEVICE_NONE;
}

int lobby_count(const Game *game) { return game->seat_count + game->waiting_count; }

bool lobby_is_here(const Game *game, int number) {
    int seat = game_seat_of(game, number);
    bool lost = seat >= 0 && game->seats[seat].lost;
    return !lost && lobby_device(game, number) != DEVICE_NONE;
}

int lobby_first(const Game *game) {
    int first = -1;
    for (int number = SEATS_MAX - 1; number >= 0; number--) {
        bool is_in = lobby_device(game, number) != DEVICE_NONE;
        bool first_is_here = first >= 0 && lobby_is_here(game, first);
        first = is_in && (!first_is_here || lobby_is_here(game, number)) ? number : first;
    }
    return first;
}

int lobby_person_at(const Game *game, int device) {
    for (int number = 0; number < SEATS_MAX; number++) {
        if (lobby_is_here(game, number) && lobby_device(game, number) == device) {
            return number;
        }
    }
    return -1;
}

int lobby_person_at_keys(const Game *game) {
    int found = -1;
    for (int number = 0; number < SEATS_MAX; number++) {
        int device = lobby_device(game, number);
        if (device != DEVICE_NONE && device < DEVICE_PAD) {
            if (found >= 0) {
                return -1;
            }
            found = number;
        }
    }
    return found;
}

int lobby_person_of_key(const Game *game, int key) {
    int alone = lobby_person_at_keys(game);
    for (int device = 0; device < DEVICE_KEYS_COUNT && alone < 0; device++) {
        int person = lobby_person_at(game, device);
        if (person >= 0 &&
            bindings_find(&game->controls.keys[device], key) != SETTING_ACTION_COUNT) {
            return person;
        }
    }
    return alone >= 0 ? alone : lobby_first(game);
}

void lobby_move(Game *game, int device, int to) {
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        seat->device = seat->device == device ? to : seat->device;
    }
    for (int i = 0; i < game->waiting_count; i++) {
        Waiter *waiter = &game->waiting[i];
        waiter->device = waiter->device == device ? to : waiter->device;
    }
}

/// What a key of somebody's own cluster means in menus; KEY_NONE: nothing.
static int meant_key(const Bindings *bindings, int key) {
    static const int meanings[SETTING_ACTION_COUNT] = {[SETTING_ACTION_GAS] = KEY_UP,
                                                       [SETTING_ACTION_BRAKE] = KEY_DOWN,
                                                       [SETTING_ACTION_LEFT] = KEY_LEFT,
                                                       [SETTING_ACTION_RIGHT] = KEY_RIGHT,
                                                       [SETTING_ACTION_HANDBRAKE] = KEY_ENTER};
    SettingAction action = bindings_find(bindings, key);
    return action == SETTING_ACTION_COUNT || meanings[action] == 0 ? KEY_NONE : meanings[action];
}

void lobby_frame_of(const Game *game, const InputFrame *frame, int number, InputFrame *out) {
    int device = lobby_device(game, number);
    const Bindings *own =
        device >= 0 && device < DEVICE_KEYS_COUNT ? &game->controls.keys[device] : NULL;
    *out = *frame;
    out->press_count = 0;
    for (int i = 0; i < frame->press_count; i++) {
        int key = frame->presses[i].key, meant = own ? meant_key(own, key) : KEY_NONE;
        if (lobby_person_of_key(game, key) == number) {
            KeyPress *press = &out->presses[out->press_count++];
            *press = frame->presses[i];
            press->key = meant != KEY_NONE ? meant : key;
        }
    }
    memset(out->down, 0, sizeof out->down);
    for (int key = 0; key < WINDOW_KEYS; key++) {
        int meant = own && frame->down[key] ? meant_key(own, key) : KEY_NONE;
        if (frame->down[key] && lobby_person_of_key(game, key) == number) {
            out->down[meant != KEY_NONE ? meant : key] = true;
        }
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        out->pads[i].present &= lobby_person_at(game, DEVICE_PAD + i) == number;
    }
    if (number != lobby_first(game)) { // the mouse is the first person's
        out->mouse_pressed = out->mouse_moved = false;
        out->wheel = 0.0f;
    }
}

bool lobby_accepts(const Game *game, const InputFrame *frame, int number) {
    InputFrame own;
    lobby_frame_of(game, frame, number, &own);
    return own.mouse_pressed || menu_presses(&own).accept;
}

bool lobby_is_free(const Game *game, int device) {
    if (device < DEVICE_PAD && lobby_person_at(game, DEVICE_ANY_KEYS) >= 0) {
        return false;
    }
    return lobby_person_at(game, device) < 0;
}

/// Whether a key steers menus whoever presses it, and whether it does at all.
static bool steers(int key, bool at_all) {
    for (int i = 0; i < MENU_PRESS_COUNT; i++) {
        const int *keys = menu_press_rows[i].keys;
        if (keys[0] == key || (at_all && (keys[1] == key || keys[2] == key))) {
            return true;
        }
    }
    return false;
}

int lobby_join_key(const Game *game, int device) {
    const int(*controls)[BINDINGS_CONTROLS] = device_bindings(&game->controls, device)->controls;
    bool nobody = lobby_count(game) == 0;
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        int key = controls[SETTING_ACTION_GAS][i];
        if (key != CONTROL_NONE && !steers(key, nobody)) {
            return key;
        }
    }
    for (int i = 0; i < BINDINGS_CONTROLS; i++) {
        int key = controls[SETTING_ACTION_HANDBRAKE][i];
        if (key != CONTROL_NONE && !steers(key, true)) {
            return key;
        }
    }
    return CONTROL_NONE;
}

/// Whether `key` of the cluster `device` joins.
static bool key_joins(const Game *game, int device, int key) {
    switch (bindings_find(&game->controls.keys[device], key)) {
    case SETTING_ACTION_GAS:
        return !steers(key, lobby_count(game) == 0);
    case SETTING_ACTION_HANDBRAKE:
        return !steers(key, true);
    default:
        return false;
    }
}

int lobby_joining(const Game *game, const InputFrame *frame) {
    for (int device = 0; device < DEVICE_KEYS_COUNT; device++) {
        for (int i = 0; i < frame->press_count && lobby_is_free(game, device); i++) {
            if (key_joins(game, device, frame->presses[i].key)) {
                return device;
            }
        }
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        int device = DEVICE_PAD + i;
        if (frame->pads[i].present && lobby_is_free(game, device) &&
            bindings_pressed(&game->controls.pads[i], SETTING_ACTION_GAS, frame, &frame->pads[i])) {
            return device;
        }
    }
    return DEVICE_NONE;
}

void lobby_take_press(const Game *game, int device, bool first, InputFrame *frame) {
    if (device >= DEVICE_PAD) {
        PadState *pad = &frame->pads[device - DEVICE_PAD];
        pad->pressed[PAD_A] = pad->pressed[PAD_A] && first;
        return;
    }
    int kept = 0;
    for (int i = 0; i < frame->press_count; i++) {
        int key = frame->presses[i].key;
        SettingAction action = bindings_find(&game->controls.keys[device], key);
        if (action != SETTING_ACTION_GAS && action != SETTING_ACTION_HANDBRAKE) {
            frame->presses[kept++] = frame->presses[i];
        }
    }
    frame->press_count = kept;
}
