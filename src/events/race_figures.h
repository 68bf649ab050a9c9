/// A race in figures: how often the order changed, how cleanly it was driven, how close it was.
/// Figures of several races can be added. events/race_figures.def says what each is.
#pragma once

#include "events/race_events.h"

typedef enum Figure {
#define FIGURE(name, ...) FIGURE_##name,
#include "events/race_figures.def"
#undef FIGURE
    FIGURE_COUNT
} Figure;

typedef enum FigureRatio {
#define RATIO(name, ...) RATIO_##name,
#include "events/race_figures.def"
#undef RATIO
    RATIO_COUNT
} FigureRatio;

typedef struct FigureRow {
    const char *name, *about;
    int digits;     ///< Behind the point.
    Figure of, per; ///< Of a ratio.
} FigureRow;

extern const FigureRow figure_rows[FIGURE_COUNT], figure_ratios[RATIO_COUNT];

/// The zero value is of no race.
typedef struct RaceFigures {
    double sums[FIGURE_COUNT];
    double lap_sum_s, lap_sum_s2;   ///< Sum of the timed laps and of their squares.
    int passes_at[TRACK_GATES_MAX]; ///< By gate: later_passes; of races of one lap, all.
} RaceFigures;

/// The figures of `race`, which is over and which `events` has watched from the start.
RaceFigures race_figures(const RaceEvents *events, const Race *race);

void race_figures_add(RaceFigures *sum, const RaceFigures *more);

/// NaN where there is nothing to divide by.
double race_figures_ratio(const RaceFigures *figures, FigureRatio ratio);

/// s, mean and standard deviation of the timed laps; NaN where there are too few.
double race_figures_lap_mean(const RaceFigures *figures);
double race_figures_lap_spread(const RaceFigures *figures);

/// Car that has won; -1 where nobody has finished.
int race_winner(const Race *race);
