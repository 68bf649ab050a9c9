/// The only place where threads live: the same work on many things, or one long work while the
/// program goes on.
#pragma once

#include <stdbool.h>

enum {
    JOBS_MAX = 256
};

/// Does thing `index` of `context`. Called once for each, in any order, in any thread.
typedef void (*JobWork)(void *context, int index);

/// Called after each thing, in the thread that called jobs_run: `done` things are done. Returns
/// false to begin no more.
typedef bool (*JobProgress)(void *context, int done);

/// Does things 0 to `count` - 1 in `jobs` threads (1 to JOBS_MAX), the caller's among them. Returns
/// when all that were begun are done. `progress` may be NULL.
void jobs_run(int jobs, int count, JobWork work, JobProgress progress, void *context);

/// How many processors there are, at least 1.
int jobs_default(void);

/// One work in a thread of its own.
typedef struct Job Job;

/// Begins `work(context)` and returns; never NULL. Until job_is_done, nobody else touches the data
/// of the work. Where the system gives no thread, the work is done before this returns.
Job *job_begin(void (*work)(void *context), void *context);

/// The same for a work that goes on until it is told to stop. Where the system gives no thread it
/// is not done, and NULL is returned.
Job *job_begin_lasting(void (*work)(void *context), void *context);

/// Whether all that the work has written can be seen. Never waits.
bool job_is_done(const Job *job);

/// Waits until the work is done and frees the job; NULL does nothing.
void job_end(Job *job);

/// Jobs whose work nobody wants any more, and for which nobody waits. The zero value has none;
/// ended by jobs_left_end.
typedef struct JobsLeft {
    Job *first;
} JobsLeft;

/// Leaves `job` (NULL: nothing) to itself, and ends those left that are done: their contexts are
/// given to `destroy`, in this thread. Never waits.
void jobs_leave(JobsLeft *left, Job *job, void (*destroy)(void *context));

/// Waits for all of them.
void jobs_left_end(JobsLeft *left);
