/// The track format for text editors.
#pragma once

#include "base/messages.h"
#include "formats/json.h"

#define KEYS_SCHEMA_FILE "track-1.schema.json"

/// Writes the JSON Schema (draft-07) of track files, from the table of keys.
/// Checkers such as yaml-language-server read it.
void keys_schema(Json *json);

/// The first line of a track file that has its schema beside it.
#define KEYS_SCHEMA_LINE "# yaml-language-server: $schema=" KEYS_SCHEMA_FILE "\n"

/// Writes the schema beside the track file `track`; one that is there already is brought up to
/// date. False with messages where it cannot be written.
bool keys_write_schema(const char *track, MessageList *messages);
