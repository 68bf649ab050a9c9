/// Kinetic energy of bodies.
#pragma once

#include "dynamics/body.h"

/// J
static inline float body_energy(const Body *body) {
    float energy = 0.0f;
    if (body->inverse_mass > 0.0f) {
        energy += 0.5f * glms_vec2_norm2(body->velocity) / body->inverse_mass;
    }
    if (body->inverse_inertia > 0.0f) {
        energy += 0.5f * body->spin * body->spin / body->inverse_inertia;
    }
    return energy;
}
