/// `axle params`: every number of a car or of a driver, from the one table that defines them.
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "driver_file/driver_params.h"
#include "formats/json_schema.h"
#include "session/load.h"
#include "vehicle/car_file.h"
#include "vehicle/car_write.h"

#include <stdio.h>
#include <string.h>

/// Numbers are written with at most this many digits behind the point: more than any row needs.
#define DECIMALS 6

static const char *number(float value, char out[NUMBER_TEXT_MAX]) {
    return number_text((double)value, DECIMALS, out);
}

static bool starts_group(int index) {
    const ParamRow *rows = car_param_table.rows;
    return index == 0 || strcmp(rows[index].group, rows[index - 1].group) != 0;
}

static void print_curve(const CarParams *car) {
    char rpm[NUMBER_TEXT_MAX], torque[NUMBER_TEXT_MAX];
    print("  torque_curve: [");
    for (int i = 0; i < car->torque_count; i++) {
        print("%s[%s, %s]", i ? ", " : "", number(car->torque_curve[i].rpm, rpm),
              number(car->torque_curve[i].torque, torque));
    }
    print("] # rpm, N m; 2 to %d points at full throttle\n", CAR_TORQUE_POINTS_MAX);
}

static void print_gears(const CarParams *car) {
    char ratio[NUMBER_TEXT_MAX];
    print("  gears: [");
    for (int i = 0; i < car->gear_count; i++) {
        print("%s%s", i ? ", " : "", number(car->gears[i], ratio));
    }
    print("] # first to top; 1 to %d ratios\n", CAR_GEARS_MAX);
}

// ---- for people

static bool holds(const char *text, const char *word) {
    size_t length = strlen(word);
    for (; *text; text++) {
        if (text_begins_any_case(text, word, length)) {
            return true;
        }
    }
    return false;
}

/// Whether each of the words stands in the row's key, label, meaning or effect.
static bool is_found(const ParamRow *row, const char *const *words, int count) {
    char key[64];
    snprintf(key, sizeof key, "%s.%s", row->group, row->name);
    for (int i = 0; i < count; i++) {
        if (!holds(key, words[i]) && !holds(row->label, words[i]) && !holds(row->about, words[i]) &&
            !holds(row->more, words[i])) {
            return false;
        }
    }
    return true;
}

/// `values` is the struct that the row is of.
static void print_row(const ParamRow *row, const void *values) {
    char key[64], value[NUMBER_TEXT_MAX], min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX], range[80];
    snprintf(key, sizeof key, "%s.%s", row->group, row->name);
    snprintf(range, sizeof range, "%s to %s", number(row->min, min), number(row->max, max));
    print("%-34s %9s %-10s %-16s %s%s\n", key, number(param_get(row, values), value),
          strcmp(row->unit, "1") == 0 ? "" : row->unit, range, row->label,
          row->file_only ? " (in files only)" : "");
    print("    %s Up: %c%s\n", row->about, text_lower(row->more[0]), row->more + 1);
}

/// Prints the rows of `table` that are asked for, with their numbers in `values`; how many.
static int print_rows(const ParamTable *table, const void *values, const char *const *words,
                      int count) {
    int found = 0;
    for (int i = 0; i < table->count; i++) {
        if (is_found(&table->rows[i], words, count)) {
            print_row(&table->rows[i], values);
            found++;
        }
    }
    return found;
}

static int said_if_none(int found, const char *of) {
    if (found == 0) {
        print_to(stderr,
                 "axle: no number of a %s has these words in its name or meaning\n"
                 "    help: `axle params --of=%s` without words lists all\n",
                 of, of);
    }
    return found > 0 ? EXIT_FINE : EXIT_NO;
}

static int print_driver_text(const char *const *words, int count) {
    DriverParams expert = driver_params_default();
    return said_if_none(print_rows(&driver_param_table, &expert, words, count), "driver");
}

