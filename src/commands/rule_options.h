/// The rules of a race as options of the command line, from their table: --false-start,
/// --catch-up=light.
#pragma once

#include "command_line/options.h"
#include "race/race_rules.h"

enum {
    RULE_OPTIONS_MAX = 8,
};

/// What the command line says of each rule, by its row. Filled by rule_options_add.
typedef struct RuleOptions {
    int chosen[RULE_OPTIONS_MAX]; ///< Its choice; -1: nothing is said of it.
    char names[RULE_OPTIONS_MAX][24];
} RuleOptions;

/// Writes a row for each rule behind the first `count` of `rows`, which has room for them. Returns
/// how many rows there are then. `out` outlives the parsing.
int rule_options_add(RuleOptions *out, Option *rows, int count);

/// `rules` with what the command line says.
RaceRules rule_options_rules(const RuleOptions *options, RaceRules rules);
