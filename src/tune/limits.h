/// Bounds on figures (`format: limits/1`): they show a change that breaks the feel of a car.
#pragma once

#include "base/messages.h"
#include "tune/metric.h"

#include <stddef.h>

typedef struct Limit {
    bool has_min, has_max;
    double min, max; ///< Both allowed.
} Limit;

/// By MetricIndex. The zero value bounds nothing.
typedef struct Limits {
    Limit of[METRIC_COUNT];
} Limits;

/// Reads the file `name` of `size` bytes: one line a figure, `launch.t0_100: {max: 6.9}`. False,
/// with messages (E1xx, E2xx, E830 to E832) and `out` as it was, where anything is wrong.
bool limits_read(const char *text, size_t size, const char *name, Limits *out,
                 MessageList *messages);

/// Whether figure `metric` is out of bounds. A car may lack a figure: it never reaches 200 km/h, or
/// no track was given. With `missing`, a bounded figure that it lacks is out of bounds too.
bool limits_break(const Limits *limits, const MetricValues *values, int metric, bool missing);
