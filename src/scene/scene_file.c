#include "scene/scene_file.h"

#include "base/number.h"
#include "collision/hull.h"
#include "formats/yaml.h"
#include "scene/solid.h"

#include <stdio.h>
#include <string.h>

static const char *const keys[] = {"format", "name", "panel", "shapes", "options"};
static const char *const shape_keys[] = {"car", "wall",  "circle",   "capsule", "polygon",
                                         "at",  "angle", "velocity", "turn"};

enum {
    KEY_COUNT = sizeof keys / sizeof keys[0],
    SHAPE_KEY_COUNT = sizeof shape_keys / sizeof shape_keys[0],
    WHAT_MAX = 32, ///< Bytes of "shape a".
};

static void read_format(const YamlNode *root, MessageList *messages) {
    const YamlNode *node = yaml_require(root, "format", "format: " SCENE_FILE_FORMAT, messages);
    const char *text = "";
    if (!yaml_text(node, "format", 1, 40, &text, messages) ||
        strcmp(text, SCENE_FILE_FORMAT) == 0) {
        return;
    }
    int version = 0;
    if (strncmp(text, "scene/", 6) == 0 && number_parse_integer(text + 6, &version) &&
        version > 1) {
        message_add(messages, MESSAGE_E208, node->place, text, SCENE_FILE_FORMAT);
    } else {
        message_add(messages, MESSAGE_E940, node->place, text);
    }
}

static bool read_number(const YamlNode *node, const char *name, const char *unit, double min,
                        double max, float *out, MessageList *messages) {
    float value = 0.0f;
    bool fine = yaml_number(node, name, unit, min, max, &value, messages);
    if (fine) {
        *out = scene_round((double)value);
    }
    return fine;
}

/// Two numbers within -max to max; `node` may be NULL, as above.
static bool read_pair(const YamlNode *node, const char *name, const char *unit, double max,
                      vec2s *out, MessageList *messages) {
    if (!node) {
        return false;
    }
    vec2s pair = {{0.0f, 0.0f}};
    if (node->kind != YAML_LIST || node->count != 2) {
        return yaml_point(node, &pair, messages); // says what is wrong
    }
    char of[2][WHAT_MAX];
    snprintf(of[0], WHAT_MAX, "x of %s", name);
    snprintf(of[1], WHAT_MAX, "y of %s", name);
    bool fine = read_number(node->first, of[0], unit, -max, max, &pair.x, messages);
    fine = read_number(node->last, of[1], unit, -max, max, &pair.y, messages) && fine;
    if (fine) {
        *out = pair;
    }
    return fine;
}

/// Says what is wrong with a polygon.
static void refuse_polygon(const char *what, Place place, const SolidCheck *check,
                           MessageList *messages) {
    const PolygonCheck *of = &check->check;
    double x = (double)of->at.x, y = (double)of->at.y;
    if (check->fault == SOLID_TOO_THIN) {
        message_add(messages, MESSAGE_E946, place, what);
    } else if (of->fault == POLYGON_CROSSES) {
        message_add(messages, MESSAGE_E943, place, what, of->a + 1, of->b + 1, x, y);
    } else if (of->fault == POLYGON_TOUCHES) {
        message_add(messages, MESSAGE_E944, place, what, x, y);
    } else {
        message_add(messages, MESSAGE_E945, place, what);
    }
}

static bool read_points(const YamlNode *node, const char *what, SceneShape *out,
                        MessageList *messages) {
    int count = node->kind == YAML_LIST ? node->count : 0;
    if (count < 3 || count > SCENE_POINTS_MAX) {
        message_add(messages, MESSAGE_E942, node->place, what, count, 3, SCENE_POINTS_MAX);
        return false;
    }
    bool fine = true;
    for (const YamlNode *item = node->first; item; item = item->next) {
        vec2s *point = &out->points[out->count++];
        fine = read_pair(item, "a point", "m", SCENE_POINT_MAX, point, messages) && fine;
    }
    Solid unused;
    SolidCheck check = {.fault = SOLID_FINE};
    if (fine) {
        check = solid_make(out, NULL, &unused);
    }
    if (check.fault != SOLID_FINE) {
        refuse_polygon(what, node->place, &check, messages);
    }
    return fine && check.fault == SOLID_FINE;
}

