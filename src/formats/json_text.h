/// Reads JSON with the reader of YAML, of which it is almost a part.
#pragma once

#include "formats/yaml.h"

/// As yaml_read, for JSON. Pairs of surrogates (\ud83d\ude00) and tabs between values, which YAML
/// does not know, are rewritten first. Places are those of the text as given.
YamlNode *json_text_read(const char *text, size_t size, const char *file, Arena *arena,
                         MessageList *messages);

/// Reads the number that `node` (may be NULL) holds. Returns false, without a message and with
/// `out` as it was, where there is none.
bool json_text_number(const YamlNode *node, double *out);

/// The first item of the list `key` of `map` (may be NULL); NULL where there is none.
const YamlNode *json_text_items(const YamlNode *map, const char *key);

/// The text that `node` (may be NULL) holds, "" where it is none.
const char *json_text_string(const YamlNode *node);
