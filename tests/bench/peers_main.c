/// The program `axle_peers`: Axle's scenarios beside other engines, in one process. Ends with 1
/// where answers are wrong, never because something is slow.
#include "base/directories.h"
#include "bench/peers.h"
#include "bench/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum PeersFormat {
    FORMAT_TABLE,
    FORMAT_MARKDOWN,
    FORMAT_CSV,
    FORMAT_JSON,
    FORMAT_COUNT
} PeersFormat;

static const char *const format_names[FORMAT_COUNT] = {"table", "md", "csv", "json"};

typedef struct PeersOptions {
    const char *filter;
    const char *csv; ///< File; NULL: none.
    PeersFormat format;
    bool quick;
} PeersOptions;

enum {
    EXIT_WRONG = 1,
    EXIT_USAGE = 2,
    EXIT_UNREADABLE = 3,
};

/// Share of its answers that a peer may have out of bounds: its tolerances are wider than the
/// bounds. More means that it was not asked the same question.
static const double peer_wrong_max = 0.05;

static void print_formats(FILE *out) {
    for (int i = 0; i < FORMAT_COUNT; i++) {
        fprintf(out, "%s%s", i ? ", " : "", format_names[i]);
    }
    fputc('\n', out);
}

static void print_help(void) {
    fputs("Usage: axle_peers [options]\n"
          "Times Axle beside Box2D and Chipmunk on the same work and compares their answers.\n\n"
          "  --filter=NAME              scenarios with this in their name\n"
          "  --format=FORM              result as: ",
          stdout);
    print_formats(stdout);
    puts("  --csv=FILE                 write the results to this file too\n"
         "  --quick                    three rounds of each\n"
         "  --help                     this text\n\n"
         "Scenarios:");
    bench_print_names(stdout);
}

/// The value of `argument` where it is --`name`=value, else NULL.
static const char *value_of(const char *argument, const char *name) {
    size_t length = strlen(name);
    bool fits = strncmp(argument, name, length) == 0 && argument[length] == '=';
    return fits ? argument + length + 1 : NULL;
}

static bool parse_format(const char *text, PeersFormat *out) {
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(text, format_names[i]) == 0) {
            *out = (PeersFormat)i;
            return true;
        }
    }
    fprintf(stderr, "axle_peers: --format has no choice \"%s\"\n    help: the choices are ", text);
    print_formats(stderr);
    return false;
}

static bool parse_option(const char *argument, PeersOptions *out) {
    const char *format = value_of(argument, "--format");
    const char *filter = value_of(argument, "--filter");
    const char *csv = value_of(argument, "--csv");
    if (format) {
        return parse_format(format, &out->format);
    }
    if (filter) {
        out->filter = filter;
    } else if (csv) {
        out->csv = csv;
    } else if (strcmp(argument, "--quick") == 0) {
        out->quick = true;
    } else {
        fprintf(stderr, "axle_peers: unknown option %s\n    help: axle_peers --help lists them\n",
                argument);
        return false;
    }
    return true;
}

/// Says what is wrong with the answers. Axle's must all be right.
static bool answers_agree(const BenchResult *result, const BenchWork *work) {
    double wrong = result->figures.values[FIGURE_WRONG];
    double allowed = result->peer ? peer_wrong_max * work->answer_count : 0.0;
    if (isnan(wrong) || wrong <= allowed) {
        return true;
    }
    fprintf(stderr, "axle_peers: %s: %.0f of %d answers of %s are wrong\n", result->scenario->name,
            wrong, work->answer_count, result->engine);
    return false;
}

/// Where results go: standard output. What other engines print goes to standard error from now on:
/// Chipmunk as Debian builds it greets with two lines.
static FILE *take_output(void) {
    int output = dup(STDOUT_FILENO);
    FILE *out = output >= 0 ? fdopen(output, "w") : NULL;
    if (!out || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        return stdout;
    }
    return out;
}

