#include "track_file/track_reader.h"

#include "geometry/trig.h"

#include <stdio.h>
#include <string.h>

const char *reader_label(char out[LABEL_MAX], const char *noun, const char *id, int number) {
    if (id && id[0]) {
        snprintf(out, LABEL_MAX, "%s \"%s\"", noun, id);
    } else {
        snprintf(out, LABEL_MAX, "%s #%d", noun, number);
    }
    return out;
}

void reader_wrong(TrackReader *reader, const YamlNode *node, const char *name,
                  const char *expected) {
    char found[LABEL_MAX];
    switch (node->kind) {
    case YAML_TEXT:
        snprintf(found, sizeof found, node->text[0] ? "\"%.80s\"" : "nothing", node->text);
        break;
    case YAML_LIST:
        snprintf(found, sizeof found, "a list");
        break;
    case YAML_MAP:
        snprintf(found, sizeof found, "a map");
        break;
    }
    bool dash_forgotten = node->kind == YAML_MAP && strcmp(expected, "a list") == 0;
    message_add(reader->messages, MESSAGE_E203, node->place, name, expected, found,
                dash_forgotten ? "begin each thing of the list with a dash: `- `" : "");
}

bool reader_list(TrackReader *reader, const YamlNode *node, const char *name, int max) {
    if (!node) {
        return false;
    }
    if (node->kind != YAML_LIST) {
        reader_wrong(reader, node, name, "a list");
        return false;
    }
    if (node->count > max) {
        message_add(reader->messages, MESSAGE_E111, node->place, name, max);
        return false;
    }
    return true;
}

static UsedId *find_id(TrackReader *reader, const char *id) {
    for (int i = 0; i < reader->id_count; i++) {
        if (strcmp(reader->ids[i].id, id) == 0) {
            return &reader->ids[i];
        }
    }
    return NULL;
}

const char *reader_id(TrackReader *reader, const YamlNode *map) {
    const YamlNode *node = yaml_find(map, "id");
    const char *id = "";
    if (!yaml_id(node, "id", &id, reader->messages)) {
        return "";
    }
    UsedId *used = find_id(reader, id);
    if (used) { // kinds are read in an order of their own: the mistake is the later one in the file
        Place first = used->place, later = node->place;
        if (later.line < first.line || (later.line == first.line && later.column < first.column)) {
            first = node->place;
            later = used->place;
        }
        used->place = first;
        message_add(reader->messages, MESSAGE_E210, later, id, first.line, first.column);
        return id;
    }
    if (reader->id_count == reader->id_capacity) {
        int capacity = reader->id_capacity > 0 ? reader->id_capacity * 2 : 64;
        UsedId *ids = arena_array(reader->arena, (size_t)capacity, sizeof *ids);
        if (reader->id_count > 0) {
            memcpy(ids, reader->ids, (size_t)reader->id_count * sizeof *ids);
        }
        reader->ids = ids;
        reader->id_capacity = capacity;
    }
    reader->ids[reader->id_count++] = (UsedId){id, node->place};
    return id;
}

bool reader_surface(TrackReader *reader, const YamlNode *node, uint8_t *out) {
    int index = 0;
    if (!yaml_choice(node, "surface", reader->surface_names, reader->def->surface_count, &index,
                     reader->messages)) {
        return false;
    }
    *out = (uint8_t)index;
    return true;
}

bool reader_material(TrackReader *reader, const YamlNode *node, uint8_t *out) {
    int index = 0;
    if (!yaml_choice(node, "material", reader->material_names, reader->def->material_count, &index,
                     reader->messages)) {
        return false;
    }
    *out = (uint8_t)index;
    return true;
}

bool reader_angle(TrackReader *reader, const YamlNode *node, const char *name, float *out) {
    float degrees = 0.0f;
    if (!yaml_number(node, name, "degrees", -3600.0, 3600.0, &degrees, reader->messages)) {
        return false;
    }
    *out = degrees * (TRIG_PI / 180.0f);
    return true;
}

