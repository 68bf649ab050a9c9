/// The rules of the next race, from their table.
#include "game_state/race_choice.h"
#include "screens/menu.h"

#include <stdio.h>

enum {
    USUAL = 100 ///< Below are the numbers of the rules.
};

static void add_rule(const Game *game, MenuPanel *panel, int id) {
    const RaceRuleRow *rule = &race_rule_rows[id];
    const SettingRow *row = game_rule_setting(rule);
    char shown[SETTING_SHOWN_MAX], text[MENU_TEXT_MAX];
    setting_shown(row, &game->settings, 0, shown);
    const char *level = game_rule_by_level(&game->settings, rule, game->choice.skill);
    snprintf(text, sizeof text, level ? "%.30s: %.12s" : "%.30s", shown, level ? level : "");
    menu_choice(panel, id, row->label, (int)setting_number(row, &game->settings, 0),
                setting_choices(row->list).count, text)
        ->help = row->about;
}

static void fill(const Game *game, MenuPanel *panel) {
    panel->title = "Rules";
    for (int i = 0; i < race_rule_count; i++) {
        if (!game_rule_is_of_elimination(&race_rule_rows[i])) {
            add_rule(game, panel, i);
        }
    }
    menu_action(panel, USUAL, "The usual ones")->help =
        "None of these, but that cutting costs time from medium on.";
}

static Wish act(Game *game, int id, float value) {
    if (id < race_rule_count) {
        setting_set(game_rule_setting(&race_rule_rows[id]), &game->settings, 0, value);
        return (Wish){0};
    }
    Settings first = settings_default();
    for (int i = 0; i < race_rule_count; i++) {
        const SettingRow *row = game_rule_setting(&race_rule_rows[i]);
        if (!game_rule_is_of_elimination(&race_rule_rows[i])) {
            setting_set(row, &game->settings, 0, setting_number(row, &first, 0));
        }
    }
    return (Wish){0};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

const Screen rules_screen = {
    .name = "rules", .lobby = true, .menu = &menu, .frame = menu_frame, .draw = menu_draw};
