/// The rules of a race as options of the command line, from their table: --false-start,
/// --catch-up=light. And the handicaps of people.
#pragma once

#include "command_line/options.h"
#include "race_state/race_rules.h"
#include "store/settings.h"

enum {
    RULE_OPTIONS_MAX = 8,
};

/// What the command line says. Filled by rule_options_parse.
typedef struct RuleOptions {
    int chosen[RULE_OPTIONS_MAX];  ///< By row of the rules; -1: nothing is said of it.
    int handicaps[SETTINGS_SEATS]; ///< %, of P1 and so on ...
    int handicap_count;            ///< ... of so many people.
    const char *handicaps_text;    ///< As given; NULL: not.
    char names[RULE_OPTIONS_MAX][24], abouts[RULE_OPTIONS_MAX][96]; ///< Of the options.
} RuleOptions;

/// options_parse for `command`, with a row for each rule behind its own, and where `people` drive
/// one for their handicaps.
int rule_options_parse(const Command *command, RuleOptions *out, bool people, int argument_count,
                       char **arguments, const char **operands, int *operand_count);

/// `rules` with what the command line says.
RaceRules rule_options_rules(const RuleOptions *options, RaceRules rules);

/// Puts it into the settings of the last run.
void rule_options_join(const RuleOptions *options, Settings *settings);
