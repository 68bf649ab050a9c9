/// Makes a track of the lines of a geographic file: joins them, picks a circuit, says so.
///
/// Private to src/import/.
#pragma once

#include "geodata/geo_read.h"

typedef struct ImportOptions ImportOptions;

/// The tree of a track; NULL, with messages, where `geo` has no circuit, or is not `good`: then
/// what else is wrong with its lines is said. `place` is that of the whole file, and names it;
/// `own` is the file's own name for it, may be NULL or empty.
YamlNode *import_geo(const GeoFile *geo, bool good, const char *own, Place place,
                     const ImportOptions *options, Arena *arena, MessageList *messages);
