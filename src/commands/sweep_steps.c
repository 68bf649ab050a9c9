#include "commands/sweep_steps.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/print.h"

#include <stdio.h>
#include <string.h>

enum {
    FIRST_WIDTH = 38, ///< Of the column of variables.
    NAME_MAX_SIZE = 80,
};

/// The fits of the printed figures.
typedef struct Fits {
    const int *metrics;
    int count;
    SweepFit of[SWEEP_STEPS_METRICS_MAX];
    bool known[SWEEP_STEPS_METRICS_MAX];
} Fits;

static bool is_poor(const Fits *fits, int index) {
    return fits->known[index] && sweep_fit_is_poor(&fits->of[index]);
}

static void print_head(const Fits *fits) {
    print("\n%-*s", FIRST_WIDTH, "one step of each, the others held");
    for (int i = 0; i < fits->count; i++) {
        print(" %12s", metric_rows[fits->metrics[i]].name);
    }
    print("\n%-*s", FIRST_WIDTH, "");
    for (int i = 0; i < fits->count; i++) {
        print(" %12s", metric_rows[fits->metrics[i]].unit);
    }
    print("\n");
}

static void print_steps(const Fits *fits, const Sweep *sweep, int variable) {
    const ParamRow *row = sweep->variables[variable].row;
    char text[NUMBER_TEXT_MAX], name[NAME_MAX_SIZE];
    double step = sweep_step(sweep, variable);
    bool pure = strcmp(row->unit, "1") == 0;
    snprintf(name, sizeof name, "%s.%s +%s%s%s", row->group, row->name,
             number_text_digits(step, 3, text), pure ? "" : " ", pure ? "" : row->unit);
    print("%-*s", FIRST_WIDTH, name);
    for (int i = 0; i < fits->count; i++) {
        char cell[NUMBER_TEXT_MAX + 2] = "-";
        if (fits->known[i]) {
            number_text_fixed(fits->of[i].slopes[variable] * step,
                              metric_rows[fits->metrics[i]].digits + 1, text);
            bool none = strspn(text, "0.") == strlen(text);
            snprintf(cell, sizeof cell, "%s%s%s", none || text[0] == '-' ? "" : "+",
                     none ? "0" : text, is_poor(fits, i) ? "?" : "");
        }
        print(" %12s", cell);
    }
    print("\n");
}

static void print_r_squared(const Fits *fits) {
    print("%-*s", FIRST_WIDTH, "R squared");
    for (int i = 0; i < fits->count; i++) {
        char text[NUMBER_TEXT_MAX];
        bool has = fits->known[i] && fits->of[i].has_r_squared;
        print(" %12s", has ? number_text_fixed(fits->of[i].r_squared, 2, text) : "-");
    }
    print("\n");
    const char *before = "\n";
    for (int i = 0; i < fits->count; i++) {
        char text[NUMBER_TEXT_MAX], low[NUMBER_TEXT_MAX];
        if (is_poor(fits, i)) {
            print("%s! %s: R squared %s is below %s: the runs scatter or bend more than they "
                  "follow a line; what stands above (?) is no fact\n",
                  before, metric_rows[fits->metrics[i]].name,
                  number_text_fixed(fits->of[i].r_squared, 2, text),
                  number_text(SWEEP_R_SQUARED_LOW, 2, low));
            before = "";
        }
    }
}

void sweep_steps_print(const Sweep *sweep, const SweepResult *results, int count,
                       const int *metrics, int metric_count) {
    ASSERT(metric_count <= SWEEP_STEPS_METRICS_MAX);
    Fits fits = {.metrics = metrics, .count = metric_count};
    bool any = false;
    for (int i = 0; i < metric_count; i++) {
        fits.known[i] = sweep_fit(sweep, results, count, metrics[i], &fits.of[i]);
        any |= fits.known[i];
    }
    if (!any) {
        return;
    }
    print_head(&fits);
    for (int k = 0; k < sweep->variable_count; k++) {
        print_steps(&fits, sweep, k);
    }
    print_r_squared(&fits);
}
