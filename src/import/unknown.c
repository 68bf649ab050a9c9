#include "import/unknown.h"

#include "base/number.h"
#include "formats/xml.h"
#include "import/formats.h"

#include <stdio.h>
#include <string.h>

// ---- XML by its root ------------------------------------------------------------------------

/// Past the byte order mark and blanks.
static const char *skip_blanks(const char *text) {
    text += strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    return text + strspn(text, " \t\r\n");
}

/// Past the document type, which may hold declarations in brackets; NULL where it has no end.
static const char *skip_doctype(const char *text) {
    const char *end = text + strcspn(text, "[>");
    if (*end == '[') {
        end = strstr(end, "]");
        end = end ? strchr(end, '>') : NULL;
    }
    return end && *end ? end + 1 : NULL;
}

bool unknown_xml_root(const char *text, char out[UNKNOWN_ROOT_MAX]) {
    out[0] = '\0';
    text = skip_blanks(text);
    while (text && text[0] == '<' && (text[1] == '?' || text[1] == '!')) {
        bool comment = strncmp(text, "<!--", 4) == 0;
        if (text[1] == '?' || comment) {
            const char *end = strstr(text + 2, comment ? "-->" : "?>");
            text = end ? end + (comment ? 3 : 2) : NULL;
        } else {
            text = skip_doctype(text);
        }
        text = text ? skip_blanks(text) : NULL;
    }
    if (!text || text[0] != '<') {
        return false;
    }
    size_t size = strcspn(text + 1, " \t\r\n/>");
    const char *colon = memchr(text + 1, ':', size);
    const char *name = colon ? colon + 1 : text + 1;
    size -= (size_t)(name - (text + 1));
    if (size == 0) {
        return false;
    }
    snprintf(out, UNKNOWN_ROOT_MAX, "%.*s", (int)(size < UNKNOWN_ROOT_MAX ? size : 0), name);
    return out[0] != '\0';
}

static const char centre_line[] = "export its centre line as CSV, with the columns x,y,width";

typedef struct RootRow {
    const char *root;
    const char *word; ///< What else stands in it; NULL: nothing.
    UnknownFormat format;
} RootRow;

static const RootRow roots[] = {
    {"params", "Main Track", {"a track of TORCS or Speed Dreams", centre_line}},
    {"params", NULL, {"a file of TORCS or Speed Dreams, and no track", ""}},
    {"OpenDRIVE", NULL, {"a road network (OpenDRIVE)", centre_line}},
    {"net", NULL, {"a road network of SUMO", centre_line}},
    {"html", NULL, {"a web page", "save the file itself, not the page that shows it"}},
    {"tileset", NULL, {"a tileset of Tiled", "the map is the file that uses it (.tmx)"}},
    {"template", NULL, {"a template of Tiled", "the map is the file that uses it (.tmx)"}},
    {"osmChange", NULL, {"a list of changes to OpenStreetMap", "export the map itself as .osm"}},
    {"TrainingCenterDatabase",
     NULL,
     {"a recording of a sports watch (TCX)",
      "export it as GPX, or `gpsbabel -i gtrnctr -f IN.tcx -o gpx -F OUT.gpx`"}},
    {"COLLADA", NULL, {"a model in three dimensions (COLLADA)", centre_line}},
};

static const UnknownFormat *find_xml(const char *text) {
    char root[UNKNOWN_ROOT_MAX];
    if (!unknown_xml_root(text, root)) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        if (strcmp(roots[i].root, root) == 0 && (!roots[i].word || strstr(text, roots[i].word))) {
            return &roots[i].format;
        }
    }
    return NULL;
}

// ---- others by how they begin ---------------------------------------------------------------

typedef struct BytesRow {
    size_t at, size;
    const char *bytes;
    UnknownFormat format;
} BytesRow;

static const BytesRow bytes[] = {
    {0,
     4,
     "PK\x03\x04",
     {"an archive (zip), as .kmz files are", "`unzip` it: a .kmz holds a doc.kml"}},
    {0, 2, "\x1F\x8B", {"a file compressed with gzip", "`gunzip` it first"}},
    {6,
     9,
     "OSMHeader",
     {"a map of OpenStreetMap as PBF", "make XML of it: `osmium cat IN.osm.pbf -o OUT.osm`"}},
    {0,
     18,
     "AutoCAD Binary DXF",
     {"a drawing of a CAD program (DXF)", "export it as SVG, with the road as one line"}},
    {0, 4, "AC10", {"a drawing of AutoCAD (DWG)", "export it as SVG, with the road as one line"}},
    {8,
     4,
     ".FIT",
     {"a recording of a sports watch (FIT)",
      "export it as GPX, or `gpsbabel -i garmin_fit -f IN.fit -o gpx -F OUT.gpx`"}},
    {0,
     3,
     "$GP",
     {"a recording of a receiver (NMEA)",
      "make GPX of it: `gpsbabel -i nmea -f IN -o gpx -F OUT.gpx`"}},
    {0,
     3,
     "$GN",
     {"a recording of a receiver (NMEA)",
      "make GPX of it: `gpsbabel -i nmea -f IN -o gpx -F OUT.gpx`"}},
};

