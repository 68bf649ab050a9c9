#include "bench/report.h"

#include "base/hash.h"
#include "formats/json.h"

#include <math.h>
#include <string.h>

typedef struct FigureColumn {
    const char *name;
    int decimals;
} FigureColumn;

static const FigureColumn columns[FIGURE_COUNT] = {
#define X(NAME, column, decimals, how) {column, decimals},
    FIGURE_LIST(X)
#undef X
};

int bench_select(const char *filter, const BenchScenario **out) {
    int count = 0;
    for (int i = 0; i < BENCH_SCENARIO_COUNT; i++) {
        if (strstr(bench_scenarios[i].name, filter)) {
            out[count++] = &bench_scenarios[i];
        }
    }
    return count;
}

void bench_print_names(FILE *out) {
    for (int i = 0; i < BENCH_SCENARIO_COUNT; i++) {
        fprintf(out, "  %-18s %s\n", bench_scenarios[i].name, bench_scenarios[i].about);
    }
}

void bench_print_notice(FILE *out) {
    if (!bench_is_timed()) {
        fputs("This build is not for speed: ten steps of each, to show that they run.\n\n", out);
    }
}

enum {
    CELL_MAX = 32,
    CELLS_MAX = FIGURE_COUNT + 6,
};

/// A table of short texts under construction: row 0 names the columns, column 0 the engines.
typedef struct Cells {
    char text[BENCH_ENGINES_MAX + 1][CELLS_MAX][CELL_MAX];
    int rows, columns;
} Cells;

static void add_column(Cells *cells, const char *name) {
    snprintf(cells->text[0][cells->columns], CELL_MAX, "%s", name);
    for (int i = 1; i < cells->rows; i++) {
        snprintf(cells->text[i][cells->columns], CELL_MAX, "-");
    }
    cells->columns++;
}

static void set_number(Cells *cells, int row, double value, int decimals) {
    snprintf(cells->text[row][cells->columns - 1], CELL_MAX, "%.*f", decimals, value);
}

/// Unit of time in which `nanoseconds` has up to four digits before the point.
static const char *time_unit(double nanoseconds, double *scale) {
    *scale = nanoseconds < 2e3 ? 1.0 : 1e-3;
    return nanoseconds < 2e3 ? "ns" : "us";
}

static void add_times(Cells *cells, const BenchResult *results, int count) {
    double scale;
    const char *unit = time_unit(results[0].nanoseconds.median, &scale);
    const char *const names[] = {unit, "10 %", "90 %"};
    for (int i = 0; i < 3; i++) {
        add_column(cells, names[i]);
        for (int k = 0; k < count; k++) {
            Quantiles time = results[k].nanoseconds;
            double value = i == 0 ? time.median : i == 1 ? time.low : time.high;
            set_number(cells, k + 1, scale * value, 1);
        }
    }
}

static void add_ratios(Cells *cells, const BenchResult *results, int count) {
    if (!(results[0].ratio.median > 0.0)) {
        return;
    }
    add_column(cells, "ratio");
    for (int k = 0; k < count; k++) {
        set_number(cells, k + 1, results[k].ratio.median, 3);
    }
    add_column(cells, "10-90 %");
    for (int k = 0; k < count; k++) {
        snprintf(cells->text[k + 1][cells->columns - 1], CELL_MAX, "%.3f-%.3f",
                 results[k].ratio.low, results[k].ratio.high);
    }
}

static void add_figures(Cells *cells, const BenchResult *results, int count) {
    for (int i = 0; i < FIGURE_COUNT; i++) {
        bool known = false;
        for (int k = 0; k < count; k++) {
            known = known || !isnan(results[k].figures.values[i]);
        }
        if (!known) {
            continue;
        }
        add_column(cells, columns[i].name);
        for (int k = 0; k < count; k++) {
            if (!isnan(results[k].figures.values[i])) {
                set_number(cells, k + 1, results[k].figures.values[i], columns[i].decimals);
            }
        }
    }
}

static void add_hashes(Cells *cells, const BenchResult *results, int count) {
    if (results[0].figures.hash == 0) {
        return;
    }
    add_column(cells, "state_hash");
    for (int k = 0; k < count; k++) {
        char text[HASH_TEXT_MAX];
        snprintf(cells->text[k + 1][cells->columns - 1], CELL_MAX, "%s",
                 hash_text64(results[k].figures.hash, text));
    }
}

static Cells cells_of(const BenchResult *results, int count) {
    Cells cells = {.rows = count + 1};
    add_column(&cells, "engine");
    for (int i = 0; i < count; i++) {
        snprintf(cells.text[i + 1][0], CELL_MAX, "%s", results[i].engine);
    }
    add_times(&cells, results, count);
    add_ratios(&cells, results, count);
    add_figures(&cells, results, count);
    add_hashes(&cells, results, count);
    return cells;
}

