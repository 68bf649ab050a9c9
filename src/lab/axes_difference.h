/// The difference of two convex shapes: every move of the second after which the two overlap. The
/// separating axis test asks on which side of its edges "no move" lies.
#pragma once

#include "lab/axes.h"

typedef struct AxesDifference {
    vec2s points[AXES_MAX];  ///< m, in the frame of the first shape, counter-clockwise.
    vec2s normals[AXES_MAX]; ///< Out of the edge from point i to the next.
    int rows[AXES_MAX];      ///< Whose normal that is.
    int count;               ///< 1 for two circles.
    float radius;            ///< m: all this near to those points belongs to it too.
} AxesDifference;

/// {p - q: p in a, q in b}: the edges of a and those of b, turned about, in the order of their
/// directions. Source: van den Bergen, Collision Detection in Interactive 3D Environments (2003).
AxesDifference axes_difference_make(const Axes *axes);
