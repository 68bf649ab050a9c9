#include "track_file/keys_schema.h"

#include "base/directories.h"
#include "base/file.h"
#include "base/text.h"
#include "collision/material.h"
#include "collision/surface.h"
#include "track_file/track_keys.h"

#include <stdio.h>
#include <string.h>

enum {
    DECIMALS = 6,
    REACH = 10000, ///< Metres of a coordinate.
};

static void put_reference(Json *json, TrackMap map) {
    char text[64];
    snprintf(text, sizeof text, "#/definitions/%s", track_map_names[map]);
    json_text(json, "$ref", text);
}

/// `type`, and the range where there is one: of the value, its length or its count.
static void put_bounded(Json *json, const char *type, double min, double max) {
    bool is_text = strcmp(type, "string") == 0;
    bool is_list = strcmp(type, "array") == 0;
    json_text(json, "type", type);
    if (min < max || (is_list && min > 0.0)) {
        json_number(json, is_text ? "minLength" : is_list ? "minItems" : "minimum", min, DECIMALS);
        json_number(json, is_text ? "maxLength" : is_list ? "maxItems" : "maximum", max, DECIMALS);
    }
}

/// A list of `least` to `most` numbers.
static void put_numbers(Json *json, int least, int most, double min, double max) {
    put_bounded(json, "array", least, most);
    json_object(json, "items");
    put_bounded(json, "number", min, max);
    json_end_object(json);
}

static void put_point(Json *json) { put_numbers(json, 2, 2, -REACH, REACH); }

static void put_words(Json *json, const char *words) {
    json_array(json, "enum");
    for (const char *at = words; *at; at += strspn(at, " ")) {
        char word[64];
        size_t size = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)size, at);
        json_text(json, NULL, word);
        at += size;
    }
    json_end_array(json);
}

/// A colour: six or eight digits, which YAML may take for a number.
static void put_color(Json *json, bool or_none) {
    json_array(json, "type");
    json_text(json, NULL, "string");
    json_text(json, NULL, "integer");
    json_end_array(json);
    json_text(json, "pattern",
              or_none ? "^(none|#?([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}))$"
                      : "^#?([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$");
}

/// One of the built-in names, to be completed, or one of the file's own.
static void put_names(Json *json, bool surfaces) {
    json_array(json, "anyOf");
    json_object(json, NULL);
    json_array(json, "enum");
    int count = surfaces ? (int)SURFACE_BUILT_IN_COUNT : (int)MATERIAL_BUILT_IN_COUNT;
    for (int i = 0; i < count; i++) {
        json_text(json, NULL, surfaces ? surface_built_in[i].name : material_built_in[i].name);
    }
    json_end_array(json);
    json_end_object(json);
    json_object(json, NULL);
    json_text(json, "type", "string");
    json_text(json, "pattern", "^[a-z][a-z0-9_-]{0,31}$");
    json_end_object(json);
    json_end_array(json);
}

/// `any` begins a choice whose alternatives follow as objects.
static void begin_any(Json *json) { json_array(json, "anyOf"); }

static void put_map_or(Json *json, TrackMap map, const char *word) {
    begin_any(json);
    json_object(json, NULL);
    put_words(json, word);
    json_end_object(json);
    json_object(json, NULL);
    put_reference(json, map);
    json_end_object(json);
    json_end_array(json);
}

static void put_list(Json *json, const TrackKey *key) {
    put_bounded(json, "array", key->min, key->max);
    json_object(json, "items");
    put_reference(json, key->of);
    json_end_object(json);
}

static void put_points(Json *json, const TrackKey *key) {
    put_bounded(json, "array", key->min, key->max);
    json_object(json, "items");
    if (key->type == TRACK_KEY_ROAD_POINTS) {
        begin_any(json);
        json_object(json, NULL);
        put_point(json);
        json_end_object(json);
        json_object(json, NULL);
        put_reference(json, key->of);
        json_end_object(json);
        json_end_array(json);
    } else if (key->type == TRACK_KEY_SPEED_POINTS) {
        put_numbers(json, 2, 3, -REACH, REACH);
    } else {
        put_point(json);
    }
    json_end_object(json);
}

