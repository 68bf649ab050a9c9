#include "commands/sweep_progress.h"

#include <stdio.h>

SweepProgress sweep_progress_make(double now_s, int shard, int shards) {
    return (SweepProgress){.started_s = now_s, .told_s = now_s, .shard = shard, .shards = shards};
}

bool sweep_progress_line(SweepProgress *progress, double now_s, int done, int count,
                         char out[SWEEP_PROGRESS_TEXT_MAX]) {
    bool ended = done == count;
    if (ended ? !progress->told : now_s - progress->told_s < SWEEP_PROGRESS_S) {
        return false;
    }
    char shard[40] = "";
    if (progress->shards > 1) {
        snprintf(shard, sizeof shard, "shard %d/%d: ", progress->shard + 1, progress->shards);
    }
    double passed = now_s - progress->started_s;
    if (ended) {
        snprintf(out, SWEEP_PROGRESS_TEXT_MAX, "axle: %s%d of %d runs in %.0f s\n", shard, done,
                 count, passed);
    } else {
        snprintf(out, SWEEP_PROGRESS_TEXT_MAX, "axle: %s%d of %d runs, about %.0f s left\n", shard,
                 done, count, passed * (count - done) / (done > 0 ? done : 1));
    }
    progress->told_s = now_s;
    progress->told = !ended; // the end is told once
    return true;
}
