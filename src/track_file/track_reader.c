#include "track_file/track_reader.h"

#include "base/array.h"
#include "base/number.h"
#include "geometry/trig.h"

#include <stdio.h>
#include <string.h>

enum {
    CHOICES_MAX = 8 ///< Of one key.
};

const ReaderNumber reader_place[3] = {{"x", "m", -10000.0, 10000.0},
                                      {"y", "m", -10000.0, 10000.0},
                                      {"angle", "degrees", -3600.0, 3600.0}};

const char *reader_label(char out[VALIDATE_LABEL_MAX], const char *noun, const YamlNode *map,
                         int number) {
    const YamlNode *id = yaml_find(map, "id");
    return validate_label(out, noun, id && id->kind == YAML_TEXT ? id->text : "", number);
}

void reader_wrong(TrackReader *reader, const YamlNode *node, const char *name,
                  const char *expected) {
    bool list = strcmp(expected, "a list") == 0 || strcmp(expected, "a list or auto") == 0;
    bool points = list && node->kind == YAML_TEXT && strcmp(name, "points") == 0;
    yaml_refuse(node, name, expected,
                list && node->kind == YAML_MAP ? "begin each thing of the list with a dash: `- `"
                : points                       ? "write them as `[[0, 0], [5, 0], [5, 5]]`"
                                               : "",
                reader->messages);
}

void reader_wrong_forms(TrackReader *reader, const YamlNode *map, const char *noun,
                        const char *forms, int found) {
    for (const char *at = forms; *at && found == 0; at += strspn(at, ", ")) {
        char key[24];
        size_t size = strcspn(at, ", ");
        snprintf(key, sizeof key, "%.*s", (int)size, at);
        if (strcmp(key, "and") != 0 && yaml_is_misspelt(map, key, reader->messages)) {
            return;
        }
        at += size;
    }
    message_add(reader->messages, MESSAGE_E213, map->place, noun, forms, found);
}

bool reader_is_word(const YamlNode *node, const char *word) {
    return node && node->kind == YAML_TEXT && strcmp(node->text, word) == 0;
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
    reader->ids =
        array_reserve(reader->ids, reader->id_count + 1, &reader->id_capacity, sizeof *reader->ids);
    reader->ids[reader->id_count++] = (UsedId){id, node->place};
    return id;
}

/// One of the words of `values`, which are parted by spaces.
static bool read_choice(TrackReader *reader, const YamlNode *node, const TrackKey *key, int *out) {
    const char *names[CHOICES_MAX];
    int count = 0;
    for (char *at = arena_copy_text(reader->arena, key->values); *at; at += strspn(at, " ")) {
        ASSERT(count < CHOICES_MAX);
        names[count++] = at;
        at += strcspn(at, " ");
        if (*at) {
            *at++ = '\0';
        }
    }
    return yaml_choice(node, key->key, names, count, out, reader->messages);
}

/// A surface or material by its name.
static bool read_named(TrackReader *reader, const YamlNode *node, const char *noun,
                       const char *const *names, int count, uint8_t *out) {
    int index = *out;
    bool good = yaml_choice(node, noun, names, count, &index, reader->messages);
    *out = (uint8_t)index;
    return good;
}

static bool read_value(TrackReader *reader, const YamlNode *node, const TrackKey *key, void *out) {
    MessageList *messages = reader->messages;
    const Track *track = &reader->def->base;
    switch (key->type) {
    case TRACK_KEY_TEXT:
        return yaml_text(node, key->key, (int)key->min, (int)key->max, out, messages);
    case TRACK_KEY_INTEGER:
        return yaml_integer(node, key->key, (int)key->min, (int)key->max, out, messages);
    case TRACK_KEY_NUMBER:
        return yaml_number(node, key->key, key->unit, key->min, key->max, out, messages);
    case TRACK_KEY_ANGLE:
        if (!yaml_number(node, key->key, key->unit, -3600.0, 3600.0, out, messages)) {
            return false;
        }
        *(float *)out *= TRIG_PI / 180.0f;
        return true;
    case TRACK_KEY_BOOL:
        return yaml_bool(node, key->key, out, messages);
    case TRACK_KEY_CHOICE:
        return read_choice(reader, node, key, out);
    case TRACK_KEY_COLOR:
    case TRACK_KEY_COLOR_OR_NONE:
        if (key->type == TRACK_KEY_COLOR_OR_NONE && reader_is_word(node, "none")) {
            *(uint32_t *)out = 0;
            return true;
        }
        return yaml_color(node, key->key, out, messages);
    case TRACK_KEY_SURFACE:
        return read_named(reader, node, "surface", reader->surface_names, track->surface_count,
                          out);
    case TRACK_KEY_MATERIAL:
        return read_named(reader, node, "material", reader->material_names, track->material_count,
                          out);
    case TRACK_KEY_POINT:
        return yaml_point(node, out, messages);
    default: // lists, maps and names of other things have readers of their own
        ASSERT(false);
        return false;
    }
}