static void put_rings(Json *json, const TrackKey *key) {
    put_bounded(json, "array", key->min, key->max);
    json_object(json, "items");
    put_points(json, track_key_find(TRACK_MAP_zone, "polygon"));
    json_end_object(json);
}

static void put_slots(Json *json, const TrackKey *key) {
    begin_any(json);
    json_object(json, NULL);
    put_bounded(json, "integer", key->min, key->max);
    json_end_object(json);
    json_object(json, NULL);
    put_bounded(json, "array", key->min, key->max);
    json_object(json, "items");
    put_numbers(json, 3, 3, -REACH, REACH);
    json_end_object(json);
    json_end_object(json);
    json_end_array(json);
}

static void put_gates(Json *json, const TrackKey *key) {
    begin_any(json);
    json_object(json, NULL);
    put_words(json, "auto");
    json_end_object(json);
    json_object(json, NULL);
    put_list(json, key);
    json_end_object(json);
    json_end_array(json);
}

static void put_named(Json *json, const TrackKey *key) {
    json_text(json, "type", "object");
    json_object(json, "additionalProperties");
    put_reference(json, key->of);
    json_end_object(json);
}

static void put_value(Json *json, const TrackKey *key) {
    switch (key->type) {
    case TRACK_KEY_TEXT:
        if (key->values[0]) {
            put_words(json, key->values);
        } else {
            put_bounded(json, "string", key->min, key->max);
        }
        break;
    case TRACK_KEY_CHOICE:
        put_words(json, key->values);
        break;
    case TRACK_KEY_INTEGER:
        put_bounded(json, "integer", key->min, key->max);
        break;
    case TRACK_KEY_NUMBER:
        put_bounded(json, "number", key->min, key->max);
        break;
    case TRACK_KEY_ANGLE:
        put_bounded(json, "number", -3600.0, 3600.0);
        break;
    case TRACK_KEY_BOOL:
        json_text(json, "type", "boolean");
        break;
    case TRACK_KEY_COLOR:
    case TRACK_KEY_COLOR_OR_NONE:
        put_color(json, key->type == TRACK_KEY_COLOR_OR_NONE);
        break;
    case TRACK_KEY_ID:
    case TRACK_KEY_RIBBON:
    case TRACK_KEY_POINT_NAME:
        json_text(json, "type", "string");
        json_text(json, "pattern", "^[a-z][a-z0-9_-]{0,31}$");
        break;
    case TRACK_KEY_SURFACE:
    case TRACK_KEY_MATERIAL:
        put_names(json, key->type == TRACK_KEY_SURFACE);
        break;
    case TRACK_KEY_POINT:
        put_point(json);
        break;
    case TRACK_KEY_POSE:
        put_numbers(json, 3, 3, -REACH, REACH);
        break;
    case TRACK_KEY_SIZE:
        put_numbers(json, 2, 2, key->min, key->max);
        break;
    case TRACK_KEY_BOX:
        put_numbers(json, 4, 4, -REACH, REACH);
        break;
    case TRACK_KEY_POINTS:
    case TRACK_KEY_SPEED_POINTS:
    case TRACK_KEY_ROAD_POINTS:
        put_points(json, key);
        break;
    case TRACK_KEY_RINGS:
        put_rings(json, key);
        break;
    case TRACK_KEY_SLOTS:
        put_slots(json, key);
        break;
    case TRACK_KEY_MAP:
        json_array(json, "allOf"); // beside a plain $ref draft-07 takes no description
        json_object(json, NULL);
        put_reference(json, key->of);
        json_end_object(json);
        json_end_array(json);
        break;
    case TRACK_KEY_MAP_OR_NONE:
        put_map_or(json, key->of, "none");
        break;
    case TRACK_KEY_LIST:
        put_list(json, key);
        break;
    case TRACK_KEY_GATES:
        put_gates(json, key);
        break;
    case TRACK_KEY_NAMED:
        put_named(json, key);
        break;
    }
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

static void put_required(Json *json, const char *key) {
    json_object(json, NULL);
    json_array(json, "required");
    json_text(json, NULL, key);
    json_end_array(json);
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
            put_required(json, track_key_forms[i].key);
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
    json_object(json, "patternProperties");
    json_bool(json, "^x-", true);
    json_end_object(json);
    json_bool(json, "additionalProperties", false);
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
