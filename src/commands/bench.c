/// `axle bench`: how fast the simulation is on this machine.
#include "base/print.h"
#include "bench/clock.h"
#include "bench/passages.h"
#include "bench/report.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "session/load.h"

#include <stdio.h>
#include <string.h>

enum {
    FORMAT_TABLE,
    FORMAT_JSON,
    FORMAT_CSV
};

static const char *const formats[] = {"table", "json", "csv", NULL};

/// Not a time to compare but a table of its own: what static tests miss.
static const char passages[] = "passages";

static int unknown_filter(const char *filter) {
    options_usage_error("bench: no scenario has \"%s\" in its name\n    help: there are", filter);
    bench_print_names(stderr);
    print_to(stderr, "  %-18s what static tests and sweeps catch of fast passages, a table\n",
             passages);
    return EXIT_USAGE;
}

static int run_passages(int format) {
    static PassagesRow rows[PASSAGES_ROWS];
    bool timed = bench_is_timed();
    passages_measure(1, timed ? 20000 : 10, timed ? clock_thread_seconds : NULL, rows);
    static void (*const prints[])(const PassagesRow *rows, FILE *out) = {
        passages_print_markdown, passages_print_json, passages_print_csv};
    prints[format](rows, stdout);
    return EXIT_FINE;
}

/// Runs one scenario and prints it, unless as JSON. Returns how many results were added to `out`.
static int run(const BenchScenario *scenario, int format, const char *data_folder,
               BenchResult *out) {
    BenchWays engine = bench_ways_axle();
    BenchWork work = bench_work_make(scenario, data_folder);
    int count = bench_run(scenario, &work, &engine, 1, false, out);
    bench_work_destroy(&work);
    if (format == FORMAT_TABLE) {
        bench_print_table(out, count, stdout);
    } else if (format == FORMAT_CSV) {
        bench_print_csv(out, count, stdout);
    }
    fflush(stdout);
    return count;
}

int command_bench(int argument_count, char **arguments) {
    const char *filter = "";
    int format = FORMAT_TABLE;
    const Option options[] = {
        {"filter", "NAME", OPTION_TEXT, &filter, 0, 0, NULL,
         "scenarios with this in their name; passages = what static tests miss"},
        {"format", "FORM", OPTION_CHOICE, &format, 0, 0, formats, "result as"},
    };
    const Command command =
        COMMAND("bench", "", 0, 0,
                "Times the simulation on seeded work and says how good its answers are.", options);
    int parsed = options_parse(&command, argument_count, arguments, NULL, NULL);
    if (parsed != OPTIONS_GO_ON) {
        return parsed;
    }
    const BenchScenario *scenarios[BENCH_SCENARIO_COUNT];
    int scenario_count = bench_select(filter, scenarios);
    if (scenario_count == 0) {
        if (filter[0] != '\0' && strncmp(passages, filter, strlen(filter)) == 0) {
            return run_passages(format);
        }
        return unknown_filter(filter);
    }
    char data_folder[PATH_LIMIT];
    if (!load_data_folder(options_data_folder, data_folder)) {
        return EXIT_UNREADABLE;
    }
    if (format == FORMAT_TABLE) {
        bench_print_notice(stdout);
    } else if (format == FORMAT_CSV) {
        bench_print_csv_head(stdout);
    }
    static BenchResult results[BENCH_SCENARIO_COUNT * BENCH_ENGINES_MAX];
    int result_count = 0, code = EXIT_FINE;
    for (int i = 0; i < scenario_count; i++) {
        int added = run(scenarios[i], format, data_folder, results + result_count);
        if (added == 0) {
            print_to(stderr, "axle: %s: cannot be run with the data in %s\n", scenarios[i]->name,
                     data_folder);
            code = EXIT_NO;
        }
        result_count += added;
    }
    if (format == FORMAT_JSON) {
        bench_print_json(results, result_count, stdout);
    }
    return code;
}