/// Reads a capsule: [length, radius] as a map.
static void read_capsule(const YamlNode *node, SceneShape *out, MessageList *messages) {
    static const char *const capsule_keys[] = {"length", "radius"};
    if (!yaml_check_keys(node, "capsule", capsule_keys, 2, NULL, 0, messages) &&
        node->kind != YAML_MAP) {
        return;
    }
    read_number(yaml_require(node, "length", "length: 2", messages), "length", "m", SCENE_SIZE_MIN,
                SCENE_SIZE_MAX, &out->length, messages);
    read_number(yaml_require(node, "radius", "radius: 0.3", messages), "radius", "m",
                SCENE_SIZE_MIN, SCENE_SIZE_MAX, &out->radius, messages);
}

/// Reads which kind of shape it is, and what that kind says of itself. False where it is none.
static bool read_kind(const YamlNode *map, const char *what, SceneShape *out,
                      MessageList *messages) {
    const YamlNode *node = NULL;
    int found = 0;
    bool misspelt = false; // which E201 has said
    for (int i = 0; i < SCENE_KIND_COUNT; i++) {
        misspelt = misspelt || yaml_is_misspelt(map, scene_kinds[i], messages);
        const YamlNode *of_kind = yaml_find(map, scene_kinds[i]);
        if (of_kind) {
            node = of_kind;
            out->kind = (SceneKind)i;
            found++;
        }
    }
    const char *car = "";
    if (found == 0 && misspelt) {
        return false;
    }
    if (found != 1) {
        message_add(messages, MESSAGE_E213, map->place, what, "car, wall, circle, capsule, polygon",
                    found);
    } else if (out->kind == SCENE_CAR) {
        if (yaml_id(node, "car", &car, messages)) {
            snprintf(out->car, sizeof out->car, "%s", car);
        }
    } else if (out->kind == SCENE_CIRCLE) {
        read_number(node, "circle", "m", SCENE_SIZE_MIN, SCENE_SIZE_MAX, &out->radius, messages);
    } else if (out->kind == SCENE_CAPSULE) {
        read_capsule(node, out, messages);
    } else {
        read_points(node, what, out, messages);
    }
    return found == 1;
}

/// Whether the panel can look at shapes of this kind as shape `letter`, a or b;
/// says so where it cannot.
static void check_kind(const YamlNode *map, ScenePanel panel, char letter, SceneKind kind,
                       MessageList *messages) {
    bool has_edges = kind == SCENE_CAR || kind == SCENE_WALL || kind == SCENE_POLYGON;
    bool of_edges = panel == SCENE_CROSSINGS || panel == SCENE_PIECES || panel == SCENE_QUEUE;
    const char *wanted = NULL;
    if (letter == 'b') {
        wanted = of_edges && !has_edges ? "a car, wall or polygon" : NULL;
    } else if (panel == SCENE_WHEEL && kind != SCENE_CAR) {
        wanted = "a car";
    } else if (panel == SCENE_CONTACT && kind == SCENE_WALL) {
        wanted = "a car, circle, capsule or polygon";
    } else if (panel == SCENE_CIRCLES && kind != SCENE_CIRCLE) {
        wanted = "a circle";
    }
    if (wanted) {
        message_add(messages, MESSAGE_E947, map->place, scene_panels[panel], wanted, letter,
                    scene_kinds[kind]);
    }
}

/// Whether the panel can move a polygon or wall of so many pieces; says so where it cannot. What is
/// wrong with the points was said before.
static void check_pieces(const YamlNode *map, const char *what, const SceneShape *shape,
                         MessageList *messages) {
    bool moves =
        shape->kind == SCENE_POLYGON || (shape->kind == SCENE_WALL && !scene_stands(shape));
    Solid solid;
    if (moves && shape->count >= 3 && solid_make(shape, NULL, &solid).fault == SOLID_FINE &&
        solid.piece_count > HULL_PIECES_MAX) {
        message_add(messages, MESSAGE_E948, map->place, what, solid.piece_count, HULL_PIECES_MAX);
    }
}

static void read_shape(const YamlNode *map, ScenePanel panel, char letter, SceneShape *out,
                       MessageList *messages) {
    char what[WHAT_MAX];
    snprintf(what, sizeof what, "shape %c", letter);
    yaml_check_keys(map, what, shape_keys, SHAPE_KEY_COUNT, NULL, 0, messages);
    if (map->kind != YAML_MAP) {
        return;
    }
    if (read_kind(map, what, out, messages)) {
        check_kind(map, panel, letter, out->kind, messages);
    }
    read_pair(yaml_find(map, "at"), "at", "m", SCENE_PLACE_MAX, &out->at, messages);
    read_number(yaml_find(map, "angle"), "angle", "deg", -SCENE_ANGLE_MAX, SCENE_ANGLE_MAX,
                &out->angle_deg, messages);
    read_pair(yaml_find(map, "velocity"), "velocity", "m/s", SCENE_VELOCITY_MAX, &out->velocity,
              messages);
    read_number(yaml_find(map, "turn"), "turn", "deg/s", -SCENE_TURN_MAX, SCENE_TURN_MAX,
                &out->turn_rate_deg, messages);
    if (panel == SCENE_CONTACT) {
        check_pieces(map, what, out, messages);
    }
}

