/// Says how far many runs have come, of a sweep or of races: by a bar, or in lines of a log where
/// standard error is no terminal, as under GNU parallel and Slurm.
#pragma once

#include <stdbool.h>

enum {
    SWEEP_PROGRESS_TEXT_MAX = 128
};

#define SWEEP_PROGRESS_S 10.0 ///< s between two lines.

typedef struct SweepProgress {
    double started_s, told_s; ///< When the sweep began and the last line was written, s.
    int shard, shards;        ///< Which shard, from 0 on, and of how many; of 1: no shards.
    bool told;                ///< A line was written.
    bool bar;                 ///< Standard error is a terminal.
} SweepProgress;

/// The sweep begins at `now_s` of any clock.
SweepProgress sweep_progress_make(double now_s, int shard, int shards);

/// Whether a line is due with `done` of `count` runs at `now_s`. One is due SWEEP_PROGRESS_S after
/// the last one, and at the end where there was one before. It is written to `out`, ended by LF.
bool sweep_progress_line(SweepProgress *progress, double now_s, int done, int count,
                         char out[SWEEP_PROGRESS_TEXT_MAX]);

/// Shows on standard error that `done` of `count` runs are done at `now_s`.
void sweep_progress_show(SweepProgress *progress, double now_s, int done, int count);

/// Takes the bar away.
void sweep_progress_end(const SweepProgress *progress);
