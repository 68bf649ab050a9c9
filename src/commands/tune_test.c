/// `axle tune test`: the figures of cars, beside each other.
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "command_line/files.h"
#include "commands/commands.h"
#include "commands/tune.h"
#include "formats/json.h"
#include "session/jobs.h"
#include "tune/limits.h"
#include "tune/sweep_csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CARS_MAX = 8,
    CHANGE_WIDTH = 14, ///< "-0.0002 rad/s"
};

typedef struct TestOptions {
    const char *cars[CARS_MAX];
    int car_count;
    const char *against, *limits, *csv;
    TuneOptions on;
    OptionTexts sets;
    int jobs, format;
    bool all, changed;
} TestOptions;

/// One car and what it did.
typedef struct Tested {
    char label[TUNE_LABEL_MAX];
    CarFile file;
    CarModel model;
    MetricValues values;
} Tested;

typedef struct Test {
    Tested cars[CARS_MAX + 1]; ///< That of --against first.
    int car_count;
    bool has_against;
    TuneCourse course;
    Limits limits;
} Test;

static const char *const formats[] = {"table", "json", NULL};

static int parse(int argument_count, char **arguments, TestOptions *out) {
    const Option options[] = {
        {"against", "CAR", OPTION_TEXT, &out->against, 0, 0, NULL,
         "compare with this car; default = the initial numbers"},
        {"set", "PARAM=VALUE", OPTION_TEXTS, &out->sets, 0, 0, NULL,
         "change a number of CAR (not of --against) first; VALUE may be +5%"},
        {"limits", "FILE", OPTION_TEXT, &out->limits, 0, 0, NULL,
         "bounds on figures; exit 1 when one is broken"},
        TUNE_OPTIONS(&out->on, "only these manoeuvres: launch,brake,..."),
        {"changed", NULL, OPTION_FLAG, &out->changed, 0, 0, NULL,
         "print only figures in which the cars differ"},
        {"all", NULL, OPTION_FLAG, &out->all, 0, 0, NULL, "print walls of every material"},
        {"jobs", "N", OPTION_INTEGER, &out->jobs, 1, JOBS_MAX, NULL, "threads (all processors)"},
        {"csv", "FILE", OPTION_STREAM, &out->csv, 0, 0, NULL,
         "write every figure, a line for each car; - is standard output"},
        {"format", "FORM", OPTION_CHOICE, &out->format, 0, 0, formats, "result as"},
    };
    const Command command =
        COMMAND("tune test", "CAR...", 1, CARS_MAX,
                "Measures cars in standard manoeuvres and prints the figures.", options);
    return LAYER_OPTION_TAKE(
        options_parse(&command, argument_count, arguments, out->cars, &out->car_count));
}

static int add_car(Test *test, const char *name, const OptionTexts *sets) {
    Tested *car = &test->cars[test->car_count++];
    int code = tune_load_car(name, sets, &car->file);
    if (code != EXIT_FINE) {
        return code;
    }
    load_short_name(name, LOAD_CAR_SUFFIX, car->label, sizeof car->label - 1);
    if (sets && sets->count > 0) {
        strncat(car->label, "*", sizeof car->label - strlen(car->label) - 1);
    }
    car->model = car_model_make(&car->file.params);
    return EXIT_FINE;
}

static int read_limits(Test *test, const char *path) {
    MessageList messages = {0};
    FileBytes bytes;
    int code = files_read(path, FILE_LIMIT, &bytes);
    if (code != EXIT_FINE) {
        return code;
    }
    bool fine = limits_read(bytes.data, bytes.size, path, &test->limits, &messages);
    messages_print(&messages, stderr, NULL);
    file_bytes_free(&bytes);
    return fine ? EXIT_FINE : EXIT_USAGE;
}

static int set_up(Test *test, const TestOptions *options) {
    int code = EXIT_FINE;
    if (options->changed && options->car_count + (options->against ? 1 : 0) < 2) {
        return options_usage_error("--changed needs two cars\n    help: such as --against=%s",
                                   options->cars[0]);
    }
    if (options->against) {
        test->has_against = true;
        code = add_car(test, options->against, NULL);
    }
    for (int i = 0; i < options->car_count && code == EXIT_FINE; i++) {
        code = add_car(test, options->cars[i], &options->sets);
    }
    if (code == EXIT_FINE && options->limits) {
        code = read_limits(test, options->limits);
    }
    return code == EXIT_FINE ? tune_course_load(&options->on, &test->course) : code;
}

/// Thing `index` is one manoeuvre of one car: each writes figures of its own.
static void work(void *context, int index) {
    Test *test = context;
    Tested *car = &test->cars[index / MANOEUVRE_COUNT];
    tune_drive(&test->course, (Manoeuvre)(index % MANOEUVRE_COUNT), &car->model, &car->values);
}

