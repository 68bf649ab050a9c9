/// A sweep: many cars that differ in a few numbers, their figures, and the effect of each number.
///
/// Each run of one car has an index, from 0 on, that depends on the sweep alone. So runs can be
/// spread over threads and machines, and their rows be joined again.
#pragma once

#include "base/messages.h"
#include "tune/metric.h"
#include "vehicle/car_params.h"

#include <stdint.h>

enum {
    SWEEP_VARIABLES_MAX = 8,
    SWEEP_VALUES_MAX = 200, ///< Of one variable.
    SWEEP_RUNS_MAX = 100000,
};

/// One number that is varied.
typedef struct SweepVariable {
    const ParamRow *row;
    double values[SWEEP_VALUES_MAX]; ///< As written; of a random sweep the ends are what counts.
    int value_count;
    double step; ///< As written, without its sign; 0 of a list.
} SweepVariable;

/// The zero value has one run: the car as it is.
typedef struct Sweep {
    SweepVariable variables[SWEEP_VARIABLES_MAX];
    int variable_count;
    int random_count; ///< 0: every combination; else so many runs at random between the ends.
    uint64_t seed;    ///< Of those.
} Sweep;

/// Adds what `text` says: PARAM=FROM:TO:STEP or PARAM=A,B,C, in the number's unit or, with a %
/// behind each (-10%:+10%:5%), as a change of what `car` has. False, with a message (E204, E211,
/// E833, E834), where it is wrong, out of the number's range, varied already or no number of this
/// car.
bool sweep_vary(Sweep *sweep, const char *text, const CarParams *car, MessageList *messages);

/// How many runs there are. More than SWEEP_RUNS_MAX are too many; then it may count only some.
int64_t sweep_run_count(const Sweep *sweep);

/// The value of each variable in run `run`. The last variable changes first.
void sweep_run_values(const Sweep *sweep, int64_t run, double out[SWEEP_VARIABLES_MAX]);

/// Sets these values in `params`. False, with a message (E813, E807, E805), where they do not fit
/// together.
bool sweep_run_params(const Sweep *sweep, int64_t run, CarParams *params, MessageList *messages);

/// What one run gave.
typedef struct SweepResult {
    int64_t run;
    bool done; ///< False: not run (yet, or its values cannot be together).
    MetricValues values;
} SweepResult;

/// Whether `result` has the figure `metric`.
static inline bool sweep_has(const SweepResult *result, int metric) {
    return result->done && result->values.has[metric];
}

/// From the least to the most.
typedef struct SweepRange {
    double low, high;
} SweepRange;

/// The values of a variable.
SweepRange sweep_span(const SweepVariable *variable);

/// `metric` over the results; false, and `out` as it was, where none has it.
bool sweep_range(const SweepResult *results, int count, int metric, SweepRange *out);

/// Orders the indices of `count` results best first by `metric`: those without it last, equal ones
/// by run. Returns how many are done.
int sweep_rank(const SweepResult *results, int count, int metric, int *order);

/// Marks the Pareto front: the results that no other beats in both `first` and `second` (less or
/// more is better, as the row of each says).
void sweep_pareto(const SweepResult *results, int count, int first, int second, bool *out);

/// Below this the runs scatter more around a fit than the fit explains, and not even the sign of a
/// slope is sure. At 0.5 the slope of one variable over nine runs is sqrt(7) = 2.6 times its
/// standard error, and runs of pure noise reach 0.5 in one such sweep of thirty.
#define SWEEP_R_SQUARED_LOW 0.5

/// A linear model of one figure: what each variable does to it, and how far that is to be believed.
typedef struct SweepFit {
    double slopes[SWEEP_VARIABLES_MAX]; ///< Per unit of each variable, the others held.
    bool has_r_squared; ///< False where any runs would fit: as many as unknowns, or all the same.
    double r_squared;   ///< Share of the runs' variance that the model explains, 0 to 1.
} SweepFit;

/// Fits `metric` along the variables: least squares over the results that have it. False where
/// there are too few of them or variables go together.
/// Source: normal equations of the linear model with a constant, solved by Gauss with pivots.
bool sweep_fit(const Sweep *sweep, const SweepResult *results, int count, int metric,
               SweepFit *out);

/// Whether the fit explains so little that its slopes are no fact.
bool sweep_fit_is_poor(const SweepFit *fit);

/// Whether `metric` differs between the results by more than is printed of it.
bool sweep_varies(const SweepResult *results, int count, int metric);

/// The change of a variable for which its effect is told: its step as written. For a list and for a
/// random sweep it is about a quarter of the span, in a number that reads well (1, 2 or 5 times a
/// power of ten).
double sweep_step(const Sweep *sweep, int variable);
