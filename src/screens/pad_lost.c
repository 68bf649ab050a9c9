/// A gamepad is gone in a race: the race waits until its driver has another, or the AI drives.
#include "game_state/leaving.h"
#include "game_state/pads.h"
#include "screens/menu.h"

#include <stdio.h>

enum {
    GO_ON,
    LET_AI_DRIVE,
    DRIVE_BY_KEYS,
    TITLE
};

/// Who has lost his gamepad, or the first one who had.
static const char *person(const Game *game) {
    int lost = pads_lost_seat(game), waited = game->lost_number;
    return game_person_name(game, lost >= 0 ? game->seats[lost].number : waited);
}

static void fill(const Game *game, MenuPanel *panel) {
    bool lost = pads_lost_seat(game) >= 0;
    panel->title = "Race paused";
    char text[MENU_LABEL_MAX];
    snprintf(text, sizeof text, lost ? "The gamepad of %s is gone" : "%s has a gamepad again",
             person(game));
    menu_text(panel, text, "");
    if (!lost) {
        menu_action(panel, GO_ON, "Go on");
        return;
    }
    panel->note = "Reconnect it, press a button on another one, or let the AI drive.";
    menu_action(panel, LET_AI_DRIVE, "Let the AI drive")->asks =
        game->seat_count == 1 ? MENU_ASKS_FIRST : MENU_ASKS_NOBODY;
    menu_action(panel, DRIVE_BY_KEYS, "Drive by keys");
    menu_action(panel, TITLE, "Back to title")->asks = MENU_ASKS_FIRST;
}

/// The race goes on once nobody is without a device.
static Wish go_on(const Game *game) {
    return pads_lost_seat(game) < 0 ? (Wish){.kind = WISH_POP} : (Wish){0};
}

static Wish act(Game *game, int id, float value) {
    (void)value;
    int lost = pads_lost_seat(game);
    if (id == TITLE || (id == LET_AI_DRIVE && game->seat_count == 1)) {
        return (Wish){.kind = WISH_TITLE};
    }
    if (id == LET_AI_DRIVE && lost >= 0) {
        leaving_leave(game, lost);
    } else if (id == DRIVE_BY_KEYS && lost >= 0 && !pads_drive_by_keys(game, lost)) {
        game_say(game, 0xFFFFFFFFu, "All keys of the keyboard are taken");
    }
    return go_on(game);
}

static const Menu menu = {.fill = fill, .act = act, .back = {0}};

static Wish frame(Game *game, const ScreenInput *input) {
    int lost = pads_lost_seat(game);
    if (lost >= 0) {
        game->lost_number = game->seats[lost].number;
        if (pads_take_over(game, input->frame, lost)) {
            return (Wish){0}; // the press was for the seat, and chooses nothing
        }
    }
    return menu_frame(game, input);
}

const Screen pad_lost_screen = {
    .name = "pad_lost", .has_hud = true, .menu = &menu, .frame = frame, .draw = menu_draw};
