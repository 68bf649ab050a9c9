/// A car's outline for collision: one to four convex pieces on one body.
#pragma once

#include "base/arena.h"
#include "collision/outline.h"

enum {
    HULL_PIECES_MAX = 4
};

typedef struct Hull {
    Shape pieces[HULL_PIECES_MAX];     ///< In the body's frame: origin at the centre of gravity, x
                                       ///< forward.
    Outline outlines[HULL_PIECES_MAX]; ///< Of each piece, so that its seams are no axes.
    int count;
    float bounding_radius; ///< m, largest distance of any point from the origin.
} Hull;

/// Partitions the simple outline `points` (m, body frame, either winding) into at most
/// HULL_PIECES_MAX pieces of at most SHAPE_POINTS_MAX points. False, and `out` as it was, where it
/// is not simple, needs more, or has a piece thinner than 0.1 mm.
bool hull_make(const vec2s *points, int count, Hull *out);

/// A box of length x width (m) around `center`.
Hull hull_box(vec2s center, float length, float width);

/// The outline of piece `i`; NULL for the only piece, which has no seams.
static inline const Outline *hull_outline(const Hull *hull, int i) {
    return hull->count > 1 ? &hull->outlines[i] : NULL;
}

/// The box around `hull` as it stands at `at`.
Box hull_bounds(const Hull *hull, Transform at);
