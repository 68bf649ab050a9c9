#include "game_state/race_choice.h"

#include "base/assert.h"

#include <string.h>

const SettingRow *game_rule_setting(const RaceRuleRow *rule) {
    const SettingRow *row = setting_find(SETTING_GROUP_RACE, rule->name);
    ASSERT(row != NULL && row->kind == SETTING_CHOICE);
    return row;
}

static void choose(Settings *settings, const RaceRuleRow *rule, const char *name) {
    const SettingRow *row = game_rule_setting(rule);
    SettingChoices choices = setting_choices(row->list);
    for (int i = 0; i < choices.count; i++) {
        if (strcmp(setting_choice_name((SettingChoice)((int)choices.first + i)), name) == 0) {
            setting_set(row, settings, 0, (float)i);
        }
    }
}

void game_rules_choose(Settings *settings, const int *choices) {
    for (int i = 0; i < race_rule_count; i++) {
        const RaceRuleRow *rule = &race_rule_rows[i];
        if (choices[i] >= 0) {
            choose(settings, rule, rule->choices[choices[i]]);
        }
    }
}

/// The choice of `rule` that is set; -1: the level decides.
static int chosen(const Settings *settings, const RaceRuleRow *rule) {
    const SettingRow *row = game_rule_setting(rule);
    SettingChoice choice = *(const SettingChoice *)setting_value_const(row, settings, 0);
    return race_rule_choice(rule, setting_choice_name(choice));
}

RaceRules game_rules(const Settings *settings, RaceSkill level) {
    RaceRules rules = race_rules_usual(level);
    for (int i = 0; i < race_rule_count; i++) {
        int choice = chosen(settings, &race_rule_rows[i]);
        if (choice >= 0) {
            *race_rule_value(&race_rule_rows[i], &rules) = (uint8_t)choice;
        }
    }
    return rules;
}

RaceRules game_rules_of(const Settings *settings, RaceSkill level, bool elimination) {
    RaceRules rules = game_rules(settings, level);
    bool laps = elimination && rules.elimination == ELIMINATION_OFF;
    rules.elimination = !elimination ? ELIMINATION_OFF : laps ? ELIMINATION_LAP : rules.elimination;
    return rules;
}

bool game_rule_is_of_elimination(const RaceRuleRow *rule) {
    return strcmp(rule->name, "elimination") == 0 || strcmp(rule->name, "eliminated") == 0;
}

const char *game_rule_by_level(const Settings *settings, const RaceRuleRow *rule, RaceSkill level) {
    RaceRules usual = race_rules_usual(level);
    return chosen(settings, rule) < 0 ? rule->choices[*race_rule_value(rule, &usual)] : NULL;
}

int game_handicap(const Settings *settings, int number) {
    return (int)(100.0f * settings->seats[number].handicap + 0.5f);
}
