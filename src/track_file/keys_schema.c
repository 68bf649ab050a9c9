#include "track_file/keys_schema.h"

#include "base/directories.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "collision/material.h"
#include "collision/surface.h"
#include "formats/json_schema.h"
#include "formats/yaml.h"
#include "track_file/track_keys.h"

#include <stdio.h>
#include <string.h>

enum {
    DECIMALS = 6,
};

#define NAME         "{type: string, pattern: '^[a-z][a-z0-9_-]{0,31}$'}"
#define METRES       "{type: number, minimum: -10000, maximum: 10000}"
#define TIMES(count) "{type: array, minItems: " count ", maxItems: " count ", items: " METRES "}"
#define POINTS(least, most) \
    "{type: array, minItems: " least ", maxItems: " most ", items: " TIMES("2") "}"
#define LIST(items) "{type: array, minItems: MIN, maxItems: MAX, items: " items "}"
#define COLOR       "[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}"

/// The schema of the values of a key of each type, as YAML. What stands in capitals depends on the
/// key: its range (MIN, MAX), its choices (WORDS), the map it holds (MAP); or it lists the built-in
/// SURFACES or MATERIALS.
static const char *const schemas[] = {
    [TRACK_KEY_TEXT] = "{type: string, minLength: MIN, maxLength: MAX}",
    [TRACK_KEY_INTEGER] = "{type: integer, minimum: MIN, maximum: MAX}",
    [TRACK_KEY_NUMBER] = "{type: number, minimum: MIN, maximum: MAX}",
    [TRACK_KEY_BOOL] = "{type: boolean}",
    [TRACK_KEY_CHOICE] = "{enum: WORDS}",
    // six or eight digits, which YAML may take for a number
    [TRACK_KEY_COLOR] = "{type: [string, integer], pattern: '^#?(" COLOR ")$'}",
    [TRACK_KEY_COLOR_OR_NONE] = "{type: [string, integer], pattern: '^(none|#?(" COLOR "))$'}",
    [TRACK_KEY_ANGLE] = "{type: number, minimum: -3600, maximum: 3600}",
    [TRACK_KEY_ID] = NAME,
    // built-in names, to be completed, or the file's own
    [TRACK_KEY_SURFACE] = "{anyOf: [{enum: SURFACES}, " NAME "]}",
    [TRACK_KEY_MATERIAL] = "{anyOf: [{enum: MATERIALS}, " NAME "]}",
    [TRACK_KEY_RIBBON] = NAME,
    [TRACK_KEY_POINT_NAME] = NAME,
    [TRACK_KEY_POINT] = TIMES("2"),
    [TRACK_KEY_POSE] = TIMES("3"),
    [TRACK_KEY_SIZE] =
        "{type: array, minItems: 2, maxItems: 2, items: {type: number, minimum: MIN, maximum: MAX}}",
    [TRACK_KEY_BOX] = TIMES("4"),
    [TRACK_KEY_POINTS] = POINTS("MIN", "MAX"),
    [TRACK_KEY_SPEED_POINTS] = LIST("{type: array, minItems: 2, maxItems: 3, items: " METRES "}"),
    [TRACK_KEY_ROAD_POINTS] = LIST("{anyOf: [" TIMES("2") ", {$ref: MAP}]}"),
    [TRACK_KEY_RINGS] = LIST(POINTS("3", "2000")),
    [TRACK_KEY_SLOTS] =
        "{anyOf: [{type: integer, minimum: MIN, maximum: MAX}, " LIST(TIMES("3")) "]}",
    // beside a plain $ref draft-07 takes no description
    [TRACK_KEY_MAP] = "{allOf: [{$ref: MAP}]}",
    [TRACK_KEY_MAP_OR_NONE] = "{anyOf: [{enum: [none]}, {$ref: MAP}]}",
    [TRACK_KEY_LIST] = LIST("{$ref: MAP}"),
    [TRACK_KEY_GATES] = "{anyOf: [{enum: [auto]}, " LIST("{$ref: MAP}") "]}",
    [TRACK_KEY_NAMED] = "{type: object, additionalProperties: {$ref: MAP}}",
};

static void put_words(Json *json, const char *name, const char *words) {
    json_array(json, name);
    for (const char *at = words; *at; at += strspn(at, " ")) {
        char word[64];
        size_t size = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)size, at);
        json_text(json, NULL, word);
        at += size;
    }
    json_end_array(json);
}

