/// Materials of walls: how they bounce and scrape, and how high they stand.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    MATERIALS_MAX = 64
};

typedef struct Material {
    char name[33];
    float restitution; ///< 0 to 1; a pair takes the larger of both.
    float friction;    ///< 0 to 2; a pair takes sqrt(a b).
    float height;      ///< m, for shadow and side face.
    uint32_t color;    ///< 0xRRGGBBAA; 0 = the theme's wall colour.
    bool sparks;
} Material;

/// X(NAME, name, restitution, friction, height m, color, sparks): the built-in materials.
#define MATERIAL_LIST(X)                                     \
    X(CONCRETE, "concrete", 0.15f, 0.60f, 0.9f, 0, true)     \
    X(STEEL, "steel", 0.20f, 0.35f, 0.8f, 0, true)           \
    X(TYRES, "tyres", 0.35f, 0.80f, 1.0f, 0x2B2D33FF, false) \
    X(WOOD, "wood", 0.20f, 0.50f, 1.0f, 0x9A7B55FF, false)   \
    X(HEDGE, "hedge", 0.05f, 0.90f, 1.2f, 0x4B7A56FF, false) \
    X(ROCK, "rock", 0.10f, 0.70f, 2.0f, 0x8C8780FF, true)    \
    X(PLASTIC, "plastic", 0.40f, 0.40f, 0.9f, 0xD9483BFF, false)

typedef enum MaterialIndex {
#define X(NAME, ...) MATERIAL_##NAME,
    MATERIAL_LIST(X)
#undef X
    MATERIAL_BUILT_IN_COUNT
} MaterialIndex;

extern const Material material_built_in[MATERIAL_BUILT_IN_COUNT];
