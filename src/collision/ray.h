/// Ray cast against a shape.
#pragma once

#include "collision/shape.h"

typedef struct RayHit {
    bool hit;
    float fraction; ///< Where, 0 to 1 of the ray; 1 without a hit.
    vec2s normal;   ///< Unit, out of the shape.
} RayHit;

/// Casts the ray from `from` by `along`, both m in the frame of `shape`. A ray that starts inside,
/// or on the edge, does not hit. O(edges). Source: Cyrus & Beck (1978).
RayHit ray_shape(const Shape *shape, vec2s from, vec2s along);
