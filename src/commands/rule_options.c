#include "commands/rule_options.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"
#include "game_state/race_choice.h"

#include <stdio.h>
#include <string.h>

enum {
    ROWS_MAX = 40
};

static Option rule_option(RuleOptions *out, int index) {
    const RaceRuleRow *rule = &race_rule_rows[index];
    char *name = out->names[index], *about = out->abouts[index];
    snprintf(name, sizeof out->names[index], "%s", rule->name);
    for (char *at = name; *at != '\0'; at++) {
        *at = *at == '_' ? '-' : *at;
    }
    snprintf(about, sizeof out->abouts[index], "%s", rule->about);
    about[0] = text_lower(about[0]); // as the others are: no sentence
    about[strcspn(about, ".")] = '\0';
    bool is_switch = race_rule_choices(rule) == 2 && race_rule_choice(rule, "on") == 1;
    return (Option){.name = name,
                    .argument = is_switch ? "on" : "CHOICE",
                    .kind = is_switch ? OPTION_SWITCH : OPTION_CHOICE,
                    .value = &out->chosen[index],
                    .choices = rule->choices,
                    .about = about};
}

/// The number that `length` bytes of `text` are; -1 where they are none that a handicap can be.
static int percent_of(const char *text, size_t length) {
    char number[8];
    int percent;
    if (length >= sizeof number) {
        return -1;
    }
    memcpy(number, text, length);
    number[length] = '\0';
    bool fine = number_parse_integer(number, &percent) && percent <= RACE_HANDICAP_MAX;
    return fine ? percent : -1;
}

/// Reads "10,0,5".
static int parse_handicaps(RuleOptions *out) {
    for (const char *at = out->handicaps_text; at; out->handicap_count++) {
        size_t length = strcspn(at, ",");
        bool fits = out->handicap_count < SETTINGS_SEATS;
        int percent = fits ? percent_of(at, length) : -1;
        if (percent < 0) {
            return options_usage_error("--handicap must be up to %d whole numbers from 0 to %d, "
                                       "found \"%s\"\n    help: --handicap=10 or --handicap=0,15",
                                       SETTINGS_SEATS, RACE_HANDICAP_MAX, out->handicaps_text);
        }
        out->handicaps[out->handicap_count] = percent;
        at = at[length] != '\0' ? at + length + 1 : NULL;
    }
    return OPTIONS_GO_ON;
}

int rule_options_parse(const Command *command, RuleOptions *out, bool people, int argument_count,
                       char **arguments, const char **operands, int *operand_count) {
    Option rows[ROWS_MAX];
    Command all = *command;
    ASSERT(race_rule_count <= RULE_OPTIONS_MAX);
    ASSERT(command->option_count + race_rule_count < ROWS_MAX);
    memcpy(rows, command->options, (size_t)command->option_count * sizeof rows[0]);
    for (int i = 0; i < race_rule_count; i++) {
        out->chosen[i] = -1;
        rows[all.option_count++] = rule_option(out, i);
    }
    if (people) {
        rows[all.option_count++] = (Option){
            "handicap",  "PERCENT",
            OPTION_TEXT, &out->handicaps_text,
            0,           0,
            NULL,        "power that the players' cars lack in races; 10,0,5: of P1, P2, P3"};
    }
    all.options = rows;
    int code = options_parse(&all, argument_count, arguments, operands, operand_count);
    return code == OPTIONS_GO_ON ? parse_handicaps(out) : code;
}

RaceRules rule_options_rules(const RuleOptions *options, RaceRules rules) {
    for (int i = 0; i < race_rule_count; i++) {
        if (options->chosen[i] >= 0) {
            *race_rule_value(&race_rule_rows[i], &rules) = (uint8_t)options->chosen[i];
        }
    }
    return rules;
}

void rule_options_join(const RuleOptions *options, Settings *settings) {
    game_rules_choose(settings, options->chosen);
    for (int i = 0; i < options->handicap_count; i++) {
        settings->seats[i].handicap = 0.01f * (float)options->handicaps[i];
    }
}
