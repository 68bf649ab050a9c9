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

/// Who leaves a menu by hold `index`; -1 nobody. Esc is one person's where he is alone at the
/// keyboard.
static int holder(const Game *game, const InputFrame *input, int index) {
    if (lobby_count(game) < 2) {
        return -1;
    }
    if (index == GAME_HOLD_KEYS) {
        return input->lost_focus ? -1 : lobby_person_at_keys(game);
    }
    return input->pads[index].present ? lobby_person_at(game, DEVICE_PAD + index) : -1;
}

/// Takes the press of hold `index` out of `input`. Whether there was one.
static bool take_press(InputFrame *input, int index) {
    if (index != GAME_HOLD_KEYS) {
        bool pressed = input->pads[index].pressed[PAD_B];
        input->pads[index].pressed[PAD_B] = false;
        return pressed;
    }
    int kept = 0, count = input->press_count;
    for (int i = 0; i < count; i++) {
        if (input->presses[i].key != KEY_ESCAPE) {
            input->presses[kept++] = input->presses[i];
        }
    }
    input->press_count = kept;
    return kept < count;
}

static void give_press(InputFrame *input, int index) {
    if (index != GAME_HOLD_KEYS) {
        input->pads[index].pressed[PAD_B] = true;
    } else if (input->press_count < WINDOW_PRESSES) {
        input->presses[input->press_count++] = (KeyPress){.key = KEY_ESCAPE};
    }
}

static float held_part(const Game *game, const MenuHold *hold) {
    float held = (float)(game->time - hold->since) / GAME_LEAVE_HOLD;
    return hold->held ? fminf(held, 1.0f) : 0.0f;
}

void leaving_in_menu(Game *game, InputFrame *input) {
    for (int i = 0; i < GAME_HOLDS; i++) {
        MenuHold *hold = &game->menu_holds[i];
        int number = holder(game, input, i);
        if (number < 0) {
            *hold = (MenuHold){0};
        } else if (take_press(input, i)) {
            *hold = (MenuHold){true, game->time};
        }
        bool down = i == GAME_HOLD_KEYS ? input->down[KEY_ESCAPE] : input->pads[i].buttons[PAD_B];
        float part = held_part(game, hold);
        if (hold->held && !down) {
            *hold = (MenuHold){0};
            if (part < HOLD_IS_MEANT) {
                give_press(input, i);
            }
        } else if (part >= 1.0f) {
            *hold = (MenuHold){0};
            leaving_person(game, number);
        }
    }
}

float leaving_in_menu_part(const Game *game, int number) {
    int device = lobby_device(game, number);
    if (device >= DEVICE_PAD) {
        return held_part(game, &game->menu_holds[device - DEVICE_PAD]);
    }
    bool by_keys = device != DEVICE_NONE && lobby_person_at_keys(game) == number;
    return by_keys ? held_part(game, &game->menu_holds[GAME_HOLD_KEYS]) : 0.0f;
}
