/// The contacts of the race that stands still, each with a ring in the picture: one is picked.
#include "game_state/contacts_stand.h"
#include "screens/screen.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <stdio.h>

static void enter(Game *game) { contacts_pick(game, 0); }

/// Clicks were taken before (contacts_open).
static Wish frame(Game *game, const ScreenInput *input) {
    MenuInput pressed = menu_input(&game->repeat, input->frame, input->dt);
    int move = pressed.move_x != 0 ? pressed.move_x : pressed.move_y;
    if (move != 0) {
        contacts_pick(game, game->live.contacts.picked + move);
    }
    if (pressed.accept && game->live.contacts.count > 0) {
        return (Wish){.kind = WISH_PUSH, .screen = GAME_CONTACT};
    }
    bool leaves = pressed.back || pressed.pause || game->live.contacts.count == 0;
    return (Wish){.kind = leaves ? WISH_POP : WISH_NOTHING};
}

static void draw(const Game *game, const Canvas *canvas) {
    const ContactView *view = &game->live.contacts;
    char text[CONTACT_NAME_MAX + 96];
    snprintf(text, sizeof text, "Contact %d of %d: %s    click at one, or arrows and Enter",
             view->picked + 1, view->count, view->name);
    sign_note(canvas, PALETTE_ACCENT, text);
}

const Screen contacts_screen = {.name = "contacts", .enter = enter, .frame = frame, .draw = draw};
