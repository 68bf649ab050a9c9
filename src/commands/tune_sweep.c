/// `axle tune sweep`: numbers of a car varied, in threads and over machines.
#include "base/assert.h"
#include "base/number.h"
#include "base/print.h"
#include "command_line/files.h"
#include "commands/commands.h"
#include "commands/sweep_progress.h"
#include "commands/sweep_steps.h"
#include "commands/tune.h"
#include "platform/interrupt.h"
#include "session/jobs.h"
#include "session/waiting.h"
#include "tune/sweep.h"
#include "tune/sweep_csv.h"
#include "tune/sweep_plot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHARDS_MAX = 100000,
    SHOWN_MAX = 6, ///< Figures of the table and the picture where none were asked for.
    TITLE_MAX = 256,
};

typedef struct SweepOptions {
    const char *car, *by, *shard, *csv, *read, *plot;
    TuneOptions on;
    OptionTexts sets, vary;
    int jobs, top;
} SweepOptions;

/// A sweep and what it stands on.
typedef struct SweepRun {
    Sweep sweep;
    CarFile car;
    TuneCourse course;
    int metrics[SWEEP_PLOT_METRICS_MAX]; ///< The first ranks, all are printed.
    int metric_count;
    int shard, shards; ///< From 0 on.
    SweepResult *results;
    int count;
    SweepProgress log;
    char title[TITLE_MAX];
} SweepRun;

_Static_assert((int)SWEEP_STEPS_METRICS_MAX >= (int)SWEEP_PLOT_METRICS_MAX, "all are fitted");

static int parse(int argument_count, char **arguments, SweepOptions *out, Sweep *sweep) {
    const Option options[] = {
        {"vary", "PARAM=VALUES", OPTION_TEXTS, &out->vary, 0, 0, NULL,
         "FROM:TO:STEP or A,B,C, or -10%:+10%:5%; may be given several times"},
        {"set", "PARAM=VALUE", OPTION_TEXTS, &out->sets, 0, 0, NULL,
         "change a number for all runs; VALUE may be +5%"},
        TUNE_OPTIONS(
            &out->on,
            "only these manoeuvres, such as launch,brake (all but those with walls and cones)"),
        {"by", "FIGURES", OPTION_TEXT, &out->by, 0, 0, NULL,
         "figures to print, the first ranks (lap_s, or ay_max_g without a track)"},
        {"random", "N", OPTION_INTEGER, &sweep->random_count, 1, SWEEP_RUNS_MAX, NULL,
         "this many random runs instead of every combination"},
        {"seed", "N", OPTION_SEED, &sweep->seed, 0, 0, NULL, "random seed (1)"},
        {"shard", "K/N", OPTION_TEXT, &out->shard, 0, 0, NULL,
         "share K of the runs, split over N machines"},
        {"jobs", "N", OPTION_INTEGER, &out->jobs, 1, JOBS_MAX, NULL, "threads (all processors)"},
        {"top", "N", OPTION_INTEGER, &out->top, 0, SWEEP_RUNS_MAX, NULL, "rows of the table (20)"},
        {"csv", "FILE", OPTION_OUTPUT, &out->csv, 0, 0, NULL, "write every run"},
        {"read", "FILE", OPTION_TEXT, &out->read, 0, 0, NULL,
         "read the runs from this CSV (of joined shards) instead of driving them"},
        {"plot", "FILE.svg", OPTION_OUTPUT, &out->plot, 0, 0, NULL, "draw the result"},
    };
    const Command command =
        COMMAND("tune sweep", "CAR", 1, 1,
                "Varies numbers of a car and says what each of them does.", options);
    return LAYER_OPTION_TAKE(options_parse(&command, argument_count, arguments, &out->car, NULL));
}

/// Drives run `index`; leaves it undone where its values cannot be together.
static void work(void *context, int index) {
    SweepRun *run = context;
    SweepResult *result = &run->results[index];
    CarParams params = run->car.params;
    MessageList ignored = {0};
    if (!sweep_run_params(&run->sweep, result->run, &params, &ignored)) {
        return;
    }
    CarModel model = car_model_make(&params);
    for (int i = 0; i < MANOEUVRE_COUNT; i++) {
        tune_drive(&run->course, (Manoeuvre)i, &model, &result->values);
    }
    result->done = true;
}

