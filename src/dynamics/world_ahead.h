/// What a body that comes nearer to something meets on its course in this step.
#pragma once

#include "dynamics/world_near.h"

/// A piece of body `a` and what is near it.
typedef struct Passage {
    const Shape *of_a, *of_b;
    const Outline *outline_a, *outline_b; ///< NULL for what is no part of something larger.
    Transform b_at;
    vec2s shift;   ///< m, from the centre of gravity of a to where the manifold's frame begins.
    float margin;  ///< m, of the manifold.
    uint16_t a, b; ///< Bodies; b = CONTACT_WALL for a wall.
} Passage;

/// Whether what the manifold is about is apart, by more than the solver keeps.
static inline bool world_is_apart(const Manifold *manifold) {
    int last = manifold->count > 1 ? 1 : 0;
    return manifold->count > 0 && manifold->points[0].separation > CONTACT_SKIN &&
           manifold->points[last].separation > CONTACT_SKIN;
}

/// Whether what is apart as the step begins comes nearer along the normal of its manifold than it
/// may, so that the solver would stop it, and by more than 2 mm.
bool world_comes_near(const Step *step, uint32_t a, uint32_t b, vec2s shift,
                      const Manifold *manifold);

/// Makes of the manifold of what comes near that of where both first touch in this step, said as if
/// it were from where they stand. Where they do not touch, its points are as far apart as the
/// course of both takes away: so they pass, unless others push them.
///
/// A manifold is about where things stand, and a fast body looks a quarter of a metre ahead. What
/// is ahead and beside has a normal that slants, and to keep a body from coming nearer along that
/// is to stop it at what it passes by. Between two bodies the turning of the second counts as
/// coming nearer by as much.
void world_look_ahead(const Step *step, const Passage *passage, Manifold *manifold);
