/// Jobs that nobody waits for.
#include "session/jobs.h"

#include <stdatomic.h>
#include <time.h>

#include "test.h"

/// A work that lasts until it may end.
typedef struct Work {
    atomic_bool may_end;
    int destroyed;
} Work;

static void work(void *context) {
    Work *at = context;
    const struct timespec nap = {.tv_nsec = 1000000};
    while (!atomic_load(&at->may_end)) {
        nanosleep(&nap, NULL);
    }
}

static void destroy(void *context) { ((Work *)context)->destroyed++; }

static void who_leaves_a_job_waits_for_nothing(void **state) {
    (void)state;
    Work works[2] = {0};
    JobsLeft left = {0};
    for (int i = 0; i < 2; i++) {
        jobs_leave(&left, job_begin(work, &works[i]), destroy);
    }
    assert_int_equal(works[0].destroyed + works[1].destroyed, 0);
    atomic_store(&works[0].may_end, true);
    const struct timespec nap = {.tv_nsec = 1000000};
    for (int i = 0; i < 20000 && works[0].destroyed == 0; i++) { // the next who leaves looks
        jobs_leave(&left, NULL, destroy);
        nanosleep(&nap, NULL);
    }
    assert_int_equal(works[0].destroyed, 1);
    assert_int_equal(works[1].destroyed, 0);
    atomic_store(&works[1].may_end, true);
    jobs_left_end(&left);
    assert_int_equal(works[1].destroyed, 1);
    assert_null(left.first);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_leaves_a_job_waits_for_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
