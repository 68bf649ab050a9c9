/// The rules of a race that can be chosen; race_rules.def lists them.
#pragma once

#include "driver_file/driver_params.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum RaceElimination {
    ELIMINATION_OFF,
    ELIMINATION_LAP,
    ELIMINATION_TIME,
} RaceElimination;

/// What becomes of who has dropped out.
typedef enum RaceEliminated {
    ELIMINATED_GHOST,
    ELIMINATED_HAZARD,
} RaceEliminated;

typedef enum RaceCatchUp {
    CATCH_UP_OFF,
    CATCH_UP_LIGHT,
    CATCH_UP_STRONG,
} RaceCatchUp;

/// Each field is an index of its row's choices. The zero value is the usual race.
typedef struct RaceRules {
#define RULE(name, ...) uint8_t name;
#include "race_state/race_rules.def"
#undef RULE
} RaceRules;

enum {
    RACE_RULE_CHOICES_MAX = 4, ///< With the NULL that ends them.
    RACE_HANDICAP_MAX = 30,    ///< %
};

typedef struct RaceRuleRow {
    const char *name;                           ///< "false_start"
    const char *label;                          ///< "False start"
    const char *choices[RACE_RULE_CHOICES_MAX]; ///< Ended by NULL.
    const char *about;
    uint32_t offset; ///< Of the field in RaceRules.
} RaceRuleRow;

extern const RaceRuleRow race_rule_rows[];
extern const int race_rule_count;

/// Where the value of `row` lives in `rules`.
uint8_t *race_rule_value(const RaceRuleRow *row, RaceRules *rules);

/// How many choices `row` has.
int race_rule_choices(const RaceRuleRow *row);

/// The choice of `row` that is called so; -1 none.
int race_rule_choice(const RaceRuleRow *row, const char *name);

/// The rules of a race at `level` where nobody has chosen any: cutting costs time from medium on.
RaceRules race_rules_usual(RaceSkill level);

/// Whether every rule is one of its choices.
bool race_rules_are_valid(const RaceRules *rules);
