/// The same work on many things, in several threads: the only place where threads live.
#pragma once

#include <stdbool.h>

enum {
    JOBS_MAX = 256
};

/// Does thing `index` of `context`. Called once for each, in any order, in any thread.
typedef void (*JobWork)(void *context, int index);

/// Called in the thread that called jobs_run after each thing: `done` of them are done. Returns
/// false to begin no more. May be NULL.
typedef bool (*JobProgress)(void *context, int done);

/// Does things 0 to `count` - 1 in `jobs` threads (1 to JOBS_MAX), the caller's among them. Returns
/// when all that were begun are done.
void jobs_run(int jobs, int count, JobWork work, JobProgress progress, void *context);

/// How many processors there are, at least 1.
int jobs_default(void);
