/// The same race with many seeds, in figures.
#pragma once

#include "events/race_figures.h"
#include "race/field.h"
#include "session/jobs.h"

enum {
    RACE_SERIES_MAX = 10000
};

/// One race of a series.
typedef struct SeriesRace {
    bool done; ///< To its end.
    uint64_t seed, hash;
    int winner;        ///< Car, -1: nobody ...
    int winner_driver; ///< Its index in the roster that the field was drawn from, -1: no such.
    int winner_slot;   ///< ... and its place on the grid, from 0.
    RaceFigures figures;
} SeriesRace;

/// An owner; made by race_series_run, ended by race_series_destroy.
typedef struct RaceSeries {
    SeriesRace *races;
    int count;
    RaceFigures sum;            ///< Of all that are done.
    double lead_changes_median; ///< Of a race; NaN where none is done.
    int lead_changes_min;
    int wins[RACE_MAX_CARS]; ///< By place on the grid.
} RaceSeries;

/// Races `def` with AI cars on `data` `count` times (1 to RACE_SERIES_MAX), with its seed and those
/// after it, each time with another draw of `field` (NULL: the drivers and places of `def`), in
/// `jobs` threads. The outcome does not depend on `jobs`. An interrupt that is held ends it early.
/// `progress` (with its context) as in jobs_run.
RaceSeries race_series_run(const RaceDef *def, const FieldDef *field, const RaceData *data,
                           const CarModel *models, int count, int jobs, JobProgress progress,
                           void *context);
void race_series_destroy(RaceSeries *series);