/// Whether `car` breaks its limit of `metric`; what was not measured breaks nothing.
static bool is_broken(const Test *test, const Tested *car, int metric) {
    return limits_break(&test->limits, &car->values, metric, tune_measures(&test->course, metric));
}

static int count_broken(const Test *test) {
    int broken = 0;
    for (int i = test->has_against ? 1 : 0; i < test->car_count; i++) {
        for (int metric = 0; metric < METRIC_COUNT; metric++) {
            broken += is_broken(test, &test->cars[i], metric) ? 1 : 0;
        }
    }
    return broken;
}

/// "+2.1 %", "-0.43 s", "0": how `now` differs from `before`, as the figure's row says.
static void change_text(int metric, double before, double now, char *out, size_t size) {
    const MetricRow *row = &metric_rows[metric];
    char text[NUMBER_TEXT_MAX];
    bool percent = row->change == METRIC_PERCENT && fabs(before) > 1e-9;
    double change = percent ? (now / before - 1.0) * 100.0 : now - before;
    const char *unit = percent ? "%" : row->unit;
    if (!percent && strcmp(unit, "%") == 0) {
        unit = "pts";
    } else if (strcmp(unit, "1") == 0 || strcmp(unit, "yes") == 0) {
        unit = "";
    }
    number_text_fixed(change, percent ? 1 : row->digits, text);
    bool none = strspn(text, "0.") == strlen(text);
    snprintf(out, size, "%s%s%s%s", none || text[0] == '-' ? "" : "+", none ? "0" : text,
             none || !*unit ? "" : " ", none ? "" : unit);
}

static bool is_shown(const Test *test, const TestOptions *options, int metric) {
    bool measured = false, broken = false, differs = !options->changed;
    char first[NUMBER_TEXT_MAX], text[NUMBER_TEXT_MAX];
    const char *of_first = tune_value(&test->cars[0].values, metric, first);
    for (int i = 0; i < test->car_count; i++) {
        measured |= test->cars[i].values.has[metric];
        broken |= is_broken(test, &test->cars[i], metric);
        differs |= strcmp(of_first, tune_value(&test->cars[i].values, metric, text)) != 0;
    }
    bool steel = metric >= metric_of_wall(MATERIAL_STEEL, 0, 0) &&
                 metric < metric_of_wall((MaterialIndex)(MATERIAL_STEEL + 1), 0, 0);
    return broken || (measured && differs && (metric < METRIC_WALL_FIRST || steel || options->all));
}

static void print_row(const Test *test, int metric) {
    char name[METRIC_NAME_MAX], text[NUMBER_TEXT_MAX];
    print("%-31s %-6s", metric_name(metric, name), metric_rows[metric].unit);
    bool broken = false;
    for (int i = 0; i < test->car_count; i++) {
        print(" %10s", tune_value(&test->cars[i].values, metric, text));
        bool compared = test->has_against && i > 0;
        if (compared) {
            char change[64] = "";
            if (test->cars[0].values.has[metric] && test->cars[i].values.has[metric]) {
                change_text(metric, test->cars[0].values.value[metric],
                            test->cars[i].values.value[metric], change, sizeof change);
            }
            print(" %*s", CHANGE_WIDTH, change);
        }
        if (compared || !test->has_against) {
            broken |= is_broken(test, &test->cars[i], metric);
        }
    }
    print("%s\n", broken ? "  !" : "");
}

static void print_broken(const Test *test, const char *limits_path) {
    for (int i = test->has_against ? 1 : 0; i < test->car_count; i++) {
        for (int metric = 0; metric < METRIC_COUNT; metric++) {
            if (!is_broken(test, &test->cars[i], metric)) {
                continue;
            }
            const Limit *limit = &test->limits.of[metric];
            char name[METRIC_NAME_MAX], value[NUMBER_TEXT_MAX];
            char min[NUMBER_TEXT_MAX] = "", max[NUMBER_TEXT_MAX] = "";
            if (limit->has_min) {
                number_text_digits(limit->min, 9, min);
            }
            if (limit->has_max) {
                number_text_digits(limit->max, 9, max);
            }
            print("! %s: %s is %s, outside the limits in %s (%s%s%s%s%s)\n", test->cars[i].label,
                  metric_name(metric, name), tune_value(&test->cars[i].values, metric, value),
                  limits_path, limit->has_min ? "min " : "", min,
                  limit->has_min && limit->has_max ? ", " : "", limit->has_max ? "max " : "", max);
        }
    }
}

