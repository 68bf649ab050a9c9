#include "game/menu.h"

#include "base/text.h"

ScreenMenu menu_shown(const Game *game) {
    const Menu *menu = screen_shown(game)->menu;
    const StackedScreen *at = &game->stack[game->depth];
    // Nothing stands out while presses go nowhere.
    ScreenMenu shown = {.title = menu->title,
                        .count = menu->count,
                        .focus = input_guard_listens(&game->guard) ? at->focus : -1,
                        .hint = "\u2191 \u2193 choose   Enter accept   Esc back"};
    for (int i = 0; i < menu->count; i++) {
        shown.items[i] = i == at->asked ? "Press again to confirm" : menu->items[i].text;
    }
    return shown;
}

static const char *next_name(char *const *names, int count, const char *current) {
    int at = text_find(current, (const char *const *)names, count);
    return count > 0 ? names[(at + 1) % count] : current;
}

/// With the track or the car that it is for.
static Wish named(const Game *game, Wish wish) {
    if (wish.kind == WISH_TRACK && !wish.name) {
        wish.name = next_name(game->tracks, game->track_count, game->track_name);
    } else if (wish.kind == WISH_CAR && !wish.name) {
        wish.name = next_name(game->cars, game->car_count, game->car_name);
    }
    return wish;
}

Wish menu_frame(Game *game, const InputFrame *input, int under) {
    const Menu *menu = screen_shown(game)->menu;
    StackedScreen *at = &game->stack[game->depth];
    MenuInput pressed = menu_input(input);
    if (under >= 0 && (input->mouse_moved || input->mouse_pressed)) {
        at->focus = under;
    }
    int move = pressed.move_y + (menu->sideways ? pressed.move_x : 0);
    at->focus = (at->focus + move % menu->count + menu->count) % menu->count;
    at->asked = at->asked == at->focus ? at->asked : -1;
    if (pressed.accept || (input->mouse_pressed && under >= 0)) {
        const MenuItem *item = &menu->items[at->focus];
        // In practice one starts anew all the time, and loses nothing but the lap.
        bool practised =
            item->wish.kind == WISH_RACE && game->session.race->mode == RACE_MODE_PRACTICE;
        if (item->asks && !practised && at->asked != at->focus) {
            at->asked = at->focus;
            return (Wish){0};
        }
        return named(game, item->wish);
    }
    return pressed.pause || pressed.back ? menu->back : (Wish){0};
}
