#include "centreline/circuit_track.h"
#include "import/formats.h"
#include "import/geo_plane.h"
#include "import/import.h"
#include "import/json_text.h"

#include <stdio.h>
#include <string.h>

/// A line whose ends are nearer than this (m) is closed though the file does not repeat its first
/// position.
#define CLOSE_GAP 40.0f

/// One line of the file, and the properties of what it belongs to (NULL: none).
typedef struct GeoLine {
    const YamlNode *positions;
    const YamlNode *properties;
    bool ring;
} GeoLine;

typedef struct GeoReader {
    MessageList *messages;
    GeoLine best;
    int line_count;
    const char *other; ///< A type of geometry that was skipped, NULL if none was.
} GeoReader;

// ---- finding the line -----------------------------------------------------------------------

/// The line of most positions wins: a circuit's pit lane or grandstand has fewer.
static void offer_line(GeoReader *reader, GeoLine line) {
    if (!line.positions || line.positions->kind != YAML_LIST || line.positions->count == 0) {
        return;
    }
    reader->line_count++;
    if (!reader->best.positions || line.positions->count > reader->best.positions->count) {
        reader->best = line;
    }
}

static void read_geometry(GeoReader *reader, const YamlNode *geometry, const YamlNode *properties) {
    const char *type = json_text_string(yaml_find(geometry, "type"));
    const YamlNode *coordinates = yaml_find(geometry, "coordinates");
    bool is_list = coordinates && coordinates->kind == YAML_LIST;
    if (strcmp(type, "LineString") == 0) {
        offer_line(reader, (GeoLine){coordinates, properties, false});
    } else if (strcmp(type, "Polygon") == 0 && is_list) {
        offer_line(reader, (GeoLine){coordinates->first, properties, true});
    } else if (strcmp(type, "MultiLineString") == 0 && is_list) {
        for (const YamlNode *line = coordinates->first; line; line = line->next) {
            offer_line(reader, (GeoLine){line, properties, false});
        }
    } else if (type[0]) {
        reader->other = type;
    }
}

static void read_feature(GeoReader *reader, const YamlNode *feature) {
    read_geometry(reader, yaml_find(feature, "geometry"), yaml_find(feature, "properties"));
}

static void read_root(GeoReader *reader, const YamlNode *root) {
    const char *type = json_text_string(yaml_find(root, "type"));
    if (strcmp(type, "FeatureCollection") == 0) {
        const YamlNode *feature = json_text_items(root, "features");
        for (; feature; feature = feature->next) {
            read_feature(reader, feature);
        }
    } else if (strcmp(type, "Feature") == 0) {
        read_feature(reader, root);
    } else {
        read_geometry(reader, root, NULL);
    }
}

// ---- from degrees to metres -----------------------------------------------------------------

/// `[longitude, latitude]` or with a height, in degrees.
static bool read_position(const YamlNode *node, Point *out, MessageList *messages) {
    const char *found = NULL;
    char text[GEO_TEXT_MAX];
    if (node->kind != YAML_LIST || node->count < 2) {
        found = node->kind == YAML_LIST ? "a shorter list" : "something else";
    } else if (!json_text_number(node->first, &out->x) ||
               !json_text_number(node->first->next, &out->y)) {
        found = "no numbers";
    } else if (!geo_is_position(*out)) {
        found = geo_text(*out, text);
    }
    if (found) {
        message_add(messages, MESSAGE_E628, node->place, found, "");
    }
    return found == NULL;
}

/// The positions in metres. NULL, with a message, where one of them is none.
static CircuitPoint *read_points(const YamlNode *positions, Arena *arena, MessageList *messages) {
    int count = positions->count;
    Point *at = arena_array(arena, (size_t)count, sizeof *at);
    int i = 0;
    for (const YamlNode *node = positions->first; node; node = node->next, i++) {
        if (!read_position(node, &at[i], messages)) {
            return NULL;
        }
    }
    geo_to_metres(at, count);
    CircuitPoint *points = arena_array(arena, (size_t)count, sizeof *points);
    i = 0;
    for (const YamlNode *node = positions->first; node; node = node->next, i++) {
        points[i] = (CircuitPoint){.at = {{(float)at[i].x, (float)at[i].y}}, .place = node->place};
    }
    return points;
}

// ---- the circuit ----------------------------------------------------------------------------

/// The first of the properties `names` that is a text of its own.
static const char *find_text(const YamlNode *properties, const char *const *names, int count) {
    for (int i = 0; i < count; i++) {
        const char *text = json_text_string(yaml_find(properties, names[i]));
        if (text[0]) {
            return text;
        }
    }
    return NULL;
}

static YamlNode *read_line(const GeoReader *reader, const char *file, const ImportOptions *options,
                           Arena *arena) {
    static const char *const names[] = {"Name", "name", "NAME", "title"};
    const GeoLine *line = &reader->best;
    CircuitPoint *points = read_points(line->positions, arena, reader->messages);
    if (!points) {
        return NULL;
    }
    int count = line->positions->count;
    float gap = glms_vec2_distance(points[count - 1].at, points[0].at);
    double length = 0.0;
    json_text_number(yaml_find(line->properties, "length"), &length);
    Circuit circuit = {
        .name = import_name(options, find_text(line->properties, names, 4), file, arena),
        .points = points,
        .count = count,
        .closed = line->ring || gap <= CLOSE_GAP,
        .known_length = length >= 1.0 && length < 1e6 ? (float)length : 0.0f,
        .place = line->positions->place,
    };
    return circuit_track(&circuit, &options->line, arena, reader->messages);
}

YamlNode *import_geojson(const char *text, size_t size, const char *file,
                         const ImportOptions *options, Arena *arena, MessageList *messages) {
    YamlNode *root = json_text_read(text, size, file, arena, messages);
    if (!root) {
        return NULL;
    }
    GeoReader reader = {.messages = messages};
    read_root(&reader, root);
    if (!reader.best.positions) {
        char what[96] = "it has no LineString or Polygon";
        if (reader.other) {
            snprintf(what, sizeof what, "it has a %.40s, not a LineString", reader.other);
        }
        message_add(messages, MESSAGE_E627, root->place, "this file", what,
                    "draw the centre line as one LineString");
        return NULL;
    }
    if (reader.line_count > 1 && options->line.verbose) {
        char what[96];
        snprintf(what, sizeof what, "of %d lines that with most positions is the circuit",
                 reader.line_count);
        message_add(messages, MESSAGE_N630, reader.best.positions->place, what);
    }
    return read_line(&reader, file, options, arena);
}
