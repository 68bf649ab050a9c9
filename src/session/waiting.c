#include "session/waiting.h"

#include "base/print.h"
#include "session/jobs.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000L // ns

static void say(void *context, float part) {
    static int said = -1;
    int percent = (int)(100.0f * part);
    (void)context;
    if (part >= 1.0f) {
        print_to(stderr, "\r\033[K"); // the line is empty again
        percent = -1;
    } else if (percent != said) {
        print_to(stderr, "\raxle: finding the racing line ... %d %%", percent);
    }
    said = percent;
    fflush(stderr);
}

Waiting waiting_terminal(void) { return (Waiting){.show = isatty(STDERR_FILENO) ? say : NULL}; }

typedef struct Work {
    void (*work)(void *context, ProgressPart progress);
    void *context;
    Progress *progress;
} Work;

static void do_work(void *argument) {
    const Work *work = argument;
    work->work(work->context, progress_whole(work->progress));
}

double waiting_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void waiting_for(Waiting waiting, void (*work)(void *context, ProgressPart progress),
                 void *context) {
    if (!waiting.show) {
        work(context, (ProgressPart){0});
        return;
    }
    Work given = {work, context, progress_make()};
    Job *job = job_begin(do_work, &given);
    double start = waiting_now();
    bool shown = false;
    while (!job_is_done(job)) {
        bool is_long = waiting_now() - start >= WAITING_SHOWN_AFTER;
        if (is_long) {
            float part = progress_read(given.progress);
            waiting.show(waiting.context, part < 0.99f ? part : 0.99f);
            shown = true;
        }
        struct timespec pause = {.tv_nsec = is_long ? SECOND / 60 : SECOND / 1000};
        nanosleep(&pause, NULL);
    }
    job_end(job);
    if (shown) {
        waiting.show(waiting.context, 1.0f);
    }
    progress_destroy(given.progress);
}
