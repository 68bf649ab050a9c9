/// Which edges of a convex piece lie on the larger outline that it is part of.
#pragma once

#include "collision/manifold.h"

/// The outward unit normal of the edge from `a` to `b` of a counter-clockwise outline; 0 where they
/// are one point.
vec2s outline_normal(vec2s a, vec2s b);

/// Of the piece whose `corners` points (at most SHAPE_POINTS_MAX) are `points[indices[k]]`,
/// counter- clockwise, the Outline that it has as part of the counter-clockwise polygon `points`:
/// an edge is exposed where it joins neighbours of the polygon.
Outline outline_of_piece(const vec2s *points, int count, const int *indices, int corners);

/// Of a shape that is no part of anything larger: all edges, and at each corner all directions
/// between those of its edges.
Outline outline_of_shape(const Shape *shape);
