/// --pace=SECONDS: a field that laps in a given time.
#pragma once

#include "command_line/options.h"
#include "formats/json.h"
#include "session/field_aim.h"
#include "session/session.h"

/// What --pace asks for, and what comes of it. The zero value asks for nothing.
typedef struct PaceOption {
    float wanted_s;
    FieldAim aim;
} PaceOption;

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
int pace_option_check(const PaceOption *pace, int skill, const char *mode);

/// Looks for the field of the race of `def` and puts it into `field`; nothing where nothing is
/// asked for. Makes the session of `def` once. Returns the exit code; what cannot be had is
/// printed.
int pace_option_find(PaceOption *pace, const SessionDef *def, FieldDef *field);

/// A line for people, and keys of the object that is open in `json`; nothing likewise.
void pace_option_print(const PaceOption *pace);
void pace_option_json(const PaceOption *pace, Json *json);
