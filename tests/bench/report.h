/// Results as people and programs read them.
#pragma once

#include "bench/runner.h"

#include <stdio.h>

/// Scenarios whose name holds `filter` ("" fits all) to `out` (room for BENCH_SCENARIO_COUNT), in
/// the order of the table. Returns how many.
int bench_select(const char *filter, const BenchScenario **out);

/// The names of all scenarios, one a line.
void bench_print_names(FILE *out);

/// Says so where this build's times mean nothing (bench_is_timed).
void bench_print_notice(FILE *out);

/// One scenario's results as a table with a heading.
void bench_print_table(const BenchResult *results, int count, FILE *out);

/// The same as a section of Markdown.
void bench_print_markdown(const BenchResult *results, int count, FILE *out);

/// One line a result; the line of column names once before all.
void bench_print_csv_head(FILE *out);
void bench_print_csv(const BenchResult *results, int count, FILE *out);

/// All results, of any scenarios, as one JSON object.
void bench_print_json(const BenchResult *results, int count, FILE *out);
