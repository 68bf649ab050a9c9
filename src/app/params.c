/// `axle params`: every number of a car, from the one table that defines them.
#include "app/commands.h"
#include "app/options.h"
#include "base/json.h"
#include "base/number.h"
#include "dynamics/car_params.h"

#include <stdio.h>
#include <string.h>

static const char *number(float value, char out[NUMBER_TEXT_MAX]) {
    return number_text((double)value, 6, out);
}

static void print_markdown(void) {
    puts("| key | unit | default | min | max | meaning | when it goes up |\n"
         "|---|---|---|---|---|---|---|");
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        char initial[NUMBER_TEXT_MAX], min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX];
        printf("| `%s.%s`%s | %s | %s | %s | %s | %s | %s |\n", row->group, row->name,
               row->file_only ? " †" : "", row->unit, number(row->initial, initial),
               number(row->min, min), number(row->max, max), row->about, row->more);
    }
    puts("\n† only in files, without a slider. Besides: `engine.torque_curve` (2 to 16 points "
         "`[rpm, N m]`) and `gearbox.gears` (1 to 10 ratios).");
}

static void print_yaml(void) {
    const char *group = "";
    CarParams car = car_params_default();
    puts("format: car/1\nname: Default");
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        char initial[NUMBER_TEXT_MAX], min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX];
        if (strcmp(group, row->group) != 0) {
            group = row->group;
            printf("%s:\n", group);
            if (strcmp(group, "engine") == 0) {
                printf("  torque_curve: [");
                for (int k = 0; k < car.torque_count; k++) {
                    printf("%s[%s, %s]", k ? ", " : "", number(car.torque_curve[k].rpm, min),
                           number(car.torque_curve[k].torque, max));
                }
                puts("] # rpm, N m");
            } else if (strcmp(group, "gearbox") == 0) {
                printf("  gears: [");
                for (int k = 0; k < car.gear_count; k++) {
                    printf("%s%s", k ? ", " : "", number(car.gears[k], min));
                }
                puts("]");
            }
        }
        printf("  %s: %s # %s, %s to %s. %s\n", row->name, number(row->initial, initial), row->unit,
               number(row->min, min), number(row->max, max), row->about);
    }
}

static void schema_group(Json *json, const char *group) {
    json_key(json, group);
    json_object(json);
    json_key(json, "type");
    json_text(json, "object");
    json_key(json, "properties");
    json_object(json);
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        if (strcmp(row->group, group) != 0) {
            continue;
        }
        char about[512];
        snprintf(about, sizeof about, "%s (%s)%s%s", row->about, row->unit,
                 *row->more ? " More: " : "", row->more);
        json_key(json, row->name);
        json_object(json);
        json_key(json, "type");
        json_text(json, "number");
        json_key(json, "minimum");
        json_number(json, (double)row->min, 6);
        json_key(json, "maximum");
        json_number(json, (double)row->max, 6);
        json_key(json, "default");
        json_number(json, (double)row->initial, 6);
        json_key(json, "description");
        json_text(json, about);
        json_end_object(json);
    }
    for (int list = 0; list < 2; list++) {
        const char *name = list == 0 ? "torque_curve" : "gears";
        if (strcmp(group, list == 0 ? "engine" : "gearbox") == 0) {
            json_key(json, name);
            json_object(json);
            json_key(json, "type");
            json_text(json, "array");
            json_key(json, "maxItems");
            json_integer(json, list == 0 ? CAR_TORQUE_POINTS_MAX : CAR_GEARS_MAX);
            json_end_object(json);
        }
    }
    json_end_object(json);
    json_end_object(json);
}

static void schema_text(Json *json, const char *name, const char *about) {
    json_key(json, name);
    json_object(json);
    json_key(json, "type");
    json_text(json, "string");
    json_key(json, "description");
    json_text(json, about);
    json_end_object(json);
}

static void print_schema(void) {
    Json json = {0};
    json_object(&json);
    json_key(&json, "$schema");
    json_text(&json, "http://json-schema.org/draft-07/schema#");
    json_key(&json, "title");
    json_text(&json, "Axle car");
    json_key(&json, "type");
    json_text(&json, "object");
    json_key(&json, "required");
    json_array(&json);
    json_text(&json, "format");
    json_text(&json, "name");
    json_end_array(&json);
    json_key(&json, "properties");
    json_object(&json);
    schema_text(&json, "format", "car/1");
    schema_text(&json, "name", "shown in menus");
    schema_text(&json, "base", "name of the car this one builds on");
    schema_text(&json, "note", "free text");
    json_key(&json, "outline");
    json_object(&json);
    json_key(&json, "type");
    json_text(&json, "array");
    json_key(&json, "description");
    json_text(&json, "collision outline, points [x, y] in m, x forward, y left; may be concave");
    json_end_object(&json);
    const char *group = "";
    for (int i = 0; i < car_param_table.count; i++) {
        if (strcmp(group, car_param_table.rows[i].group) != 0) {
            group = car_param_table.rows[i].group;
            schema_group(&json, group);
        }
    }
    json_end_object(&json);
    json_end_object(&json);
    puts(json.text);
    json_destroy(&json);
}

int command_params(int argument_count, char **arguments) {
    static const char *const formats[] = {"md", "yaml", "json-schema", NULL};
    int format = 0, count, code = EXIT_FINE;
    const Option options[] = {
        {"format", "FORM", OPTION_CHOICE, &format, 0, 0, formats, "print as"},
    };
    const Command command = {
        "params", "", 0, 0, "Prints every number of a car with unit, range and meaning.",
        options,  1};
    if (!options_parse(&command, argument_count, arguments, NULL, &count, &code)) {
        return code;
    }
    if (format == 0) {
        print_markdown();
    } else if (format == 1) {
        print_yaml();
    } else {
        print_schema();
    }
    return code;
}
