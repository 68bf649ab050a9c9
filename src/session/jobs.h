/// The same work on many things in several threads, or one long work beside what the program goes
/// on with: the only place where threads live.
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

/// One work in a thread of its own.
typedef struct Job Job;

/// Begins `work(context)` and returns; never NULL. Data that the work touches is its own until
/// job_is_done. Where the system gives no thread, it is done before this returns.
Job *job_begin(void (*work)(void *context), void *context);

/// Whether all that the work has written can be seen. Never waits.
bool job_is_done(const Job *job);

/// Waits until the work is done and frees the job; NULL does nothing.
void job_end(Job *job);
