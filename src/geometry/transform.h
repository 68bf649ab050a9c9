/// Turning and moving points of the plane.
#pragma once

#include "geometry/trig.h"

#include <cglm/struct/vec2.h>

#include <math.h>

/// Cosine and sine of an angle.
typedef struct Rotation {
    float c, s;
} Rotation;

/// Where a body stands: its local point p lies at rotation * p + position in the world.
typedef struct Transform {
    vec2s position; ///< m
    Rotation rotation;
} Transform;

static inline vec2s vec2_make(float x, float y) { return (vec2s){{x, y}}; }

/// `v` turned by +90 degrees.
static inline vec2s vec2_left(vec2s v) { return (vec2s){{-v.y, v.x}}; }

static inline vec2s rotation_apply(Rotation q, vec2s v) {
    return (vec2s){{q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y}};
}

/// Undoes rotation_apply.
static inline vec2s rotation_undo(Rotation q, vec2s v) {
    return (vec2s){{q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x}};
}

/// The rotation by `angle` rad.
static inline Rotation rotation_make(float angle) {
    TrigPair pair = trig_sincos(angle);
    return (Rotation){.c = pair.cos, .s = pair.sin};
}

/// Half sizes of the upright box around a box of half sizes `half` that is turned.
static inline vec2s rotation_box(Rotation q, vec2s half) {
    return (vec2s){
        {fabsf(q.c) * half.x + fabsf(q.s) * half.y, fabsf(q.s) * half.x + fabsf(q.c) * half.y}};
}

static inline vec2s transform_apply(Transform t, vec2s point) {
    vec2s turned = rotation_apply(t.rotation, point);
    return (vec2s){{turned.x + t.position.x, turned.y + t.position.y}};
}

/// Undoes transform_apply: a point of the world as the body sees it.
static inline vec2s transform_undo(Transform t, vec2s point) {
    return rotation_undo(t.rotation, vec2_make(point.x - t.position.x, point.y - t.position.y));
}

/// `b` as seen from `a`: applying the result and then `a` is applying `b`.
static inline Transform transform_relative(Transform a, Transform b) {
    return (Transform){rotation_undo(a.rotation, vec2_make(b.position.x - a.position.x,
                                                           b.position.y - a.position.y)),
                       {a.rotation.c * b.rotation.c + a.rotation.s * b.rotation.s,
                        a.rotation.c * b.rotation.s - a.rotation.s * b.rotation.c}};
}

static inline Transform transform_identity(void) {
    return (Transform){{{0.0f, 0.0f}}, {1.0f, 0.0f}};
}
