#include "tune/sweep.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/random.h"
#include "tune/change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBER_SIZE = 40
};

static const Place nowhere = {0};

/// Reads the number from `text` up to `end`. `percent`: whether a % stands behind it.
static bool read_number(const char *text, const char *end, double *out, bool *percent) {
    char copy[NUMBER_SIZE];
    *percent = end > text && end[-1] == '%';
    size_t size = (size_t)(end - text) - (*percent ? 1 : 0);
    if (size >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, size);
    copy[size] = '\0';
    return number_parse(copy, out);
}

/// `value` with nine digits: 0.7, not 0.70000001.
static double rounded(double value) {
    char text[NUMBER_TEXT_MAX];
    double out = value;
    return number_parse(number_text_digits(value, 9, text), &out) ? out : value;
}

static bool add_value(SweepVariable *variable, double value) {
    if (variable->value_count == SWEEP_VALUES_MAX) {
        return false;
    }
    variable->values[variable->value_count++] = rounded(value);
    return true;
}

static const char *const not_read = "is neither PARAM=FROM:TO:STEP nor PARAM=A,B,C";
static const char *const too_many = "has more than 200 values";
_Static_assert(SWEEP_VALUES_MAX == 200, "the message says so");
_Static_assert(SWEEP_VARIABLES_MAX == 8, "so does that of sweep_vary");

/// FROM:TO:STEP; the last value is TO even where steps of a decimal fraction miss it by a hair.
/// Says what is wrong, or NULL.
static const char *read_span(const char *text, double loaded, SweepVariable *variable) {
    const char *second = strchr(text, ':');
    const char *third = second ? strchr(second + 1, ':') : NULL;
    double from, to, step;
    bool percents[3];
    if (!third || !read_number(text, second, &from, &percents[0]) ||
        !read_number(second + 1, third, &to, &percents[1]) ||
        !read_number(third + 1, third + strlen(third), &step, &percents[2])) {
        return not_read;
    }
    if (percents[0] != percents[1] || percents[0] != percents[2]) {
        return "has a % behind some of its numbers, not behind all";
    }
    if (!(fabs(step) > 0.0) || (to - from) / step < 0.0) {
        return "never comes from FROM to TO in steps of STEP";
    }
    double steps = floor((to - from) / step + 1e-6);
    if (steps >= SWEEP_VALUES_MAX) {
        return too_many;
    }
    for (int i = 0; i <= (int)steps; i++) {
        double value = from + (double)i * step;
        add_value(variable, percents[0] ? loaded * (1.0 + value / 100.0) : value);
    }
    variable->step = fabs(percents[0] ? rounded(loaded * step / 100.0) : step);
    return NULL;
}

static const char *read_list(const char *text, double loaded, SweepVariable *variable) {
    while (true) {
        const char *end = text + strcspn(text, ",");
        double value;
        bool percent;
        if (!read_number(text, end, &value, &percent)) {
            return not_read;
        }
        if (!add_value(variable, percent ? loaded * (1.0 + value / 100.0) : value)) {
            return too_many;
        }
        if (!*end) {
            return NULL;
        }
        text = end + 1;
    }
}

bool sweep_vary(Sweep *sweep, const char *text, const CarParams *car, MessageList *messages) {
    const char *equals = strchr(text, '=');
    const char *wrong = !equals ? not_read
                        : sweep->variable_count == SWEEP_VARIABLES_MAX
                            ? "is one variable more than 8"
                            : NULL;
    if (wrong) {
        message_add(messages, MESSAGE_E833, nowhere, text, wrong);
        return false;
    }
    const ParamRow *row = change_row(text, (size_t)(equals - text), messages);
    CarParams copy = *car;
    if (!row || !change_put(row, (double)row->min, &copy, messages)) { // its list may be shorter
        return false;
    }
    for (int i = 0; i < sweep->variable_count; i++) {
        if (sweep->variables[i].row == row) {
            message_add(messages, MESSAGE_E834, nowhere, row->group, row->name);
            return false;
        }
    }
    SweepVariable *variable = &sweep->variables[sweep->variable_count];
    *variable = (SweepVariable){.row = row};
    double loaded = (double)param_get(row, car);
    wrong = strchr(equals, ':') ? read_span(equals + 1, loaded, variable)
                                : read_list(equals + 1, loaded, variable);
    if (wrong) {
        message_add(messages, MESSAGE_E833, nowhere, text, wrong);
        return false;
    }
    for (int i = 0; i < variable->value_count; i++) {
        if (!change_in_range(row, variable->values[i], messages)) {
            return false;
        }
    }
    sweep->variable_count++;
    return true;
}

int64_t sweep_run_count(const Sweep *sweep) {
    if (sweep->random_count > 0) {
        return sweep->random_count;
    }
    int64_t count = 1;
    for (int i = 0; i < sweep->variable_count && count <= SWEEP_RUNS_MAX; i++) {
        count *= sweep->variables[i].value_count;
    }
    return count;
}

