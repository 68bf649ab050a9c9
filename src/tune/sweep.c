#include "tune/sweep.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/random.h"
#include "tune/change.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    NUMBER_SIZE = 40
};

static const Place nowhere = {0};

/// Reads the number from `text` up to `end`.
static bool read_number(const char *text, const char *end, double *out) {
    char copy[NUMBER_SIZE];
    size_t size = (size_t)(end - text);
    if (size >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, size);
    copy[size] = '\0';
    return number_parse(copy, out);
}

static bool add_value(SweepVariable *variable, double value) {
    if (variable->value_count == SWEEP_VALUES_MAX) {
        return false;
    }
    variable->values[variable->value_count++] = value;
    return true;
}

/// FROM:TO:STEP; the last value is TO even where steps of a decimal fraction miss it by a hair.
static bool read_span(const char *text, SweepVariable *variable) {
    const char *second = strchr(text, ':');
    const char *third = second ? strchr(second + 1, ':') : NULL;
    double from, to, step;
    if (!third || !read_number(text, second, &from) || !read_number(second + 1, third, &to) ||
        !number_parse(third + 1, &step) || !(fabs(step) > 0.0) || (to - from) / step < 0.0) {
        return false;
    }
    double steps = floor((to - from) / step + 1e-6);
    if (steps >= SWEEP_VALUES_MAX) {
        return false;
    }
    for (int i = 0; i <= (int)steps; i++) {
        char text_of[NUMBER_TEXT_MAX];
        double value = from + (double)i * step;
        if (!number_parse(number_text_digits(value, 9, text_of), &value)) { // 0.7, not 0.70000001
            return false;
        }
        add_value(variable, value);
    }
    return true;
}

static bool read_list(const char *text, SweepVariable *variable) {
    while (true) {
        const char *end = text + strcspn(text, ",");
        double value;
        if (!read_number(text, end, &value) || !add_value(variable, value)) {
            return false;
        }
        if (!*end) {
            return true;
        }
        text = end + 1;
    }
}

bool sweep_vary(Sweep *sweep, const char *text, MessageList *messages) {
    const char *equals = strchr(text, '=');
    if (!equals || sweep->variable_count == SWEEP_VARIABLES_MAX) {
        message_add(messages, MESSAGE_E833, nowhere, text, SWEEP_VALUES_MAX, SWEEP_VARIABLES_MAX);
        return false;
    }
    const ParamRow *row = change_row(text, (size_t)(equals - text), messages);
    if (!row) {
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
    if (strchr(equals, ':') ? !read_span(equals + 1, variable) : !read_list(equals + 1, variable)) {
        message_add(messages, MESSAGE_E833, nowhere, text, SWEEP_VALUES_MAX, SWEEP_VARIABLES_MAX);
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

static bool has(const SweepResult *result, int metric) {
    return result->done && result->values.has[metric];
}

/// What is to be small: `metric` as it is, or its negative where more is better.
static double cost(const SweepResult *result, int metric) {
    double value = result->values.value[metric];
    return metric_rows[metric].better == METRIC_MORE ? -value : value;
}

static bool is_before(const SweepResult *a, const SweepResult *b, int metric) {
    if (a->done != b->done) {
        return a->done;
    }
    if (has(a, metric) != has(b, metric)) {
        return has(a, metric);
    }
    if (has(a, metric)) {
        double first = cost(a, metric), second = cost(b, metric);
        if (first < second || second < first) {
            return first < second;
        }
    }
    return a->run < b->run;
}

/// Merges the sorted halves [from, middle) and [middle, to) of `order` through `spare`.
static void merge(const SweepResult *results, int metric, int *order, int *spare, int from,
                  int middle, int to) {
    int a = from, b = middle;
    for (int i = from; i < to; i++) {
        bool first =
            a < middle && (b == to || !is_before(&results[order[b]], &results[order[a]], metric));
        spare[i] = first ? order[a++] : order[b++];
    }
    memcpy(order + from, spare + from, (size_t)(to - from) * sizeof *order);
}

int sweep_rank(const SweepResult *results, int count, int metric, int *order) {
    ASSERT(count >= 0 && metric >= 0 && metric < METRIC_COUNT);
    Arena arena = {0};
    int *spare = arena_array(&arena, (size_t)count + 1, sizeof *spare);
    int done = 0;
    for (int i = 0; i < count; i++) {
        order[i] = i;
        done += results[i].done ? 1 : 0;
    }
    for (int width = 1; width < count; width *= 2) {
        for (int from = 0; from + width < count; from += 2 * width) {
            int to = from + 2 * width < count ? from + 2 * width : count;
            merge(results, metric, order, spare, from, from + width, to);
        }
    }
    arena_destroy(&arena);
    return done;
}

void sweep_pareto(const SweepResult *results, int count, int first, int second, bool *out) {
    for (int i = 0; i < count; i++) {
        out[i] = has(&results[i], first) && has(&results[i], second);
        for (int k = 0; k < count && out[i]; k++) {
            if (!has(&results[k], first) || !has(&results[k], second)) {
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

static double span(const SweepVariable *variable) {
    double low = variable->values[0], high = low;
    for (int i = 1; i < variable->value_count; i++) {
        low = fmin(low, variable->values[i]);
        high = fmax(high, variable->values[i]);
    }
    return high - low;
}

bool sweep_slopes(const Sweep *sweep, const SweepResult *results, int count, int metric,
                  double out[SWEEP_VARIABLES_MAX]) {
    int variables = sweep->variable_count;
    double system[SIZE][SIZE + 1] = {{0.0}};
    int used = 0;
    for (int i = 0; i < count; i++) {
        if (!has(&results[i], metric)) {
            continue;
        }
        double terms[SIZE + 1] = {0.0};
        sweep_run_values(sweep, results[i].run, terms);
        for (int k = 0; k < variables; k++) { // as shares of the span: numbers of one size
            double width = span(&sweep->variables[k]);
            terms[k] = width > 0.0 ? (terms[k] - sweep->variables[k].values[0]) / width : 0.0;
        }
        terms[variables] = 1.0;
        terms[variables + 1] = results[i].values.value[metric];
        for (int row = 0; row <= variables; row++) {
            for (int column = 0; column <= variables + 1; column++) {
                system[row][column] += terms[row] * terms[column];
            }
        }
        used++;
    }
    for (int k = 0; k < variables; k++) {
        system[k][k] += span(&sweep->variables[k]) > 0.0 ? 0.0 : 1.0; // held: no slope
    }
    if (variables == 0 || used <= variables || !solve(system, variables + 1)) {
        return false;
    }
    for (int k = 0; k < variables; k++) {
        double width = span(&sweep->variables[k]);
        out[k] = width > 0.0 ? system[k][variables + 1] / system[k][k] / width : 0.0;
    }
    return true;
}

double sweep_step(const SweepVariable *variable) {
    double quarter = 0.25 * span(variable);
    if (!(quarter > 0.0)) {
        return 1.0;
    }
    double power = 1e-9;
    while (power * 10.0 <= quarter) {
        power *= 10.0;
    }
    double digits = quarter / power;
    double step = power * (digits >= 5.0 ? 5.0 : digits >= 2.0 ? 2.0 : 1.0);
    char text[NUMBER_TEXT_MAX];
    double rounded = step;
    return number_parse(number_text_digits(step, 3, text), &rounded) ? rounded : step;
}
