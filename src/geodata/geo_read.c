#include "geodata/geo_read.h"

#include "formats/json_text.h"
#include "geodata/geo_lap.h"
#include "geodata/geo_overpass.h"
#include "geodata/geo_plane.h"

#include <math.h>
#include <string.h>

enum {
    READ_MAX = 20000 ///< Lines that are read; of these the raceways may be fewer.
};

/// Metres, as grids of maps have them, are less.
#define METRES_MAX 1e7

typedef struct GeoReader {
    GeoFile *file;
    Arena *arena;
    MessageList *messages;
    int errors; ///< In `messages` before this file.
} GeoReader;

// ---- finding the lines ----------------------------------------------------------------------

/// A position of GeoJSON, a list of longitude and latitude (perhaps with a height), or of Overpass,
/// a map of both. What is wrong with it; NULL: nothing.
static const char *read_position(const YamlNode *node, Point *out) {
    const YamlNode *x = node->first;
    const YamlNode *y = x ? x->next : NULL;
    if (node->kind == YAML_MAP) {
        x = yaml_find(node, "lon");
        y = yaml_find(node, "lat");
    } else if (node->kind != YAML_LIST) {
        return "something else";
    }
    if (!x || !y) {
        return node->kind == YAML_LIST ? "a shorter list" : "something else";
    }
    return json_text_number(x, &out->x) && json_text_number(y, &out->y) ? NULL : "no numbers";
}

/// Whether more mistakes need not be looked for.
static bool has_enough(const GeoReader *reader) {
    return reader->messages->error_count - reader->errors >= GEO_MISTAKES_MAX;
}

void geo_file_add(GeoFile *file, const GeoLine *line, Arena *arena, MessageList *messages) {
    if (file->count == READ_MAX) {
        if (!file->full) {
            message_add(messages, MESSAGE_E111, line->place, "lines", READ_MAX);
        }
        file->full = true;
        return;
    }
    file->lines = arena_grow(arena, file->lines, file->count, sizeof *line);
    file->lines[file->count++] = *line;
}

static void add_line(GeoReader *reader, const YamlNode *positions, const YamlNode *properties,
                     bool ring) {
    GeoFile *file = reader->file;
    if (!positions || positions->kind != YAML_LIST || positions->count == 0 || file->full ||
        has_enough(reader)) {
        return;
    }
    size_t count = (size_t)positions->count;
    GeoLine line = {.at = arena_array(reader->arena, count, sizeof(Point)),
                    .places = arena_array(reader->arena, count, sizeof(Place)),
                    .count = positions->count,
                    .ring = ring,
                    .polygon = ring,
                    .properties = properties,
                    .place = positions->place};
    int i = 0;
    for (const YamlNode *node = positions->first; node && !has_enough(reader); node = node->next) {
        const char *wrong = read_position(node, &line.at[i]);
        line.places[i] = node->place;
        if (wrong) { // what else is wrong can be seen of the other positions
            message_add(reader->messages, MESSAGE_E628, node->place, wrong, "");
        } else {
            i++;
        }
    }
    line.count = i;
    if (line.count == 0) {
        return;
    }
    geo_file_add(file, &line, reader->arena, reader->messages);
}

static void read_geometry(GeoReader *reader, const YamlNode *geometry, const YamlNode *properties,
                          int depth) {
    const char *type = json_text_string(yaml_find(geometry, "type"));
    const YamlNode *coordinates = yaml_find(geometry, "coordinates");
    const YamlNode *first = json_text_items(geometry, "coordinates");
    if (strcmp(type, "LineString") == 0) {
        add_line(reader, coordinates, properties, false);
    } else if (strcmp(type, "Polygon") == 0) {
        add_line(reader, first, properties, true);
    } else if (strcmp(type, "MultiLineString") == 0) {
        for (const YamlNode *line = first; line; line = line->next) {
            add_line(reader, line, properties, false);
        }
    } else if (strcmp(type, "MultiPolygon") == 0) {
        for (const YamlNode *polygon = first; polygon; polygon = polygon->next) {
            add_line(reader, polygon->kind == YAML_LIST ? polygon->first : NULL, properties, true);
        }
    } else if (strcmp(type, "GeometryCollection") == 0 && depth == 0) {
        const YamlNode *part = json_text_items(geometry, "geometries");
        for (; part; part = part->next) {
            read_geometry(reader, part, properties, depth + 1);
        }
    } else if (type[0]) {
        reader->file->other = type;
    }
}

/// A way, or a relation's member that is one, as Overpass writes it with `out geom`.
static void read_way(GeoReader *reader, const YamlNode *way, const YamlNode *properties) {
    const YamlNode *geometry = yaml_find(way, "geometry");
    if (strcmp(json_text_string(yaml_find(way, "type")), "way") == 0) {
        reader->file->bare_ways |= geometry == NULL;
        add_line(reader, geometry, properties, false);
    }
}

/// Ways stand for themselves. Those of relations are read where there are no others: a relation
/// repeats them.
static void read_elements(GeoReader *reader, const YamlNode *root) {
    const YamlNode *element = json_text_items(root, "elements");
    for (; element; element = element->next) {
        read_way(reader, element, element);
    }
    element = reader->file->count == 0 ? json_text_items(root, "elements") : NULL;
    for (; element; element = element->next) {
        const YamlNode *member = json_text_items(element, "members");
        for (; member; member = member->next) {
            read_way(reader, member, element);
        }
    }
}