static bool progress(void *context, int done) {
    SweepRun *run = context;
    sweep_progress_show(&run->log, waiting_now(), done, run->count);
    return !interrupt_noted();
}

static int read_shard(const char *text, SweepRun *out) {
    out->shards = 1;
    if (!text) {
        return EXIT_FINE;
    }
    char first[16];
    const char *slash = strchr(text, '/');
    size_t size = slash ? (size_t)(slash - text) : 0;
    int shard = 0, shards = 0;
    if (slash && size < sizeof first) {
        memcpy(first, text, size);
        first[size] = '\0';
        if (number_parse_integer(first, &shard) && number_parse_integer(slash + 1, &shards) &&
            shards >= 1 && shards <= SHARDS_MAX && shard >= 1 && shard <= shards) {
            out->shard = shard - 1;
            out->shards = shards;
            return EXIT_FINE;
        }
    }
    return options_usage_error("--shard must be K/N with K from 1 to N, found \"%s\"", text);
}

/// Adds `metric` to the printed ones unless it is there, is not measured, or there is no room.
static void show_metric(SweepRun *run, int metric) {
    bool measured = tune_measures(&run->course, metric);
    for (int i = 0; i < run->metric_count; i++) {
        measured &= run->metrics[i] != metric;
    }
    if (measured && run->metric_count < SWEEP_PLOT_METRICS_MAX) {
        run->metrics[run->metric_count++] = metric;
    }
}

/// The first figure of each manoeuvre that was asked for by name and has none among the printed
/// ones; where there are none at all, all that is measured.
static void show_unusual(bool named, SweepRun *run) {
    bool all = run->metric_count == 0;
    unsigned shown = 0;
    for (int i = 0; i < run->metric_count; i++) {
        shown |= 1u << metric_rows[run->metrics[i]].manoeuvre;
    }
    for (int i = 0; i < METRIC_COUNT; i++) {
        unsigned bit = 1u << metric_rows[i].manoeuvre;
        if (all || (named && (shown & bit) == 0u)) {
            show_metric(run, i);
            shown |= bit;
        }
    }
}

/// `named`: the manoeuvres are those of --tests.
static int choose_metrics(const char *by, bool named, SweepRun *run) {
    static const int usual[] = {METRIC_lap_lap_s,       METRIC_lap_lap_slide_s,
                                METRIC_lap_lap_ideal_s, METRIC_steady_ay_max_g,
                                METRIC_launch_t0_100,   METRIC_brake_brake100_m,
                                METRIC_steady_K_deg_g,  METRIC_step_overshoot};
    for (const char *at = by; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        char name[METRIC_NAME_MAX];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        int metric = tune_metric(name);
        if (metric < 0) {
            return EXIT_USAGE;
        }
        if (!tune_measures(&run->course, metric)) {
            Manoeuvre manoeuvre = metric_rows[metric].manoeuvre;
            bool lap = manoeuvre == MANOEUVRE_LAP;
            return options_usage_error(
                "--by: \"%s\" is not measured\n    help: --%s%s", name,
                lap ? "track=TRACK" : "tests=", lap ? "" : manoeuvre_names[manoeuvre]);
        }
        show_metric(run, metric);
    }
    for (size_t i = 0; !by && i < sizeof usual / sizeof usual[0]; i++) {
        show_metric(run, usual[i]);
    }
    if (!by) {
        show_unusual(named, run);
    }
    return EXIT_FINE;
}

static int set_up(const SweepOptions *options, SweepRun *run) {
    MessageList messages = {0};
    if (options->vary.count == 0) {
        return options_usage_error("tune sweep needs --vary=PARAM=FROM:TO:STEP");
    }
    int code = tune_load_car(options->car, &options->sets, &run->car);
    if (code != EXIT_FINE) {
        return code;
    }
    for (int i = 0; i < options->vary.count; i++) {
        sweep_vary(&run->sweep, options->vary.items[i], &run->car.params, &messages);
    }
    messages_print(&messages, stderr, NULL);
    if (messages.error_count > 0) {
        return EXIT_USAGE;
    }
    if (sweep_run_count(&run->sweep) > SWEEP_RUNS_MAX) {
        return options_usage_error("more than %d runs\n    help: take wider steps, or --random=200",
                                   SWEEP_RUNS_MAX);
    }
    code = read_shard(options->shard, run);
    code = code == EXIT_FINE ? tune_course_load(&options->on, &run->course) : code;
    if (!options->on.tests) { // The slow ones only by name.
        run->course.manoeuvres &=
            ~(1u << MANOEUVRE_LANES | 1u << MANOEUVRE_SLALOM | 1u << MANOEUVRE_DRIFT |
              1u << MANOEUVRE_PUSH | 1u << MANOEUVRE_WALL);
    }
    return code == EXIT_FINE ? choose_metrics(options->by, options->on.tests != NULL, run) : code;
}

