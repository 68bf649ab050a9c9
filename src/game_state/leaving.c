#include "game_state/leaving.h"

#include "game_state/lobby.h"
#include "game_state/pads.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

#define HOLD_IS_MEANT 0.5f // of the second: who lets go later has thought better of it

void leaving_leave(Game *game, int seat_index) {
    int number = game->seats[seat_index].number;
    game_say(game, PALETTE_TEXT, "%s has left: the AI drives the %s car",
             game_person_name(game, number), game_person_color_name(game, number));
    game_leave_seat(game, seat_index);
}

void leaving_person(Game *game, int number) {
    int seat = game_seat_of(game, number);
    if (seat >= 0 && game->seat_count > 1) {
        leaving_leave(game, seat);
    } else if (seat >= 0) {
        game_say(game, PALETTE_TEXT, "%s is alone in the race: end it instead",
                 game_person_name(game, number));
    }
    for (int i = 0; i < game->waiting_count; i++) {
        if (game->waiting[i].number == number) {
            game_say(game, PALETTE_TEXT, "%s has left", game_person_name(game, number));
            pads_forget_waiting(game, i);
            return;
        }
    }
}

void leaving_begin(Game *game, const InputFrame *input) {
    PauseHold hold = {.number = -1, .since = game->time};
    if (window_pressed(input, KEY_ESCAPE)) {
        hold.key = KEY_ESCAPE;
        hold.number = lobby_person_at_keys(game);
    }
    for (int i = 0; i < WINDOW_PADS && hold.key == CONTROL_NONE; i++) {
        if (input->pads[i].present && input->pads[i].pressed[PAD_START]) {
            hold.key = CONTROL_BUTTON + PAD_START;
            hold.pad = i;
            hold.number = lobby_person_at(game, DEVICE_PAD + i);
        }
    }
    if (game->seat_count < 2 || game_seat_of(game, hold.number) < 0) {
        hold = (PauseHold){0};
    }
    if (hold.key != CONTROL_NONE) {
        snprintf(hold.says, sizeof hold.says, "Hold on: %s leaves, and the AI drives on",
                 game_person_name(game, hold.number));
    }
    game->pause = hold;
}

float leaving_part(const Game *game) {
    const PauseHold *hold = &game->pause;
    float held = (float)(game->time - hold->since) / GAME_LEAVE_HOLD;
    return hold->key != CONTROL_NONE ? fminf(held, 1.0f) : 0.0f;
}

void leaving_frame(Game *game, const InputFrame *input) {
    PauseHold *hold = &game->pause;
    const Bindings none = {0};
    const PadState *pad = hold->key >= CONTROL_BUTTON ? &input->pads[hold->pad] : NULL;
    if (hold->key == CONTROL_NONE || bindings_value(&none, hold->key, input, pad) <= 0.0f) {
        hold->key = CONTROL_NONE;
        return;
    }
    if (leaving_part(game) >= 1.0f) {
        leaving_person(game, hold->number);
        hold->key = CONTROL_NONE;
    }
}

void leaving_in_menu(Game *game, InputFrame *input) {
    for (int i = 0; i < WINDOW_PADS; i++) {
        MenuHold *hold = &game->menu_holds[i];
        PadState *pad = &input->pads[i];
        int number = lobby_person_at(game, DEVICE_PAD + i);
        bool counts = pad->present && number >= 0 && lobby_count(game) > 1;
        if (!counts) {
            *hold = (MenuHold){0};
        }
        if (counts && pad->pressed[PAD_B]) {
            *hold = (MenuHold){true, game->time};
            pad->pressed[PAD_B] = false;
        }
        if (hold->held && !pad->buttons[PAD_B]) {
            pad->pressed[PAD_B] = leaving_in_menu_part(game, number) < HOLD_IS_MEANT;
            *hold = (MenuHold){0};
        } else if (leaving_in_menu_part(game, number) >= 1.0f) {
            *hold = (MenuHold){0};
            leaving_person(game, number);
        }
    }
}

float leaving_in_menu_part(const Game *game, int number) {
    int pad = lobby_device(game, number) - DEVICE_PAD;
    if (pad < 0 || !game->menu_holds[pad].held) {
        return 0.0f;
    }
    return fminf((float)(game->time - game->menu_holds[pad].since) / GAME_LEAVE_HOLD, 1.0f);
}
