/// Where two shapes touch: a normal and up to two points with names that live from step to step.
#pragma once

#include "collision/sat.h"

#include <stdint.h>

/// A row of four floats as it lies in memory, and so is a normal with its count: those of several
/// manifolds are read side by side (base/simd.h).
typedef struct ManifoldPoint {
    vec2s point;      ///< In the frame of the first shape, halfway between both surfaces.
    float separation; ///< m; negative: this deep inside.
    uint16_t id; ///< Which features meet: the same two features give the same id in the next step.
} ManifoldPoint;

typedef struct Manifold {
    _Alignas(16) vec2s normal; ///< Unit, first to second, in the frame of the first.
    int count;                 ///< Of points; 0: farther apart than the margin.
    _Alignas(16) ManifoldPoint points[2];
} Manifold;

/// Which axes a manifold may use where a shape is one piece of a larger wall or car: none of its
/// inner seams, and at each corner only directions that the whole outline has there. So nothing
/// snags on a seam.
typedef struct Outline {
    /// Normal of the outline's edge that ends at point i ...
    _Alignas(16) vec2s cone_from[SHAPE_POINTS_MAX];
    vec2s cone_to[SHAPE_POINTS_MAX]; ///< ... and of the one that starts there.
    uint8_t exposed;                 ///< Bit i: edge i of the piece lies on the outline.
} Outline;

/// The contact points of `a` and `b` that are nearer than `margin` (m, 0 or more). The reference
/// edge is that of the best separating axis, the incident edge of the other shape is clipped
/// against its sides. `outline_b` (may be NULL) restricts the axes to those of a larger outline.
Manifold manifold_make(const Shape *a, const Shape *b, Transform b_in_a, float margin,
                       const Outline *outline_b);

/// The same where both may be pieces of something larger; each outline may be NULL.
Manifold manifold_of_parts(const Shape *a, const Outline *outline_a, const Shape *b,
                           const Outline *outline_b, Transform b_in_a, float margin);
