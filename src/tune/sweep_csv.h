/// The runs of a sweep as CSV: one header for every shard, one line a run, so that shards join.
#pragma once

#include "base/text.h"
#include "tune/sweep.h"

enum {
    SWEEP_CSV_LIMIT = 512 * 1024 * 1024 ///< Bytes that are read.
};

/// The names of the figures that `manoeuvres` (bits of Manoeuvre) measure, each behind a comma.
void sweep_csv_names(TextBuffer *csv, unsigned manoeuvres);

/// Those figures, each behind a comma. A figure that the car lacks stays empty. They have nine
/// digits, so that they are the same wherever they were driven.
void sweep_csv_figures(TextBuffer *csv, unsigned manoeuvres, const MetricValues *values);

/// `run,` the variables, then the figures that `manoeuvres` measure.
void sweep_csv_head(TextBuffer *csv, const Sweep *sweep, unsigned manoeuvres);

/// The line of `result`, which is done. Runs count from 1.
void sweep_csv_row(TextBuffer *csv, const Sweep *sweep, unsigned manoeuvres,
                   const SweepResult *result);

/// Fills `results` (`count` of them, by ascending run) from the zero-terminated CSV `text` of the
/// file `name`. Its lines may stand in any order. Runs that it lacks stay undone. False, with a
/// message (E835, E836), where the header is that of another sweep or a line is no run of it.
bool sweep_csv_read(const char *text, const char *name, const Sweep *sweep, unsigned manoeuvres,
                    SweepResult *results, int count, MessageList *messages);
