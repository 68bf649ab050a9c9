#include "tune/sweep_csv.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS = 9,
    CELL_MAX = 48,
};

static void append(TextBuffer *csv, const char *text) { text_add(csv, text, strlen(text)); }

static bool is_measured(unsigned manoeuvres, int metric) {
    return (manoeuvres >> metric_rows[metric].manoeuvre & 1u) != 0;
}

void sweep_csv_names(TextBuffer *csv, unsigned manoeuvres) {
    for (int i = 0; i < METRIC_COUNT; i++) {
        char name[METRIC_NAME_MAX];
        if (is_measured(manoeuvres, i)) {
            append(csv, ",");
            append(csv, metric_name(i, name));
        }
    }
}

void sweep_csv_figures(TextBuffer *csv, unsigned manoeuvres, const MetricValues *values) {
    for (int i = 0; i < METRIC_COUNT; i++) {
        char text[NUMBER_TEXT_MAX];
        if (is_measured(manoeuvres, i)) {
            append(csv, ",");
            append(csv, values->has[i] ? number_text_digits(values->value[i], DIGITS, text) : "");
        }
    }
}

void sweep_csv_head(TextBuffer *csv, const Sweep *sweep, unsigned manoeuvres) {
    append(csv, "run");
    for (int i = 0; i < sweep->variable_count; i++) {
        append(csv, ",");
        append(csv, sweep->variables[i].row->group);
        append(csv, ".");
        append(csv, sweep->variables[i].row->name);
    }
    sweep_csv_names(csv, manoeuvres);
    append(csv, "\n");
}

void sweep_csv_row(TextBuffer *csv, const Sweep *sweep, unsigned manoeuvres,
                   const SweepResult *result) {
    double values[SWEEP_VARIABLES_MAX];
    char text[NUMBER_TEXT_MAX];
    sweep_run_values(sweep, result->run, values);
    append(csv, number_text((double)(result->run + 1), 0, text));
    for (int i = 0; i < sweep->variable_count; i++) {
        append(csv, ",");
        append(csv, number_text_digits(values[i], DIGITS, text));
    }
    sweep_csv_figures(csv, manoeuvres, &result->values);
    append(csv, "\n");
}

/// Copies the cell at `*text` and moves behind its comma. False at the end of the line.
static bool next_cell(const char **text, char cell[CELL_MAX]) {
    if (**text == '\n' || **text == '\0') {
        return false;
    }
    size_t size = strcspn(*text, ",\r\n");
    snprintf(cell, CELL_MAX, "%.*s", (int)(size < CELL_MAX ? size : CELL_MAX - 1), *text);
    *text += size;
    *text += **text == '\r' ? 1 : 0;
    *text += **text == ',' ? 1 : 0;
    return true;
}

/// The order of a run and a result, for bsearch.
static int compare_run(const void *run, const void *result) {
    int64_t a = *(const int64_t *)run, b = ((const SweepResult *)result)->run;
    return (a > b) - (a < b);
}

/// Whether the cells of the variables are those of `run`.
static bool read_variables(const char **line, const Sweep *sweep, int64_t run) {
    double values[SWEEP_VARIABLES_MAX], value;
    char cell[CELL_MAX];
    sweep_run_values(sweep, run, values);
    for (int i = 0; i < sweep->variable_count; i++) {
        if (!next_cell(line, cell) || !number_parse(cell, &value) ||
            fabs(value - values[i]) > 1e-6 * (1.0 + fabs(values[i]))) {
            return false;
        }
    }
    return true;
}

static bool read_line(const char *line, const Sweep *sweep, unsigned manoeuvres,
                      SweepResult *results, int count) {
    char cell[CELL_MAX];
    int run = 0;
    if (!next_cell(&line, cell) || !number_parse_integer(cell, &run) || run < 1 ||
        run > sweep_run_count(sweep) || !read_variables(&line, sweep, run - 1)) {
        return false;
    }
    int64_t sought = run - 1;
    SweepResult *result = bsearch(&sought, results, (size_t)count, sizeof *results, compare_run);
    MetricValues values = {0};
    for (int i = 0; i < METRIC_COUNT; i++) {
        if (!is_measured(manoeuvres, i)) {
            continue;
        }
        bool there = next_cell(&line, cell);
        if (!there || !cell[0]) { // An empty last cell ends the line.
            continue;
        }
        if (!number_parse(cell, &values.value[i])) {
            return false;
        }
        values.has[i] = true;
    }
    if (result) {
        result->values = values;
        result->done = true;
    }
    return true;
}

bool sweep_csv_read(const char *text, const char *name, const Sweep *sweep, unsigned manoeuvres,
                    SweepResult *results, int count, MessageList *messages) {
    TextBuffer head = {0};
    sweep_csv_head(&head, sweep, manoeuvres);
    size_t size = strcspn(text, "\r\n");
    bool same = size == head.size - 1 && memcmp(text, head.text, size) == 0;
    free(head.text);
    Place place = {.file = name, .line = 1, .column = 1};
    if (!same) {
        message_add(messages, MESSAGE_E835, place);
        return false;
    }
    bool fine = true;
    for (const char *line = text + size; *line; line += strcspn(line, "\n")) {
        line += *line == '\r' ? 1 : 0;
        line += *line == '\n' ? 1 : 0;
        place.line++;
        if (*line && *line != '\n' && *line != '\r' &&
            !read_line(line, sweep, manoeuvres, results, count)) {
            message_add(messages, MESSAGE_E836, place);
            fine = false;
        }
    }
    return fine;
}
