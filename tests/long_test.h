/// How many random cases a test program goes through: few in every run, many where its one
/// argument says so, as in `ctest --preset long`.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct TestCount {
    long cases;
    bool is_long; ///< The count came as an argument: then the worst figures go to stderr.
} TestCount;

/// The count that main's arguments ask for, else `ordinary`. Stops the program where the argument
/// is no number from 1 to 10^12.
static inline TestCount test_count(int argc, char **argv, long ordinary) {
    if (argc < 2) {
        return (TestCount){.cases = ordinary};
    }
    char *end = argv[1];
    long cases = strtol(argv[1], &end, 10);
    if (argc > 2 || *end != '\0' || cases < 1 || cases > 1000000000000) {
        fprintf(stderr, "usage: %s [count]\n", argv[0]);
        exit(2);
    }
    return (TestCount){.cases = cases, .is_long = true};
}
