#include "formats/json_schema.h"

#include "base/assert.h"

#include <stdio.h>

/// Bounds are written with at most this many digits behind the point: more than any row needs.
#define DECIMALS 6

void json_schema_begin(Json *json, const char *key, const char *type, const char *about) {
    ASSERT(json != NULL && key != NULL && type != NULL);
    json_object(json, key);
    json_text(json, "type", type);
    if (about) {
        json_text(json, "description", about);
    }
}

void json_schema_begin_list(Json *json, const char *key, const char *about, int least, int most) {
    json_schema_begin(json, key, "array", about);
    json_integer(json, "minItems", least);
    json_integer(json, "maxItems", most);
}

void json_schema_bounds(Json *json, const char *type, double min, double max) {
    ASSERT(json != NULL && type != NULL);
    json_text(json, "type", type);
    json_number(json, "minimum", min, DECIMALS);
    json_number(json, "maximum", max, DECIMALS);
}

void json_schema_begin_row(Json *json, const ParamRow *row) {
    ASSERT(json != NULL && row != NULL);
    char about[512];
    snprintf(about, sizeof about, "%s When it goes up: %s", row->about, row->more);
    json_object(json, row->name);
    json_text(json, "title", row->label);
    json_text(json, "description", about);
    json_schema_bounds(json, "number", (double)row->min, (double)row->max);
    json_number(json, "default", (double)row->initial, DECIMALS);
    json_text(json, "x-unit", row->unit);
}

/// The texts as the array `key`.
static void put_texts(Json *json, const char *key, const char *const *texts, int count) {
    json_array(json, key);
    for (int i = 0; i < count; i++) {
        json_text(json, NULL, texts[i]);
    }
    json_end_array(json);
}

void json_schema_choice(Json *json, const char *key, const char *about, const char *const *names,
                        int count) {
    ASSERT(names != NULL && count > 0);
    json_schema_begin(json, key, "string", about);
    put_texts(json, "enum", names, count);
    json_end_object(json);
}

void json_schema_required(Json *json, const char *const *keys, int count) {
    ASSERT(json != NULL && keys != NULL && count > 0);
    put_texts(json, "required", keys, count);
}

void json_schema_closed(Json *json) {
    ASSERT(json != NULL);
    json_object(json, "patternProperties");
    json_bool(json, "^x-", true);
    json_end_object(json);
    json_bool(json, "additionalProperties", false);
}
