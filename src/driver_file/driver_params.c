#include "driver_file/driver_params.h"

#include "base/scalar.h"

#include <stddef.h>

const char *const race_skill_names[SKILL_COUNT + 1] = {"beginner", "easy",   "medium",
                                                       "hard",     "expert", NULL};

static const ParamRow rows[] = {
#define PARAM(...) PARAM_ROW(DriverParams, __VA_ARGS__),
#include "driver_file/driver_params.def"
#undef PARAM
};

const ParamTable driver_param_table = {"driver", rows, sizeof rows / sizeof rows[0]};

/// What a level makes of an expert.
typedef struct Level {
    float pace;        ///< x its pace in corners, ...
    float braking;     ///< ... x its braking ...
    float throttle;    ///< ... and x its drive out of corners.
    float consistency; ///< x
    float mistakes;    ///< x
    float reaction;    ///< s more
} Level;

static const Level levels[SKILL_COUNT] = {
    [SKILL_BEGINNER] = {0.53f, 0.31f, 0.34f, 0.30f, 8.0f, 0.35f},
    [SKILL_EASY] = {0.80f, 0.64f, 0.70f, 0.50f, 7.0f, 0.20f},
    [SKILL_MEDIUM] = {0.87f, 0.76f, 0.80f, 0.65f, 6.0f, 0.12f},
    [SKILL_HARD] = {0.935f, 0.870f, 0.910f, 0.85f, 4.0f, 0.05f},
    [SKILL_EXPERT] = {1.00f, 1.00f, 1.00f, 1.00f, 1.5f, 0.0f},
};

DriverParams driver_params_default(void) {
    DriverParams params;
    param_reset(&driver_param_table, &params);
    return params;
}

static void hold_ranges(DriverParams *params) {
    for (int i = 0; i < driver_param_table.count; i++) {
        float *value = param_value(&rows[i], params);
        *value = float_clamp(*value, rows[i].min, rows[i].max);
    }
}

/// `part` of the way from `a` to `b`; all of `a` at 0, to the bit.
static float between(float a, float b, float part) { return a + (b - a) * part; }

DriverParams driver_params_between(const DriverParams *expert, RaceSkill level, float toward) {
    const Level *low = &levels[level];
    const Level *high = level + 1 < SKILL_COUNT ? &levels[level + 1] : low;
    DriverParams params = *expert;
    params.corners *= between(low->pace, high->pace, toward);
    params.braking *= between(low->braking, high->braking, toward);
    params.throttle *= between(low->throttle, high->throttle, toward);
    params.consistency *= between(low->consistency, high->consistency, toward);
    params.rate *= between(low->mistakes, high->mistakes, toward);
    params.reaction += between(low->reaction, high->reaction, toward);
    hold_ranges(&params);
    return params;
}

DriverParams driver_params_at(const DriverParams *expert, RaceSkill level) {
    return driver_params_between(expert, level, 0.0f);
}

DriverParams driver_params_of(RaceSkill level) {
    DriverParams expert = driver_params_default();
    return driver_params_at(&expert, level);
}

DriverParams driver_params_steady(RaceSkill level) {
    DriverParams params = driver_params_of(level);
    params.rate = 0.0f;
    params.consistency = 1.0f;
    return params;
}

void driver_params_scale_pace(DriverParams *params, float share) {
    params->corners *= share;
    params->braking *= share * share; // speeds go by its root
    params->throttle *= share * share;
    hold_ranges(params);
}

bool driver_params_are_valid(const DriverParams *params) {
    for (int i = 0; i < driver_param_table.count; i++) {
        float value = param_get(&rows[i], params);
        if (!(value >= rows[i].min && value <= rows[i].max)) { // refuses NaN, too
            return false;
        }
    }
    return true;
}
