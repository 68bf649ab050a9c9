/// Reads the lines of a GeoJSON file, or of what Overpass answers in JSON.
#pragma once

#include "base/arena.h"
#include "geodata/geo_join.h"

typedef struct GeoFile {
    GeoLine *lines; ///< No more than GEO_LINES_MAX.
    int count;
    bool metres;       ///< Positions are metres.
    int other_count;   ///< Lines that are left out: they are not tagged as a raceway, others are.
    const char *other; ///< A type of geometry that was skipped; NULL: none.
    bool bare_ways;    ///< There are ways of Overpass without positions.
} GeoFile;

/// Reads all lines of the tree `root`, with tags. Where all positions fit so alone, or the file
/// looks like it, latitude and longitude are swapped, or metres are taken; a warning says so.
/// False, with messages, where a position is none: `out` has the lines of the others then.
bool geo_read(const YamlNode *root, GeoFile *out, Arena *arena, MessageList *messages);