void sweep_run_values(const Sweep *sweep, int64_t run, double out[SWEEP_VARIABLES_MAX]) {
    ASSERT(run >= 0 && run < sweep_run_count(sweep));
    if (sweep->random_count > 0) {
        Random random = random_make(sweep->seed + (uint64_t)run * 0x9E3779B97F4A7C15u, 1);
        for (int i = 0; i < sweep->variable_count; i++) {
            const SweepVariable *variable = &sweep->variables[i];
            double low = variable->values[0], high = variable->values[variable->value_count - 1];
            double share = (double)random_range(&random, 0.0f, 1.0f);
            out[i] = (double)(float)(low + (high - low) * share);
        }
        return;
    }
    for (int i = sweep->variable_count - 1; i >= 0; i--) {
        const SweepVariable *variable = &sweep->variables[i];
        out[i] = variable->values[run % variable->value_count];
        run /= variable->value_count;
    }
}

bool sweep_run_params(const Sweep *sweep, int64_t run, CarParams *params, MessageList *messages) {
    double values[SWEEP_VARIABLES_MAX];
    sweep_run_values(sweep, run, values);
    CarParams made = *params;
    for (int i = 0; i < sweep->variable_count; i++) {
        if (!change_put(sweep->variables[i].row, values[i], &made, messages)) {
            return false;
        }
    }
    if (!change_fits(&made, messages)) {
        return false;
    }
    *params = made;
    return true;
}

/// What is to be small: `metric` as it is, or its negative where more is better.
static double cost(const SweepResult *result, int metric) {
    double value = result->values.value[metric];
    return metric_rows[metric].better == METRIC_MORE ? -value : value;
}

/// A result to be ranked: by group, then by cost, then by run.
typedef struct Ranked {
    int group; ///< 0: has the figure, 1: is done without it, 2: is not done.
    double cost;
    int64_t run;
    int index;
} Ranked;

static int compare_ranked(const void *first, const void *second) {
    const Ranked *a = first, *b = second;
    if (a->group != b->group) {
        return a->group - b->group;
    }
    if (a->cost < b->cost || b->cost < a->cost) {
        return a->cost < b->cost ? -1 : 1;
    }
    return a->run < b->run ? -1 : 1;
}

int sweep_rank(const SweepResult *results, int count, int metric, int *order) {
    ASSERT(count >= 0 && metric >= 0 && metric < METRIC_COUNT);
    Arena arena = {0};
    Ranked *ranked = arena_array(&arena, (size_t)count + 1, sizeof *ranked);
    int done = 0;
    for (int i = 0; i < count; i++) {
        const SweepResult *result = &results[i];
        bool has = sweep_has(result, metric);
        ranked[i] = (Ranked){.group = has ? 0 : 2 - result->done,
                             .cost = has ? cost(result, metric) : 0.0,
                             .run = result->run,
                             .index = i};
        done += result->done;
    }
    qsort(ranked, (size_t)count, sizeof *ranked, compare_ranked);
    for (int i = 0; i < count; i++) {
        order[i] = ranked[i].index;
    }
    arena_destroy(&arena);
    return done;
}

void sweep_pareto(const SweepResult *results, int count, int first, int second, bool *out) {
    for (int i = 0; i < count; i++) {
        out[i] = sweep_has(&results[i], first) && sweep_has(&results[i], second);
        for (int k = 0; k < count && out[i]; k++) {
            if (!sweep_has(&results[k], first) || !sweep_has(&results[k], second)) {
                continue;
            }
            double a = cost(&results[k], first) - cost(&results[i], first);
            double b = cost(&results[k], second) - cost(&results[i], second);
            out[i] = !(a <= 0.0 && b <= 0.0 && (a < 0.0 || b < 0.0));
        }
    }
}

enum {
    SIZE = SWEEP_VARIABLES_MAX + 1
};

/// Solves `system` (each row with its right-hand side behind it) of `size` unknowns in place.
static bool solve(double system[SIZE][SIZE + 1], int size) {
    for (int column = 0; column < size; column++) {
        int pivot = column;
        for (int row = column + 1; row < size; row++) {
            pivot = fabs(system[row][column]) > fabs(system[pivot][column]) ? row : pivot;
        }
        if (fabs(system[pivot][column]) < 1e-9) {
            return false;
        }
        for (int k = 0; k <= size; k++) {
            double held = system[column][k];
            system[column][k] = system[pivot][k];
            system[pivot][k] = held;
        }
        for (int row = 0; row < size; row++) {
            double share = row == column ? 0.0 : system[row][column] / system[column][column];
            for (int k = column; k <= size; k++) {
                system[row][k] -= share * system[column][k];
            }
        }
    }
    return true;
}

SweepRange sweep_span(const SweepVariable *variable) {
    SweepRange span = {variable->values[0], variable->values[0]};
    for (int i = 1; i < variable->value_count; i++) {
        span.low = fmin(span.low, variable->values[i]);
        span.high = fmax(span.high, variable->values[i]);
    }
    return span;
}

static double span_width(const SweepVariable *variable) {
    SweepRange span = sweep_span(variable);
    return span.high - span.low;
}

