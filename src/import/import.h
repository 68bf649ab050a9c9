/// Reads foreign track files (race circuits as CSV, GeoJSON, KML, GPX, OpenStreetMap, SVG; maps
/// drawn in Tiled) as the tree of a native track file. So one reader, one set of checks and one
/// writer serve them all.
///
/// Every Place of such a tree points into the foreign file. Frame: metres, x right, y up.
#pragma once

#include "centreline/circuit.h"
#include "formats/yaml.h"

typedef enum ImportFormat {
    IMPORT_NATIVE,  ///< Nothing to import: see docs/tracks.md.
    IMPORT_TUM,     ///< A table of points, such as x_m,y_m,w_tr_right_m,w_tr_left_m: .csv
    IMPORT_GEOJSON, ///< .geojson
    IMPORT_KML,     ///< .kml
    IMPORT_GPX,     ///< .gpx
    IMPORT_OSM,     ///< OpenStreetMap's XML: .osm
    IMPORT_SVG,     ///< .svg
    IMPORT_TILED,   ///< .tmx, .tmj
    IMPORT_UNKNOWN, ///< Known, but not read: to import it gives a message that says what it is.
    IMPORT_FORMAT_COUNT
} ImportFormat;

/// What a person may ask of an import. The zero value asks for nothing.
typedef struct ImportOptions {
    const char *name; ///< Of the track; NULL: the one in the file, else the file's own.
    const char *pick; ///< Name or id of the circuit to take, of several; NULL: the longest.
    CircuitOptions line;
    const char *const *layers; ///< "road:Layer 1": the layer of that name holds roads.
    int layer_count;
} ImportOptions;

enum {
    IMPORT_POINTS_MAX = 100000 ///< Of one line or shape of a foreign file.
};

/// The format of the file called `file`, with `text` in it. XML is told by its first element,
/// others by their suffix; a .json file is a map of Tiled where it has keys that only those have.
/// IMPORT_NATIVE where nothing else fits.
ImportFormat import_format(const char *file, const char *text);

/// Whether `file` ends in the suffix of a foreign format, read or known (see docs/importing.md).
bool import_has_suffix(const char *file);

/// Reads `size` bytes of `text` (ended by a zero byte that does not count) as the tree of a native
/// track file, in `arena`. `format` is not IMPORT_NATIVE; `options` may be NULL; `file` and `arena`
/// outlive the tree. Every mistake becomes a message. Where there is one, the tree holds what could
/// be read besides, or is NULL where nothing can be made of that: look at `messages` for errors.
YamlNode *import_read(ImportFormat format, const char *text, size_t size, const char *file,
                      const ImportOptions *options, Arena *arena, MessageList *messages);
