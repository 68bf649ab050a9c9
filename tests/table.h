/// What programs share that drive many races and judge their figures: race_table, battle_table.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/// The shipped tracks, by name.
static const char *const table_tracks[] = {
    "chicane-club", "cone-yard",    "first-oval", "frost-depot", "harbour-mile",   "ice-harbour",
    "kiln-road",    "lantern-park", "long-ridge", "quarry",      "salvage-square", "turbine-hall"};

enum {
    TRACKS = sizeof table_tracks / sizeof table_tracks[0],
};

static inline int table_compare(const void *a, const void *b) {
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/// Sorts `values`; NAN of none.
static inline double table_median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, table_compare);
    return count == 0 ? (double)NAN : 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

/// Limits that were not kept so far.
static int table_failures;

/// Prints whether `value` lies from `least` to `most`; -HUGE_VAL and HUGE_VAL are no limits.
static inline void table_ask(const char *what, double value, double least, double most) {
    bool kept = value >= least && value <= most;
    table_failures += kept ? 0 : 1;
    printf("%-6s %s: %.4g", kept ? "ok" : "FAILS", what, value);
    if (least > -HUGE_VAL) {
        printf(", at least %g", least);
    }
    printf(most < HUGE_VAL ? ", at most %g\n" : "\n", most);
}
