/// Which edges of a convex piece lie on the larger outline that it is part of.
#pragma once

#include "collision/manifold.h"

/// The outward unit normal of the edge from `a` to `b` of a counter-clockwise outline; 0 where they
/// are one point.
vec2s outline_normal(vec2s a, vec2s b);

/// The Outline of one piece of the counter-clockwise polygon `points`. Its `corners` points (at
/// most SHAPE_POINTS_MAX) are `points[indices[k]]`, counter-clockwise. An edge is exposed where it
/// joins neighbours of the polygon.
Outline outline_of_piece(const vec2s *points, int count, const int *indices, int corners);

/// The Outline of a shape that is no piece of anything larger: all edges are exposed, and each
/// corner's cone spans the normals of its two edges.
Outline outline_of_shape(const Shape *shape);