static void print_table(const Test *test, const TestOptions *options) {
    print("%-31s %-6s", "figure", "unit");
    for (int i = 0; i < test->car_count; i++) {
        print(" %10s", test->cars[i].label);
        if (test->has_against && i > 0) {
            print(" %*s", CHANGE_WIDTH, "change");
        }
    }
    print("\n");
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        if (is_shown(test, options, metric)) {
            print_row(test, metric);
        }
    }
    print_broken(test, options->limits);
}

static void json_car(Json *json, const char *key, const Test *test, const Tested *car) {
    char name[METRIC_NAME_MAX], hash[HASH_TEXT_MAX];
    json_object(json, key);
    json_text(json, "car", car->label);
    json_text(json, "name", car->file.name);
    json_text(json, "car_hash", hash_text128(car_model_hash(&car->model), hash));
    json_object(json, "figures");
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        if (tune_measures(&test->course, metric)) {
            double value = car->values.has[metric] ? car->values.value[metric] : (double)NAN;
            json_number(json, metric_name(metric, name), value, 9);
        }
    }
    json_end_object(json);
    json_array(json, "broken");
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        if (is_broken(test, car, metric)) {
            json_text(json, NULL, metric_name(metric, name));
        }
    }
    json_end_array(json);
    json_end_object(json);
}

static void print_json(const Test *test) {
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_text(&json, "axle", AXLE_VERSION);
    json_text(&json, "track", test->course.has_track ? test->course.track_name : NULL);
    json_text(&json, "surface", test->course.ground->name);
    if (test->has_against) {
        json_car(&json, "against", test, &test->cars[0]);
    } else {
        json_null(&json, "against");
    }
    json_array(&json, "cars");
    for (int i = test->has_against ? 1 : 0; i < test->car_count; i++) {
        json_car(&json, NULL, test, &test->cars[i]);
    }
    json_end_array(&json);
    json_object(&json, "units");
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        char name[METRIC_NAME_MAX];
        if (tune_measures(&test->course, metric)) {
            json_text(&json, metric_name(metric, name), metric_rows[metric].unit);
        }
    }
    json_end_object(&json);
    json_end_object(&json);
    json_print(&json);
}

enum {
    CSV_TEXT_MAX = 512
};

/// A cell of text, which goes to a terminal as well: masked, and in quotes where it holds what
/// would end it.
static void csv_text(TextBuffer *csv, const char *foreign) {
    char text[CSV_TEXT_MAX];
    snprintf(text, sizeof text, "%s", foreign);
    text_mask(text);
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    text_add(csv, "\"", quoted ? 1 : 0);
    for (const char *at = text; *at; at++) {
        text_add(csv, "\"", *at == '"' ? 1 : 0);
        text_add(csv, at, 1);
    }
    text_add(csv, "\"", quoted ? 1 : 0);
}

/// Every figure, a line for each car (that of --against first), into the file `path`; "-" is
/// standard output.
static int write_csv(const Test *test, const char *path) {
    static const char head[] = "car,car_hash,surface,track";
    TextBuffer csv = {0};
    text_add(&csv, head, sizeof head - 1);
    sweep_csv_names(&csv, test->course.manoeuvres);
    text_add(&csv, "\n", 1);
    for (int i = 0; i < test->car_count; i++) {
        const Tested *car = &test->cars[i];
        char hash[HASH_TEXT_MAX];
        const char *const cells[] = {hash_text128(car_model_hash(&car->model), hash),
                                     test->course.ground->name, test->course.track_name};
        csv_text(&csv, car->label);
        for (int k = 0; k < 3; k++) {
            text_add(&csv, ",", 1);
            csv_text(&csv, cells[k]);
        }
        sweep_csv_figures(&csv, test->course.manoeuvres, &car->values);
        text_add(&csv, "\n", 1);
    }
    int code = files_write(path, csv.text, csv.size);
    free(csv.text);
    return code;
}

int tune_test(int argument_count, char **arguments) {
    TestOptions options = {.jobs = jobs_default()};
    int code = parse(argument_count, arguments, &options);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    Test test = {0};
    code = set_up(&test, &options);
    if (code == EXIT_FINE) {
        jobs_run(options.jobs, test.car_count * MANOEUVRE_COUNT, work, NULL, &test);
        // Files first: who reads what is printed may go away.
        code = options.csv ? write_csv(&test, options.csv) : EXIT_FINE;
        bool csv_alone = options.csv && strcmp(options.csv, "-") == 0;
        if (!csv_alone && options.format == 1) {
            print_json(&test);
        } else if (!csv_alone) {
            print_table(&test, &options);
        }
        code = code == EXIT_FINE && count_broken(&test) > 0 ? EXIT_NO : code;
    }
    track_destroy(&test.course.track);
    return code;
}
