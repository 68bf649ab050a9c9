/// The numbers that make one driver race unlike another; driver_params.def lists them.
#pragma once

#include "formats/param.h"

#include <stdint.h>

/// How well the AI drives.
typedef enum RaceSkill {
    SKILL_BEGINNER, ///< For somebody's first race ever.
    SKILL_EASY,
    SKILL_MEDIUM,
    SKILL_HARD,
    SKILL_EXPERT,
    SKILL_COUNT,
} RaceSkill;

/// By RaceSkill, ended by NULL: "beginner", ...
extern const char *const race_skill_names[SKILL_COUNT + 1];

typedef struct DriverParams {
#define PARAM(group, name, label, unit, initial, min, max, step, shown, about, more) float name;
#include "driver_file/driver_params.def"
#undef PARAM
} DriverParams;

extern const ParamTable driver_param_table;

/// The numbers of driver_params.def at their initial values: an expert without a character.
DriverParams driver_params_default(void);

/// What becomes of `expert` at a level: slower, less even, with more mistakes.
DriverParams driver_params_at(const DriverParams *expert, RaceSkill level);

/// The same between two levels, in all numbers of a level: `toward` (0 to 1) of the way from
/// `level` to the next one.
DriverParams driver_params_between(const DriverParams *expert, RaceSkill level, float toward);

/// A driver without a character, at a level.
DriverParams driver_params_of(RaceSkill level);

/// The same without mistakes, every corner alike: what times are measured with.
DriverParams driver_params_steady(RaceSkill level);

/// Drives `share` x as fast in every respect, within the ranges of the table.
void driver_params_scale_pace(DriverParams *params, float share);

/// Whether every number is within its range: what a replay must hold.
bool driver_params_are_valid(const DriverParams *params);
