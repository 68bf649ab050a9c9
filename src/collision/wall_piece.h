/// Convex pieces of static walls, made from outlines, lines and circles. Nothing snags at the seams
/// between them.
#pragma once

#include "collision/manifold.h"

/// One convex piece of a wall. Its frame is the world moved to `origin`, near its middle, and not
/// turned.
typedef struct WallPiece {
    Shape shape;
    vec2s origin; ///< m, world.
    Box bounds;   ///< World.
    float friction, restitution;
    int wall; ///< Which wall of the track it is part of.
    Outline outline;
} WallPiece;

static inline Transform wall_piece_at(const WallPiece *piece) {
    return (Transform){piece->origin, {1.0f, 0.0f}};
}

/// Writes the convex pieces of the simple counter-clockwise outline `points` (m, world) to `out`,
/// at most `max`. `wall`, `friction` and `restitution` go into each. Points closer than 1 mm are
/// merged and straight ones dropped (polygon_normalise).
///
/// Returns how many pieces there are, 0 where all of it is thinner than SHAPE_EDGE_MIN. Returns -1
/// where the outline cannot be partitioned, needs more than `max`, or would miss a piece.
int wall_pieces_of_polygon(const vec2s *points, int count, float friction, float restitution,
                           int wall, WallPiece *out, int max);

/// The same for a line of `thickness` m along `points`: quads that share their corners, with square
/// open ends. `side` shifts it: 0 centred on the line, +1 wholly to its left, -1 wholly to its
/// right.
///
/// Points closer than WALL_POINT_GAP to the one before are skipped. Corners are mitred. Where the
/// line turns by more than 120 degrees the outer side gets a bevel, a piece of its own. Where it
/// bends tighter than the thickness, the inner side comes nearer to the line, so that no piece
/// folds over. Returns 0 where fewer than two points are left.
int wall_pieces_of_line(const vec2s *points, int count, bool closed, float thickness, int side,
                        float friction, float restitution, int wall, WallPiece *out, int max);

/// An exact circle of `radius` m, 0 or more.
WallPiece wall_piece_of_circle(vec2s center, float radius, float friction, float restitution,
                               int wall);