static void set_title(const SweepOptions *options, SweepRun *run) {
    CarModel model = car_model_make(&run->car.params);
    const TuneCourse *course = &run->course;
    char car[TUNE_LABEL_MAX], hash[HASH_TEXT_MAX], track_hash[HASH_TEXT_MAX], on[80] = "";
    load_short_name(options->car, LOAD_CAR_SUFFIX, car, sizeof car);
    hash_text128(car_model_hash(&model), hash);
    if (course->has_track) {
        snprintf(on, sizeof on, " on %s (%.8s)", course->track_name,
                 hash_text128(course->track.hash, track_hash));
    }
    snprintf(run->title, sizeof run->title, "%s (%.8s)%s%s%s, axle %s", car, hash, on,
             options->on.surface ? ", manoeuvres on " : "",
             options->on.surface ? options->on.surface : "", AXLE_VERSION);
}

static int column_width(const SweepVariable *variable) {
    int width = (int)strlen(variable->row->name);
    return width > 10 ? width : 10;
}

static void print_table(const SweepRun *run, int top) {
    int *order = calloc((size_t)run->count + 1, sizeof *order);
    bool *front = calloc((size_t)run->count + 1, sizeof *front);
    ASSERT(order != NULL && front != NULL);
    int done = sweep_rank(run->results, run->count, run->metrics[0], order);
    bool lapped = run->course.has_track;
    if (lapped) {
        sweep_pareto(run->results, run->count, METRIC_lap_lap_s, METRIC_lap_lap_slide_s, front);
    }
    print("\n   run");
    for (int i = 0; i < run->sweep.variable_count; i++) {
        const SweepVariable *variable = &run->sweep.variables[i];
        print(" %*s", column_width(variable), variable->row->name);
    }
    for (int i = 0; i < run->metric_count; i++) {
        print(" %12s", metric_rows[run->metrics[i]].name);
    }
    print("\n");
    for (int i = 0; i < done && i < top; i++) {
        const SweepResult *result = &run->results[order[i]];
        double values[SWEEP_VARIABLES_MAX];
        char text[NUMBER_TEXT_MAX];
        sweep_run_values(&run->sweep, result->run, values);
        print("%6d", (int)result->run + 1);
        for (int k = 0; k < run->sweep.variable_count; k++) {
            print(" %*s", column_width(&run->sweep.variables[k]),
                  number_text_digits(values[k], 5, text));
        }
        for (int k = 0; k < run->metric_count; k++) {
            print(" %12s", tune_value(&result->values, run->metrics[k], text));
        }
        print("%s\n", front[order[i]] ? " *" : "");
    }
    if (done > top) {
        print("   ... %d more (--top, --csv)\n", done - top);
    }
    if (lapped) {
        print("* no other run has both a shorter lap and less sliding\n");
    }
    free(order);
    free(front);
}

/// Leaves out of the figures that nobody asked for by name those that are the same in every run,
/// and says so; the first that differs ranks.
static void drop_constant(SweepRun *run) {
    int kept = 0;
    const char *before = "\nthe same in every run: ";
    for (int i = 0; i < run->metric_count; i++) {
        char text[NUMBER_TEXT_MAX];
        int metric = run->metrics[i], k = 0;
        if (sweep_varies(run->results, run->count, metric)) {
            run->metrics[kept++] = metric;
            continue;
        }
        while (k < run->count && !run->results[k].values.has[metric]) {
            k++;
        }
        if (k < run->count) {
            const MetricRow *row = &metric_rows[metric];
            print("%s%s %s%s%s", before, row->name,
                  tune_value(&run->results[k].values, metric, text),
                  strcmp(row->unit, "1") ? " " : "", strcmp(row->unit, "1") ? row->unit : "");
            before = ", ";
        }
    }
    if (strcmp(before, ", ") == 0) {
        print("\n");
    }
    run->metric_count = kept > SHOWN_MAX ? SHOWN_MAX : kept > 0 ? kept : 1;
}

