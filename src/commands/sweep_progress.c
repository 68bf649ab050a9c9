#include "commands/sweep_progress.h"

#include "base/print.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    BAR_WIDTH = 40
};

SweepProgress sweep_progress_make(double now_s, int shard, int shards) {
    return (SweepProgress){.started_s = now_s,
                           .told_s = now_s,
                           .shard = shard,
                           .shards = shards,
                           .bar = isatty(STDERR_FILENO) != 0};
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

static void show_bar(const SweepProgress *progress, double now_s, int done, int count) {
    char bar[BAR_WIDTH + 1] = "";
    int filled = count > 0 ? done * BAR_WIDTH / count : BAR_WIDTH;
    memset(bar, '.', BAR_WIDTH);
    memset(bar, '#', (size_t)filled);
    double left = (now_s - progress->started_s) * (count - done) / (done > 0 ? done : 1);
    print_to(stderr, "\r%s %d of %d, %.0f s left \033[K", bar, done, count, left);
    fflush(stderr);
}

void sweep_progress_show(SweepProgress *progress, double now_s, int done, int count) {
    char line[SWEEP_PROGRESS_TEXT_MAX];
    if (progress->bar) {
        show_bar(progress, now_s, done, count);
    } else if (sweep_progress_line(progress, now_s, done, count, line)) {
        print_as_is(stderr, line, strlen(line));
    }
}

void sweep_progress_end(const SweepProgress *progress) {
    if (progress->bar) {
        print_to(stderr, "\r\033[K");
    }
}
