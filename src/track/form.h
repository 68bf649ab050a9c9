/// The shape, weight and skin of a loose thing on a track: a prop or a mover.
#pragma once

#include "collision/hull.h"
#include "collision/material.h"

/// X(NAME, name, mass kg, length m, width m (0: round), height m, material, spacing m): the props
/// that need no shape of their own. `spacing` is that of a row that gives none.
#define PROP_LIST(X)                                                          \
    X(CONE, "cone", 3.0f, 0.36f, 0.0f, 0.70f, MATERIAL_PLASTIC, 3.0f)         \
    X(TYRE, "tyre", 10.0f, 0.66f, 0.0f, 0.25f, MATERIAL_TYRES, 0.8f)          \
    X(STACK, "tyre_stack", 40.0f, 0.70f, 0.0f, 1.00f, MATERIAL_TYRES, 0.8f)   \
    X(BARREL, "barrel", 20.0f, 0.60f, 0.0f, 0.90f, MATERIAL_STEEL, 1.5f)      \
    X(BALE, "bale", 25.0f, 1.20f, 0.60f, 0.60f, MATERIAL_HEDGE, 1.3f)         \
    X(BARRIER, "barrier", 60.0f, 2.00f, 0.45f, 0.90f, MATERIAL_PLASTIC, 2.1f) \
    X(BOX, "box", 15.0f, 0.80f, 0.80f, 0.70f, MATERIAL_WOOD, 1.0f)

typedef enum PropKind {
#define X(NAME, ...) PROP_##NAME,
    PROP_LIST(X)
#undef X
    PROP_CUSTOM, ///< A shape of the file's own.
    PROP_MOVER,  ///< No prop: it runs on rails.
    PROP_KIND_COUNT
} PropKind;

/// "cone", ..., "custom"; PROP_CUSTOM + 1 of them can be written in a file.
extern const char *const prop_kind_names[PROP_CUSTOM + 1];

/// m between the things of a row that gives no spacing.
float prop_kind_spacing(PropKind kind);

/// A value; `points` live in the track's arena. The frame has its origin at the centre of gravity.
typedef struct TrackForm {
    PropKind kind;
    Hull hull;
    vec2s *points; ///< m, outline, counter-clockwise; NULL where it is a circle.
    int count;
    float radius;  ///< m, of a circle; else 0.
    float mass;    ///< kg
    float inertia; ///< kg m2
    float lever;   ///< m at which friction with the ground holds against turning.
    float drag;    ///< 1/m: slowing by the air is that times speed squared.
    float height;  ///< m
    float friction, restitution;
    uint8_t material;
    uint32_t color; ///< 0 = the material's, else the theme's.
} TrackForm;

/// The form of a built-in kind. Its material's values come from `materials`; its outline lives in
/// `arena`.
TrackForm form_of_kind(PropKind kind, const Material *materials, Arena *arena);

/// A circle of `radius` m.
TrackForm form_of_circle(PropKind kind, float radius, float mass, const Material *material,
                         uint8_t material_index);

/// A simple polygon of at least 3 points (either winding). `*middle` is its centre of gravity: the
/// origin of the form in the frame of `points`. False where it needs more convex pieces than a
/// hull has.
bool form_of_polygon(PropKind kind, const vec2s *points, int count, float mass,
                     const Material *material, uint8_t material_index, Arena *arena, TrackForm *out,
                     vec2s *middle);
