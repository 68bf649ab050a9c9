#include "commands/rule_options.h"

#include "base/assert.h"

#include <stdio.h>

int rule_options_add(RuleOptions *out, Option *rows, int count) {
    ASSERT(race_rule_count <= RULE_OPTIONS_MAX);
    for (int i = 0; i < race_rule_count; i++) {
        const RaceRuleRow *rule = &race_rule_rows[i];
        char *name = out->names[i];
        snprintf(name, sizeof out->names[i], "%s", rule->name);
        for (char *at = name; *at != '\0'; at++) {
            *at = *at == '_' ? '-' : *at;
        }
        out->chosen[i] = -1;
        bool is_switch = race_rule_choices(rule) == 2 && race_rule_choice(rule, "on") == 1;
        rows[count++] = (Option){.name = name,
                                 .argument = is_switch ? "on" : "CHOICE",
                                 .kind = is_switch ? OPTION_SWITCH : OPTION_CHOICE,
                                 .value = &out->chosen[i],
                                 .choices = rule->choices,
                                 .about = rule->about};
    }
    return count;
}

RaceRules rule_options_rules(const RuleOptions *options, RaceRules rules) {
    for (int i = 0; i < race_rule_count; i++) {
        if (options->chosen[i] >= 0) {
            *race_rule_value(&race_rule_rows[i], &rules) = (uint8_t)options->chosen[i];
        }
    }
    return rules;
}
