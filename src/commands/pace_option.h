/// --pace=SECONDS: a field that laps in a given time.
#pragma once

#include "command_line/options.h"
#include "reports/pace_report.h"

/// The row of the table of options.
#define PACE_OPTION(pace)                                                                          \
    {                                                                                              \
        "pace", "SECONDS", OPTION_FLOAT, &(pace)->wanted_s, FIELD_AIM_LEAST, FIELD_AIM_MOST, NULL, \
            "have them lap in this time in the mean, in place of --skill"                          \
    }

/// The levels of the game, ended by NULL: those of races, by RaceSkill, then "my-pace".
extern const char *const pace_option_levels[SKILL_COUNT + 2];

/// Whether it goes with --skill, an index of pace_option_levels (-1: not given), and with --mode
/// (NULL: races). Returns EXIT_FINE, or EXIT_USAGE with a message.
int pace_option_check(const PaceReport *pace, int skill, const char *mode);
