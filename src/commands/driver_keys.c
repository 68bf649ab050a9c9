#include "commands/driver_keys.h"

#include "base/print.h"
#include "driver_file/driver_file.h"
#include "formats/json_schema.h"
#include "vehicle/bodywork.h"

#include <stdio.h>
#include <string.h>

/// Whether row `index` is the first of its group.
static bool starts_group(int index) {
    const ParamRow *rows = driver_param_table.rows;
    return index == 0 || strcmp(rows[index].group, rows[index - 1].group) != 0;
}

void driver_keys_print(void) {
    print(
        "| key | value | default | meaning |\n|---|---|---|---|\n"
        "| `format` | `" DRIVER_FILE_FORMAT "` | required | The version of this format. |\n"
        "| `name` | text, 1 to %d bytes | required | As shown to people. |\n"
        "| `number` | whole number, 1 to %d | that of its car | On the car. |\n"
        "| `color` | colour, `\"#RRGGBB\"` | a usual one | Of the car; the colour of a person's "
        "seat goes before it. |\n"
        "| `note` | text, at most %d characters | | A sentence of character. |\n"
        "| `face` | list of maps, 1 to %d parts | a helmet in its colour | Convex polygons, drawn "
        "in this order. |\n"
        "| `face[].color` | colour | required | `\"#RRGGBB\"`, or with an alpha `\"#RRGGBBAA\"`. "
        "|\n"
        "| `face[].sides` | `%s`, `%s`, `%s` | `%s` | What the points are: the left half, from top "
        "to bottom, which the right one mirrors; a polygon on either side; the polygon. |\n"
        "| `face[].points` | list of points, 2 or 3 to %d | required | `[x, y]`, 0 to 1: x to the "
        "right, y up. |\n",
        DRIVER_NAME_MAX - 1, DRIVER_NUMBER_MAX, DRIVER_NOTE_CHARACTERS, DRIVER_FACE_PARTS_MAX,
        bodywork_sides[BODYWORK_ACROSS], bodywork_sides[BODYWORK_BOTH],
        bodywork_sides[BODYWORK_ONE], bodywork_sides[BODYWORK_ACROSS], BODYWORK_POINTS_MAX);
    for (int i = 0; i < driver_param_table.count; i++) {
        if (starts_group(i)) {
            print("%s`%s`", i > 0 ? ", " : "| ", driver_param_table.rows[i].group);
        }
    }
    print(" | maps of numbers | those of an expert without a character | See `axle params "
          "--of=driver`. |\n");
}

static void put_color(Json *json, const char *about, const char *pattern) {
    json_schema_begin(json, "color", "string", about);
    json_text(json, "pattern", pattern);
    json_end_object(json);
}

static void put_text(Json *json, const char *key, const char *about, int least, int most) {
    json_schema_begin(json, key, "string", about);
    json_integer(json, "minLength", least);
    json_integer(json, "maxLength", most);
    json_end_object(json);
}

static void schema_head(Json *json) {
    json_schema_begin(json, "format", "string", "The version of this format.");
    json_text(json, "const", DRIVER_FILE_FORMAT);
    json_end_object(json);
    put_text(json, "name", "As shown to people.", 1, DRIVER_NAME_MAX - 1);
    json_object(json, "number");
    json_schema_bounds(json, "integer", 1.0, DRIVER_NUMBER_MAX);
    json_text(json, "description", "On the car.");
    json_end_object(json);
    put_color(json, "Of the car.", "^#?[0-9a-fA-F]{6}([fF]{2})?$");
    put_text(json, "note", "A sentence of character.", 0, DRIVER_NOTE_CHARACTERS);
}

static void schema_part(Json *json) {
    json_object(json, "items");
    json_text(json, "type", "object");
    json_schema_required(json, (const char *const[]){"color", "points"}, 2);
    json_object(json, "properties");
    put_color(json, "What it is painted with.", "^#?[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$");
    json_schema_choice(
        json, "sides",
        "across: the points are the left half, from top to bottom, and the right one mirrors it; "
        "both: a polygon on either side; one: the polygon as it is.",
        bodywork_sides, BODYWORK_SIDES_COUNT);
    json_schema_begin_list(json, "points", "Points [x, y], x to the right, y up; convex.", 2,
                           BODYWORK_POINTS_MAX);
    json_object(json, "items");
    json_text(json, "type", "array");
    json_integer(json, "minItems", 2);
    json_integer(json, "maxItems", 2);
    json_object(json, "items");
    json_schema_bounds(json, "number", 0.0, 1.0);
    json_end_object(json);
    json_end_object(json);
    json_end_object(json);
    json_end_object(json);
    json_schema_closed(json);
    json_end_object(json);
}

/// The group that begins with row `first`; returns the row behind it.
static int schema_group(Json *json, int first) {
    const ParamRow *rows = driver_param_table.rows;
    const char *group = rows[first].group;
    int row = first;
    json_schema_begin(json, group, "object", NULL);
    json_object(json, "properties");
    for (; row < driver_param_table.count && strcmp(rows[row].group, group) == 0; row++) {
        json_schema_begin_row(json, &rows[row]);
        json_end_object(json);
    }
    json_end_object(json);
    json_schema_closed(json);
    json_end_object(json);
    return row;
}

void driver_keys_print_schema(void) {
    Json json = {0};
    json_object(&json, NULL);
    json_text(&json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    json_text(&json, "title", "Axle driver");
    json_text(&json, "type", "object");
    json_schema_required(&json, (const char *const[]){"format", "name"}, 2);
    json_object(&json, "properties");
    schema_head(&json);
    json_schema_begin_list(&json, "face",
                           "Convex polygons, drawn in this order. Default: a helmet.", 1,
                           DRIVER_FACE_PARTS_MAX);
    schema_part(&json);
    json_end_object(&json);
    for (int i = 0; i < driver_param_table.count;) {
        i = schema_group(&json, i);
    }
    json_end_object(&json);
    json_schema_closed(&json);
    json_end_object(&json);
    json_print(&json);
}