bool reader_value(TrackReader *reader, const YamlNode *map, TrackRow row, void *out) {
    const YamlNode *node = yaml_find(map, track_keys[row].key);
    return node && read_value(reader, node, &track_keys[row], out);
}

bool reader_required(TrackReader *reader, const YamlNode *map, TrackRow row, const char *example,
                     void *out) {
    yaml_require(map, track_keys[row].key, example, reader->messages);
    return reader_value(reader, map, row, out);
}

void reader_fields(TrackReader *reader, const YamlNode *map, const ReaderField *fields, int count,
                   void *out) {
    for (int i = 0; i < count; i++) {
        reader_value(reader, map, fields[i].row, (char *)out + fields[i].offset);
    }
}

bool reader_is_map(TrackReader *reader, const YamlNode *node, const char *what, TrackMap map,
                   const char *form) {
    track_keys_check(node, what, map, form, reader->messages);
    return node && node->kind == YAML_MAP;
}

void *reader_items(TrackReader *reader, const YamlNode *map, TrackRow row, size_t size,
                   ReadItem *read, int *count) {
    const TrackKey *key = &track_keys[row];
    const YamlNode *list = yaml_find(map, key->key);
    if (!reader_list(reader, list, key->key, (int)key->max)) {
        return NULL;
    }
    char *items = arena_array(reader->arena, (size_t)list->count + 1, size);
    for (const YamlNode *node = list->first; node; node = node->next) {
        read(reader, node, *count + 1, items + (size_t)(*count) * size);
        ++*count;
    }
    return items;
}

bool reader_numbers(TrackReader *reader, const YamlNode *node, const char *name,
                    const char *expected, const ReaderNumber *numbers, int count, float *out) {
    if (!node) {
        return false;
    }
    if (node->kind != YAML_LIST || node->count != count) {
        bool more = node->kind == YAML_LIST && node->count > count;
        yaml_refuse(node, name, expected, more ? "write decimals with a point: 90.5" : "",
                    reader->messages);
        return false;
    }
    bool good = true;
    const YamlNode *item = node->first;
    for (int i = 0; i < count; i++, item = item->next) {
        good &= yaml_number(item, numbers[i].name, numbers[i].unit, numbers[i].min, numbers[i].max,
                            &out[i], reader->messages);
    }
    return good;
}

bool reader_pose(TrackReader *reader, const YamlNode *node, const char *name, vec2s *position,
                 float *angle) {
    float values[3] = {0};
    bool good =
        reader_numbers(reader, node, name, "a place [x, y, degrees]", reader_place, 3, values);
    *position = (vec2s){{values[0], values[1]}};
    *angle = values[2] * (TRIG_PI / 180.0f);
    return good;
}

bool reader_points_apart(TrackReader *reader, const YamlNode *list) {
    int numbers = 0;
    for (const YamlNode *node = list->first; node; node = node->next) {
        numbers += node->kind == YAML_TEXT && number_is_number(node->text);
    }
    if (numbers < 2 || numbers < list->count) {
        return true;
    }
    const char *x = list->first->text;
    const char *y = list->first->next->text;
    char help[2 * VALIDATE_LABEL_MAX];
    snprintf(help, sizeof help, "write each point in brackets: `[[%.20s, %.20s], ...]`", x, y);
    message_add(reader->messages, MESSAGE_E205, list->place, "one number after the other", help);
    return false;
}