/// The variables of run `run` as shares of their spans, so that they are numbers of one size, and
/// the constant behind them.
static void fit_terms(const Sweep *sweep, int64_t run, double out[SIZE]) {
    double values[SWEEP_VARIABLES_MAX];
    sweep_run_values(sweep, run, values);
    for (int k = 0; k < sweep->variable_count; k++) {
        const SweepVariable *variable = &sweep->variables[k];
        double width = span_width(variable);
        out[k] = width > 0.0 ? (values[k] - variable->values[0]) / width : 0.0;
    }
    out[sweep->variable_count] = 1.0;
}

/// Compares what `weights` of the terms give with the results.
static void set_r_squared(const Sweep *sweep, const SweepResult *results, int count, int metric,
                          const double weights[SIZE], SweepFit *out) {
    int used = 0, unknowns = 1;
    double mean = 0.0, size = 0.0, around_mean = 0.0, around_fit = 0.0;
    for (int k = 0; k < sweep->variable_count; k++) {
        unknowns += span_width(&sweep->variables[k]) > 0.0 ? 1 : 0;
    }
    for (int i = 0; i < count; i++) {
        if (sweep_has(&results[i], metric)) {
            used++;
            mean += (results[i].values.value[metric] - mean) / (double)used;
        }
    }
    for (int i = 0; i < count; i++) {
        if (!sweep_has(&results[i], metric)) {
            continue;
        }
        double terms[SIZE], value = results[i].values.value[metric], fitted = 0.0;
        fit_terms(sweep, results[i].run, terms);
        for (int k = 0; k <= sweep->variable_count; k++) {
            fitted += weights[k] * terms[k];
        }
        size = fmax(size, fabs(value));
        around_mean += (value - mean) * (value - mean);
        around_fit += (value - fitted) * (value - fitted);
    }
    double rounding = 1e-12 * size;
    out->has_r_squared = used > unknowns && around_mean > (double)used * rounding * rounding;
    out->r_squared = out->has_r_squared ? fmax(0.0, 1.0 - around_fit / around_mean) : 0.0;
}

bool sweep_fit(const Sweep *sweep, const SweepResult *results, int count, int metric,
               SweepFit *out) {
    int variables = sweep->variable_count;
    double system[SIZE][SIZE + 1] = {{0.0}};
    int used = 0;
    for (int i = 0; i < count; i++) {
        if (!sweep_has(&results[i], metric)) {
            continue;
        }
        double terms[SIZE + 1] = {0.0};
        fit_terms(sweep, results[i].run, terms);
        terms[variables + 1] = results[i].values.value[metric];
        for (int row = 0; row <= variables; row++) {
            for (int column = 0; column <= variables + 1; column++) {
                system[row][column] += terms[row] * terms[column];
            }
        }
        used++;
    }
    for (int k = 0; k < variables; k++) {
        system[k][k] += span_width(&sweep->variables[k]) > 0.0 ? 0.0 : 1.0; // held: no slope
    }
    if (variables == 0 || used <= variables || !solve(system, variables + 1)) {
        return false;
    }
    double weights[SIZE];
    for (int k = 0; k <= variables; k++) {
        weights[k] = system[k][variables + 1] / system[k][k];
    }
    for (int k = 0; k < variables; k++) {
        double width = span_width(&sweep->variables[k]);
        out->slopes[k] = width > 0.0 ? weights[k] / width : 0.0;
    }
    set_r_squared(sweep, results, count, metric, weights, out);
    return true;
}

bool sweep_fit_is_poor(const SweepFit *fit) {
    return fit->has_r_squared && fit->r_squared < SWEEP_R_SQUARED_LOW;
}

bool sweep_range(const SweepResult *results, int count, int metric, SweepRange *out) {
    bool found = false;
    for (int i = 0; i < count; i++) {
        if (sweep_has(&results[i], metric)) {
            double value = results[i].values.value[metric];
            out->low = found ? fmin(out->low, value) : value;
            out->high = found ? fmax(out->high, value) : value;
            found = true;
        }
    }
    return found;
}

bool sweep_varies(const SweepResult *results, int count, int metric) {
    SweepRange range = {0.0, 0.0};
    double digit = 1.0;
    sweep_range(results, count, metric, &range);
    for (int i = 0; i < metric_rows[metric].digits; i++) {
        digit *= 0.1;
    }
    return range.high - range.low >= 0.5 * digit;
}

double sweep_step(const Sweep *sweep, int variable) {
    ASSERT(variable >= 0 && variable < sweep->variable_count);
    const SweepVariable *varied = &sweep->variables[variable];
    double quarter = 0.25 * span_width(varied);
    if (varied->step > 0.0 && sweep->random_count == 0) {
        return varied->step;
    }
    if (!(quarter > 0.0)) {
        return 1.0;
    }
    double power = 1e-9;
    while (power * 10.0 <= quarter) {
        power *= 10.0;
    }
    double digits = quarter / power;
    return rounded(power * (digits >= 5.0 ? 5.0 : digits >= 2.0 ? 2.0 : 1.0));
}
