#include "session/jobs.h"

#include "base/assert.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct Jobs {
    JobWork work;
    void *context;
    int count;
    atomic_int next, done;
    atomic_bool stopped;
} Jobs;

/// Does the next thing that nobody has begun; false where there is none.
static bool do_one(Jobs *jobs) {
    if (atomic_load(&jobs->stopped)) {
        return false;
    }
    int index = atomic_fetch_add(&jobs->next, 1);
    if (index >= jobs->count) {
        return false;
    }
    jobs->work(jobs->context, index);
    atomic_fetch_add(&jobs->done, 1);
    return true;
}

static void *work_on(void *jobs) {
    while (do_one(jobs)) {
    }
    return NULL;
}

void jobs_run(int job_count, int count, JobWork work, JobProgress progress, void *context) {
    ASSERT(job_count >= 1 && job_count <= JOBS_MAX && count >= 0 && work != NULL);
    Jobs jobs = {.work = work, .context = context, .count = count};
    pthread_t threads[JOBS_MAX];
    int started = 0;
    while (started < job_count - 1 && started < count - 1 &&
           pthread_create(&threads[started], NULL, work_on, &jobs) == 0) {
        started++; // Where the system gives no more threads, fewer do the work.
    }
    while (do_one(&jobs)) {
        if (progress && !progress(context, atomic_load(&jobs.done))) {
            atomic_store(&jobs.stopped, true);
        }
    }
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    if (progress) {
        progress(context, atomic_load(&jobs.done));
    }
}

int jobs_default(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > JOBS_MAX ? JOBS_MAX : (int)count;
}

struct Job {
    void (*work)(void *context);
    void *context;
    atomic_bool done;
    bool has_thread;
    pthread_t thread;
    void (*destroy)(void *context); ///< Once it was left ...
    Job *next;                      ///< ... and the next of those.
};

static void *work_alone(void *argument) {
    Job *job = argument;
    job->work(job->context);
    atomic_store(&job->done, true);
    return NULL;
}

static Job *job_try(void (*work)(void *context), void *context) {
    ASSERT(work != NULL);
    Job *job = calloc(1, sizeof *job);
    ASSERT(job != NULL);
    job->work = work;
    job->context = context;
    job->has_thread = pthread_create(&job->thread, NULL, work_alone, job) == 0;
    return job;
}

Job *job_begin(void (*work)(void *context), void *context) {
    Job *job = job_try(work, context);
    if (!job->has_thread) {
        work_alone(job);
    }
    return job;
}

Job *job_begin_lasting(void (*work)(void *context), void *context) {
    Job *job = job_try(work, context);
    if (!job->has_thread) {
        free(job);
        return NULL;
    }
    return job;
}

bool job_is_done(const Job *job) { return atomic_load(&job->done); }

void job_end(Job *job) {
    if (job && job->has_thread) {
        pthread_join(job->thread, NULL);
    }
    free(job);
}

/// Ends those that are done, or with `wait` all.
static void end_left(JobsLeft *left, bool wait) {
    for (Job **at = &left->first; *at;) {
        Job *job = *at;
        if (wait || job_is_done(job)) {
            void (*destroy)(void *context) = job->destroy;
            void *context = job->context;
            *at = job->next;
            job_end(job);
            destroy(context);
        } else {
            at = &job->next;
        }
    }
}

void jobs_leave(JobsLeft *left, Job *job, void (*destroy)(void *context)) {
    ASSERT(left != NULL && destroy != NULL);
    if (job) {
        job->destroy = destroy;
        job->next = left->first;
        left->first = job;
    }
    end_left(left, false);
}

void jobs_left_end(JobsLeft *left) { end_left(left, true); }
