/// Convex pieces of static walls, made from outlines, lines and circles so that nothing snags at
/// the seams between them.
#pragma once

#include "collision/manifold.h"

/// One convex piece of a wall. Its frame is the world turned by nothing and moved to `origin`, near
/// its middle.
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

/// Writes the convex pieces of the simple counter-clockwise outline `points` (world), with seams
/// that do not snag. Points closer than 1 mm are merged and straight ones dropped
/// (polygon_normalise). Returns how many pieces were written to `out` (at most `max`), or -1 where
/// the outline cannot be partitioned, needs more than `max`, or a piece would be missing; 0 where
/// all of it is thinner than 0.1 mm. `wall`, `friction` and `restitution` go into each.
int wall_pieces_of_polygon(const vec2s *points, int count, float friction, float restitution,
                           int wall, WallPiece *out, int max);

/// The same for a line of `thickness` m along `points`: quads that share their corners, open ends
/// squared. `side` shifts it: 0 centred on the line, +1 wholly to its left, -1 wholly to its right.
///
/// Points closer than 1 cm to the one before are skipped. Corners are mitred; where the line turns
/// by more than 120 degrees the outer side gets a bevel, a piece of its own. Where it bends tighter
/// than the thickness the inner side comes nearer to the line, so that no piece folds over. Returns
/// 0 where fewer than two points are left.
int wall_pieces_of_line(const vec2s *points, int count, bool closed, float thickness, int side,
                        float friction, float restitution, int wall, WallPiece *out, int max);

/// An exact circle of `radius` m, 0 or more.
WallPiece wall_piece_of_circle(vec2s center, float radius, float friction, float restitution,
                               int wall);
