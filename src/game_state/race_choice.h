/// The rules of the next race as the settings hold them. A setting of each rule's name has its
/// choices; one more, "auto", goes by the level.
#pragma once

#include "game_state/game_state.h"

/// The setting of `rule`.
const SettingRow *game_rule_setting(const RaceRuleRow *rule);

/// Sets each rule to `choices` of its row; below 0: it stays.
void game_rules_choose(Settings *settings, const int *choices);

/// The rules of a race at `level`.
RaceRules game_rules(const Settings *settings, RaceSkill level);

/// The same, where cars drop out in an elimination alone: at each lap, where nothing else is set.
RaceRules game_rules_of(const Settings *settings, RaceSkill level, bool elimination);

/// Whether `rule` is one of eliminations, which have their own rows in the set-up of a race.
bool game_rule_is_of_elimination(const RaceRuleRow *rule);

/// What `rule` comes to at `level`, where the level decides it; else NULL.
const char *game_rule_by_level(const Settings *settings, const RaceRuleRow *rule, RaceSkill level);

/// % of its power that the car of person `number` lacks.
int game_handicap(const Settings *settings, int number);
