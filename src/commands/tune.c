/// `axle tune`: what a car does, in figures.
#include "commands/tune.h"

#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/sets.h"
#include "formats/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tune_load_car(const char *name, const OptionTexts *sets, CarFile *out) {
    memset(out, 0, sizeof *out);
    if (strcmp(name, "default") == 0) {
        out->params = car_params_default();
        snprintf(out->name, sizeof out->name, "default");
    } else {
        int code = load_car(options_data_folder, name, out);
        if (code != EXIT_FINE) {
            return code;
        }
    }
    return sets_apply(sets, &out->params);
}

/// The manoeuvres named in `list` ("launch,brake"; NULL: all). False, which is printed, where a
/// name is unknown, or laps are named and there is no track.
static bool find_manoeuvres(const char *list, bool has_track, unsigned *out) {
    unsigned all = (1u << MANOEUVRE_COUNT) - 1u;
    unsigned bits = list ? 0u : all;
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        char text[64];
        int found = 0;
        snprintf(text, sizeof text, "%.*s", (int)strcspn(at, ","), at);
        while (found < MANOEUVRE_COUNT && strcmp(manoeuvre_names[found], text) != 0) {
            found++;
        }
        if (found == MANOEUVRE_COUNT) {
            options_choice_error("tests", text, manoeuvre_names);
            return false;
        }
        bits |= 1u << found;
    }
    unsigned lap = 1u << MANOEUVRE_LAP;
    if (list && !has_track && (bits & lap) != 0u) {
        options_usage_error("--tests: lap needs --track=TRACK");
        return false;
    }
    *out = has_track ? bits | lap : bits & ~lap;
    return true;
}

/// The built-in surface called `name`, asphalt for NULL; NULL, which is printed, where there is
/// none or only laps are driven, whose ground is the track's.
static const Surface *find_surface(const char *name, unsigned manoeuvres) {
    if (name && manoeuvres == 1u << MANOEUVRE_LAP) {
        options_usage_error("--surface: laps are driven on the ground of their track\n"
                            "    help: name manoeuvres, such as --tests=launch,brake");
        return NULL;
    }
    TextBuffer list = {0};
    for (int i = 0; i < SURFACE_BUILT_IN_COUNT; i++) {
        const Surface *surface = &surface_built_in[i];
        if (strcmp(name ? name : surface_built_in[SURFACE_ASPHALT].name, surface->name) == 0) {
            free(list.text);
            return surface;
        }
        text_add(&list, ", ", i > 0 ? 2 : 0);
        text_add(&list, surface->name, strlen(surface->name));
    }
    options_usage_error("--surface: there is no surface \"%s\"\n    help: one of %s", name,
                        list.text);
    free(list.text);
    return NULL;
}

int tune_course_load(const TuneOptions *asked, TuneCourse *out) {
    if (asked->track) {
        int code = load_track(options_data_folder, asked->track, false, &out->track, NULL);
        if (code != EXIT_FINE) {
            return code;
        }
        out->has_track = true;
        load_short_name(asked->track, LOAD_TRACK_SUFFIX, out->track_name, sizeof out->track_name);
    }
    if (!find_manoeuvres(asked->tests, out->has_track, &out->manoeuvres)) {
        return EXIT_USAGE;
    }
    out->ground = find_surface(asked->surface, out->manoeuvres);
    return out->ground ? EXIT_FINE : EXIT_USAGE;
}

bool tune_measures(const TuneCourse *course, int metric) {
    return (course->manoeuvres >> metric_rows[metric].manoeuvre & 1u) != 0;
}

void tune_drive(const TuneCourse *course, Manoeuvre manoeuvre, const CarModel *model,
                MetricValues *out) {
    if (course->manoeuvres >> manoeuvre & 1u) {
        manoeuvre_run(manoeuvre, model, course->ground, course->has_track ? &course->track : NULL,
                      out);
    }
}

int tune_metric(const char *name) {
    int metric = metric_find(name);
    if (metric < 0) {
        char nearest[METRIC_NAME_MAX];
        bool near = metric_nearest(name, nearest) != NULL;
        options_usage_error("there is no figure \"%s\"\n    help: %s%s%s", name,
                            near ? "did you mean " : "`axle tune metrics` lists them",
                            near ? nearest : "", near ? "?" : "");
    }
    return metric;
}

const char *tune_value(const MetricValues *values, int metric, char *out) {
    if (!values->has[metric]) {
        return "-";
    }
    return number_text_fixed(values->value[metric], metric_rows[metric].digits, out);
}

static int list_metrics(int argument_count, char **arguments) {
    static const char *const formats[] = {"table", "md", NULL};
    int format = 0;
    const Option options[] = {
        {"format", "FORM", OPTION_CHOICE, &format, 0, 0, formats, "print as"},
    };
    const Command command =
        COMMAND("tune metrics", "", 0, 0, "Prints every figure that is measured.", options);
    int code = options_parse(&command, argument_count, arguments, NULL, NULL);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    static const char *const better[] = {"", "less", "more"};
    int count = METRIC_COUNT;
    if (format == 1) {
        print("| figure | unit | better | what it is |\n|---|---|---|---|\n");
        count = METRIC_WALL_FIRST + METRIC_WALL_KINDS; // the manual names one wall, the list all
    }
    for (int i = 0; i < count; i++) {
        const MetricRow *row = &metric_rows[i];
        char name[METRIC_NAME_MAX];
        print(format == 1 ? "| `%s` | %s | %s | %s |\n" : "%-32s %-6s %-5s %s\n",
              metric_name(i, name), row->unit, better[row->better], row->about);
    }
    return EXIT_FINE;
}

static void print_help(void) {
    print("Usage: axle tune test|sweep|metrics [options]\n"
          "Measures cars in standard manoeuvres.\n\n"
          "  test CAR...   the figures of cars, beside each other, with limits\n"
          "  sweep CAR     numbers of a car varied: what each of them does\n"
          "  metrics       what is measured\n\n"
          "axle tune test --help says more.\n");
}

int command_tune(int argument_count, char **arguments) {
    static const char *const names[] = {"test", "sweep", "metrics"};
    static int (*const ways[])(int, char **) = {tune_test, tune_sweep, list_metrics};
    const char *first = argument_count > 0 ? arguments[0] : "";
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        print_help();
        return EXIT_FINE;
    }
    int index = text_find(first, names, 3);
    if (index >= 0) {
        return ways[index](argument_count - 1, arguments + 1);
    }
    const char *nearest = *first ? yaml_nearest(first, names, 3) : NULL;
    return options_usage_error("tune: %s%s%s\n    help: %s%s", *first ? "there is no \"" : "needs ",
                               *first ? first : "test, sweep or metrics", *first ? "\"" : "",
                               nearest ? "did you mean axle tune " : "axle tune --help",
                               nearest ? nearest : "");
}
