#include "vehicle/car_file.h"

#include "base/number.h"
#include "collision/hull.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const keys[] = {
    "format",   "name",  "base",    "note",   "outline", "look",  "sound",  "body",    "aero",
    "steering", "tyres", "chassis", "engine", "gearbox", "drive", "brakes", "contact",
};

enum {
    KEY_COUNT = sizeof keys / sizeof keys[0],
    KEY_FIRST_GROUP = 7,
};

static const char *kind_name(const YamlNode *node) {
    static const char *const names[] = {"a single value", "a list", "a map"};
    return names[node->kind];
}

static void read_format(const YamlNode *root, MessageList *messages) {
    const YamlNode *node = yaml_require(root, "format", "format: " CAR_FILE_FORMAT, messages);
    const char *text = "";
    if (!yaml_text(node, "format", 1, 40, &text, messages) || strcmp(text, CAR_FILE_FORMAT) == 0) {
        return;
    }
    int version = 0;
    if (strncmp(text, "car/", 4) == 0 && number_parse_integer(text + 4, &version) && version > 1) {
        message_add(messages, MESSAGE_E208, node->place, text, CAR_FILE_FORMAT);
    } else {
        message_add(messages, MESSAGE_E801, node->place, text);
    }
}

static void read_name(const YamlNode *root, CarFile *out, MessageList *messages) {
    const YamlNode *node = yaml_require(root, "name", "name: My car", messages);
    const char *text = "";
    if (!yaml_text(node, "name", 1, CAR_NAME_MAX - 1, &text, messages)) {
        return;
    }
    size_t size = strlen(text);
    if (size >= CAR_NAME_MAX) { // Few code points, but of many bytes each.
        message_add(messages, MESSAGE_E814, node->place, size, CAR_NAME_MAX - 1);
        return;
    }
    memcpy(out->name, text, size + 1);
}

static void read_torque_point(const YamlNode *node, CarParams *params, MessageList *messages) {
    if (node->kind != YAML_LIST || node->count != 2) {
        message_add(messages, MESSAGE_E803, node->place,
                    node->kind == YAML_LIST ? "a list of another length" : kind_name(node));
        return;
    }
    CarTorquePoint point = {0};
    const YamlNode *torque = node->first->next;
    bool rpm_fine =
        yaml_number(node->first, "rpm", "rpm", 0.0, CAR_FILE_RPM_MAX, &point.rpm, messages);
    if (!yaml_number(torque, "torque", "N m", 0.0, CAR_FILE_TORQUE_MAX, &point.torque, messages) ||
        !rpm_fine) {
        return;
    }
    int index = params->torque_count;
    if (index > 0 && point.rpm <= params->torque_curve[index - 1].rpm) {
        char before[NUMBER_TEXT_MAX];
        char after[NUMBER_TEXT_MAX];
        number_text((double)params->torque_curve[index - 1].rpm, 1, before);
        message_add(messages, MESSAGE_E804, node->place, number_text((double)point.rpm, 1, after),
                    before);
    }
    params->torque_curve[params->torque_count++] = point;
    if (point.torque <= 0.0f && index > 0 && node->next) {
        char rpm[NUMBER_TEXT_MAX];
        message_add(messages, MESSAGE_E805, torque->place, "0",
                    number_text((double)point.rpm, 1, rpm));
    }
}

static void read_torque_curve(const YamlNode *node, CarParams *params, MessageList *messages) {
    if (!node) {
        return;
    }
    if (node->kind != YAML_LIST) {
        message_add(messages, MESSAGE_E803, node->place, kind_name(node));
        return;
    }
    if (node->count < 2 || node->count > CAR_TORQUE_POINTS_MAX) {
        message_add(messages, MESSAGE_E802, node->place, node->count, 2, CAR_TORQUE_POINTS_MAX);
        return;
    }
    params->torque_count = 0;
    for (const YamlNode *point = node->first; point; point = point->next) {
        read_torque_point(point, params, messages);
    }
}

static void read_gears(const YamlNode *node, CarParams *params, MessageList *messages) {
    if (!node) {
        return;
    }
    int count = node->kind == YAML_LIST ? node->count : 0;
    if (count < 1 || count > CAR_GEARS_MAX) {
        message_add(messages, MESSAGE_E806, node->place, count, 1, CAR_GEARS_MAX);
        return;
    }
    int index = 0;
    bool numbers = true; // Only numbers can be compared.
    for (const YamlNode *gear = node->first; gear; gear = gear->next) {
        float *ratio = &params->gears[index];
        numbers &=
            yaml_number(gear, "gear", "", CAR_FILE_RATIO_MIN, CAR_FILE_RATIO_MAX, ratio, messages);
        if (numbers && index > 0 && *ratio >= ratio[-1]) {
            char low[NUMBER_TEXT_MAX];
            char high[NUMBER_TEXT_MAX];
            message_add(messages, MESSAGE_E807, gear->place, index + 1,
                        number_text((double)*ratio, 3, low), index,
                        number_text((double)ratio[-1], 3, high));
        }
        index++;
    }
    params->gear_count = count;
}

/// Reads the points into `points`; false, with messages, where one is none or lies too far away.
static bool read_outline_points(const YamlNode *node, vec2s *points, MessageList *messages) {
    bool fine = true;
    int index = 0;
    for (const YamlNode *point = node->first; point; point = point->next) {
        fine &= yaml_point(point, &points[index], messages);
        float away = glms_vec2_norm(points[index]);
        if (fine && away > CAR_FILE_OUTLINE_FAR) {
            char found[NUMBER_TEXT_MAX];
            char limit[NUMBER_TEXT_MAX];
            message_add(messages, MESSAGE_E812, point->place, index + 1,
                        number_text((double)away, 2, found),
                        number_text((double)CAR_FILE_OUTLINE_FAR, 2, limit));
            fine = false;
        }
        index++;
    }
    return fine;
}