/// The line that begins at `text`, without the blanks around it: where it begins and its size.
static const char *line_at(const char *text, size_t *size) {
    size_t end = strcspn(text, "\r\n");
    size_t first = strspn(text, " \t");
    first = first < end ? first : end;
    *size = end - first;
    while (*size > 0 && strchr(" \t", text[first + *size - 1])) {
        --*size;
    }
    return text + first;
}

static const char *next_line(const char *text) {
    text += strcspn(text, "\r\n");
    text += *text == '\r';
    return text + (*text == '\n');
}

static bool line_is(const char *text, const char *wanted) {
    size_t size;
    const char *line = line_at(text, &size);
    return size == strlen(wanted) && strncmp(line, wanted, size) == 0;
}

/// A DXF file as text is pairs of lines, a number and what it stands for. It begins with comments
/// (999) and the first section (0).
static bool is_dxf(const char *text) {
    while (line_is(text, "999")) {
        text = next_line(next_line(text));
    }
    return line_is(text, "0") && line_is(next_line(text), "SECTION");
}

enum {
    LINES_LOOKED_AT = 5
};

/// How many of the first lines `test` holds for; 0 where it fails for one of them.
static int count_lines(const char *text, bool (*test)(const char *line, size_t size)) {
    int count = 0;
    for (; *text && count < LINES_LOOKED_AT; text = next_line(text)) {
        size_t size;
        const char *line = line_at(text, &size);
        if (size > 0 && !test(line, size)) {
            return 0;
        }
        count += size > 0;
    }
    return count;
}

static bool is_number(const char *text, size_t size) {
    char number[NUMBER_TEXT_MAX];
    if (size == 0 || size >= sizeof number) {
        return false;
    }
    memcpy(number, text, size);
    number[size] = '\0';
    return number_is_number(number);
}

/// x,height,y: a point of a path of DonkeySim.
static bool is_path_line(const char *line, size_t size) {
    int count = 0;
    for (size_t at = 0; at <= size; count++) {
        const char *comma = memchr(line + at, ',', size - at);
        size_t end = comma ? (size_t)(comma - line) : size;
        if (!is_number(line + at, end - at)) {
            return false;
        }
        at = end + 1;
    }
    return count == 3;
}

/// "S 10", "DY 5", "L 7": a piece of a road of DonkeySim, straight on, the turn, to the left.
static bool is_script_line(const char *line, size_t size) {
    size_t word = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return word > 0 && word <= 6 && word + 1 < size && line[word] == ' ' &&
           is_number(line + word + 1, size - word - 1);
}

static const UnknownFormat dxf = {"a drawing of a CAD program (DXF)",
                                  "export it as SVG, with the road as one line"};
static const UnknownFormat path = {
    "a path of DonkeySim",
    "its columns are x, height, y: write a first line `x,height,y`, and call it .csv"};
static const UnknownFormat script = {"a road of DonkeySim, piece by piece", centre_line};

const UnknownFormat *unknown_find(const char *text, size_t size) {
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        if (size >= bytes[i].at + bytes[i].size &&
            memcmp(text + bytes[i].at, bytes[i].bytes, bytes[i].size) == 0) {
            return &bytes[i].format;
        }
    }
    return is_dxf(text) ? &dxf : find_xml(text);
}

const UnknownFormat *unknown_find_lines(const char *text) {
    return count_lines(text, is_path_line) >= LINES_LOOKED_AT     ? &path
           : count_lines(text, is_script_line) >= LINES_LOOKED_AT ? &script
                                                                  : NULL;
}

YamlNode *import_unknown(const char *text, size_t size, const char *file,
                         const ImportOptions *options, Arena *arena, MessageList *messages) {
    (void)options;
    const Place place = {file, 1, 1};
    const UnknownFormat *found = unknown_find(text, size);
    found = found ? found : unknown_find_lines(text);
    char root[UNKNOWN_ROOT_MAX];
    if (found) {
        message_add(messages, MESSAGE_E638, place, found->what, found->help);
    } else if (unknown_xml_root(text, root)) {
        char what[UNKNOWN_ROOT_MAX + 24];
        snprintf(what, sizeof what, "XML that begins with <%s>", root);
        message_add(messages, MESSAGE_E638, place, what,
                    "of XML it reads KML, GPX, OpenStreetMap, SVG and maps of Tiled");
    } else if (*skip_blanks(text) != '<' || xml_read(text, size, file, arena, messages)) {
        message_add(messages, MESSAGE_E638, place, "a file of an unknown kind",
                    "it reads CSV, GeoJSON, KML, GPX, OpenStreetMap, SVG and maps of Tiled");
    }
    return NULL;
}