bool reader_points(TrackReader *reader, const YamlNode *node, const char *what, int min,
                   OutlineKind kind, OutlineDef *out) {
    const char *name = kind == OUTLINE_LINE ? "polyline" : "polygon";
    if (!reader_list(reader, node, "points", TRACK_POINTS_MAX) ||
        !reader_points_apart(reader, node)) {
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

/// The centre of a rectangle or circle.
static bool read_center(TrackReader *reader, const YamlNode *map, vec2s *center) {
    if (!yaml_find(map, "center") && reader->around_origin) {
        *center = (vec2s){{0.0f, 0.0f}};
        return true;
    }
    return reader_required(reader, map, TRACK_ROW_rect_center, "center: [0, 0]", center);
}

static bool read_rect(TrackReader *reader, const YamlNode *map, OutlineDef *out) {
    static const ReaderNumber sides[] = {{"width", "m", 0.01, 20000.0},
                                         {"height", "m", 0.01, 20000.0}};
    vec2s center = {{0.0f, 0.0f}};
    float size[2] = {0};
    float angle = 0.0f;
    if (!reader_is_map(reader, map, "rect", TRACK_MAP_rect, NULL)) {
        return false;
    }
    bool good = read_center(reader, map, &center);
    good &= reader_numbers(reader, yaml_require(map, "size", "size: [4, 2]", reader->messages),
                           "size", "[width, height] in metres", sides, 2, size);
    good &= !yaml_find(map, "angle") || reader_value(reader, map, TRACK_ROW_rect_angle, &angle);
    if (!good) {
        return false;
    }
    TrigPair turn = trig_sincos(angle);
    *out = (OutlineDef){.kind = OUTLINE_POLYGON,
                        .points = arena_array(reader->arena, 4, sizeof *out->points),
                        .count = 4,
                        .place = map->place};
    for (int i = 0; i < 4; i++) {
        float x = (i == 0 || i == 3 ? -0.5f : 0.5f) * size[0];
        float y = (i < 2 ? -0.5f : 0.5f) * size[1];
        out->points[i] = (vec2s){
            {center.x + turn.cos * x - turn.sin * y, center.y + turn.sin * x + turn.cos * y}};
    }
    return true;
}

static bool read_circle(TrackReader *reader, const YamlNode *map, OutlineDef *out) {
    if (!reader_is_map(reader, map, "circle", TRACK_MAP_circle, NULL)) {
        return false;
    }
    *out = (OutlineDef){.kind = OUTLINE_CIRCLE,
                        .points = arena_array(reader->arena, 1, sizeof *out->points),
                        .count = 1,
                        .place = map->place};
    bool good = read_center(reader, map, out->points);
    return reader_required(reader, map, TRACK_ROW_circle_radius, "radius: 5", &out->radius) && good;
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
    if (!reader_is_map(reader, map, "arc", TRACK_MAP_arc, NULL)) {
        return false;
    }
    vec2s center = {{0.0f, 0.0f}};
    float radius = 0.0f;
    float from = 0.0f;
    float to = 0.0f;
    bool good = reader_required(reader, map, TRACK_ROW_arc_center, "center: [0, 0]", &center);
    good &= reader_required(reader, map, TRACK_ROW_arc_radius, "radius: 5", &radius);
    good &= reader_required(reader, map, TRACK_ROW_arc_from, "from: 0", &from);
    good &= reader_required(reader, map, TRACK_ROW_arc_to, "to: 90", &to);
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
    int kind = 0;
    int found = 0;
    for (int i = 0; i < (lines ? 5 : 3); i++) {
        if (yaml_find(map, keys[i])) {
            found++;
            kind = i;
        }
    }
    if (found != 1) {
        reader_wrong_forms(reader, map, noun,
                           lines ? "polygon, rect, circle, polyline, arc" : "polygon, rect, circle",
                           found);
        return false;
    }
    const YamlNode *shape = yaml_find(map, keys[kind]);
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

int reader_index(TrackReader *reader, const YamlNode *node, const char *noun,
                 const char *const *names, int count) {
    const char **given = arena_array(reader->arena, (size_t)count, sizeof *given);
    int *indices = arena_array(reader->arena, (size_t)count, sizeof *indices);
    int given_count = 0;
    for (int i = 0; i < count; i++) {
        if (names[i] && names[i][0]) {
            indices[given_count] = i;
            given[given_count++] = names[i];
        }
    }
    int found = -1;
    bool good = yaml_choice(node, noun, given, given_count, &found, reader->messages);
    return good ? indices[found] : -1;
}

int reader_point_index(TrackReader *reader, const YamlNode *node, const RibbonDef *ribbon) {
    const char **names = arena_array(reader->arena, (size_t)ribbon->count, sizeof *names);
    for (int i = 0; i < ribbon->count; i++) {
        names[i] = ribbon->points[i].name;
    }
    return reader_index(reader, node, "point", names, ribbon->count);
}
