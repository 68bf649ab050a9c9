/// A solid of a scene as the world of a race takes it: the hull of a body, or pieces of a wall.
#pragma once

#include "collision/hull.h"
#include "collision/wall_piece.h"
#include "scene/solid.h"

/// The hull of a solid of at most HULL_PIECES_MAX pieces: its origin is the centre of gravity.
Hull solid_hull(const Solid *solid);

/// Writes the pieces of a solid that stands for good, in the solid's own order. Each has this
/// friction and restitution.
void solid_wall_pieces(const Solid *solid, float friction, float restitution, WallPiece *out);

/// Where a solid stands whose centre of gravity and angle are those of `body`.
Transform solid_at_body(const Solid *solid, Transform body);
