#include "import/import.h"

#include "base/assert.h"
#include "base/text.h"
#include "formats/yaml_build.h"
#include "import/formats.h"
#include "import/unknown.h"

#include <string.h>

enum {
    NAME_MAX_POINTS = 60 ///< Code points of a track's name.
};

typedef YamlNode *Reader(const char *text, size_t size, const char *file,
                         const ImportOptions *options, Arena *arena, MessageList *messages);

static Reader *const readers[IMPORT_FORMAT_COUNT] = {
    [IMPORT_TUM] = import_tum,     [IMPORT_GEOJSON] = import_geojson, [IMPORT_KML] = import_kml,
    [IMPORT_GPX] = import_gpx,     [IMPORT_OSM] = import_osm,         [IMPORT_SVG] = import_svg,
    [IMPORT_TILED] = import_tiled, [IMPORT_UNKNOWN] = import_unknown,
};

typedef struct SuffixRow {
    const char *suffix;
    ImportFormat format;
} SuffixRow;

static const SuffixRow suffixes[] = {
    {".csv", IMPORT_TUM},      {".geojson", IMPORT_GEOJSON}, {".kml", IMPORT_KML},
    {".gpx", IMPORT_GPX},      {".osm", IMPORT_OSM},         {".svg", IMPORT_SVG},
    {".svgz", IMPORT_SVG},     {".tmj", IMPORT_TILED},       {".tmx", IMPORT_TILED},
    {".json", IMPORT_GEOJSON}, // or a map of Tiled: its text tells
    {".xml", IMPORT_UNKNOWN},  // of any kind: its first element tells
    {".kmz", IMPORT_UNKNOWN},  {".pbf", IMPORT_UNKNOWN},     {".dxf", IMPORT_UNKNOWN},
    {".dwg", IMPORT_UNKNOWN},  {".tcx", IMPORT_UNKNOWN},     {".fit", IMPORT_UNKNOWN},
};

/// First elements of the XML that is read.
static const struct {
    const char *root;
    ImportFormat format;
} roots[] = {
    {"svg", IMPORT_SVG}, {"map", IMPORT_TILED}, {"kml", IMPORT_KML},
    {"gpx", IMPORT_GPX}, {"osm", IMPORT_OSM},
};

/// Whether `file` ends in `suffix`, in capitals or not.
static bool ends_with(const char *file, const char *suffix) {
    size_t size = strlen(file);
    size_t end = strlen(suffix);
    return size >= end && text_equal_any_case(file + size - end, suffix);
}

static const SuffixRow *find_suffix(const char *file) {
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        if (ends_with(file, suffixes[i].suffix)) {
            return &suffixes[i];
        }
    }
    return NULL;
}

bool import_has_suffix(const char *file) { return find_suffix(file) != NULL; }

ImportFormat import_format(const char *file, const char *text) {
    ASSERT(file != NULL && text != NULL);
    const SuffixRow *row = find_suffix(file);
    char root[UNKNOWN_ROOT_MAX];
    bool is_xml = unknown_xml_root(text, root);
    for (size_t i = 0; i < sizeof roots / sizeof *roots && is_xml; i++) {
        if (strcmp(roots[i].root, root) == 0) {
            return roots[i].format;
        }
    }
    if (row && row->format == IMPORT_SVG) {
        return IMPORT_SVG;
    }
    if (is_xml || unknown_find(text, strlen(text)) || (!row && unknown_find_lines(text))) {
        return IMPORT_UNKNOWN;
    }
    if (row && strcmp(row->suffix, ".json") == 0 &&
        (strstr(text, "\"tiledversion\"") || strstr(text, "\"tilewidth\""))) {
        return IMPORT_TILED;
    }
    return row ? row->format : IMPORT_NATIVE;
}

/// Whether the text has nothing but blanks, behind a byte order mark.
static bool is_blank(const char *text, size_t size) {
    size_t mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    return mark + strspn(text + mark, " \t\r\n") >= size;
}

YamlNode *import_read(ImportFormat format, const char *text, size_t size, const char *file,
                      const ImportOptions *options, Arena *arena, MessageList *messages) {
    ASSERT(format > IMPORT_NATIVE && format < IMPORT_FORMAT_COUNT);
    ASSERT(text != NULL && file != NULL && arena != NULL && messages != NULL);
    static const ImportOptions none = {0};
    if (format != IMPORT_SVG && text_is_utf16(text, size)) { // XML may be
        message_add(messages, MESSAGE_E105, (Place){file, 1, 1}, (size_t)1, ": it is UTF-16");
        return NULL;
    }
    if (is_blank(text, size)) {
        message_add(messages, MESSAGE_E114, (Place){file, 1, 1},
                    format == IMPORT_SVG ? "`axle new track NAME.svg` draws one to begin with"
                                         : "`axle new track NAME` writes a track to begin with");
        return NULL;
    }
    return readers[format](text, size, file, options ? options : &none, arena, messages);
}

/// A place in a text that begins at `start` as a place in the file.
static Place shifted(Place place, Place start, bool whole) {
    if (whole || place.line <= 0) {
        return start;
    }
    if (place.line == 1) {
        place.column += start.column - 1;
    }
    place.line += start.line - 1;
    place.file = start.file;
    return place;
}

static void shift_tree(YamlNode *node, Place start, bool whole) {
    node->place = shifted(node->place, start, whole);
    node->key_place = shifted(node->key_place, start, whole);
    for (YamlNode *child = node->first; child; child = child->next) {
        shift_tree(child, start, whole);
    }
}

YamlNode *import_yaml(const char *text, Place start, bool whole, Arena *arena,
                      MessageList *messages) {
    int before = messages->count;
    YamlNode *node = yaml_read(text, strlen(text), start.file, arena, messages);
    for (int i = before; i < messages->count; i++) {
        Message *message = &messages->items[i];
        message->place = shifted(message->place, start, whole);
        if (message->note_place.line > 0) {
            message->note_place = shifted(message->note_place, start, whole);
        }
    }
    if (node) {
        shift_tree(node, start, whole);
    }
    return node;
}

YamlNode *import_value(const char *text, Place place, Arena *arena, MessageList *messages) {
    if (*text == '{' || *text == '[') {
        return import_yaml(text, place, true, arena, messages);
    }
    return yaml_build_plain(arena, place, text);
}

/// Copies at most 60 code points of `text`, `length` bytes, with spaces for what is not shown.
static const char *tidy_name(const char *text, size_t length, Arena *arena) {
    char *name = arena_alloc(arena, length + 1);
    size_t kept = 0;
    int size, points = 0;
    for (size_t at = 0; at < length && points < NAME_MAX_POINTS; at += (size_t)size) {
        bool shown = text_is_shown(text_code_point(text + at, &size));
        memcpy(name + kept, shown ? text + at : " ", shown ? (size_t)size : 1);
        kept += shown ? (size_t)size : 1;
        points++;
    }
    while (kept > 0 && name[kept - 1] == ' ') {
        kept--;
    }
    name[kept] = '\0';
    return name;
}

const char *import_name(const ImportOptions *options, const char *own, const char *file,
                        Arena *arena) {
    const char *name = options->name && options->name[0] ? options->name : own;
    if (name && name[0]) {
        const char *tidy = tidy_name(name, strlen(name), arena);
        if (tidy[0]) {
            return tidy;
        }
    }
    const char *base = text_file_name(file);
    const char *dot = strrchr(base, '.');
    size_t size = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    const char *tidy = tidy_name(base, size, arena);
    return tidy[0] ? tidy : "Imported track";
}
