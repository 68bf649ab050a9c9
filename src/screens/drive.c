/// Driving: others may join, and anybody may pause.
#include "game_state/auto_gas.h"
#include "game_state/hot_seat.h"
#include "game_state/joining.h"
#include "game_state/leaving.h"
#include "game_state/lobby.h"
#include "game_state/menu_input.h"
#include "game_state/pads.h"
#include "game_state/trial.h"
#include "screens/screen.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <stdio.h>

static Wish check_joining(Game *game, const InputFrame *input) {
    Joining joining = joining_in_drive(game, input);
    return joining.kind == JOINING_PRACTICE
               ? (Wish){.kind = WISH_JOIN, .device = joining.device}
               : (Wish){.kind = joining.kind == JOINING_RESTART ? WISH_RACE : WISH_NOTHING};
}

/// Who pauses: whose Start it is, or who is alone at the keyboard. Else Esc is everybody's.
static int pausing_person(const Game *game, const InputFrame *input) {
    for (int i = 0; i < WINDOW_PADS; i++) {
        if (input->pads[i].present && input->pads[i].pressed[PAD_START]) {
            return lobby_person_at(game, DEVICE_PAD + i);
        }
    }
    return window_pressed(input, KEY_ESCAPE) ? lobby_person_at_keys(game) : -1;
}

static Wish wish_pause(Game *game, const InputFrame *input) {
    bool anybody_drives = false; // else there is nothing to save from a window that lost the focus
    for (int i = 0; i < game->seat_count; i++) {
        anybody_drives |= game->seats[i].used_gas;
    }
    bool asked = menu_presses(input).pause;
    leaving_begin(game, input);
    game->paused_by = pausing_person(game, input);
    bool pauses = asked || (input->lost_focus && anybody_drives);
    if (pads_lost_seat(game) >= 0) {
        return (Wish){.kind = WISH_PUSH, .screen = GAME_PAD_LOST, .unasked = true};
    }
    return pauses ? (Wish){.kind = WISH_PUSH, .screen = GAME_PAUSE, .unasked = !asked} : (Wish){0};
}

static Wish frame(Game *game, const ScreenInput *input) {
    Wish joined = check_joining(game, input->frame);
    Wish pause = wish_pause(game, input->frame);
    if (pause.kind != WISH_NOTHING) {
        return pause;
    }
    auto_gas_frame(game, input->frame);
    return trial_restarts(game, input->frame) ? (Wish){.kind = WISH_RESTART} : joined;
}

/// The mistake in a file that is not driven, once the toast about it is gone.
static void draw(const Game *game, const Canvas *canvas) {
    const char *wrong = reload_wrong(&game->live.reload);
    bool told = game->toast_wrong && game->toast_left > 0.0f;
    if (wrong && !told) {
        sign_note(canvas, PALETTE_BAD, wrong);
    } else if (trial_waits(game)) {
        char text[SETTING_TEXT_MAX + 48] = "The clock starts when you press gas";
        if (hot_seat_is_on(game)) {
            snprintf(text, sizeof text, "%s: the clock starts when you press gas",
                     game_person_name(game, game->seats[0].number));
        }
        sign_note(canvas, PALETTE_ACCENT, text);
    }
}

const Screen drive_screen = {
    .name = "drive", .runs = true, .has_hud = true, .frame = frame, .draw = draw};
