#include "game_state/auto_gas.h"

#include "input/hotkeys.h"
#include "ui/palette.h"

enum {
    CROWD = 3, // keyboards report six keys at least, which two people hold
};

#define SHOWN_S 9.0f // there may be a countdown to look at

/// The settings of whoever sits in seat `index` at the keyboard; NULL: he does not.
static const SettingsSeat *person_at_keys(const Game *game, int index) {
    const Seat *seat = &game->seats[index];
    bool at_keys = seat->device >= 0 && seat->device < DEVICE_KEYS_COUNT && !seat->lost;
    return at_keys ? &game->settings.seats[seat->number] : NULL;
}

bool auto_gas_helps(const Game *game) {
    int people = 0, without = 0;
    for (int i = 0; i < game->seat_count; i++) {
        const SettingsSeat *person = person_at_keys(game, i);
        people += person != NULL;
        without += person != NULL && !person->auto_throttle && !person->one_switch;
    }
    return people >= CROWD && without > 0;
}

void auto_gas_give(Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        if (person_at_keys(game, i)) {
            game->settings.seats[game->seats[i].number].auto_throttle = true;
        }
    }
}

void auto_gas_frame(Game *game, const InputFrame *input) {
    if (!auto_gas_helps(game)) {
        return;
    }
    if (!game->auto_gas_told) {
        game->auto_gas_told = true;
        game_say(game, PALETTE_ACCENT, "Many at one keyboard: Enter gives you all automatic gas");
        game->toast_left = SHOWN_S;
    }
    if (hotkey_pressed(HOTKEY_AUTO_GAS, input)) {
        auto_gas_give(game);
        game_say(game, PALETTE_GOOD, "Automatic gas is on. Seats has it, each for himself");
    }
}
