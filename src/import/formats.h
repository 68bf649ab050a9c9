/// One reader a foreign format. Private to src/import/; import_read picks one.
///
/// All take the bytes (`text`, ended by a zero byte that does not count), the name of the file for
/// messages, options (not NULL), the arena that the tree will live in and the list of messages; all
/// return the tree of a track, or NULL with messages.
#pragma once

#include "base/yaml.h"

typedef struct ImportOptions ImportOptions;

YamlNode *import_tum(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages);
YamlNode *import_geojson(const char *text, size_t size, const char *file,
                         const ImportOptions *options, Arena *arena, MessageList *messages);
YamlNode *import_svg(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages);
YamlNode *import_tiled(const char *text, size_t size, const char *file,
                       const ImportOptions *options, Arena *arena, MessageList *messages);

/// Reads YAML that stands within a foreign file: `text`, which begins at `start` there. All places
/// in the tree and in messages are those in the file. With `whole` all of it stands at `start`, as
/// that of an attribute does, whose place is not known.
YamlNode *import_yaml(const char *text, Place start, bool whole, Arena *arena,
                      MessageList *messages);

/// A value that a person wrote at `place`: YAML where it is in brackets, a number, true or false,
/// else a text.
YamlNode *import_value(const char *text, Place place, Arena *arena, MessageList *messages);

/// The name of a track: `options->name`, else `own` (may be NULL or empty), else the file's name
/// without folder and suffix; at most 60 code points, without control characters. In `arena`.
const char *import_name(const ImportOptions *options, const char *own, const char *file,
                        Arena *arena);
