#include "race/race_rules.h"

#include "base/assert.h"

#include <stddef.h>
#include <string.h>

#define CHOICES(...) \
    { __VA_ARGS__, NULL }

const RaceRuleRow race_rule_rows[] = {
#define RULE(name, label, choices, about) {#name, label, choices, about, offsetof(RaceRules, name)},
#include "race/race_rules.def"
#undef RULE
};

const int race_rule_count = sizeof race_rule_rows / sizeof race_rule_rows[0];

const RaceRuleRow *race_rule_find(const char *name) {
    int at = 0;
    while (at < race_rule_count && strcmp(race_rule_rows[at].name, name) != 0) {
        at++;
    }
    ASSERT(at < race_rule_count);
    return &race_rule_rows[at];
}

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

bool race_rules_are_valid(const RaceRules *rules) {
    RaceRules copy = *rules;
    for (int i = 0; i < race_rule_count; i++) {
        if (*race_rule_value(&race_rule_rows[i], &copy) >= race_rule_choices(&race_rule_rows[i])) {
            return false;
        }
    }
    return true;
}
