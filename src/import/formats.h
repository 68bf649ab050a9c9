/// One reader for each foreign format, and what they share. Private to src/import/.
///
/// import_read picks a reader. Each takes the text (ended by a zero byte that does not count), the
/// file's name for messages, options (not NULL), the arena for the tree and the list of messages.
/// Each returns the tree of a track, or NULL with messages.
#pragma once

#include "formats/yaml.h"

typedef struct ImportOptions ImportOptions;

YamlNode *import_tum(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages);
YamlNode *import_geojson(const char *text, size_t size, const char *file,
                         const ImportOptions *options, Arena *arena, MessageList *messages);
YamlNode *import_kml(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages);
YamlNode *import_gpx(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages);
YamlNode *import_osm(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages);
YamlNode *import_svg(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages);
YamlNode *import_tiled(const char *text, size_t size, const char *file,
                       const ImportOptions *options, Arena *arena, MessageList *messages);
/// Says what the file is that nothing reads (E638), and what to do instead.
YamlNode *import_unknown(const char *text, size_t size, const char *file,
                         const ImportOptions *options, Arena *arena, MessageList *messages);

/// Reads the YAML `text`, which begins at `start` of a foreign file. All places, in the tree and in
/// messages, are those in the file. With `whole` they are all `start`: where characters of an
/// attribute stand is not known.
YamlNode *import_yaml(const char *text, Place start, bool whole, Arena *arena,
                      MessageList *messages);

/// A value that a person wrote at `place`. In brackets it is YAML; it may be a number, true or
/// false; anything else is a text. NULL, with messages, where the YAML is wrong.
YamlNode *import_value(const char *text, Place place, Arena *arena, MessageList *messages);

/// The name of a track, in `arena`: `options->name`, else `own` (may be NULL or empty), else the
/// file's name without folder and suffix. At most 60 code points, without control characters.
const char *import_name(const ImportOptions *options, const char *own, const char *file,
                        Arena *arena);