static int write_csv(const SweepRun *run, const char *path) {
    TextBuffer csv = {0};
    sweep_csv_head(&csv, &run->sweep, run->course.manoeuvres);
    for (int i = 0; i < run->count; i++) {
        if (run->results[i].done) {
            sweep_csv_row(&csv, &run->sweep, run->course.manoeuvres, &run->results[i]);
        }
    }
    int code = files_write(path, csv.text, csv.size);
    free(csv.text);
    return code;
}

static int write_plot(const SweepRun *run, const char *path) {
    SweepPlot plot = {.sweep = &run->sweep,
                      .results = run->results,
                      .count = run->count,
                      .metric_count = run->metric_count,
                      .loaded = &run->car.params,
                      .title = run->title};
    memcpy(plot.metrics, run->metrics, sizeof plot.metrics);
    Svg svg = {0};
    sweep_plot(&plot, &svg);
    int code = files_write(path, svg.text, svg.size);
    svg_destroy(&svg);
    return code;
}

/// Drives the runs of this shard, or takes them from a file. Returns the exit code.
static int run_all(const SweepOptions *options, SweepRun *run) {
    int64_t runs = sweep_run_count(&run->sweep);
    run->results = calloc((size_t)(runs / run->shards) + 1, sizeof *run->results);
    if (!run->results) {
        return EXIT_INTERNAL;
    }
    for (int64_t i = run->shard; i < runs; i += run->shards) {
        run->results[run->count++].run = i;
    }
    if (options->read) {
        MessageList messages = {0};
        FileBytes bytes;
        int code = files_read(options->read, SWEEP_CSV_LIMIT, &bytes);
        if (code != EXIT_FINE) {
            return code;
        }
        sweep_csv_read(bytes.data, options->read, &run->sweep, run->course.manoeuvres, run->results,
                       run->count, &messages);
        file_bytes_free(&bytes);
        messages_print(&messages, stderr, NULL);
        return messages.error_count > 0 ? EXIT_NO : EXIT_FINE;
    }
    run->log = sweep_progress_make(waiting_now(), run->shard, run->shards);
    interrupt_hold(); // what was driven is reported and written
    jobs_run(options->jobs, run->count, work, progress, run);
    sweep_progress_end(&run->log);
    return EXIT_FINE;
}

static int report(const SweepOptions *options, SweepRun *run) {
    int impossible = 0;
    for (int i = 0; i < run->count; i++) {
        impossible += run->results[i].done ? 0 : 1;
    }
    if (!options->by) {
        drop_constant(run);
    }
    // Files first: who reads what is printed may go away.
    int code = EXIT_FINE;
    if (options->csv) {
        code = write_csv(run, options->csv);
    }
    if (options->plot && code == EXIT_FINE) {
        code = write_plot(run, options->plot);
    }
    print("%s\n", run->title);
    print_table(run, options->top);
    sweep_steps_print(&run->sweep, run->results, run->count, run->metrics, run->metric_count);
    if (impossible > 0) {
        print("\n%d of %d runs %s\n", impossible, run->count,
              interrupt_noted() ? "were not driven"
              : options->read   ? "are not in the file"
                                : "have numbers that cannot be together");
    }
    return code == EXIT_FINE && interrupt_noted() ? EXIT_INTERRUPTED : code;
}

int tune_sweep(int argument_count, char **arguments) {
    SweepOptions options = {.jobs = jobs_default(), .top = 20};
    SweepRun run = {.sweep.seed = 1};
    int code = parse(argument_count, arguments, &options, &run.sweep);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    code = set_up(&options, &run);
    if (code == EXIT_FINE) {
        set_title(&options, &run);
        code = run_all(&options, &run);
    }
    if (code == EXIT_FINE) {
        code = report(&options, &run);
    }
    track_destroy(&run.course.track);
    free(run.results);
    return code;
}