static int width_of(const Cells *cells, int column) {
    size_t width = 0;
    for (int i = 0; i < cells->rows; i++) {
        size_t length = strlen(cells->text[i][column]);
        width = length > width ? length : width;
    }
    return (int)width;
}

void bench_print_table(const BenchResult *results, int count, FILE *out) {
    if (count == 0) {
        return;
    }
    const BenchScenario *scenario = results[0].scenario;
    fprintf(out, "%s: %s; time of a %s\n", scenario->name, scenario->about, scenario->unit);
    Cells cells = cells_of(results, count);
    for (int i = 0; i < cells.rows; i++) {
        fprintf(out, "  %-*s", width_of(&cells, 0), cells.text[i][0]);
        for (int k = 1; k < cells.columns; k++) {
            fprintf(out, "  %*s", width_of(&cells, k), cells.text[i][k]);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

void bench_print_markdown(const BenchResult *results, int count, FILE *out) {
    if (count == 0) {
        return;
    }
    const BenchScenario *scenario = results[0].scenario;
    fprintf(out, "`%s`: %s; time of a %s.\n\n", scenario->name, scenario->about, scenario->unit);
    Cells cells = cells_of(results, count);
    for (int i = 0; i < cells.rows; i++) {
        for (int k = 0; k < cells.columns; k++) {
            fprintf(out, "| %s ", cells.text[i][k]);
        }
        fputs("|\n", out);
        for (int k = 0; i == 0 && k < cells.columns; k++) {
            fputs(k == 0 ? "|---" : k == cells.columns - 1 ? "|--:|\n" : "|--:", out);
        }
    }
    fputc('\n', out);
}

void bench_print_csv_head(FILE *out) {
    fputs("scenario,engine,unit,ns,ns_low,ns_high,ratio,ratio_low,ratio_high", out);
    for (int i = 0; i < FIGURE_COUNT; i++) {
        fprintf(out, ",%s", columns[i].name);
    }
    fputs(",state_hash\n", out);
}

void bench_print_csv(const BenchResult *results, int count, FILE *out) {
    for (int i = 0; i < count; i++) {
        const BenchResult *result = &results[i];
        Quantiles time = result->nanoseconds;
        fprintf(out, "%s,\"%s\",%s,%.2f,%.2f,%.2f", result->scenario->name, result->engine,
                result->scenario->unit, time.median, time.low, time.high);
        if (result->ratio.median > 0.0) {
            fprintf(out, ",%.4f,%.4f,%.4f", result->ratio.median, result->ratio.low,
                    result->ratio.high);
        } else {
            fputs(",,,", out);
        }
        for (int k = 0; k < FIGURE_COUNT; k++) {
            if (isnan(result->figures.values[k])) {
                fputc(',', out);
            } else {
                fprintf(out, ",%.*f", columns[k].decimals, result->figures.values[k]);
            }
        }
        char text[HASH_TEXT_MAX];
        fprintf(out, ",%s\n", result->figures.hash ? hash_text64(result->figures.hash, text) : "");
    }
}

static void json_quantiles(Json *json, const char *key, Quantiles value, int decimals) {
    json_object(json, key);
    json_number(json, "median", value.median, decimals);
    json_number(json, "low", value.low, decimals);
    json_number(json, "high", value.high, decimals);
    json_end_object(json);
}

static void json_result(Json *json, const BenchResult *result) {
    json_object(json, NULL);
    json_text(json, "scenario", result->scenario->name);
    json_text(json, "engine", result->engine);
    json_text(json, "unit", result->scenario->unit);
    json_quantiles(json, "ns", result->nanoseconds, 2);
    if (result->ratio.median > 0.0) {
        json_quantiles(json, "ratio", result->ratio, 4);
    }
    for (int i = 0; i < FIGURE_COUNT; i++) {
        if (!isnan(result->figures.values[i])) {
            json_number(json, columns[i].name, result->figures.values[i], columns[i].decimals);
        }
    }
    if (result->figures.hash) {
        char text[HASH_TEXT_MAX];
        json_text(json, "state_hash", hash_text64(result->figures.hash, text));
    }
    json_end_object(json);
}

void bench_print_json(const BenchResult *results, int count, FILE *out) {
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_bool(&json, "timed", bench_is_timed());
    json_array(&json, "results");
    for (int i = 0; i < count; i++) {
        json_result(&json, &results[i]);
    }
    json_end_array(&json);
    json_end_object(&json);
    fprintf(out, "%s\n", json.written.text);
    json_destroy(&json);
}
