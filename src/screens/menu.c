#include "screens/menu.h"

#include "game_state/hot_seat.h"
#include "game_state/lobby.h"

#include <stdio.h>

/// The person who confirms `row` beside the first one: whoever the menu is about. -1: nobody.
static int owner_of(const Game *game, const MenuRow *row) {
    int number = game->seat_menu.number;
    return row->asks == MENU_ASKS_OWNER && lobby_is_here(game, number) ? number : -1;
}

/// Whether one person alone confirms what is lost for several. Who takes turns shares a device.
static bool has_confirmer(const Game *game) {
    return lobby_count(game) > 1 && !hot_seat_is_on(game);
}

/// Whether the press of this frame may confirm `row`.
static bool may_confirm(const Game *game, const MenuRow *row, const InputFrame *frame) {
    int owner = owner_of(game, row);
    return !has_confirmer(game) || lobby_accepts(game, frame, lobby_first(game)) ||
           (owner >= 0 && lobby_accepts(game, frame, owner));
}

/// What the row that waits for the second press says.
static void tell_asked(const Game *game, const StackedScreen *at, MenuPanel *out) {
    if (!at->declined || !has_confirmer(game)) {
        snprintf(out->asked_text, sizeof out->asked_text, "press again");
        return;
    }
    int owner = owner_of(game, &out->rows[at->asked]);
    snprintf(out->asked_text, sizeof out->asked_text, "%.24s confirms",
             game_person_name(game, owner >= 0 ? owner : lobby_first(game)));
}

void menu_shown(const Game *game, MenuPanel *out) {
    const StackedScreen *at = &game->stack[game->depth];
    *out = (MenuPanel){0};
    screen_shown(game)->menu->fill(game, out);
    int focus = at->focus < out->count ? at->focus : out->count - 1;
    while (focus + 1 < out->count && focus >= 0 && !menu_row_focusable(&out->rows[focus])) {
        focus++;
    }
    // Nothing stands out while presses go nowhere.
    out->focus = input_guard_listens(&game->guard) ? focus : -1;
    out->stays = screen_shown(game)->menu->back.kind == WISH_NOTHING;
    out->first = at->first;
    out->asked = at->asked;
    if (at->asked >= 0 && at->asked < out->count) {
        tell_asked(game, at, out);
    }
    out->device = game->device;
}

/// The next row that can have the focus, round and round.
static int moved_focus(const MenuPanel *shown, int focus, int move) {
    for (int tries = 0; tries < shown->count && move != 0; tries++) {
        focus = (focus + (move > 0 ? 1 : -1) + shown->count) % shown->count;
        if (menu_row_focusable(&shown->rows[focus])) {
            return focus;
        }
    }
    return focus;
}

/// Accepting does what the action `accept_id` does; where that asks, its row does so first.
static Wish accept_elsewhere(Game *game, const MenuPanel *shown, const InputFrame *frame) {
    StackedScreen *at = &game->stack[game->depth];
    for (int i = 0; i < shown->count; i++) {
        if (shown->rows[i].id == shown->accept_id && shown->rows[i].asks) {
            at->focus = at->asked = i;
            at->declined = !may_confirm(game, &shown->rows[i], frame);
            return (Wish){0};
        }
    }
    return screen_shown(game)->menu->act(game, shown->accept_id, 0.0f);
}

/// What the focused row does when it is accepted by a key, or clicked at.
static Wish accept(Game *game, const MenuPanel *shown, const InputFrame *frame, bool clicked) {
    const Menu *menu = screen_shown(game)->menu;
    StackedScreen *at = &game->stack[game->depth];
    const MenuRow *row = &shown->rows[at->focus];
    if (menu_row_has_value(row) && !row->opens) {
        if (shown->accept && !clicked) {
            return accept_elsewhere(game, shown, frame);
        }
        return row->kind == MENU_NUMBER ? (Wish){0}
                                        : menu->act(game, row->id, menu_row_moved(row, 1));
    }
    bool declined = row->asks && !may_confirm(game, row, frame);
    if (declined || (row->asks && at->asked != at->focus)) {
        at->asked = at->focus;
        at->declined = declined;
        return (Wish){0};
    }
    at->asked = -1; // answered: who comes back here is asked again
    return menu->act(game, row->id, row->value);
}