bool reader_pose(TrackReader *reader, const YamlNode *node, const char *name, vec2s *position,
                 float *angle) {
    if (!node) {
        return false;
    }
    if (node->kind != YAML_LIST || node->count != 3) {
        reader_wrong(reader, node, name, "a place [x, y, degrees]");
        return false;
    }
    float x = 0.0f;
    float y = 0.0f;
    bool good = yaml_number(node->first, "x", "m", -10000.0, 10000.0, &x, reader->messages);
    good &= yaml_number(node->first->next, "y", "m", -10000.0, 10000.0, &y, reader->messages);
    good &= reader_angle(reader, node->first->next->next, "angle", angle);
    *position = (vec2s){{x, y}};
    return good;
}

bool reader_points(TrackReader *reader, const YamlNode *node, const char *what, int min,
                   OutlineKind kind, OutlineDef *out) {
    const char *name = kind == OUTLINE_LINE ? "polyline" : "polygon";
    if (!reader_list(reader, node, "points", TRACK_POINTS_MAX)) {
        return false;
    }
    if (node->count < min) {
        message_add(reader->messages, MESSAGE_E301, node->place, what, name, node->count,
                    node->count == 1 ? "" : "s", min);
        return false;
    }
    *out = (OutlineDef){
        .kind = kind,
        .points = arena_array(reader->arena, (size_t)node->count, sizeof *out->points),
        .places = arena_array(reader->arena, (size_t)node->count, sizeof *out->places),
        .count = node->count,
        .place = node->place,
    };
    bool good = true;
    int i = 0;
    for (const YamlNode *point = node->first; point; point = point->next, i++) {
        good &= yaml_point(point, &out->points[i], reader->messages);
        out->places[i] = point->place;
    }
    return good;
}

/// Width and height of a rectangle, `[w, h]`.
static bool read_size(TrackReader *reader, const YamlNode *node, vec2s *size) {
    if (!node || node->kind != YAML_LIST || node->count != 2) {
        if (node) {
            reader_wrong(reader, node, "size", "[width, height] in metres");
        }
        return false;
    }
    float w = 0.0f;
    float h = 0.0f;
    bool good = yaml_number(node->first, "width", "m", 0.01, 20000.0, &w, reader->messages);
    good &= yaml_number(node->first->next, "height", "m", 0.01, 20000.0, &h, reader->messages);
    *size = (vec2s){{w, h}};
    return good;
}

/// The centre of a rectangle or circle.
static bool read_center(TrackReader *reader, const YamlNode *map, vec2s *center) {
    const YamlNode *node = yaml_find(map, "center");
    if (!node && reader->around_origin) {
        *center = (vec2s){{0.0f, 0.0f}};
        return true;
    }
    return yaml_point(yaml_require(map, "center", "center: [0, 0]", reader->messages), center,
                      reader->messages);
}

static bool read_rect(TrackReader *reader, const YamlNode *map, OutlineDef *out) {
    vec2s center = {{0.0f, 0.0f}};
    vec2s size = center;
    float angle = 0.0f;
    if (!track_keys_check(map, "rect", TRACK_MAP_rect, NULL, reader->messages)) {
        return false;
    }
    bool good = read_center(reader, map, &center);
    good &= read_size(reader, yaml_require(map, "size", "size: [4, 2]", reader->messages), &size);
    const YamlNode *turned = yaml_find(map, "angle");
    good &= !turned || reader_angle(reader, turned, "angle", &angle);
    if (!good) {
        return false;
    }
    TrigPair turn = trig_sincos(angle);
    *out = (OutlineDef){.kind = OUTLINE_POLYGON,
                        .points = arena_array(reader->arena, 4, sizeof *out->points),
                        .count = 4,
                        .place = map->place};
    for (int i = 0; i < 4; i++) {
        float x = (i == 0 || i == 3 ? -0.5f : 0.5f) * size.x;
        float y = (i < 2 ? -0.5f : 0.5f) * size.y;
        out->points[i] = (vec2s){
            {center.x + turn.cos * x - turn.sin * y, center.y + turn.sin * x + turn.cos * y}};
    }
    return true;
}

static bool read_circle(TrackReader *reader, const YamlNode *map, OutlineDef *out) {
    if (!track_keys_check(map, "circle", TRACK_MAP_circle, NULL, reader->messages)) {
        return false;
    }
    *out = (OutlineDef){.kind = OUTLINE_CIRCLE,
                        .points = arena_array(reader->arena, 1, sizeof *out->points),
                        .count = 1,
                        .place = map->place};
    bool good = read_center(reader, map, out->points);
    return yaml_number(yaml_require(map, "radius", "radius: 5", reader->messages), "radius", "m",
                       0.05, 5000.0, &out->radius, reader->messages) &&
           good;
}