static int print_text(const CarFile *file, const char *const *words, int count) {
    const CarParams *car = &file->params;
    Bodywork look = file->look.part_count > 0 ? file->look : bodywork_make(car);
    CarSound sound = car_file_sound(file);
    int found = print_rows(&car_param_table, car, words, count);
    found += print_rows(&bodywork_table, &look, words, count);
    found += print_rows(&car_sound_table, &sound, words, count);
    const char *const lists[] = {"engine.torque_curve torque rpm", "gearbox.gears gear ratio"};
    for (int i = 0; i < 2; i++) {
        ParamRow list = {.group = "", .name = lists[i], .label = "", .about = "", .more = ""};
        if (is_found(&list, words, count)) {
            print("%s, as in a file:\n", i == 0 ? "engine.torque_curve" : "gearbox.gears");
            (i == 0 ? print_curve : print_gears)(car);
            found++;
        }
    }
    return said_if_none(found, "car");
}

// ---- for machines

static void print_markdown_rows(const ParamTable *table) {
    char initial[NUMBER_TEXT_MAX], min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX];
    print("| key | name | unit | default | min | max | meaning | when it goes up |\n"
          "|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < table->count; i++) {
        const ParamRow *row = &table->rows[i];
        print("| `%s.%s`%s | %s | %s | %s | %s | %s | %s | %s |\n", row->group, row->name,
              row->file_only ? " †" : "", row->label, row->unit, number(row->initial, initial),
              number(row->min, min), number(row->max, max), row->about, row->more);
    }
}

/// The rows of what is drawn or heard alone; `of` says what they are keys of.
static void print_markdown_of(const char *of, const ParamTable *table) {
    char initial[NUMBER_TEXT_MAX], min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX];
    print("\n| key of a %s | name | unit | default | min | max | meaning |\n"
          "|---|---|---|---|---|---|---|\n",
          of);
    for (int i = 0; i < table->count; i++) {
        const ParamRow *row = &table->rows[i];
        print("| `%s.%s` | %s | %s | %s | %s | %s | %s |\n", row->group, row->name, row->label,
              row->unit, number(row->initial, initial), number(row->min, min),
              number(row->max, max), row->about);
    }
}

static void print_markdown(void) {
    print_markdown_rows(&car_param_table);
    print(
        "| `engine.torque_curve` | Torque curve | rpm, N m | the hatch's | 2 points | %d points "
        "| Torque at full throttle: points `[rpm, N m]`, straight in between, held beyond the "
        "ends. | More push. |\n"
        "| `gearbox.gears` | Gears | 1 | the hatch's | 1 gear | %d gears | Ratios, first to "
        "top, falling. | That gear pulls harder and ends sooner. |\n"
        "\n† only in files, without a slider. For `axle tune` the entries of both lists have names, "
        "too, counted from 1: `gearbox.gears[2]`, `engine.torque_curve[4]` (the torque of that "
        "point).\n",
        CAR_TORQUE_POINTS_MAX, CAR_GEARS_MAX);
    print_markdown_of("look", &bodywork_table);
    print(
        "| `look.parts` | Parts | m | | 1 part | %d parts | Convex polygons, drawn in this order: "
        "`paint`, `sides`, `height`, `points`. |\n"
        "\n| paint | what it is |\n|---|---|\n",
        BODYWORK_PARTS_MAX);
    for (int i = 0; i < BODYWORK_PAINT_COUNT; i++) {
        print("| `%s` | %s%s |\n", bodywork_paints[i].name, bodywork_paints[i].about,
              bodywork_paints[i].is_shell ? "; outlined" : "");
    }
    print_markdown_of("sound", &car_sound_table);
    print("| `sound.cylinders` | Cylinders | 1 | | 1 | %d | How many there are. |\n"
          "| `sound.strokes` | Strokes | 1 | 4 | 2 | 4 | Of a cycle: 4, or 2. |\n"
          "| `sound.firing` | Firing order | degrees, 1 | even, one bank | 0, 1 | 720, %d | A pair "
          "`[angle, bank]` a cylinder, in the order in which they fire: degrees of the crank, from "
          "0 on, and the collector, 1 or 2, that it blows into. |\n",
          CAR_SOUND_CYLINDERS_MAX, CAR_SOUND_BANKS_MAX);
}

