#include "driver_file/driver_face.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "vehicle/bodywork.h"

#include <stdio.h>
#include <string.h>

/// A part is checked and mirrored as those of cars are: up is their front, and the middle of the
/// square their axis.
static vec2s to_body(vec2s point) { return vec2_make(point.y, 0.5f - point.x); }
static vec2s from_body(vec2s point) { return vec2_make(0.5f - point.y, point.x); }

/// Adds what a part is drawn as.
static void add_polygons(const BodyworkPart *part, uint32_t color, DriverFace *face) {
    for (int i = 0; i < bodywork_polygons(part); i++) {
        ASSERT(face->polygon_count < DRIVER_FACE_POLYGONS_MAX);
        DriverFacePolygon *polygon = &face->polygons[face->polygon_count++];
        vec2s points[BODYWORK_OUTLINE_MAX];
        polygon->color = color;
        polygon->count = bodywork_polygon(part, i, points);
        ASSERT(polygon->count <= DRIVER_FACE_POINTS_MAX);
        for (int k = 0; k < polygon->count; k++) {
            polygon->points[k] = from_body(points[k]);
        }
    }
}

static bool is_within(float value) { return value >= 0.0f && value <= 1.0f; }

/// Reads the points of part `number` (from 1). False, with messages, where one is wrong.
static bool read_points(const YamlNode *node, int number, BodyworkPart *part,
                        MessageList *messages) {
    int least = part->sides == BODYWORK_ACROSS ? 2 : 3;
    int count = node->kind == YAML_LIST ? node->count : 0;
    if (count < least || count > BODYWORK_POINTS_MAX) {
        message_add(messages, MESSAGE_E843, node->place, number, count, least, BODYWORK_POINTS_MAX);
        return false;
    }
    bool fine = true;
    for (const YamlNode *item = node->first; item; item = item->next) {
        vec2s point = {0};
        int index = part->count++;
        if (!yaml_point(item, &point, messages)) {
            fine = false;
        } else if (!is_within(point.x) || !is_within(point.y)) {
            message_add(messages, MESSAGE_E844, item->place, index + 1, number);
            fine = false;
        } else if (part->sides == BODYWORK_ACROSS && point.x > 0.5f) {
            message_add(messages, MESSAGE_E845, item->place, index + 1, number);
            fine = false;
        }
        part->points[index] = to_body(point);
    }
    return fine;
}

static bool read_part(const YamlNode *node, int number, DriverFace *face, MessageList *messages) {
    static const MessageCode faults[BODYWORK_FAULT_COUNT] = {
        [BODYWORK_NO_AREA] = MESSAGE_E846,
        [BODYWORK_POINTS_MET] = MESSAGE_E848,
        [BODYWORK_NOT_CONVEX] = MESSAGE_E847,
    };
    static const char *const keys[] = {"color", "sides", "points"};
    char what[32];
    snprintf(what, sizeof what, "part %d", number);
    BodyworkPart part = {.sides = BODYWORK_ACROSS};
    bool fine = yaml_check_keys(node, what, keys, sizeof keys / sizeof keys[0], NULL, 0, messages);
    if (node->kind != YAML_MAP) {
        return false;
    }
    uint32_t color = 0;
    int sides = BODYWORK_ACROSS;
    const YamlNode *sides_node = yaml_find(node, "sides");
    fine &= yaml_color(yaml_require(node, "color", "color: \"#C68642\"", messages), "color", &color,
                       messages);
    fine &= !sides_node || yaml_choice(sides_node, "sides", bodywork_sides, BODYWORK_SIDES_COUNT,
                                       &sides, messages);
    part.sides = (uint8_t)sides;
    const YamlNode *points =
        yaml_require(node, "points", "points: [[0.5, 0.9], [0.2, 0.6], [0.4, 0.1]]", messages);
    fine = points && read_points(points, number, &part, messages) &&
           bodywork_check(&part, faults, number, points->place, messages) && fine;
    if (fine) {
        add_polygons(&part, color, face);
    }
    return fine;
}

bool driver_face_read(const YamlNode *face, DriverFace *out, MessageList *messages) {
    int count = face->kind == YAML_LIST ? face->count : 0;
    if (count < 1 || count > DRIVER_FACE_PARTS_MAX) {
        message_add(messages, MESSAGE_E842, face->place, count, 1, DRIVER_FACE_PARTS_MAX);
        return false;
    }
    DriverFace made;
    memset(&made, 0, sizeof made);
    bool fine = true;
    int number = 0;
    for (const YamlNode *part = face->first; part; part = part->next) {
        fine &= read_part(part, ++number, &made, messages);
    }
    if (fine) {
        *out = made;
    }
    return fine;
}

DriverFace driver_face_make(uint32_t color) {
    static const uint32_t suit = 0x2B3040FFu, visor = 0x14171FFFu, shine = 0x5B6B80FFu;
    const struct {
        uint32_t color;
        int count;
        vec2s points[5]; ///< Of the left half, from top to bottom.
    } parts[] = {
        {suit, 3, {{{0.40f, 0.20f}}, {{0.12f, 0.12f}}, {{0.06f, 0.00f}}}},
        {color,
         5,
         {{{0.36f, 0.95f}},
          {{0.20f, 0.82f}},
          {{0.16f, 0.55f}},
          {{0.22f, 0.25f}},
          {{0.38f, 0.12f}}}},
        {visor, 4, {{{0.24f, 0.70f}}, {{0.17f, 0.60f}}, {{0.20f, 0.46f}}, {{0.30f, 0.42f}}}},
        {shine, 3, {{{0.26f, 0.67f}}, {{0.22f, 0.62f}}, {{0.24f, 0.58f}}}},
    };
    DriverFace face;
    memset(&face, 0, sizeof face);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        BodyworkPart part = {.sides = BODYWORK_ACROSS};
        for (int k = 0; k < parts[i].count; k++) {
            part.points[part.count++] = to_body(parts[i].points[k]);
        }
        add_polygons(&part, parts[i].color, &face);
    }
    return face;
}
