/// What schemas of our files have in common, as JSON Schema (json-schema.org): any draft from 07 on
/// reads it.
#pragma once

#include "formats/json.h"
#include "formats/param.h"

/// Begins the entry `key` of `type`; json_end_object ends it. `about` may be NULL.
void json_schema_begin(Json *json, const char *key, const char *type, const char *about);

/// Begins the entry `key` of a list of `least` to `most` items; json_end_object ends it.
void json_schema_begin_list(Json *json, const char *key, const char *about, int least, int most);

/// Begins the entry of a number of a table: what it is called and means, bounds, default, unit.
/// json_end_object ends it.
void json_schema_begin_row(Json *json, const ParamRow *row);

/// In an entry: "number" or "integer" of `min` to `max`.
void json_schema_bounds(Json *json, const char *type, double min, double max);

/// The entry `key`: one of the `names`.
void json_schema_choice(Json *json, const char *key, const char *about, const char *const *names,
                        int count);

/// In a map: it must have the `keys`.
void json_schema_required(Json *json, const char *const *keys, int count);

/// In a map: it has no other keys than its properties and those that start with "x-".
void json_schema_closed(Json *json);
