#include "race_state/race_rules.h"

#include <stddef.h>
#include <string.h>

#define CHOICES(...) \
    { __VA_ARGS__, NULL }

const RaceRuleRow race_rule_rows[] = {
#define RULE(name, label, choices, about) {#name, label, choices, about, offsetof(RaceRules, name)},
#include "race_state/race_rules.def"
#undef RULE
};

const int race_rule_count = sizeof race_rule_rows / sizeof race_rule_rows[0];

uint8_t *race_rule_value(const RaceRuleRow *row, RaceRules *rules) {
    return (uint8_t *)rules + row->offset;
}

int race_rule_choices(const RaceRuleRow *row) {
    int count = 0;
    while (row->choices[count]) {
        count++;
    }
    return count;
}

int race_rule_choice(const RaceRuleRow *row, const char *name) {
    for (int i = 0; row->choices[i]; i++) {
        if (strcmp(row->choices[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

RaceRules race_rules_usual(RaceSkill level) {
    return (RaceRules){.cutting = level >= SKILL_MEDIUM};
}

bool race_rules_are_valid(const RaceRules *rules) {
    RaceRules copy = *rules;
    for (int i = 0; i < race_rule_count; i++) {
        if (*race_rule_value(&race_rule_rows[i], &copy) >= race_rule_choices(&race_rule_rows[i])) {
            return false;
        }
    }
    return true;
}
