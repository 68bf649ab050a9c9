/// One person: name, car, helps, keys, and the way out.
#include "game_state/leaving.h"
#include "game_state/lobby.h"
#include "screens/car_cards.h"
#include "screens/menu.h"
#include "session/catalogue.h"

#include <stdio.h>

enum {
    NAME,
    CAR,
    COLOR,
    CONTROLS,
    LEAVE,
    HANDICAP,
    HELP_FIRST ///< The rows of the helps, in the order of the table below.
};

static const char *const helps[] = {"auto_throttle", "throttle_latch", "auto_brake", "auto_fire",
                                    "one_switch"};

enum {
    HELP_COUNT = sizeof helps / sizeof helps[0]
};

static void add_car(const Game *game, MenuPanel *panel) {
    const Catalogue *catalogue = &game->catalogue;
    const char *car = game->settings.seats[game->seat_menu.number].car;
    int at = car[0] ? catalogue_car(catalogue, car) : -1;
    const char *why;
    car_cards_driven(game, game->seat_menu.number, &why);
    const char *name = !car[0]                                       ? "As everybody"
                       : at >= 0 && catalogue->cars[at].file.name[0] ? catalogue->cars[at].file.name
                                                                     : car;
    menu_choice(panel, CAR, "Car", at + 1, catalogue->car_count + 1, name)->help =
        why[0] ? why : "From the next race on.";
}

static void add_handicap(const Game *game, MenuPanel *panel) {
    int number = game->seat_menu.number;
    const SettingRow *row = setting_find(SETTING_GROUP_SEAT, "handicap");
    char shown[SETTING_SHOWN_MAX];
    float value = setting_number(row, &game->settings, number);
    setting_shown(row, &game->settings, number, shown);
    menu_number(panel, HANDICAP, row->label, value, row->min, row->max, row->step,
                value > 0.0f ? shown : "None")
        ->help = "Of the power that his car lacks, from the next race on.";
}

static void fill(const Game *game, MenuPanel *panel) {
    int number = game->seat_menu.number;
    panel->title = game_person_name(game, number);
    panel->aside_units = 420.0f;
    MenuRow *name = menu_action(panel, NAME, "Name");
    snprintf(name->text, sizeof name->text, "%s", game_person_name(game, number));
    if (number > 0) { // the first person's is that of the race
        add_car(game, panel);
    }
    int color = game_person_color(game, number);
    menu_choice(panel, COLOR, "Colour", color, RACE_PICTURE_COLORS,
                setting_choice_label((SettingChoice)((int)SETTING_COLOR_RED + color)))
        ->help = "Of his car, in all races. No two people have the same.";
    menu_action(panel, CONTROLS, "Keys and sticks");
    add_handicap(game, panel);
    menu_heading(panel, "Helps: laps with them have their own records");
    for (int i = 0; i < HELP_COUNT; i++) {
        const SettingRow *row = setting_find(SETTING_GROUP_SEAT, helps[i]);
        bool on = *(const bool *)setting_value_const(row, &game->settings, number);
        menu_switch(panel, HELP_FIRST + i, row->label, on)->help = row->about;
    }
    bool sits = game_seat_of(game, number) >= 0;
    if (sits || lobby_device(game, number) != DEVICE_NONE) {
        menu_heading(panel, "");
        MenuRow *row = menu_action(panel, LEAVE, sits ? "Leave: the AI drives on" : "Leave");
        row->asks = sits ? MENU_ASKS_OWNER : MENU_ASKS_NOBODY;
        row->refusal =
            game->seat_count > 1 || !sits ? NULL : "You are alone: end the race instead.";
    }
}

/// The colour `to`, or the next one in that direction that is free.
static void move_color(Game *game, int number, int to) {
    int next = (game_person_color(game, number) + 1) % RACE_PICTURE_COLORS;
    game_choose_color(game, number, to, to == next ? 1 : -1);
}

static Wish act(Game *game, int id, float value) {
    int number = game->seat_menu.number, at = (int)value;
    switch (id) {
    case NAME:
        return (Wish){.kind = WISH_PUSH, .screen = GAME_NAME};
    case CAR:
        game_choose_car(game, number, at > 0 ? game->catalogue.cars[at - 1].path : "");
        break;
    case COLOR:
        move_color(game, number, at);
        break;
    case CONTROLS:
        return (Wish){.kind = WISH_PUSH, .screen = GAME_CONTROLS};
    case HANDICAP:
        setting_set(setting_find(SETTING_GROUP_SEAT, "handicap"), &game->settings, number, value);
        break;
    case LEAVE:
        leaving_person(game, number);
        return (Wish){.kind = WISH_POP};
    default:
        setting_set(setting_find(SETTING_GROUP_SEAT, helps[id - HELP_FIRST]), &game->settings,
                    number, value);
    }
    return (Wish){0};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

static Wish frame(Game *game, const ScreenInput *input) {
    if (game->catalogue.cars == NULL) {
        game_open_choice(game);
    }
    catalogue_poll(&game->catalogue);
    return menu_frame(game, input);
}

/// His car in his colour, beside the rows.
static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    menu_shown(game, &shown);
    MenuLayout layout = menu_panel_draw(canvas, &shown);
    int number = game->seat_menu.number;
    int car = catalogue_car(&game->catalogue, game_person_car(game, number, game->car_name));
    if (car >= 0 && layout.aside.width > 0.0f) {
        CarCard card = car_card_make(game, car, number);
        car_card_draw(canvas, layout.aside, layout.unit, &card);
    }
}

const Screen seat_edit_screen = {
    .name = "seat", .lobby = true, .menu = &menu, .frame = frame, .draw = draw};
