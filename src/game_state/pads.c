#include "game_state/pads.h"

#include "input/pad_files.h"
#include "ui/palette.h"

#include <stdio.h>
#include <string.h>

static bool is_used(const Game *game, int device) {
    for (int i = 0; i < game->seat_count; i++) {
        if (game->seats[i].device == device && !game->seats[i].lost) {
            return true;
        }
    }
    for (int i = 0; i < game->waiting_count; i++) {
        if (game->waiting[i].device == device) {
            return true;
        }
    }
    return false;
}

/// The seat is at that device from here on. A gamepad is remembered as this person's, unless it is
/// that of somebody else with a name.
static void sit_at(Game *game, Seat *seat, int device, const PadState *pad) {
    bool shared = game->def.mode == DRIVE_HOT_SEAT; // it is that of all who take turns
    if (pad && !shared && pads_known_person(game, pad) < 0) {
        char *known = game->settings.seats[seat->number].device;
        snprintf(known, SETTING_TEXT_MAX, "%s", pad->guid);
    }
    seat->device = device;
    seat->lost = false;
    snprintf(seat->pad_guid, sizeof seat->pad_guid, "%s", pad ? pad->guid : "");
}

void pads_hand_over(Seat *seat, int device) {
    seat->device = device;
    seat->hints = (KeyHintsTime){0}; // its controls may be new to him
    key_hints_time_start(&seat->hints);
    seat->pad_guid[0] = '\0'; // pads_watch takes the one that is there
    seat->lost = false;
}

/// Looks for the seat's gamepad among those that nobody uses.
static void find_again(Game *game, Seat *seat, const InputFrame *input) {
    for (int i = 0; i < WINDOW_PADS && seat->lost; i++) {
        const PadState *pad = &input->pads[i];
        if (pad->present && !is_used(game, DEVICE_PAD + i) &&
            strcmp(pad->guid, seat->pad_guid) == 0) {
            sit_at(game, seat, DEVICE_PAD + i, pad);
        }
    }
}

/// Says once that a gamepad is there which nobody knows, and where that can be mended.
static void greet_stranger(Game *game, const RawPad *stranger) {
    const char *name = stranger->present ? stranger->name : "";
    if (name[0] && game->stranger[0] == '\0') {
        game_say(game, PALETTE_TEXT, "Unknown gamepad: \"Seats\" in the menu sets it up");
    }
    snprintf(game->stranger, sizeof game->stranger, "%s", name);
}

void pads_watch(Game *game, const InputFrame *input) {
    greet_stranger(game, &input->stranger);
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        const PadState *pad = device_pad(seat->device, input);
        if (!pad || seat->lost) {
            continue;
        }
        if (pad->present && seat->pad_guid[0] == '\0') { // has just sat down
            sit_at(game, seat, seat->device, pad);
        }
        seat->lost = !pad->present || strcmp(pad->guid, seat->pad_guid) != 0;
        if (seat->lost && game_screen(game) != GAME_DRIVE) {
            game_say(game, PALETTE_TEXT, "The gamepad of %s is gone",
                     game_person_name(game, seat->number));
        }
    }
    for (int i = 0; i < game->seat_count; i++) {
        find_again(game, &game->seats[i], input);
    }
    for (int i = game->waiting_count - 1; i >= 0; i--) {
        const PadState *pad = device_pad(game->waiting[i].device, input);
        if (pad && !pad->present) {
            game_say(game, PALETTE_TEXT, "The gamepad of %s is gone",
                     game_person_name(game, game->waiting[i].number));
            pads_forget_waiting(game, i);
        }
    }
}

int pads_known_person(const Game *game, const PadState *pad) {
    bool sits[SEATS_MAX] = {false};
    for (int i = 0; i < game->seat_count; i++) {
        sits[game->seats[i].number] = true;
    }
    for (int i = 0; i < game->waiting_count; i++) {
        sits[game->waiting[i].number] = true;
    }
    for (int number = 0; number < SEATS_MAX; number++) {
        const SettingsSeat *person = &game->settings.seats[number];
        if (!sits[number] && person->name[0] && pad->guid[0] &&
            strcmp(person->device, pad->guid) == 0) {
            return number;
        }
    }
    return -1;
}

int pads_number_for(const Game *game, const InputFrame *input, int device) {
    const PadState *pad = device_pad(device, input);
    int known = pad ? pads_known_person(game, pad) : -1;
    return known >= 0 ? known : game_free_number(game);
}

Seat *pads_take_seat(Game *game, const InputFrame *input, int device, int car) {
    for (int i = 0; i < game->waiting_count; i++) {
        if (game->waiting[i].device == device) {
            int number = game->waiting[i].number;
            pads_forget_waiting(game, i);
            return game_take_seat_as(game, device, car, number);
        }
    }
    return game_take_seat_as(game, device, car, pads_number_for(game, input, device));
}

void pads_forget_waiting(Game *game, int index) {
    game->waiting_count--;
    memmove(&game->waiting[index], &game->waiting[index + 1],
            (size_t)(game->waiting_count - index) * sizeof game->waiting[0]);
}

void pads_add_mapping(Game *game, const char *line) {
    MessageList messages = {0};
    if (pad_files_add(line, &messages)) {
        game_say(game, PALETTE_GOOD, "The gamepad is known from now on");
    } else {
        game_say(game, PALETTE_BAD, "The gamepad works, but is not remembered: %s",
                 messages.items[0].text);
    }
}

int pads_lost_seat(const Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        if (game->seats[i].lost) {
            return i;
        }
    }
    return -1;
}

bool pads_take_over(Game *game, const InputFrame *input, int seat_index) {
    for (int i = 0; i < WINDOW_PADS; i++) {
        const PadState *pad = &input->pads[i];
        if (pad->present && !is_used(game, DEVICE_PAD + i) &&
            control_pressed(input, pad) != CONTROL_NONE) {
            sit_at(game, &game->seats[seat_index], DEVICE_PAD + i, pad);
            return true;
        }
    }
    return false;
}

bool pads_drive_by_keys(Game *game, int seat_index) {
    for (int device = 0; device < DEVICE_KEYS_COUNT; device++) {
        if (!is_used(game, device) && !is_used(game, DEVICE_ANY_KEYS)) {
            sit_at(game, &game->seats[seat_index], device, NULL);
            return true;
        }
    }
    return false;
}
