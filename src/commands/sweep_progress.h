/// Says how far a sweep has come, in lines of a log. For standard error that is no terminal, as
/// under GNU parallel and Slurm.
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
} SweepProgress;

/// The sweep begins at `now_s` of any clock.
SweepProgress sweep_progress_make(double now_s, int shard, int shards);

/// Whether a line is due with `done` of `count` runs at `now_s`. One is due SWEEP_PROGRESS_S after
/// the last one, and at the end where there was one before. It is written to `out`, ended by LF.
bool sweep_progress_line(SweepProgress *progress, double now_s, int done, int count,
                         char out[SWEEP_PROGRESS_TEXT_MAX]);
