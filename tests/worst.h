/// The worst figure that a property showed over many random cases, and where.
#pragma once

#include <stdio.h>

typedef struct Worst {
    const char *what; ///< With its unit.
    double limit;
    double worst; ///< 0 at least.
    long index;   ///< Of the case.
    long cases;
    long over; ///< Cases over the limit.
} Worst;

/// Takes in a figure; one that is no number counts as infinite.
static inline void worst_note(Worst *row, long index, double figure) {
    row->cases++;
    figure = figure == figure ? figure : 1.0 / 0.0;
    row->over += figure > row->limit;
    if (figure > row->worst) {
        row->worst = figure;
        row->index = index;
    }
}

static inline void worst_print(const Worst *rows, int count) {
    fprintf(stderr, "%-58s %10s %10s %10s %8s\n", "worst of", "cases", "worst", "limit", "over");
    for (int i = 0; i < count; i++) {
        fprintf(stderr, "%-58s %10ld %10.3g %10.3g %8ld (case %ld)\n", rows[i].what, rows[i].cases,
                rows[i].worst, rows[i].limit, rows[i].over, rows[i].index);
    }
}
