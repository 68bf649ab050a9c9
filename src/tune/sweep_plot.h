/// A sweep as an SVG picture: lines for one variable, a heat map for two, bars of slopes for more.
#pragma once

#include "formats/svg.h"
#include "tune/sweep.h"

enum {
    SWEEP_PLOT_METRICS_MAX = 8
};

typedef struct SweepPlot {
    const Sweep *sweep;
    const SweepResult *results;
    int count;
    int metrics[SWEEP_PLOT_METRICS_MAX]; ///< The first is that of the heat map and the bars.
    int metric_count;
    const CarParams *loaded; ///< What the car has without the sweep, marked; NULL: not known.
    const char *title;       ///< Car, track, hashes, version: a picture says what it shows.
} SweepPlot;

/// Writes the picture into `svg`, which is zero before and destroyed by the caller.
void sweep_plot(const SweepPlot *plot, Svg *svg);
