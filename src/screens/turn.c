/// Between the turns of the hot seat: how all stand and who drives next; at the end, who has won.
#include "game_state/hot_seat.h"
#include "screens/menu.h"
#include "ui/hud.h"

#include <stdio.h>

enum {
    DRIVE,
    ANOTHER_ROUND,
    AGAIN,
    ANOTHER,
    SEATS,
    TITLE
};

/// One row for each person: place, name, best lap or gap.
static void add_standing(const Game *game, MenuPanel *panel) {
    const HotSeat *hot = &game->hot_seat;
    int numbers[SEATS_MAX], count = hot_seat_order(game, numbers);
    double first_s = hot->best_s[numbers[0]];
    for (int i = 0; i < count; i++) {
        char label[MENU_LABEL_MAX], text[MENU_TEXT_MAX], time[24];
        double best_s = hot->best_s[numbers[i]];
        snprintf(label, sizeof label, "%.40s", game_person_name(game, numbers[i]));
        if (best_s <= 0.0) {
            snprintf(text, sizeof text, numbers[i] < hot->turn ? "no lap" : "");
        } else if (i == 0) {
            snprintf(text, sizeof text, "%s", hud_time_text(best_s, time));
        } else {
            snprintf(text, sizeof text, "+%.3f", best_s - first_s);
        }
        menu_text(panel, label, text)->color =
            race_picture_colors[game_person_color(game, numbers[i])];
    }
}

/// What has come of it, or what is driven.
static void add_heading(const Game *game, MenuPanel *panel) {
    const HotSeat *hot = &game->hot_seat;
    int numbers[SEATS_MAX];
    hot_seat_order(game, numbers);
    double first_s = hot->best_s[numbers[0]], second_s = hot->best_s[numbers[1]];
    const char *first = game_person_name(game, numbers[0]);
    char text[MENU_LABEL_MAX];
    if (!hot_seat_is_over(game)) {
        snprintf(text, sizeof text, "%d %s each on %.30s: the best one counts", hot->laps,
                 hot->laps == 1 ? "lap" : "laps", game->session.track.name);
    } else if (first_s <= 0.0) {
        snprintf(text, sizeof text, "Nobody has driven a whole lap");
    } else if (second_s <= 0.0) {
        snprintf(text, sizeof text, "%.30s has won", first);
    } else if (second_s - first_s < 0.0005) { // it would say "by 0.000 s"
        snprintf(text, sizeof text, "%.24s and %.24s are level", first,
                 game_person_name(game, numbers[1]));
    } else {
        snprintf(text, sizeof text, "%.30s has won by %.3f s", first, second_s - first_s);
    }
    menu_heading(panel, text);
}

static void fill(const Game *game, MenuPanel *panel) {
    char text[MENU_LABEL_MAX];
    panel->title = "Hot seat";
    panel->whole = true; // how all stand
    add_heading(game, panel);
    add_standing(game, panel);
    if (hot_seat_is_over(game)) {
        menu_action(panel, AGAIN, "Again")->help = "From the beginning, without these laps.";
        menu_action(panel, ANOTHER_ROUND, "One more round")->help =
            "The laps and their ghosts stay: who betters them?";
    } else {
        snprintf(text, sizeof text, "%.40s drives", game_person_name(game, game->hot_seat.turn));
        menu_action(panel, DRIVE, text)->help =
            "By whatever chooses this: the keys, or the gamepad. The clock starts with the gas.";
    }
    menu_action(panel, ANOTHER, "Another race");
    menu_action(panel, SEATS, "Seats")->help = "Names and colours, helps and keys of each person.";
    menu_action(panel, TITLE, "Back to title")->asks = MENU_ASKS_FIRST;
}

static Wish act(Game *game, int id, float value) {
    (void)value;
    switch (id) {
    case DRIVE:
        return (Wish){.kind = WISH_TURN};
    case ANOTHER_ROUND:
        hot_seat_go_on(game);
        break;
    case AGAIN:
        hot_seat_begin(game);
        break;
    case ANOTHER:
        return (Wish){.kind = WISH_PUSH, .screen = GAME_TRACKS};
    case SEATS:
        return (Wish){.kind = WISH_PUSH, .screen = GAME_SEATS};
    default:
        return (Wish){.kind = WISH_TITLE};
    }
    game->stack[game->depth].focus = 0; // the first that can be chosen
    return (Wish){0};
}

/// Escape does not lose the laps: it leads to the row that would.
static Wish press(Game *game, const MenuInput *pressed) {
    if (pressed->pause || pressed->back) {
        MenuPanel panel;
        menu_shown(game, &panel);
        game->stack[game->depth].focus = panel.count - 1;
    }
    return pressed->menu ? (Wish){.kind = WISH_PUSH, .screen = GAME_TRACKS} : (Wish){0};
}

static const Menu menu = {.fill = fill, .act = act, .press = press, .back = {0}};

static Wish frame(Game *game, const ScreenInput *input) {
    Wish wish = menu_frame(game, input);
    if (wish.kind == WISH_TURN) {
        int device = device_waking(&game->controls, input->frame);
        wish.device = device == DEVICE_NONE ? DEVICE_ANY_KEYS : device; // the mouse drives nothing
    }
    return wish;
}

const Screen turn_screen = {.name = "turn", .menu = &menu, .frame = frame, .draw = menu_draw};
