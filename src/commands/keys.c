/// `axle keys`: every key of the formats of tracks and drivers, of settings and of scenes, from the
/// tables that define them.
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "command_line/files.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "commands/driver_keys.h"
#include "commands/settings_keys.h"
#include "formats/yaml.h"
#include "scene/scene_keys.h"
#include "track_file/keys_schema.h"
#include "track_file/track_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *number(double value, char out[NUMBER_TEXT_MAX]) {
    return number_text(value, 2, out);
}

/// The range of a key as people read it: "3 to 60 m".
static void print_range(const TrackKey *key) {
    static const char *const counted[] = {[TRACK_KEY_TEXT] = " characters",
                                          [TRACK_KEY_POINTS] = " points",
                                          [TRACK_KEY_ROAD_POINTS] = " points",
                                          [TRACK_KEY_SPEED_POINTS] = " points",
                                          [TRACK_KEY_RINGS] = "",
                                          [TRACK_KEY_NAMED] = ""};
    char min[NUMBER_TEXT_MAX], max[NUMBER_TEXT_MAX];
    bool is_counted = key->type < (int)(sizeof counted / sizeof *counted) && counted[key->type];
    const char *unit = is_counted ? counted[key->type] : key->unit;
    if (key->min >= key->max) {
        return;
    }
    if (key->min > 0.0 || key->type == TRACK_KEY_NUMBER) {
        print("%s to %s", number(key->min, min), number(key->max, max));
    } else {
        print("at most %s", number(key->max, max));
    }
    print("%s%s", !is_counted && unit[0] ? " " : "", unit);
}

static void print_value(const TrackKey *key) {
    static const char *const words[] = {
        [TRACK_KEY_TEXT] = "text",
        [TRACK_KEY_INTEGER] = "whole number",
        [TRACK_KEY_NUMBER] = "number",
        [TRACK_KEY_BOOL] = "`true`, `false`",
        [TRACK_KEY_CHOICE] = "",
        [TRACK_KEY_COLOR] = "colour",
        [TRACK_KEY_COLOR_OR_NONE] = "colour or `none`",
        [TRACK_KEY_ANGLE] = "degrees",
        [TRACK_KEY_ID] = "id",
        [TRACK_KEY_SURFACE] = "surface",
        [TRACK_KEY_MATERIAL] = "material",
        [TRACK_KEY_RIBBON] = "id of a ribbon",
        [TRACK_KEY_POINT_NAME] = "name of a point",
        [TRACK_KEY_POINT] = "`[x, y]`",
        [TRACK_KEY_POSE] = "`[x, y, degrees]`",
        [TRACK_KEY_SIZE] = "`[width, height]`",
        [TRACK_KEY_BOX] = "`[x0, y0, x1, y1]`",
        [TRACK_KEY_POINTS] = "list of points",
        [TRACK_KEY_SPEED_POINTS] = "list of points",
        [TRACK_KEY_ROAD_POINTS] = "list of points or maps",
        [TRACK_KEY_RINGS] = "list of lists of points",
        [TRACK_KEY_SLOTS] = "number, or list of `[x, y, degrees]`",
        [TRACK_KEY_MAP] = "map",
        [TRACK_KEY_MAP_OR_NONE] = "map or `none`",
        [TRACK_KEY_LIST] = "list of maps",
        [TRACK_KEY_GATES] = "list of maps, or `auto`",
        [TRACK_KEY_NAMED] = "map of maps",
    };
    print("%s", words[key->type]);
    for (const char *at = key->values; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        print("%s`%.*s`", at > key->values ? ", " : words[key->type][0] ? " " : "", (int)size, at);
        at += size;
    }
    if (key->min < key->max) {
        print(", ");
        print_range(key);
    }
}

/// Whether the text is a value of a file rather than a remark about it.
static bool is_literal(const TrackKey *key) {
    return key->fallback[0] && strcspn(key->fallback, " ;()") == strlen(key->fallback) &&
           strcmp(key->fallback, "automatic") != 0 && strcmp(key->fallback, "built-in") != 0 &&
           !(strcmp(key->fallback, "none") == 0 && key->type != TRACK_KEY_COLOR_OR_NONE);
}

static void print_map(TrackMap map) {
    print("| key | value | default | meaning |\n|---|---|---|---|\n");
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        const TrackKey *key = &track_keys[i];
        if (key->map != map) {
            continue;
        }
        print("| `%s` | ", key->key);
        print_value(key);
        if (!key->fallback) {
            print(" | required");
        } else if (is_literal(key)) {
            print(" | `%s`", key->fallback);
        } else {
            print(" | %s", key->fallback);
        }
        print(" | %s |\n", key->about);
    }
}

static void print_markdown(void) {
    for (int map = 0; map < TRACK_MAP_COUNT; map++) {
        const char *place = track_map_places[map];
        print(map > 0 ? "\n### %c%s\n\n" : "### %c%s\n\n", text_upper(place[0]), place + 1);
        print_map((TrackMap)map);
    }
}

int command_keys(int argument_count, char **arguments) {
    static const char *const formats[] = {"md", "json-schema", NULL};
    int format = 0, map = 0;
    const char *name = NULL;
    const Option options[] = {
        {"format", "FORM", OPTION_CHOICE, &format, 0, 0, formats, "print as"},
    };
    const Command command = COMMAND(
        "keys", "[MAP]", 0, 1,
        "Prints every key of the track format, those of one map of it (ribbon, wall, gate), those of "
        "a driver, of settings, or what the panels of a scene can be told.",
        options);
    int code = options_parse(&command, argument_count, arguments, &name, NULL);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    if (name && strcmp(name, "settings") == 0) {
        if (format == 1) {
            return options_usage_error("--format=json-schema is of tracks and drivers");
        }
        settings_keys_print();
        return EXIT_FINE;
    }
    if (name && strcmp(name, "scene") == 0) {
        if (format == 1) {
            return options_usage_error("--format=json-schema is of tracks and drivers");
        }
        TextBuffer table = {0};
        scene_keys_table(&table);
        code = files_write("-", table.text, table.size);
        free(table.text);
        return code;
    }
    if (name && strcmp(name, "driver") == 0) {
        (format == 1 ? driver_keys_print_schema : driver_keys_print)();
        return EXIT_FINE;
    }
    while (name && map < TRACK_MAP_COUNT && strcmp(track_map_names[map], name) != 0) {
        map++;
    }
    if (map == TRACK_MAP_COUNT) {
        return options_unknown("no map", name, track_map_names, TRACK_MAP_COUNT, NULL);
    }
    if (format == 1) {
        Json json = {0};
        keys_schema(&json);
        json_print(&json);
    } else if (name) {
        print_map((TrackMap)map);
    } else {
        print_markdown();
    }
    return EXIT_FINE;
}
