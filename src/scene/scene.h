/// A scene of the collision laboratory as plain data: two shapes, how they stand and move, and the
/// panel that looks at them.
///
/// Lengths are kept to a tenth of a millimetre and angles to 0.0001 degrees, so that a scene is the
/// same before it is written and after it is read.
#pragma once

#include "formats/yaml_node.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>

enum {
    SCENE_SHAPES = 2,
    SCENE_POINTS_MAX = 32,       ///< Of a polygon or wall.
    SCENE_NAME_CHARACTERS = 60,  ///< Of a scene's name, each of up to 4 bytes.
    SCENE_NAME_MAX = 4 * 60 + 1, ///< Bytes, with the terminator.
    SCENE_DECIMALS = 4,          ///< Of every number.
};

#define SCENE_PLACE_MAX    50.0  ///< m from the origin, along x and y.
#define SCENE_POINT_MAX    20.0  ///< m from the shape's own origin, along x and y.
#define SCENE_SIZE_MIN     0.01  ///< m: radius of a circle, length of a capsule.
#define SCENE_SIZE_MAX     20.0  ///< m
#define SCENE_VELOCITY_MAX 400.0 ///< m/s, along x and y.
#define SCENE_ANGLE_MAX    360.0 ///< deg
#define SCENE_TURN_MAX     720.0 ///< deg/s

typedef enum SceneKind {
    SCENE_CAR,
    SCENE_WALL,
    SCENE_CIRCLE,
    SCENE_CAPSULE,
    SCENE_POLYGON,
    SCENE_KIND_COUNT,
} SceneKind;

/// What files call the kinds.
extern const char *const scene_kinds[SCENE_KIND_COUNT];

typedef struct SceneShape {
    SceneKind kind;
    char car[YAML_ID_MAX];          ///< Of a car: its name.
    vec2s points[SCENE_POINTS_MAX]; ///< Of a wall or polygon: m, in its own frame, a simple
    int count;                      ///< polygon of either winding.
    float radius;                   ///< m, of a circle or capsule.
    float length;                   ///< m, of a capsule: between the centres of its caps.
    vec2s at;                       ///< m, of its origin.
    float angle_deg;
    vec2s velocity;      ///< m/s
    float turn_rate_deg; ///< deg/s, counter-clockwise.
} SceneShape;

typedef enum ScenePanel {
#define PANEL(id, name, title, about, source) SCENE_##id,
#include "scene/panels.def"
#undef PANEL
    SCENE_PANEL_COUNT
} ScenePanel;

extern const char *const scene_panels[SCENE_PANEL_COUNT];

/// What a panel can be told. Each belongs to one panel; the rows of scene_options say which.
typedef struct SceneOptions {
#define OPTION(panel, field, key, kind, type, initial, min, max, unit, choices, about) type field;
#include "scene/scene_options.def"
#undef OPTION
} SceneOptions;

typedef enum SceneOptionKind {
    SCENE_NUMBER, ///< float
    SCENE_WHOLE,  ///< int
    SCENE_CHOICE, ///< int, index into the choices.
} SceneOptionKind;

typedef struct SceneOption {
    ScenePanel panel;
    const char *name;
    SceneOptionKind kind;
    size_t offset; ///< In SceneOptions.
    double min, max;
    const char *unit;
    const char *const *choices; ///< Ended by NULL; NULL for numbers.
    const char *about;
} SceneOption;

extern const SceneOption scene_options[];
extern const int scene_option_count;

/// How many choices an option has.
int scene_choice_count(const SceneOption *option);

typedef struct Scene {
    char name[SCENE_NAME_MAX]; ///< As shown to people.
    ScenePanel panel;
    SceneShape shapes[SCENE_SHAPES];
    SceneOptions options;
} Scene;

/// Options that nobody has set.
SceneOptions scene_options_default(void);

/// The value of an option; of a choice its index.
double scene_option_value(const SceneOptions *options, const SceneOption *option);

/// Sets an option; one that is no SCENE_NUMBER to the nearest whole number.
void scene_option_set(SceneOptions *options, const SceneOption *option, double value);

/// Whether a shape is a wall that does not move.
bool scene_stands(const SceneShape *shape);

/// `value` as a scene keeps it.
float scene_round(double value);