/// Says what is wrong with the shape of an outline; true where nothing is.
static bool check_outline(const vec2s *points, int count, Place place, MessageList *messages) {
    PolygonCheck check = polygon_check(points, count);
    if (check.fault == POLYGON_CROSSES || check.fault == POLYGON_TOUCHES) {
        message_add(messages, MESSAGE_E809, place, check.a + 1, check.b + 1, (double)check.at.x,
                    (double)check.at.y, check.b + 1, check.b + 1);
    } else if (check.fault != POLYGON_FINE) {
        message_add(messages, MESSAGE_E810, place);
    }
    return check.fault == POLYGON_FINE;
}

static void read_outline(const YamlNode *node, CarParams *params, MessageList *messages) {
    if (!node) {
        return;
    }
    int count = node->kind == YAML_LIST ? node->count : 0;
    if (count < 3 || count > CAR_OUTLINE_MAX) {
        message_add(messages, MESSAGE_E808, node->place, count, 3, CAR_OUTLINE_MAX);
        return;
    }
    vec2s points[CAR_OUTLINE_MAX] = {0};
    if (!read_outline_points(node, points, messages) ||
        !check_outline(points, count, node->place, messages)) {
        return;
    }
    count = polygon_normalise(points, count, NULL);
    Hull hull;
    if (count < 3) {
        message_add(messages, MESSAGE_E810, node->place);
        return;
    }
    if (!hull_make(points, count, &hull)) {
        message_add(messages, MESSAGE_E811, node->place, HULL_PIECES_MAX, SHAPE_POINTS_MAX);
        return;
    }
    memset(params->outline, 0, sizeof params->outline);
    memcpy(params->outline, points, (size_t)count * sizeof points[0]);
    params->outline_count = count;
}

static void read_groups(const YamlNode *root, CarParams *params, MessageList *messages) {
    for (int i = KEY_FIRST_GROUP; i < KEY_COUNT; i++) {
        const YamlNode *group = yaml_find(root, keys[i]);
        if (!group) {
            continue;
        }
        bool engine = strcmp(keys[i], "engine") == 0;
        bool gearbox = strcmp(keys[i], "gearbox") == 0;
        const char *list = engine ? "torque_curve" : "gears"; // no number of the table
        param_read(&car_param_table, keys[i], group, &list, engine || gearbox, params, messages);
        if (engine) {
            read_torque_curve(yaml_find(group, list), params, messages);
        } else if (gearbox) {
            read_gears(yaml_find(group, list), params, messages);
        }
    }
    if (params->idle_rpm >= params->redline_rpm) {
        const YamlNode *engine = yaml_find(root, "engine");
        char idle[NUMBER_TEXT_MAX];
        char redline[NUMBER_TEXT_MAX];
        message_add(messages, MESSAGE_E813, engine ? engine->place : root->place,
                    number_text((double)params->idle_rpm, 1, idle),
                    number_text((double)params->redline_rpm, 1, redline));
    }
}

CarSound car_file_sound(const CarFile *car) {
    return car->sound.cylinder_count > 0 ? car->sound : car_sound_make(&car->params);
}

Place car_file_base(const char *text, size_t size, const char *file, char base[CAR_BASE_MAX]) {
    Arena arena = {0};
    MessageList ignored = {.count = 0};
    const YamlNode *root = yaml_read(text, size, file, &arena, &ignored);
    const char *id = "";
    Place place = {.file = file};
    if (root && root->kind == YAML_MAP && yaml_find(root, "base")) {
        const YamlNode *node = yaml_find(root, "base");
        yaml_id(node, "base", &id, &ignored);
        place = node->place;
    }
    memset(base, 0, CAR_BASE_MAX);
    strncpy(base, id, CAR_BASE_MAX - 1);
    arena_destroy(&arena);
    return place;
}

static void read_root(const YamlNode *root, CarFile *out, MessageList *messages) {
    yaml_check_keys(root, "the car", keys, KEY_COUNT, NULL, 0, messages);
    if (root->kind != YAML_MAP ||
        yaml_refuse_empty(root, "`axle new car NAME` writes one to begin with", messages)) {
        return;
    }
    read_format(root, messages);
    read_name(root, out, messages);
    const char *text = "";
    if (yaml_id(yaml_find(root, "base"), "base", &text, messages)) {
        strncpy(out->base, text, sizeof out->base - 1);
    }
    text = "";
    if (yaml_text(yaml_find(root, "note"), "note", 0, CAR_NOTE_MAX, &text, messages)) {
        snprintf(out->note, sizeof out->note, "%s", text);
    }
    read_outline(yaml_find(root, "outline"), &out->params, messages);
    const YamlNode *look = yaml_find(root, "look");
    out->own_look = look && bodywork_read(look, &out->look, messages);
    const YamlNode *sound = yaml_find(root, "sound");
    out->own_sound = sound && car_sound_read(sound, &out->sound, messages);
    read_groups(root, &out->params, messages);
}

bool car_file_read(const char *text, size_t size, const char *file, const CarParams *base,
                   CarFile *out, MessageList *messages) {
    int errors_before = messages->error_count;
    Arena arena = {0};
    const YamlNode *root = yaml_read(text, size, file, &arena, messages);
    if (root) {
        CarFile made;
        memset(&made, 0, sizeof made);
        made.params = base ? *base : car_params_default();
        read_root(root, &made, messages);
        if (messages->error_count == errors_before) {
            *out = made;
        }
    }
    arena_destroy(&arena);
    return messages->error_count == errors_before;
}
