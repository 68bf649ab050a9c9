#include "bench/clock.h"

#include <stdlib.h>
#include <time.h>

double clock_thread_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

Quantiles quantiles_of(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare);
    double last = (double)(count - 1);
    return (Quantiles){values[(int)(0.1 * last + 0.5)], values[(int)(0.5 * last + 0.5)],
                       values[(int)(0.9 * last + 0.5)]};
}
