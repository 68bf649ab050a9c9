/// Contact manifolds: where two shapes touch, as a normal and up to two points. Each point has an
/// id that stays the same from step to step.
#pragma once

#include "collision/sat.h"

#include <stdint.h>

/// One contact point. It is a row of four floats in memory, and so are a normal and its count, so
/// that several manifolds can be read side by side (geometry/simd.h).
typedef struct ManifoldPoint {
    vec2s point;      ///< In the frame of the first shape, halfway between both surfaces.
    float separation; ///< m; negative: this deep inside.
    uint16_t id; ///< Names the two features that touch. They give the same id in the next step.
} ManifoldPoint;

typedef struct Manifold {
    _Alignas(16) vec2s normal; ///< Unit, first to second, in the frame of the first.
    int count;                 ///< Of points; 0 where the shapes are farther apart than the margin.
    _Alignas(16) ManifoldPoint points[2];
} Manifold;

/// The outline of the larger wall or car that a shape is one piece of. A manifold then uses only
/// axes that the whole outline has: no seams between pieces, and at each corner only directions in
/// its normal cone. So nothing snags on a seam.
typedef struct Outline {
    /// Normal cone at point i: from the normal of the outline's edge that ends there ...
    _Alignas(16) vec2s cone_from[SHAPE_POINTS_MAX];
    vec2s cone_to[SHAPE_POINTS_MAX]; ///< ... to that of the edge that starts there.
    uint8_t exposed;                 ///< Bit i: edge i of the piece lies on the outline.
} Outline;

/// Makes the manifold of `a` and `b`, which stands at `b_in_a` in the frame of `a`: the contact
/// points that are no farther apart than `margin` (m, 0 or more).
///
/// The best separating axis gives the reference edge. The incident edge of the other shape is
/// clipped against it. `outline_b` (may be NULL) leaves only the axes of a larger outline. O(edges
/// * points). Source: Catto, Fast and Simple Physics using Sequential Impulses (GDC 2006).
Manifold manifold_make(const Shape *a, const Shape *b, Transform b_in_a, float margin,
                       const Outline *outline_b);

/// The same where both may be pieces of something larger. Each outline may be NULL.
Manifold manifold_of_pieces(const Shape *a, const Outline *outline_a, const Shape *b,
                            const Outline *outline_b, Transform b_in_a, float margin);
