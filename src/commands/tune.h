/// Shared parts of `axle tune test` and `axle tune sweep`.
#pragma once

#include "commands/options.h"
#include "session/load.h"
#include "tune/manoeuvre.h"

// clang-format off
/// The rows of options that both have, of a struct with these fields.
#define TUNE_OPTIONS(out, about_tests) \
    {"track", "TRACK", OPTION_TEXT, &(out)->track, 0, 0, NULL, \
     "also two laps of this track, whatever --tests names"}, \
    {"tests", "LIST", OPTION_TEXT, &(out)->tests, 0, 0, NULL, about_tests}, \
    {"surface", "NAME", OPTION_TEXT, &(out)->surface, 0, 0, NULL, \
     "on this ground (asphalt): gravel, ice, ...; laps have their track's"}
// clang-format on

/// Loads car `name` ("default": the initial values of every number) and applies `sets`. Returns the
/// exit code; what is wrong is printed.
int tune_load_car(const char *name, const OptionTexts *sets, CarFile *out);

/// The manoeuvres named in `list` ("launch,brake"; NULL: all) as bits. Laps are driven where there
/// is a track and nowhere else: a track adds MANOEUVRE_LAP to any list. False, which is printed,
/// where a name is unknown, or laps are named and there is no track.
bool tune_manoeuvres(const char *list, bool has_track, unsigned *out);

/// The built-in surface called `name`, asphalt for NULL; NULL, which is printed, where there is
/// none or only laps are driven (`manoeuvres`), whose ground is the track's.
const Surface *tune_surface(const char *name, unsigned manoeuvres);

/// The figure called `name`; -1 where there is none, which is printed.
int tune_metric(const char *name);

/// The value of `metric` with its digits, "-" where there is none. `out` holds NUMBER_TEXT_MAX
/// bytes.
const char *tune_value(const MetricValues *values, int metric, char *out);

int tune_test(int argument_count, char **arguments);
int tune_sweep(int argument_count, char **arguments);
