#include "vehicle/bodywork.h"

#include "base/assert.h"
#include "base/number.h"
#include "geometry/transform.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define AREA_MIN  1e-4f      ///< m2: a square centimetre is smaller than any pixel.
#define APART_MIN 0.9995e-3f ///< m between neighbours: a millimetre, but for rounding.

const BodyworkPaintText bodywork_paints[BODYWORK_PAINT_COUNT] = {
#define PAINT(name_, is_shell_, about_) {.name = #name_, .is_shell = is_shell_, .about = about_},
#include "vehicle/bodywork_paints.def"
#undef PAINT
};

const char *const bodywork_sides[BODYWORK_SIDES_COUNT] = {"across", "both", "one"};

static const ParamRow rows[] = {
#define PARAM(...) PARAM_ROW(Bodywork, __VA_ARGS__),
#include "vehicle/bodywork.def"
#undef PARAM
};

const ParamTable bodywork_table = {
    .title = "Look",
    .rows = rows,
    .count = (int)(sizeof rows / sizeof rows[0]),
};

int bodywork_polygons(const BodyworkPart *part) { return part->sides == BODYWORK_BOTH ? 2 : 1; }

int bodywork_polygon(const BodyworkPart *part, int index, vec2s out[BODYWORK_OUTLINE_MAX]) {
    ASSERT(index >= 0 && index < bodywork_polygons(part));
    int count = part->count;
    for (int i = 0; i < count; i++) { // mirrored they go round the other way: backward again
        vec2s point = part->points[index == 1 ? count - 1 - i : i];
        out[i] = vec2_make(point.x, index == 1 ? -point.y : point.y);
    }
    for (int i = part->count - 1; i >= 0 && part->sides == BODYWORK_ACROSS; i--) {
        vec2s point = part->points[i];
        if (point.y > 0.0f) { // a point on the middle line is there already
            out[count++] = vec2_make(point.x, -point.y);
        }
    }
    return count;
}

/// Reads the points of part `number` (from 1). False, with messages, where one is wrong.
static bool read_points(const YamlNode *node, int number, BodyworkPart *part,
                        MessageList *messages) {
    int least = part->sides == BODYWORK_ACROSS ? 2 : 3;
    int count = node->kind == YAML_LIST ? node->count : 0;
    if (count < least || count > BODYWORK_POINTS_MAX) {
        message_add(messages, MESSAGE_E851, node->place, number, count, least, BODYWORK_POINTS_MAX);
        return false;
    }
    bool fine = true;
    for (const YamlNode *item = node->first; item; item = item->next) {
        vec2s *point = &part->points[part->count++];
        if (!yaml_point(item, point, messages)) {
            fine = false;
        } else if (fmaxf(fabsf(point->x), fabsf(point->y)) > BODYWORK_FAR) {
            char limit[NUMBER_TEXT_MAX];
            message_add(messages, MESSAGE_E852, item->place, part->count, number,
                        number_text((double)BODYWORK_FAR, 1, limit));
            fine = false;
        } else if (part->sides == BODYWORK_ACROSS && point->y < 0.0f) {
            message_add(messages, MESSAGE_E853, item->place, part->count, number);
            fine = false;
        }
    }
    return fine;
}

/// Whether the points go forward once and back once: a line across the car meets their polygon
/// twice. polygon_is_convex sees to lines along it.
static bool turns_back_once(const vec2s *points, int count) {
    int turns = 0;
    float way = 0.0f; // of the last edge that is not straight across
    for (int i = 0; i < 2 * count; i++) {
        float ahead = points[(i + 1) % count].x - points[i % count].x;
        turns += i >= count && ahead * way < 0.0f ? 1 : 0;
        way = ahead > 0.0f || ahead < 0.0f ? copysignf(1.0f, ahead) : way;
    }
    return turns <= 2;
}

BodyworkFault bodywork_fault(const BodyworkPart *part) {
    vec2s points[BODYWORK_OUTLINE_MAX];
    int count = bodywork_polygon(part, 0, points);
    if (count < 3 || polygon_area(points, count) < AREA_MIN) {
        return BODYWORK_NO_AREA;
    }
    for (int i = 0; i < count; i++) {
        vec2s edge = glms_vec2_sub(points[(i + 1) % count], points[i]);
        if (glms_vec2_norm2(edge) < APART_MIN * APART_MIN) {
            return BODYWORK_POINTS_MET;
        }
    }
    bool convex = polygon_is_convex(points, count) && turns_back_once(points, count);
    return convex ? BODYWORK_FINE : BODYWORK_NOT_CONVEX;
}

