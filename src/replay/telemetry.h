/// Telemetry: what a car does, as one sample of plain numbers, and as a line of text.
///
/// A Telemetry watches one car of a race from outside: call telemetry_follow after each race_step,
/// telemetry_sample as often as wanted. replay/telemetry.def lists the columns with units and
/// signs.
#pragma once

#include "replay/lap_trace.h"

#define TELEMETRY_NUMBER  double
#define TELEMETRY_SURFACE int
#define TELEMETRY_VARIANT int
#define TELEMETRY_HASH    Hash128

typedef struct TelemetrySample {
#define TELEMETRY(kind, name, unit, digits, about) TELEMETRY_##kind name;
#include "replay/telemetry.def"
#undef TELEMETRY
} TelemetrySample;

typedef enum TelemetryKind {
    TELEMETRY_KIND_NUMBER,
    TELEMETRY_KIND_SURFACE,
    TELEMETRY_KIND_VARIANT,
    TELEMETRY_KIND_HASH,
} TelemetryKind;

typedef struct TelemetryColumn {
    const char *name, *unit, *about;
    int digits; ///< Behind the point.
    TelemetryKind kind;
    size_t offset; ///< In TelemetrySample.
} TelemetryColumn;

enum {
    TELEMETRY_TEXT_MAX = 2048 ///< Bytes of a line of text, with its terminator.
};

enum {
#define TELEMETRY(kind, name, unit, digits, about) TELEMETRY_COLUMN_##name,
#include "replay/telemetry.def"
#undef TELEMETRY
    TELEMETRY_COLUMN_COUNT
};

extern const TelemetryColumn telemetry_columns[TELEMETRY_COLUMN_COUNT];

/// What is gathered between two samples.
typedef struct TelemetrySums {
    vec2s gained; ///< m/s, velocity gained in the body's frame.
    int steps;
    int contacts;
    float impulse, depth; ///< N s, m
    uint8_t assist;       ///< CAR_ASSIST_...
} TelemetrySums;

/// Watches one car. An owner; made by telemetry_begin, ended by telemetry_destroy.
typedef struct Telemetry {
    int car;
    int variant;               ///< 0 = A, 1 = B; set by whoever swaps.
    const LapTrace *reference; ///< What delta_s compares with; NULL: the car's best lap so far.
    int reference_lap;         ///< Lap (from 1) of this race that `reference` is, 0 = none of it.
    LapTrace now, best;        ///< The lap under way and the car's best one.
    int best_lap;              ///< Lap (from 1) that `best` is, 0 = none yet.
    TelemetrySums sums;        ///< Since the last sample.
    // Since the last step.
    uint32_t tick;
    Body before;
    int lap, respawns;
    uint32_t lap_started_tick;
    bool whole; ///< Whether `now` was followed from where its lap began.
    int road_hint, measure_hint;
} Telemetry;

/// Begins to watch car `car` of `race` as it stands.
Telemetry telemetry_begin(const Race *race, int car);

/// Takes in the step just made. Where the race has jumped (rewind, restart), the lap under way does
/// not count. The race stays as it is.
void telemetry_follow(Telemetry *telemetry, const Race *race);

/// The car as it is now; means, sums and greatest values are since the last sample.
TelemetrySample telemetry_sample(Telemetry *telemetry, const Race *race);
void telemetry_destroy(Telemetry *telemetry);

/// Lines of CSV without an end of line, into `out` of TELEMETRY_TEXT_MAX bytes; returned for use in
/// calls. Every number has the digits of its column; what is not known stays empty.
char *telemetry_names(char *out);
char *telemetry_units(char *out);
char *telemetry_row(const TelemetrySample *sample, const Track *track, char *out);