static void read_shapes(const YamlNode *root, Scene *out, MessageList *messages) {
    const YamlNode *list =
        yaml_require(root, "shapes", "shapes: [{circle: 1}, {circle: 2}]", messages);
    if (!list) {
        return;
    }
    int count = list->kind == YAML_LIST ? list->count : 0;
    if (count != SCENE_SHAPES) {
        message_add(messages, MESSAGE_E941, list->place, count, SCENE_SHAPES);
        return;
    }
    int number = 0;
    for (const YamlNode *item = list->first; item; item = item->next) {
        read_shape(item, out->panel, (char)('a' + number), &out->shapes[number], messages);
        number++;
    }
}

static void read_option(const YamlNode *node, const SceneOption *option, SceneOptions *out,
                        MessageList *messages) {
    void *value = (char *)out + option->offset;
    if (option->kind == SCENE_NUMBER) {
        read_number(node, option->name, option->unit, option->min, option->max, value, messages);
    } else if (option->kind == SCENE_WHOLE) {
        yaml_integer(node, option->name, (int)option->min, (int)option->max, value, messages);
    } else {
        yaml_choice(node, option->name, option->choices, scene_choice_count(option), value,
                    messages);
    }
}

/// The options of the scene's panel; those of others are unknown keys.
static void read_options(const YamlNode *map, Scene *out, MessageList *messages) {
    const char *names[32];
    char what[64];
    int count = 0;
    for (int i = 0; i < scene_option_count; i++) {
        if (scene_options[i].panel == out->panel && count < 32) {
            names[count++] = scene_options[i].name;
        }
    }
    snprintf(what, sizeof what, "options of panel \"%s\"", scene_panels[out->panel]);
    yaml_check_keys(map, what, names, count, NULL, 0, messages);
    for (int i = 0; i < scene_option_count && map && map->kind == YAML_MAP; i++) {
        if (scene_options[i].panel == out->panel) {
            read_option(yaml_find(map, scene_options[i].name), &scene_options[i], &out->options,
                        messages);
        }
    }
}

static void read_root(const YamlNode *root, Scene *out, MessageList *messages) {
    yaml_check_keys(root, "the scene", keys, KEY_COUNT, NULL, 0, messages);
    if (root->kind != YAML_MAP || yaml_refuse_empty(root, "copy one of docs/lab", messages)) {
        return;
    }
    read_format(root, messages);
    const char *text = "";
    if (yaml_text(yaml_require(root, "name", "name: Car at a corner", messages), "name", 1,
                  SCENE_NAME_CHARACTERS, &text, messages)) {
        snprintf(out->name, sizeof out->name, "%s", text);
    }
    int panel = 0;
    if (yaml_choice(yaml_require(root, "panel", "panel: axes", messages), "panel", scene_panels,
                    SCENE_PANEL_COUNT, &panel, messages)) {
        out->panel = (ScenePanel)panel;
        read_options(yaml_find(root, "options"), out, messages);
    }
    read_shapes(root, out, messages);
}

bool scene_read(const char *text, size_t size, const char *file, Scene *out,
                MessageList *messages) {
    int errors_before = messages->error_count;
    Arena arena = {0};
    const YamlNode *root = yaml_read(text, size, file, &arena, messages);
    if (root) {
        Scene made;
        memset(&made, 0, sizeof made);
        made.options = scene_options_default();
        read_root(root, &made, messages);
        if (messages->error_count == errors_before) {
            *out = made;
        }
    }
    arena_destroy(&arena);
    return messages->error_count == errors_before;
}

Place scene_car_place(const char *text, size_t size, const char *file, int index) {
    Arena arena = {0};
    MessageList ignored = {.count = 0};
    const YamlNode *list = yaml_find(yaml_read(text, size, file, &arena, &ignored), "shapes");
    const YamlNode *shape = list ? list->first : NULL;
    for (int i = 0; i < index && shape; i++) {
        shape = shape->next;
    }
    const YamlNode *car = shape ? yaml_find(shape, scene_kinds[SCENE_CAR]) : NULL;
    Place place = car ? car->place : (Place){.file = file};
    arena_destroy(&arena);
    return place;
}