void bodywork_orient(BodyworkPart *part) {
    vec2s points[BODYWORK_OUTLINE_MAX];
    int count = bodywork_polygon(part, 0, points);
    bool clockwise = polygon_area(points, count) < 0.0f;
    for (int i = 0, k = part->count - 1; i < k && clockwise; i++, k--) {
        vec2s kept = part->points[i];
        part->points[i] = part->points[k];
        part->points[k] = kept;
    }
}

bool bodywork_check(BodyworkPart *part, const MessageCode codes[BODYWORK_FAULT_COUNT], int number,
                    Place place, MessageList *messages) {
    ASSERT(part != NULL && codes != NULL && messages != NULL);
    bodywork_orient(part);
    BodyworkFault fault = bodywork_fault(part);
    if (fault != BODYWORK_FINE) {
        message_add(messages, codes[fault], place, number);
    }
    return fault == BODYWORK_FINE;
}

static bool read_part(const YamlNode *node, int number, BodyworkPart *part, MessageList *messages) {
    static const MessageCode faults[BODYWORK_FAULT_COUNT] = {
        [BODYWORK_NO_AREA] = MESSAGE_E854,
        [BODYWORK_POINTS_MET] = MESSAGE_E856,
        [BODYWORK_NOT_CONVEX] = MESSAGE_E855,
    };
    static const char *const keys[] = {"paint", "sides", "height", "points"};
    char what[32];
    snprintf(what, sizeof what, "part %d", number);
    *part = (BodyworkPart){.sides = BODYWORK_ACROSS};
    bool fine = yaml_check_keys(node, what, keys, sizeof keys / sizeof keys[0], NULL, 0, messages);
    if (node->kind != YAML_MAP) {
        return false;
    }
    const char *names[BODYWORK_PAINT_COUNT];
    for (int i = 0; i < BODYWORK_PAINT_COUNT; i++) {
        names[i] = bodywork_paints[i].name;
    }
    int paint = 0, sides = BODYWORK_ACROSS;
    const YamlNode *sides_node = yaml_find(node, "sides"), *height = yaml_find(node, "height");
    fine &= yaml_choice(yaml_require(node, "paint", "paint: body", messages), "paint", names,
                        BODYWORK_PAINT_COUNT, &paint, messages);
    fine &= !sides_node || yaml_choice(sides_node, "sides", bodywork_sides, BODYWORK_SIDES_COUNT,
                                       &sides, messages);
    fine &= !height || yaml_number(height, "height", "m", 0.0, 2.0, &part->height, messages);
    part->paint = (uint8_t)paint;
    part->sides = (uint8_t)sides;
    const YamlNode *points =
        yaml_require(node, "points", "points: [[1.9, 0.5], [1.5, 0.8]]", messages);
    return points && read_points(points, number, part, messages) &&
           bodywork_check(part, faults, number, points->place, messages) && fine;
}

bool bodywork_read(const YamlNode *look, Bodywork *out, MessageList *messages) {
    static const char *const lists[] = {"parts"};
    Bodywork made;
    memset(&made, 0, sizeof made);
    param_reset(&bodywork_table, &made);
    bool fine = param_read(&bodywork_table, "look", look, lists, 1, &made, messages);
    if (look->kind != YAML_MAP) {
        return false;
    }
    const YamlNode *parts = yaml_require(
        look, "parts", "parts: [{paint: body, points: [[2, 0.6], [-2, 0.8]]}]", messages);
    if (!parts) {
        return false;
    }
    int count = parts->kind == YAML_LIST ? parts->count : 0;
    if (count < 1 || count > BODYWORK_PARTS_MAX) {
        message_add(messages, MESSAGE_E850, parts->place, count, 1, BODYWORK_PARTS_MAX);
        return false;
    }
    for (const YamlNode *part = parts->first; part; part = part->next) {
        int index = made.part_count++;
        fine &= read_part(part, index + 1, &made.parts[index], messages);
    }
    if (fine) {
        *out = made;
    }
    return fine;
}

bool bodywork_same(const Bodywork *a, const Bodywork *b) {
    bool same = a->part_count == b->part_count;
    for (int i = 0; i < bodywork_table.count && same; i++) {
        same = param_get(&rows[i], a) == param_get(&rows[i], b);
    }
    for (int i = 0; i < a->part_count && same; i++) {
        const BodyworkPart *x = &a->parts[i], *y = &b->parts[i];
        same = x->paint == y->paint && x->sides == y->sides && x->count == y->count &&
               x->height == y->height &&
               memcmp(x->points, y->points, (size_t)x->count * sizeof x->points[0]) == 0;
    }
    return same;
}