static void print(const BenchResult *results, int count, PeersFormat format, FILE *out) {
    switch (format) {
    case FORMAT_TABLE:
        bench_print_table(results, count, out);
        break;
    case FORMAT_MARKDOWN:
        bench_print_markdown(results, count, out);
        break;
    case FORMAT_CSV:
        bench_print_csv(results, count, out);
        break;
    default: // JSON is one object: at the end
        break;
    }
    fflush(out);
}

/// Runs what was asked for; true where all answers are right.
static bool run(const PeersOptions *options, const BenchScenario **scenarios, int scenario_count,
                const char *data_folder, FILE *out, FILE *csv) {
    const BenchWays engines[] = {
        bench_ways_axle(),
#ifdef PEERS_BOX2D
        bench_ways_box2d(),
#endif
#ifdef PEERS_CHIPMUNK
        bench_ways_chipmunk(),
#endif
    };
    static BenchResult results[BENCH_SCENARIO_COUNT * BENCH_ENGINES_MAX];
    int result_count = 0;
    bool agree = true;
    for (int i = 0; i < scenario_count; i++) {
        BenchResult *added = results + result_count;
        BenchWork work = bench_work_make(scenarios[i], data_folder);
        int count = bench_run(scenarios[i], &work, engines,
                              (int)(sizeof engines / sizeof engines[0]), options->quick, added);
        for (int k = 0; k < count; k++) {
            agree = answers_agree(&added[k], &work) && agree;
        }
        bench_work_destroy(&work);
        print(added, count, options->format, out);
        if (csv) {
            bench_print_csv(added, count, csv);
        }
        result_count += count;
    }
    if (options->format == FORMAT_JSON) {
        bench_print_json(results, result_count, out);
    }
    return agree;
}

/// Opens what the results go to, and runs. Returns the exit code.
static int measure(const PeersOptions *options, const BenchScenario **scenarios,
                   int scenario_count) {
    char data_folder[PATH_LIMIT];
    if (!directories_data(NULL, data_folder, sizeof data_folder)) {
        fputs("axle_peers: there is no data folder\n    help: set AXLE_DATA\n", stderr);
        return EXIT_UNREADABLE;
    }
    FILE *csv = options->csv ? fopen(options->csv, "w") : NULL;
    if (options->csv && !csv) {
        fprintf(stderr, "axle_peers: cannot write %s\n", options->csv);
        return EXIT_UNREADABLE;
    }
    if (csv) {
        bench_print_csv_head(csv);
    }
    FILE *out = take_output();
    if (options->format == FORMAT_TABLE) {
        bench_print_notice(out);
    } else if (options->format == FORMAT_CSV) {
        bench_print_csv_head(out);
    }
    bool agree = run(options, scenarios, scenario_count, data_folder, out, csv);
    fclose(out);
    if (csv && fclose(csv) != 0) {
        fprintf(stderr, "axle_peers: cannot write %s\n", options->csv);
        return EXIT_UNREADABLE;
    }
    return agree ? EXIT_SUCCESS : EXIT_WRONG;
}

int main(int argument_count, char **arguments) {
    PeersOptions options = {.filter = ""};
    for (int i = 1; i < argument_count; i++) {
        if (strcmp(arguments[i], "--help") == 0) {
            print_help();
            return EXIT_SUCCESS;
        }
        if (!parse_option(arguments[i], &options)) {
            return EXIT_USAGE;
        }
    }
    const BenchScenario *scenarios[BENCH_SCENARIO_COUNT];
    int scenario_count = bench_select(options.filter, scenarios);
    if (scenario_count == 0) {
        fprintf(stderr, "axle_peers: no scenario has \"%s\" in its name\n    help: there are\n",
                options.filter);
        bench_print_names(stderr);
        return EXIT_USAGE;
    }
    return measure(&options, scenarios, scenario_count);
}
