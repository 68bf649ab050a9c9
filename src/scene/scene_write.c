/// The second half of scene_file.h: writes scenes.
#include "formats/yaml_build.h"
#include "formats/yaml_write.h"
#include "scene/scene_file.h"

#include <math.h>

static const Place nowhere = {0};

static YamlNode *number(Arena *arena, float value) {
    return yaml_build_number(arena, nowhere, (double)value, SCENE_DECIMALS);
}

static YamlNode *pair(Arena *arena, vec2s value) {
    return yaml_build_point(arena, nowhere, (double)value.x, (double)value.y, SCENE_DECIMALS);
}

static YamlNode *kind_value(const SceneShape *shape, Arena *arena) {
    if (shape->kind == SCENE_CAR) {
        return yaml_build_text(arena, nowhere, shape->car);
    }
    if (shape->kind == SCENE_CIRCLE) {
        return number(arena, shape->radius);
    }
    if (shape->kind == SCENE_CAPSULE) {
        YamlNode *map = yaml_build_map(arena, nowhere);
        yaml_build_set(arena, map, "length", number(arena, shape->length));
        yaml_build_set(arena, map, "radius", number(arena, shape->radius));
        return map;
    }
    YamlNode *list = yaml_build_list(arena, nowhere);
    for (int i = 0; i < shape->count; i++) {
        yaml_build_add(list, pair(arena, shape->points[i]));
    }
    return list;
}

static bool is_zero(float value) { return fabsf(value) <= 0.0f; }

static YamlNode *shape_map(const SceneShape *shape, Arena *arena) {
    YamlNode *map = yaml_build_map(arena, nowhere);
    yaml_build_set(arena, map, scene_kinds[shape->kind], kind_value(shape, arena));
    yaml_build_set(arena, map, "at", pair(arena, shape->at));
    if (!is_zero(shape->angle_deg)) {
        yaml_build_set(arena, map, "angle", number(arena, shape->angle_deg));
    }
    if (!is_zero(shape->velocity.x) || !is_zero(shape->velocity.y)) {
        yaml_build_set(arena, map, "velocity", pair(arena, shape->velocity));
    }
    if (!is_zero(shape->turn_rate_deg)) {
        yaml_build_set(arena, map, "turn", number(arena, shape->turn_rate_deg));
    }
    return map;
}

/// The options of the scene's panel that somebody has set.
static YamlNode *options_map(const Scene *scene, Arena *arena) {
    YamlNode *map = yaml_build_map(arena, nowhere);
    SceneOptions plain = scene_options_default();
    for (int i = 0; i < scene_option_count; i++) {
        const SceneOption *option = &scene_options[i];
        double value = scene_option_value(&scene->options, option);
        double initial = scene_option_value(&plain, option);
        if (option->panel == scene->panel && (value < initial || value > initial)) {
            yaml_build_set(arena, map, option->name,
                           option->kind == SCENE_CHOICE
                               ? yaml_build_text(arena, nowhere, option->choices[(int)value])
                               : yaml_build_number(arena, nowhere, value, SCENE_DECIMALS));
        }
    }
    return map;
}

void scene_write(const Scene *scene, TextBuffer *out) {
    Arena arena = {0};
    YamlNode *root = yaml_build_map(&arena, nowhere);
    yaml_build_set(&arena, root, "format", yaml_build_text(&arena, nowhere, SCENE_FILE_FORMAT));
    yaml_build_set(&arena, root, "name", yaml_build_text(&arena, nowhere, scene->name));
    yaml_build_set(&arena, root, "panel",
                   yaml_build_text(&arena, nowhere, scene_panels[scene->panel]));
    YamlNode *options = options_map(scene, &arena);
    if (options->count > 0) {
        yaml_build_set(&arena, root, "options", options);
    }
    YamlNode *shapes = yaml_build_list(&arena, nowhere);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        yaml_build_add(shapes, shape_map(&scene->shapes[i], &arena));
    }
    yaml_build_set(&arena, root, "shapes", shapes);
    yaml_write(root, out);
    arena_destroy(&arena);
}
