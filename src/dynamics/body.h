/// A rigid body of the plane.
#pragma once

#include "geometry/transform.h"
#include "geometry/trig.h"

/// Laid out in rows of four floats, so that the step reads and writes those of several bodies side
/// by side (geometry/simd.h).
typedef struct Body {
    _Alignas(16) vec2s position; ///< m, centre of gravity.
    Rotation rotation;           ///< Of `angle`.
    vec2s velocity;              ///< m/s
    float spin;                  ///< rad/s
    float inverse_mass;          ///< 1/kg; 0 = immovable.
    float inverse_inertia;       ///< 1/(kg m2)
    float angle;                 ///< rad, in [-pi, pi]: heading, counter-clockwise from +x.
    float friction, restitution; ///< Of its surface.
} Body;

/// What acts on a body in one step.
typedef struct Force {
    _Alignas(16) vec2s force; ///< N
    float torque;             ///< N m
} Force;

static inline Transform body_at(const Body *body) {
    return (Transform){body->position, body->rotation};
}

/// Velocity (m/s) of the material point at `offset` (m, world axes) from the centre of gravity.
static inline vec2s body_velocity_at(const Body *body, vec2s offset) {
    return vec2_make(body->velocity.x - body->spin * offset.y,
                     body->velocity.y + body->spin * offset.x);
}

/// Sets the angle (wrapped into [-pi, pi]) and the rotation that belongs to it.
static inline void body_set_angle(Body *body, float angle) {
    body->angle = trig_wrap(angle);
    body->rotation = rotation_make(body->angle);
}
