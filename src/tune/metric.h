/// The figures by which cars are compared: one table of names, units, digits and meanings.
#pragma once

#include "collision/material.h"

#include <stdbool.h>

/// X(NAME, name, about): the manoeuvres, in the order in which they are printed. manoeuvre_name
/// (tune/manoeuvre.h) drives each. `about` is for whoever reads this list.
#define MANOEUVRE_LIST(X)                                                     \
    X(LAUNCH, launch, "full throttle from rest")                              \
    X(BRAKE, brake, "full pedal to rest")                                     \
    X(STEADY, steady, "steering ramped at steady speed (ISO 4138)")           \
    X(STEP, step, "a step of steering (ISO 7401)")                            \
    X(SKIDPAD, skidpad, "round a circle, faster and faster")                  \
    X(BRAKE_TURN, brake_turn, "braking in a turn (ISO 7975)")                 \
    X(LIFT_TURN, lift_turn, "releasing the throttle in a turn")               \
    X(LANES, lanes, "double lane changes (ISO 3888)")                         \
    X(SLALOM, slalom, "round cones")                                          \
    X(DRIFT, drift, "holding a slide")                                        \
    X(PUSH, push, "into things that give way")                                \
    X(WALL, wall, "into walls of each material, foot off, hands off, 15 m/s") \
    X(LAP, lap, "two laps of a track with the expert AI")

typedef enum Manoeuvre {
#define X(NAME, name, about) MANOEUVRE_##NAME,
    MANOEUVRE_LIST(X)
#undef X
    MANOEUVRE_COUNT
} Manoeuvre;

/// By Manoeuvre, ended by NULL.
extern const char *const manoeuvre_names[MANOEUVRE_COUNT + 1];

typedef enum MetricBetter {
    METRIC_NEITHER,
    METRIC_LESS,
    METRIC_MORE,
} MetricBetter;

typedef enum MetricChange {
    METRIC_PERCENT,
    METRIC_ABSOLUTE,
} MetricChange;

enum {
    METRIC_WALL_ANGLES = 4, ///< 10, 30, 60, 90 degrees.
    METRIC_WALL_KINDS = 4,  ///< kept, exit, spin, stuck
    METRIC_NAME_MAX = 64,   ///< Bytes of a whole name, with its terminator.
};

/// Which figure: METRIC_launch_t0_60, ...; walls from METRIC_WALL_FIRST on, see metric_of_wall.
typedef enum MetricIndex {
#define METRIC(manoeuvre, group, name, unit, digits, better, change, about) METRIC_##group##_##name,
#include "tune/metrics.def"
#undef METRIC
    METRIC_WALL_FIRST,
    METRIC_COUNT =
        METRIC_WALL_FIRST + MATERIAL_BUILT_IN_COUNT * METRIC_WALL_ANGLES * METRIC_WALL_KINDS
} MetricIndex;

typedef struct MetricRow {
    Manoeuvre manoeuvre;
    const char *group, *name; ///< "launch", "t0_60"; the whole name is "launch.t0_60".
    const char *unit;
    int digits; ///< Behind the point, as printed.
    MetricBetter better;
    MetricChange change;
    const char *about;
} MetricRow;

/// By MetricIndex.
extern const MetricRow metric_rows[METRIC_COUNT];

extern const int metric_wall_angles[METRIC_WALL_ANGLES]; ///< Degrees.

/// The figure `kind` (0 kept, 1 exit, 2 spin, 3 stuck) of a wall.
int metric_of_wall(MaterialIndex material, int angle, int kind);

/// "launch.t0_60" into `out`; returned for use in calls.
char *metric_name(int metric, char out[METRIC_NAME_MAX]);

/// The figure called `name`: whole ("launch.t0_60"), or without its group where that is enough
/// ("t0_60"; "kept" of walls is not). -1 where there is none.
int metric_find(const char *name);

/// The whole name nearest to `name`, into `out`; NULL where none is near enough to be meant.
const char *metric_nearest(const char *name, char out[METRIC_NAME_MAX]);

/// What was measured of one car. `has` is false where a figure was not asked for or does not exist:
/// 0 to 200 km/h of a kart.
typedef struct MetricValues {
    double value[METRIC_COUNT];
    bool has[METRIC_COUNT];
} MetricValues;

static inline void metric_set(MetricValues *values, int metric, double value) {
    values->value[metric] = value;
    values->has[metric] = true;
}
