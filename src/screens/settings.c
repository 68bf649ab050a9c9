/// The settings of picture, sound and game, from the table of them, and the way to those of each
/// person. What is changed is seen at once.
#include "screens/menu.h"

#include <string.h>

enum {
    SEATS = 1000, ///< Below are the numbers of the rows of the table.
    RESET
};

static bool is_here(const SettingRow *row) {
    return row->label[0] && (row->group == SETTING_GROUP_DISPLAY ||
                             row->group == SETTING_GROUP_SOUND || row->group == SETTING_GROUP_GAME);
}

static void add_row(const Game *game, MenuPanel *panel, int id) {
    const SettingRow *row = &setting_rows[id];
    char shown[SETTING_SHOWN_MAX];
    float value = setting_number(row, &game->settings, 0);
    setting_shown(row, &game->settings, 0, shown);
    MenuRow *added = NULL;
    if (row->kind == SETTING_FLAG) {
        added = menu_switch(panel, id, row->label, value > 0.0f);
    } else if (row->kind == SETTING_CHOICE) {
        added =
            menu_choice(panel, id, row->label, (int)value, setting_choices(row->list).count, shown);
    } else {
        added = menu_number(panel, id, row->label, value, row->min, row->max, row->step, shown);
    }
    added->help = row->about;
}

static void fill(const Game *game, MenuPanel *panel) {
    static const char *const headings[SETTING_GROUP_COUNT] = {[SETTING_GROUP_DISPLAY] = "Picture",
                                                              [SETTING_GROUP_SOUND] = "Sound",
                                                              [SETTING_GROUP_GAME] = "Game"};
    SettingGroup group = SETTING_GROUP_COUNT;
    panel->title = "Settings";
    for (int i = 0; i < setting_row_count; i++) {
        if (is_here(&setting_rows[i])) {
            if (setting_rows[i].group != group) {
                group = setting_rows[i].group;
                menu_heading(panel, headings[group]);
            }
            add_row(game, panel, i);
        }
    }
    menu_heading(panel, "Controls");
    menu_action(panel, SEATS, "Seats")->help =
        "Names, cars, keys, gamepads and helps of each person.";
    MenuRow *reset = menu_action(panel, RESET, "Reset picture, sound and game");
    reset->asks = MENU_ASKS_FIRST;
    reset->help = "All of the above becomes what it was at first.";
}

static Wish act(Game *game, int id, float value) {
    if (id == SEATS) {
        return (Wish){.kind = WISH_PUSH, .screen = GAME_SEATS};
    }
    if (id == RESET) {
        Settings first = settings_default();
        game->settings.display = first.display;
        game->settings.sound = first.sound;
        game->settings.game = first.game;
    } else {
        setting_set(&setting_rows[id], &game->settings, 0, value);
    }
    return (Wish){0};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

const Screen settings_screen = {.name = "settings",
                                .lobby = true,
                                .runs = true,
                                .has_hud = true,
                                .menu = &menu,
                                .frame = menu_frame,
                                .draw = menu_draw};
