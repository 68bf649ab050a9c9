/// The lines of a geographic file, whatever its format; reads those of GeoJSON, and of what
/// Overpass answers in JSON.
#pragma once

#include "base/arena.h"
#include "geodata/geo_join.h"

/// What is said of a format.
typedef struct GeoFormat {
    const char *name;  ///< "GeoJSON"
    const char *order; ///< Which number is the longitude, as help.
    const char *lines; ///< What a line is called in it: "LineString or Polygon".
    const char *draw;  ///< What to do where there is none.
    const char *bare;  ///< What to do where ways have no positions.
} GeoFormat;

typedef struct GeoFile {
    const GeoFormat *format;
    GeoLine *lines; ///< No more than GEO_LINES_MAX.
    int count;
    bool metres;       ///< Positions are metres.
    int other_count;   ///< Lines that are left out: they are not tagged as a raceway, others are.
    const char *other; ///< A type of geometry that was skipped; NULL: none.
    bool bare_ways;    ///< There are ways of OpenStreetMap without positions.
    bool full;         ///< There are more lines than are read; a message says so.
} GeoFile;

/// Adds a line, with all but what its tags say. Too many are a mistake (E111).
void geo_file_add(GeoFile *file, const GeoLine *line, Arena *arena, MessageList *messages);

/// Settles what the positions of all lines are, as geo_read does, cuts recordings to one lap, and
/// reads the tags. `crs` names the grid of positions in metres; NULL: none. False where the
/// messages have more than `errors` errors, which they had before the file, or a position is none:
/// then a message says so.
bool geo_file_finish(GeoFile *file, const YamlNode *crs, int errors, Arena *arena,
                     MessageList *messages);

/// Reads all lines of the tree `root`, with tags. Where all positions fit so alone, or the file
/// looks like it, latitude and longitude are swapped, or metres are taken; a warning says so.
/// False, with messages, where a position is none: `out` has the lines of the others then.
bool geo_read(const YamlNode *root, GeoFile *out, Arena *arena, MessageList *messages);
