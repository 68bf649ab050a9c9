/// Builds trees like those of yaml_read, for importers, writers and editors.
///
/// Every node lives in the arena that it was made in and belongs to one collection at most. `place`
/// is what messages about the node will name: the line and column of whatever it was made from.
#pragma once

#include "formats/yaml.h"

YamlNode *yaml_build_map(Arena *arena, Place place);

YamlNode *yaml_build_list(Arena *arena, Place place);

/// A text, copied. It is marked to be written in quotes where it would look like something else (a
/// number, true, null).
YamlNode *yaml_build_text(Arena *arena, Place place, const char *text);

/// A text that is always written in quotes, as colours with a '#' are. Copied.
YamlNode *yaml_build_quoted(Arena *arena, Place place, const char *text);

/// What a person wrote in a foreign file, copied: a number, true or false, or else a text.
YamlNode *yaml_build_plain(Arena *arena, Place place, const char *text);

/// A number, rounded to `decimals` digits behind the point (0 to 12); `value` is finite.
YamlNode *yaml_build_number(Arena *arena, Place place, double value, int decimals);

YamlNode *yaml_build_bool(Arena *arena, Place place, bool value);

/// `[x, y]`, both rounded to `decimals` digits behind the point.
YamlNode *yaml_build_point(Arena *arena, Place place, double x, double y, int decimals);

/// Appends `item`, which is in no collection, to `list`. O(1).
void yaml_build_add(YamlNode *list, YamlNode *item);

/// Makes `value`, which is in no collection, the member `key` (copied) of `map`: at the place of
/// the one that was there, else as the last. The key gets the place of `value`. O(keys).
void yaml_build_set(Arena *arena, YamlNode *map, const char *key, YamlNode *value);

/// Takes the member `key` out of `map` and returns it, or NULL where there is none. O(keys).
YamlNode *yaml_build_remove(YamlNode *map, const char *key);

/// A copy of `node` and all below it, in no collection and without key. Texts are shared, so what
/// `node` was made of must live as long.
YamlNode *yaml_build_copy(Arena *arena, const YamlNode *node);

/// Whether two trees say the same: kinds, texts, keys, and their order. Quotes, brackets, places
/// and comments do not count.
bool yaml_build_equal(const YamlNode *a, const YamlNode *b);

/// Sets copies of all members of the map `from` in `map`, over those that are there (whole values:
/// a map in `from` takes the place of the one in `map`).
void yaml_build_merge(Arena *arena, YamlNode *map, const YamlNode *from);