/// Puts a word or number of a schema, called `name`: in capitals what it stands for.
static void put_scalar(Json *json, const char *name, const char *text, const TrackKey *key) {
    double value = 0.0;
    if (strcmp(text, "MIN") == 0 || strcmp(text, "MAX") == 0) {
        json_number(json, name, text[1] == 'I' ? key->min : key->max, DECIMALS);
    } else if (strcmp(text, "WORDS") == 0) {
        put_words(json, name, key->values);
    } else if (strcmp(text, "MAP") == 0) {
        char path[64];
        snprintf(path, sizeof path, "#/definitions/%s", track_map_names[key->of]);
        json_text(json, name, path);
    } else if (strcmp(text, "SURFACES") == 0) {
        json_array(json, name);
        for (int i = 0; i < SURFACE_BUILT_IN_COUNT; i++) {
            json_text(json, NULL, surface_built_in[i].name);
        }
        json_end_array(json);
    } else if (strcmp(text, "MATERIALS") == 0) {
        json_array(json, name);
        for (int i = 0; i < MATERIAL_BUILT_IN_COUNT; i++) {
            json_text(json, NULL, material_built_in[i].name);
        }
        json_end_array(json);
    } else if (number_parse(text, &value)) {
        json_number(json, name, value, DECIMALS);
    } else {
        json_text(json, name, text);
    }
}

/// Puts the members of a schema, each called as in it.
static void put_members(Json *json, const YamlNode *schema, const TrackKey *key) {
    for (const YamlNode *node = schema->first; node; node = node->next) {
        if (node->kind == YAML_TEXT) {
            put_scalar(json, node->key, node->text, key);
        } else if (node->kind == YAML_MAP) {
            json_object(json, node->key);
            put_members(json, node, key);
            json_end_object(json);
        } else {
            json_array(json, node->key);
            put_members(json, node, key);
            json_end_array(json);
        }
    }
}

/// Puts the schema of the values of `key`.
static void put_value(Json *json, const TrackKey *key) {
    const char *schema = schemas[key->values[0] ? TRACK_KEY_CHOICE : key->type];
    Arena arena = {0};
    MessageList *messages = arena_alloc(&arena, sizeof *messages);
    put_members(json, yaml_read(schema, strlen(schema), "schema", &arena, messages), key);
    arena_destroy(&arena);
}

static void put_key(Json *json, const TrackKey *key) {
    char about[512];
    json_object(json, key->key);
    const char *fallback = key->fallback ? key->fallback : "";
    snprintf(about, sizeof about, "%s%s%s%s%s%s", key->about, key->unit[0] ? " In " : "", key->unit,
             key->unit[0] ? "." : "", fallback[0] ? " Default: " : "", fallback);
    json_text(json, "description", about);
    put_value(json, key);
    json_end_object(json);
}

/// The keys that every `map` has, whichever its form.
static void put_all_required(Json *json, TrackMap map) {
    int count = 0;
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        const TrackKey *key = &track_keys[i];
        if (key->map == map && !key->fallback && !key->forms[0]) {
            if (count++ == 0) {
                json_array(json, "required");
            }
            json_text(json, NULL, key->key);
        }
    }
    if (count > 0) {
        json_end_array(json);
    }
}

/// The forms of a map: just one of the keys that tell them.
static void put_forms(Json *json, TrackMap map) {
    int count = 0;
    for (int i = 0; i < track_key_form_count; i++) {
        if (track_key_forms[i].map == map) {
            if (count++ == 0) {
                json_array(json, "oneOf");
            }
            json_object(json, NULL);
            json_array(json, "required");
            json_text(json, NULL, track_key_forms[i].key);
            json_end_array(json);
            json_end_object(json);
        }
    }
    if (count > 0) {
        json_end_array(json);
    }
}

static void put_map(Json *json, TrackMap map) {
    json_text(json, "type", "object");
    json_object(json, "properties");
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        if (track_keys[i].map == map) {
            put_key(json, &track_keys[i]);
        }
    }
    json_end_object(json);
    put_all_required(json, map);
    put_forms(json, map);
    json_schema_closed(json);
}

void keys_schema(Json *json) {
    json_object(json, NULL);
    json_text(json, "$schema", "http://json-schema.org/draft-07/schema#");
    json_text(json, "title", "Axle track");
    put_map(json, TRACK_MAP_track);
    json_object(json, "definitions");
    for (int map = TRACK_MAP_track + 1; map < TRACK_MAP_COUNT; map++) {
        json_object(json, track_map_names[map]);
        put_map(json, (TrackMap)map);
        json_end_object(json);
    }
    json_end_object(json);
    json_end_object(json);
}

bool keys_write_schema(const char *track, MessageList *messages) {
    char path[PATH_LIMIT];
    int folder = (int)(text_file_name(track) - track);
    if (snprintf(path, sizeof path, "%.*s%s", folder, track, KEYS_SCHEMA_FILE) >= PATH_LIMIT) {
        return true;
    }
    Json json = {0};
    keys_schema(&json);
    text_add(&json.written, "\n", 1);
    bool good = file_write(path, json.written.text, json.written.size, messages);
    json_destroy(&json);
    return good;
}
