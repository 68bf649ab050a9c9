/// Times: the processor time that this thread took, and what is typical of many of them.
#pragma once

/// s of processor time that this thread has had: what others take meanwhile does not count. Costs
/// some 100 ns, in a loop of its own.
double clock_thread_seconds(void);

typedef struct Quantiles {
    double low, median, high; ///< 10 %, 50 % and 90 %.
} Quantiles;

/// Sorts `values`, at least one.
Quantiles quantiles_of(double *values, int count);
