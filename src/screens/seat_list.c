/// Seats: who sits where; from here to each person, to the test of the keyboard and to a gamepad
/// that nobody knows.
#include "game_state/lobby.h"
#include "screens/menu.h"

#include <stdio.h>

enum {
    KEY_TEST = SEATS_MAX, ///< Below are the persons.
    STRANGER
};

static void fill(const Game *game, MenuPanel *panel) {
    char text[MENU_LABEL_MAX];
    panel->title = "Seats";
    for (int number = 0; number < SEATS_MAX; number++) {
        int device = lobby_device(game, number);
        bool in = device != DEVICE_NONE;
        MenuRow *row = menu_action(panel, number, game_person_name(game, number));
        snprintf(row->text, sizeof row->text, "%s, %s", game_person_color_name(game, number),
                 in ? device_name(device) : "free");
        row->color = race_picture_colors[game_person_color(game, number)];
        row->help = in ? "Name, car, keys and helps; or leave."
                       : "Gas on free keys or on a gamepad joins, in races and in menus.";
    }
    menu_action(panel, KEY_TEST, "Test the keyboard")->help =
        "Which keys it can tell apart when several people drive at it.";
    if (game->stranger[0]) {
        snprintf(text, sizeof text, "Set up \"%.40s\"", game->stranger);
        menu_action(panel, STRANGER, text)->help = "A gamepad that nobody knows: four presses.";
    }
}

static Wish act(Game *game, int id, float value) {
    (void)value;
    if (id < SEATS_MAX) {
        game->seat_menu = (SeatMenu){.number = id, .action = SETTING_ACTION_COUNT};
        return (Wish){.kind = WISH_PUSH, .screen = GAME_SEAT};
    }
    return (Wish){.kind = WISH_PUSH, .screen = id == KEY_TEST ? GAME_KEY_TEST : GAME_PAD_SETUP};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

const Screen seat_list_screen = {
    .name = "seats", .lobby = true, .menu = &menu, .frame = menu_frame, .draw = menu_draw};
