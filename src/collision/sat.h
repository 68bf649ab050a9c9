/// Separating axis test of convex shapes: whether they overlap, and the shortest way to part them.
#pragma once

#include "collision/shape.h"

/// How two shapes overlap. The zero value means that they do not.
typedef struct Overlap {
    bool hit;
    vec2s normal; ///< Unit, from the first shape toward the second, in the frame of the first.
    float depth;  ///< m, 0 or more. Moving the second shape by normal * depth, the minimum
                  ///< translation vector (MTV), parts the two.
} Overlap;

/// The axis along which two shapes are farthest apart (or overlap least).
typedef struct Separation {
    float distance; ///< m; negative where they overlap. For polygons a lower bound of the true
                    ///< distance.
    vec2s normal;   ///< Unit, first to second, in the frame of the first.
    int edge; ///< Whose normal it is: edge of `a`, or SHAPE_POINTS_MAX + edge of `b`; -1 for a
              ///< pair of points (rounded corners, circles).
} Separation;

/// Tests `a` against `b`, which stands at `b_in_a` in the frame of `a` (transform_relative). Works
/// in the frame of `a`, so that exactness does not depend on how far both are from the world's
/// origin.
///
/// The axes are the edge normals of both shapes, parallel ones once, and where corners are round
/// the axis between the nearest points. Of equal overlaps the first of `a` wins, so that the answer
/// depends on the arguments alone. Shapes that just touch hit with depth 0. A shape inside the
/// other gets the shortest way out. O(edges * points). Source: Ericson, Real-Time Collision
/// Detection (2005), section 5.2.1.
Overlap sat_overlap(const Shape *a, const Shape *b, Transform b_in_a);

/// The same for shapes apart too: how far apart they are along the best axis.
Separation sat_separation(const Shape *a, const Shape *b, Transform b_in_a);

/// Distance between the shapes (m; 0 where they touch or overlap) and the unit direction from the
/// nearest point of `a` to that of `b`, in the frame of `a`. `direction` may be NULL. The distance
/// is the true one, unlike that of sat_separation.
float sat_distance(const Shape *a, const Shape *b, Transform b_in_a, vec2s *direction);

/// The same with overlaps: below 0 it is the depth of the MTV. If a motion moves every point of a
/// shape by less than d, this changes by less than d. Sweeps stand on that.
Separation sat_signed_distance(const Shape *a, const Shape *b, Transform b_in_a);
