/// Shared parts of `axle tune test` and `axle tune sweep`.
#pragma once

#include "command_line/layer_option.h"
#include "command_line/options.h"
#include "session/load.h"
#include "tune/manoeuvre.h"

enum {
    TUNE_LABEL_MAX = 40 ///< Bytes of a short name.
};

/// What both ask for; NULL where it is not.
typedef struct TuneOptions {
    const char *track, *tests, *surface;
} TuneOptions;

// clang-format off
/// Their rows of options, for `out`.
#define TUNE_OPTIONS(out, about_tests) \
    {"track", "TRACK", OPTION_TEXT, &(out)->track, 0, 0, NULL, \
     "also two laps of this track, whatever --tests names"}, \
    {"tests", "LIST", OPTION_TEXT, &(out)->tests, 0, 0, NULL, about_tests}, \
    {"surface", "NAME", OPTION_TEXT, &(out)->surface, 0, 0, NULL, \
     "on this ground (asphalt): gravel, ice, ...; laps have their track's"}, \
    LAYER_OPTION
// clang-format on

/// What cars are measured in. An owner of its track; the zero value has none.
typedef struct TuneCourse {
    Track track;
    bool has_track;
    char track_name[TUNE_LABEL_MAX]; ///< Short; empty without a track.
    unsigned manoeuvres;             ///< Bits.
    const Surface *ground;           ///< Of all but laps.
} TuneCourse;

/// Loads the track and finds the manoeuvres (all where none are named) and the ground. Laps are
/// driven where there is a track and nowhere else: a track adds MANOEUVRE_LAP to any list. Returns
/// the exit code; what is wrong is printed.
int tune_course_load(const TuneOptions *asked, TuneCourse *out);

/// Whether `metric` is measured.
bool tune_measures(const TuneCourse *course, int metric);

/// Drives `manoeuvre`, where it is one of the course, and writes its figures to `out`.
void tune_drive(const TuneCourse *course, Manoeuvre manoeuvre, const CarModel *model,
                MetricValues *out);

/// Loads car `name` ("default": the initial values of every number) and applies `sets`. Returns the
/// exit code; what is wrong is printed.
int tune_load_car(const char *name, const OptionTexts *sets, CarFile *out);

/// The figure called `name`; -1 where there is none, which is printed.
int tune_metric(const char *name);

/// The value of `metric` with its digits, "-" where there is none. `out` holds NUMBER_TEXT_MAX
/// bytes.
const char *tune_value(const MetricValues *values, int metric, char *out);

int tune_test(int argument_count, char **arguments);
int tune_sweep(int argument_count, char **arguments);
