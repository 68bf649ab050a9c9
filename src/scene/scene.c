#include "scene/scene.h"

#include "collision/surface.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const char *const scene_kinds[SCENE_KIND_COUNT] = {
    [SCENE_CAR] = "car",         [SCENE_WALL] = "wall",       [SCENE_CIRCLE] = "circle",
    [SCENE_CAPSULE] = "capsule", [SCENE_POLYGON] = "polygon",
};

const char *const scene_panels[SCENE_PANEL_COUNT] = {
#define PANEL(id, name, title, about, source) [SCENE_##id] = #name,
#include "scene/panels.def"
#undef PANEL
};

static const char *const axes_compares[] = {"nothing", "intervals", "unnormalised", NULL};
static const char *const axes_shows[] = {"bars", "normals", "difference", "contact", "spans", NULL};
static const char *const pieces_shows[] = {"diagonals", "cones", NULL};
static const char *const circles_shows[] = {"tests", "point", NULL};
static const char *const contact_compares[] = {"nothing", "separate", "velocity", NULL};
static const char *const circles_misprints[] = {"nothing", "radii", "line", NULL};
static const char *const broad_layouts[] = {"square", "column", "row", NULL};
static const char *const broad_charts[] = {"x", "y", NULL};
static const char *const wheel_wheels[] = {"front_left", "front_right", "rear_left", "rear_right",
                                           NULL};
static const char *const wheel_surfaces[] = {
#define X(NAME, name, ...) name,
    SURFACE_LIST(X)
#undef X
        NULL};

const SceneOption scene_options[] = {
#define OPTION(panel, field, key, kind, type, initial, min, max, unit, choices, about) \
    {SCENE_##panel, key, kind, offsetof(SceneOptions, field), min, max, unit, choices, about},
#include "scene/scene_options.def"
#undef OPTION
};

const int scene_option_count = sizeof scene_options / sizeof scene_options[0];

int scene_choice_count(const SceneOption *option) {
    int count = 0;
    while (option->choices && option->choices[count]) {
        count++;
    }
    return count;
}

SceneOptions scene_options_default(void) {
    return (SceneOptions){
#define OPTION(panel, field, key, kind, type, initial, min, max, unit, choices, about) \
    .field = (type)initial,
#include "scene/scene_options.def"
#undef OPTION
    };
}

double scene_option_value(const SceneOptions *options, const SceneOption *option) {
    const char *field = (const char *)options + option->offset;
    float real = 0.0f;
    int whole = 0;
    if (option->kind == SCENE_NUMBER) {
        memcpy(&real, field, sizeof real);
        return (double)real;
    }
    memcpy(&whole, field, sizeof whole);
    return whole;
}

void scene_option_set(SceneOptions *options, const SceneOption *option, double value) {
    char *field = (char *)options + option->offset;
    if (option->kind == SCENE_NUMBER) {
        float real = (float)value;
        memcpy(field, &real, sizeof real);
    } else {
        int whole = (int)lround(value);
        memcpy(field, &whole, sizeof whole);
    }
}

static bool is_zero(float value) { return fabsf(value) <= 0.0f; }

bool scene_stands(const SceneShape *shape) {
    return shape->kind == SCENE_WALL && is_zero(shape->velocity.x) && is_zero(shape->velocity.y) &&
           is_zero(shape->turn_rate_deg);
}

float scene_round(double value) {
    return (float)(round(value * 1e4) / 1e4) + 0.0f; // no -0
}
