/// The lower table of a sweep: what one step of each variable does to each printed figure, and how
/// far that is to be believed.
#pragma once

#include "tune/sweep.h"

/// Prints a line a variable and, below, R squared of each figure; figures whose runs follow no line
/// are marked and warned of. Nothing is printed where no figure can be fitted. `metrics`:
/// `metric_count` of them, at most SWEEP_STEPS_METRICS_MAX.
void sweep_steps_print(const Sweep *sweep, const SweepResult *results, int count,
                       const int *metrics, int metric_count);

enum {
    SWEEP_STEPS_METRICS_MAX = 8
};
