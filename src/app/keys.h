/// The track format for text editors.
#pragma once

#include "base/json.h"

#define KEYS_SCHEMA_FILE "track-1.schema.json"

/// Writes the JSON Schema (draft-07) of track files, from the table of keys: what
/// yaml-language-server and other checkers read.
void keys_schema(Json *json);