/// An arc becomes a line with chord error 1 cm, at most 720 pieces.
static void sample_arc(Arena *arena, vec2s center, float radius, float from, float to,
                       OutlineDef *out) {
    float turn = to - from;
    float step = 2.0f * sqrtf(0.02f / radius);
    int pieces = (int)(fabsf(turn) / fminf(step, 0.5f)) + 1;
    pieces = pieces > 720 ? 720 : pieces;
    out->kind = OUTLINE_LINE;
    out->count = pieces + 1;
    out->points = arena_array(arena, (size_t)out->count, sizeof *out->points);
    for (int i = 0; i <= pieces; i++) {
        TrigPair at = trig_sincos(trig_wrap(from + turn * (float)i / (float)pieces));
        out->points[i] = (vec2s){{center.x + radius * at.cos, center.y + radius * at.sin}};
    }
}

static bool read_arc(TrackReader *reader, const YamlNode *map, OutlineDef *out) {
    MessageList *messages = reader->messages;
    if (!track_keys_check(map, "arc", TRACK_MAP_arc, NULL, messages)) {
        return false;
    }
    vec2s center = {{0.0f, 0.0f}};
    float radius = 0.0f;
    float from = 0.0f;
    float to = 0.0f;
    bool good =
        yaml_point(yaml_require(map, "center", "center: [0, 0]", messages), &center, messages);
    good &= yaml_number(yaml_require(map, "radius", "radius: 5", messages), "radius", "m", 0.05,
                        5000.0, &radius, messages);
    good &= reader_angle(reader, yaml_require(map, "from", "from: 0", messages), "from", &from);
    good &= reader_angle(reader, yaml_require(map, "to", "to: 90", messages), "to", &to);
    if (!good) {
        return false;
    }
    if (fabsf(to - from) < 1e-4f || fabsf(to - from) > 2.0f * TRIG_PI - 1e-4f) {
        reader_wrong(reader, yaml_find(map, "to"), "to",
                     "an angle that differs from `from` by less than 360 degrees");
        return false;
    }
    *out = (OutlineDef){.place = map->place};
    sample_arc(reader->arena, center, radius, from, to, out);
    return true;
}

bool reader_outline(TrackReader *reader, const YamlNode *map, const char *noun, const char *what,
                    bool lines, OutlineDef *out) {
    static const char *const keys[] = {"polygon", "rect", "circle", "polyline", "arc"};
    const YamlNode *shape = NULL;
    int kind = 0;
    int found = 0;
    for (int i = 0; i < (lines ? 5 : 3); i++) {
        const YamlNode *node = yaml_find(map, keys[i]);
        if (node) {
            found++;
            shape = node;
            kind = i;
        }
    }
    if (found != 1) {
        message_add(reader->messages, MESSAGE_E213, map->place, noun,
                    lines ? "polygon, rect, circle, polyline, arc" : "polygon, rect, circle",
                    found);
        return false;
    }
    switch (kind) {
    case 0:
        return reader_points(reader, shape, what, 3, OUTLINE_POLYGON, out);
    case 1:
        return read_rect(reader, shape, out);
    case 2:
        return read_circle(reader, shape, out);
    case 3:
        return reader_points(reader, shape, what, 2, OUTLINE_LINE, out);
    default:
        return read_arc(reader, shape, out);
    }
}

int reader_point_index(TrackReader *reader, const YamlNode *node, const RibbonDef *ribbon) {
    if (!node) {
        return -1;
    }
    const char **names = arena_array(reader->arena, (size_t)ribbon->count + 1, sizeof *names);
    int *indices = arena_array(reader->arena, (size_t)ribbon->count + 1, sizeof *indices);
    int count = 0;
    for (int i = 0; i < ribbon->count; i++) {
        if (ribbon->points[i].name) {
            indices[count] = i;
            names[count++] = ribbon->points[i].name;
        }
    }
    int found = -1;
    if (!yaml_choice(node, "point", names, count, &found, reader->messages)) {
        return -1;
    }
    return indices[found];
}