static void read_root(GeoReader *reader, const YamlNode *root) {
    const char *type = json_text_string(yaml_find(root, "type"));
    if (strcmp(type, "FeatureCollection") == 0) {
        const YamlNode *feature = json_text_items(root, "features");
        for (; feature; feature = feature->next) {
            read_geometry(reader, yaml_find(feature, "geometry"), yaml_find(feature, "properties"),
                          0);
        }
    } else if (strcmp(type, "Feature") == 0) {
        read_geometry(reader, yaml_find(root, "geometry"), yaml_find(root, "properties"), 0);
    } else if (yaml_find(root, "elements")) {
        read_elements(reader, root);
    } else {
        read_geometry(reader, root, NULL, 0);
    }
}

// ---- what the positions are -----------------------------------------------------------------

static Point swapped(Point at) { return (Point){at.y, at.x}; }

static bool is_swapped_position(Point at) { return geo_is_position(swapped(at)); }

static bool is_metres(Point at) {
    double far = fmax(fabs(at.x), fabs(at.y));
    return far > 360.0 && far <= METRES_MAX;
}

/// How many positions of the file `test` holds for.
static int count_of(const GeoFile *file, bool (*test)(Point at)) {
    int count = 0;
    for (int i = 0; i < file->count; i++) {
        for (int k = 0; k < file->lines[i].count; k++) {
            count += test(file->lines[i].at[k]);
        }
    }
    return count;
}

static void swap_all(GeoFile *file, MessageList *messages) {
    char text[GEO_TEXT_MAX];
    message_add(messages, MESSAGE_W624, file->lines[0].places[0],
                geo_text(file->lines[0].at[0], text), file->format->order);
    for (int i = 0; i < file->count; i++) {
        for (int k = 0; k < file->lines[i].count; k++) {
            file->lines[i].at[k] = swapped(file->lines[i].at[k]);
        }
    }
}

/// Web Mercator stretches lengths by 1 / cos(latitude): the file is to be exported anew.
static bool check_grid(GeoFile *file, const YamlNode *crs, MessageList *messages) {
    const YamlNode *name = yaml_find(yaml_find(crs, "properties"), "name");
    const char *text = json_text_string(name);
    if (strstr(text, "3857") || strstr(text, "900913")) {
        message_add(messages, MESSAGE_E637, name->place, "Web Mercator");
        return false;
    }
    message_add(messages, MESSAGE_W625, file->lines[0].places[0], file->format->name);
    file->metres = true;
    return true;
}

static void report_far(const GeoFile *file, MessageList *messages) {
    int said = 0;
    for (int i = 0; i < file->count; i++) {
        for (int k = 0; k < file->lines[i].count && said < GEO_MISTAKES_MAX; k++) {
            Point at = file->lines[i].at[k];
            char text[GEO_TEXT_MAX];
            if (!geo_is_position(at)) {
                message_add(messages, MESSAGE_E628, file->lines[i].places[k], geo_text(at, text),
                            "");
                said++;
            }
        }
    }
}

/// Settles whether the positions are degrees, swapped or not, or metres.
static bool settle_positions(GeoFile *file, const YamlNode *crs, MessageList *messages) {
    int all = 0;
    for (int i = 0; i < file->count; i++) {
        all += file->lines[i].count;
    }
    bool degrees = count_of(file, geo_is_position) == all;
    bool turned = count_of(file, is_swapped_position) == all;
    if (turned && (!degrees || count_of(file, geo_looks_swapped) == all)) {
        swap_all(file, messages);
    } else if (!degrees && count_of(file, is_metres) == all) {
        return check_grid(file, crs, messages);
    } else if (!degrees) {
        report_far(file, messages);
        return false;
    }
    return true;
}

// ---- tags and lengths -----------------------------------------------------------------------

static float line_length(const GeoMap *map, const GeoLine *line) {
    double length = 0.0;
    for (int i = 1; i < line->count; i++) {
        length += geo_map_distance(map, line->at[i - 1], line->at[i]);
    }
    return (float)length;
}

/// Keeps raceways alone where there are any: a map of streets and stands is no circuit.
static void keep_raceways(GeoFile *file) {
    int kept = 0;
    for (int i = 0; i < file->count; i++) {
        kept += file->lines[i].race;
    }
    if (kept == 0) {
        return;
    }
    file->other_count += file->count - kept;
    kept = 0;
    for (int i = 0; i < file->count; i++) {
        if (file->lines[i].race) {
            file->lines[kept++] = file->lines[i];
        }
    }
    file->count = kept;
}

bool geo_file_finish(GeoFile *file, const YamlNode *crs, int errors, Arena *arena,
                     MessageList *messages) {
    if (file->count == 0) {
        return messages->error_count == errors;
    }
    if (!settle_positions(file, crs, messages)) {
        return false;
    }
    bool good = messages->error_count == errors;
    const GeoMap map = {.metres = file->metres};
    for (int i = 0; i < file->count; i++) {
        if (file->lines[i].recorded && good) {
            geo_lap_cut(&file->lines[i], file->metres, arena, messages);
        }
        file->lines[i].length = line_length(&map, &file->lines[i]);
        geo_line_read_tags(&file->lines[i]);
    }
    keep_raceways(file);
    if (file->count > GEO_LINES_MAX) {
        message_add(messages, MESSAGE_E111, file->lines[GEO_LINES_MAX].place, "lines",
                    GEO_LINES_MAX);
    }
    return good && messages->error_count == errors;
}

bool geo_read(const YamlNode *root, GeoFile *out, Arena *arena, MessageList *messages) {
    GeoReader reader = {
        .file = out, .arena = arena, .messages = messages, .errors = messages->error_count};
    geo_overpass_place(yaml_find(root, "elements"), arena, messages);
    read_root(&reader, root);
    return geo_file_finish(out, yaml_find(root, "crs"), reader.errors, arena, messages);
}