/// What the focused row does with the presses of `frame`. `move`: of left and right.
static Wish act(Game *game, const MenuPanel *shown, const InputFrame *frame, int move, bool accepts,
                bool clicked) {
    const MenuRow *row = &shown->rows[game->stack[game->depth].focus];
    if (row->refusal) {
        return (Wish){0};
    }
    if (menu_row_has_value(row) && move != 0) {
        float value = menu_row_moved(row, move > 0 ? 1 : -1);
        return value == row->value ? (Wish){0}
                                   : screen_shown(game)->menu->act(game, row->id, value);
    }
    return accepts || clicked ? accept(game, shown, frame, clicked) : (Wish){0};
}

/// A number whose bar was taken with the mouse follows it.
static Wish drag(Game *game, const ScreenInput *input, const MenuPanel *shown) {
    StackedScreen *at = &game->stack[game->depth];
    const MenuRow *row = &shown->rows[at->focus];
    at->drags = input->frame->mouse_down[0];
    if (!at->drags || row->kind != MENU_NUMBER || row->refusal) {
        return (Wish){0};
    }
    float value = menu_panel_bar_value(shown, &input->size, at->focus, input->frame->mouse_x);
    return value == row->value ? (Wish){0} : screen_shown(game)->menu->act(game, row->id, value);
}

void menu_follow_row(Game *game) {
    StackedScreen *at = &game->stack[game->depth];
    MenuPanel now = {0};
    screen_shown(game)->menu->fill(game, &now);
    if (at->focus < now.count && now.rows[at->focus].id == at->row) {
        return;
    }
    for (int i = 0; i < now.count; i++) {
        if (now.rows[i].id == at->row) {
            at->focus = i;
            return;
        }
    }
}

Wish menu_take(Game *game, const ScreenInput *input, const MenuPanel *shown, MenuHit under) {
    const Menu *menu = screen_shown(game)->menu;
    StackedScreen *at = &game->stack[game->depth];
    const InputFrame *frame = input->frame;
    MenuInput pressed = menu_input(&game->repeat, frame, input->dt);
    if (shown->focus < 0 || shown->count == 0) {
        return pressed.pause || pressed.back ? menu->back : (Wish){0};
    }
    at->focus = shown->focus;
    if (at->drags) {
        return drag(game, input, shown);
    }
    bool points = under.row >= 0 && (frame->mouse_moved || frame->mouse_pressed);
    int move = pressed.move_y + (menu->sideways ? pressed.move_x : 0);
    at->focus = points ? under.row : moved_focus(shown, at->focus, move);
    at->asked = at->asked == at->focus ? at->asked : -1;
    bool clicked = frame->mouse_pressed && under.row >= 0;
    if (clicked && under.part == MENU_PART_BAR) {
        return drag(game, input, shown);
    }
    int change = menu->sideways ? 0 : pressed.move_x;
    change += clicked ? (under.part == MENU_PART_MORE) - (under.part == MENU_PART_LESS) : 0;
    Wish wish = act(game, shown, frame, change, pressed.accept, clicked);
    at->row = shown->rows[at->focus].id;
    if (wish.kind == WISH_NOTHING) {
        menu_follow_row(game);
    }
    if (wish.kind == WISH_NOTHING && menu->press) {
        wish = menu->press(game, &pressed);
    }
    return wish.kind != WISH_NOTHING || !(pressed.pause || pressed.back) ? wish : menu->back;
}

Wish menu_frame(Game *game, const ScreenInput *input) {
    StackedScreen *at = &game->stack[game->depth];
    MenuPanel shown;
    menu_shown(game, &shown);
    int notches = (int)input->frame->wheel;
    MenuLayout layout = menu_panel_layout(&shown, &input->size);
    if (notches != 0 && layout.shown < shown.count) {
        // the focus goes with the rows, so that it is seen
        int last = shown.count - layout.shown, first = layout.first - notches;
        at->first = first < 0 ? 0 : first > last ? last : first;
        int moved = at->focus + at->first - layout.first;
        at->focus = moved < 0 ? 0 : moved;
        menu_shown(game, &shown);
    }
    MenuHit under =
        menu_panel_hit(&shown, &input->size, input->frame->mouse_x, input->frame->mouse_y);
    Wish wish = menu_take(game, input, &shown, under);
    shown.focus = at->focus;
    at->first = menu_panel_layout(&shown, &input->size).first;
    return wish;
}

void menu_draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    menu_shown(game, &shown);
    menu_panel_draw(canvas, &shown);
}
