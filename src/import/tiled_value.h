/// Makes properties of Tiled's objects, layers and maps into values of a track.
///
/// Private to src/import/.
#pragma once

#include "formats/yaml.h"

/// Sets the properties of `node` (an object, a layer, the map) in `map`, but for `except` (may be
/// NULL). Texts are read by import_value.
void tiled_values_merge(const YamlNode *node, YamlNode *map, const char *except, Arena *arena,
                        MessageList *messages);

/// The value of the property `name` of `node`, NULL where it has none.
const YamlNode *tiled_value_find(const YamlNode *node, const char *name);

/// Tiled's #AARRGGBB as our #RRGGBBAA; NULL where the colour is not set.
YamlNode *tiled_value_color(const YamlNode *value, Arena *arena);
