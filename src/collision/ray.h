/// Where a ray first meets a shape.
#pragma once

#include "collision/shape.h"

typedef struct RayHit {
    bool hit;
    float fraction; ///< 0 to 1 of the ray; 1 where it does not hit.
    vec2s normal;   ///< Unit, out of the shape.
} RayHit;

/// The ray from `from` by `along`, both in the frame of `shape`. A ray that starts inside (or on
/// the edge) does not hit.
RayHit ray_shape(const Shape *shape, vec2s from, vec2s along);