/// Prints what car_write gave, without its empty lines: texts that are put in have no lines of
/// their own.
static void print_lines(char *text) {
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        print("%s\n", line);
    }
}

static void print_yaml(void) {
    static char text[CAR_WRITE_MAX];
    char initial[NUMBER_TEXT_MAX], min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX];
    CarParams car = car_params_default();
    print("format: " CAR_FILE_FORMAT "\nname: Default\n");
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        if (starts_group(i)) {
            print("%s:\n", row->group);
            if (strcmp(row->group, "engine") == 0) {
                print_curve(&car);
            } else if (strcmp(row->group, "gearbox") == 0) {
                print_gears(&car);
            }
        }
        print("  %s: %s # %s, %s to %s. %s\n", row->name, number(row->initial, initial), row->unit,
              number(row->min, min), number(row->max, max), row->about);
    }
    Bodywork look = bodywork_make(&car);
    CarSound sound = car_sound_make(&car);
    car_write_look(&look, text);
    print_lines(text);
    car_write_sound(&sound, text);
    print_lines(text);
}

// Below: the schema, JSON Schema, draft 2020-12 (json-schema.org/draft/2020-12).

/// The items of a list of pairs of numbers, each with its bounds.
static void put_pairs(Json *json, const double bounds[2][2]) {
    json_object(json, "items");
    json_text(json, "type", "array");
    json_integer(json, "minItems", 2);
    json_integer(json, "maxItems", 2);
    json_array(json, "prefixItems");
    for (int i = 0; i < 2; i++) {
        json_object(json, NULL);
        json_schema_bounds(json, "number", bounds[i][0], bounds[i][1]);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}

static void schema_curve(Json *json, const CarParams *car) {
    json_schema_begin_list(
        json, "torque_curve",
        "Torque at full throttle: points [rpm, N m], rpm rising, straight in between, held "
        "beyond the ends; only the first and the last torque may be 0.",
        2, CAR_TORQUE_POINTS_MAX);
    json_text(json, "title", "Torque curve");
    put_pairs(json, (const double[2][2]){{0.0, CAR_FILE_RPM_MAX}, {0.0, CAR_FILE_TORQUE_MAX}});
    json_array(json, "default");
    for (int i = 0; i < car->torque_count; i++) {
        json_array(json, NULL);
        json_number(json, NULL, (double)car->torque_curve[i].rpm, DECIMALS);
        json_number(json, NULL, (double)car->torque_curve[i].torque, DECIMALS);
        json_end_array(json);
    }
    json_end_array(json);
    json_end_object(json);
}

static void schema_gears(Json *json, const CarParams *car) {
    json_schema_begin_list(json, "gears", "Ratios of the gears, first to top, falling.", 1,
                           CAR_GEARS_MAX);
    json_text(json, "title", "Gears");
    json_object(json, "items");
    json_schema_bounds(json, "number", CAR_FILE_RATIO_MIN, CAR_FILE_RATIO_MAX);
    json_end_object(json);
    json_array(json, "default");
    for (int i = 0; i < car->gear_count; i++) {
        json_number(json, NULL, (double)car->gears[i], DECIMALS);
    }
    json_end_array(json);
    json_end_object(json);
}

static void schema_row(Json *json, const ParamRow *row) {
    json_schema_begin_row(json, row);
    json_number(json, "x-step", (double)row->step, DECIMALS);
    json_bool(json, "x-slider", !row->file_only);
    json_end_object(json);
}

static void schema_group(Json *json, const char *group) {
    CarParams car = car_params_default();
    json_schema_begin(json, group, "object", NULL);
    json_object(json, "properties");
    for (int i = 0; i < car_param_table.count; i++) {
        if (strcmp(car_param_table.rows[i].group, group) == 0) {
            schema_row(json, &car_param_table.rows[i]);
        }
    }
    if (strcmp(group, "engine") == 0) {
        schema_curve(json, &car);
    } else if (strcmp(group, "gearbox") == 0) {
        schema_gears(json, &car);
    }
    json_end_object(json);
    json_schema_closed(json);
    json_end_object(json);
}

static void schema_head(Json *json) {
    json_schema_begin(json, "format", "string", "The version of this format.");
    json_text(json, "const", CAR_FILE_FORMAT);
    json_end_object(json);
    json_schema_begin(json, "name", "string", "As shown to people.");
    json_integer(json, "minLength", 1);
    json_integer(json, "maxLength", CAR_NAME_MAX - 1);
    json_end_object(json);
    json_schema_begin(json, "base", "string", "The installed car that this one builds on.");
    json_text(json, "pattern", "^[a-z][a-z0-9_-]*$");
    json_integer(json, "maxLength", CAR_BASE_MAX - 1);
    json_end_object(json);
    json_schema_begin(json, "note", "string", "A sentence for the reader.");
    json_integer(json, "maxLength", CAR_NOTE_MAX);
    json_end_object(json);
    double far = (double)CAR_FILE_OUTLINE_FAR;
    json_schema_begin_list(
        json, "outline",
        "Shape of the body: points [x, y] in m, x forward, y left, from the centre of "
        "gravity; must not cross itself, may be concave. Default: a box.",
        3, CAR_OUTLINE_MAX);
    put_pairs(json, (const double[2][2]){{-far, far}, {-far, far}});
    json_end_object(json);
}

static void schema_part(Json *json) {
    const char *paints[BODYWORK_PAINT_COUNT];
    for (int i = 0; i < BODYWORK_PAINT_COUNT; i++) {
        paints[i] = bodywork_paints[i].name;
    }
    json_object(json, "items");
    json_text(json, "type", "object");
    json_schema_required(json, (const char *const[]){"paint", "points"}, 2);
    json_object(json, "properties");
    json_schema_choice(json, "paint", "What it is painted with.", paints, BODYWORK_PAINT_COUNT);
    json_schema_choice(
        json, "sides",
        "across: the points are the left side, from front to back, and the right one mirrors "
        "it; both: a polygon on either side; one: the polygon as it is.",
        bodywork_sides, BODYWORK_SIDES_COUNT);
    json_object(json, "height");
    json_schema_bounds(json, "number", 0.0, 2.0);
    json_end_object(json);
    double far = (double)BODYWORK_FAR;
    json_schema_begin_list(json, "points", "Points [x, y] in m, x forward, y left; convex.", 2,
                           BODYWORK_POINTS_MAX);
    put_pairs(json, (const double[2][2]){{-far, far}, {-far, far}});
    json_end_object(json);
    json_end_object(json);
    json_schema_closed(json);
    json_end_object(json);
}

static void schema_look(Json *json) {
    json_schema_begin(json, "look", "object", "How the car is drawn. Default: from its outline.");
    json_schema_required(json, (const char *const[]){"parts"}, 1);
    json_object(json, "properties");
    for (int i = 0; i < bodywork_table.count; i++) {
        schema_row(json, &bodywork_table.rows[i]);
    }
    json_schema_begin_list(json, "parts", "Convex polygons, drawn in this order.", 1,
                           BODYWORK_PARTS_MAX);
    schema_part(json);
    json_end_object(json);
    json_end_object(json);
    json_schema_closed(json);
    json_end_object(json);
}

static void schema_sound(Json *json) {
    json_schema_begin(json, "sound", "object",
                      "How the car sounds. Default: from its torque, redline and mass.");
    json_schema_required(json, (const char *const[]){"cylinders"}, 1);
    json_object(json, "properties");
    json_object(json, "cylinders");
    json_schema_bounds(json, "integer", 1.0, CAR_SOUND_CYLINDERS_MAX);
    json_end_object(json);
    json_object(json, "strokes");
    json_array(json, "enum");
    json_integer(json, NULL, 2);
    json_integer(json, NULL, 4);
    json_end_array(json);
    json_end_object(json);
    json_schema_begin_list(json, "firing",
                           "When each cylinder fires, in order, and into which collector: [degrees "
                           "of the crank, 1 or 2]. Default: evenly, into one.",
                           1, CAR_SOUND_CYLINDERS_MAX);
    put_pairs(json, (const double[2][2]){{0.0, 720.0}, {1.0, CAR_SOUND_BANKS_MAX}});
    json_end_object(json);
    for (int i = 0; i < car_sound_table.count; i++) {
        schema_row(json, &car_sound_table.rows[i]);
    }
    json_end_object(json);
    json_schema_closed(json);
    json_end_object(json);
}

static void print_schema(void) {
    Json json = {0};
    json_object(&json, NULL);
    json_text(&json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    json_text(&json, "title", "Axle car");
    json_text(&json, "type", "object");
    json_schema_required(&json, (const char *const[]){"format", "name"}, 2);
    json_object(&json, "properties");
    schema_head(&json);
    for (int i = 0; i < car_param_table.count; i++) {
        if (starts_group(i)) {
            schema_group(&json, car_param_table.rows[i].group);
        }
    }
    schema_look(&json);
    schema_sound(&json);
    json_end_object(&json);
    json_schema_closed(&json);
    json_end_object(&json);
    json_print(&json);
}

/// The numbers of a driver, in format `format` of command_params.
static int print_driver(int format, const char *const *words, int count) {
    if (format > 1) {
        return options_usage_error("params: --of=driver is for --format=text and --format=md");
    }
    if (format == 1) {
        print_markdown_rows(&driver_param_table);
        return EXIT_FINE;
    }
    return print_driver_text(words, count);
}

int command_params(int argument_count, char **arguments) {
    static const char *const formats[] = {"text", "md", "yaml", "json-schema", NULL};
    static const char *const kinds[] = {"car", "driver", NULL};
    enum {
        WORDS_MAX = 8
    };
    int format = 0, kind = 0, count = 0;
    const char *words[WORDS_MAX], *name = NULL;
    const Option options[] = {
        {"of", "KIND", OPTION_CHOICE, &kind, 0, 0, kinds, "numbers of a"},
        {"car", "CAR", OPTION_TEXT, &name, 0, 0, NULL, "its values, not the initial ones"},
        {"format", "FORM", OPTION_CHOICE, &format, 0, 0, formats, "print as"},
    };
    const Command command =
        COMMAND("params", "[WORD...]", 0, WORDS_MAX,
                "Prints the numbers of a car, or of a driver, with unit, range and meaning: "
                "all, or\nthose with these words in name or meaning.",
                options);
    int code = options_parse(&command, argument_count, arguments, words, &count);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    if (format != 0 && (count > 0 || name)) {
        return options_usage_error("params: words and --car are for --format=text alone");
    }
    if (kind == 1) {
        return name ? options_usage_error("params: --car is for --of=car alone")
                    : print_driver(format, words, count);
    }
    if (format > 0) {
        static void (*const ways[])(void) = {NULL, print_markdown, print_yaml, print_schema};
        ways[format]();
        return EXIT_FINE;
    }
    CarFile car = {.params = car_params_default()};
    code = name ? load_car(options_data_folder, name, &car) : EXIT_FINE;
    if (code != EXIT_FINE) {
        return code;
    }
    return print_text(&car, words, count);
}
