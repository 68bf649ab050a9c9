/// Walls near a box: which there are, and lower bounds on their distance.
#pragma once

#include "dynamics/step.h"

/// A box before a wall: its middle (m, from the wall's origin), how it stands and its half sides.
typedef struct BoxBefore {
    vec2s middle;
    Rotation at;
    vec2s half;
} BoxBefore;

/// How far (m) a box at least is from the farthest of all edges of `shape`, after it has moved by
/// `move` m. Not for round walls, which have no edges.
float wall_gap(const BoxBefore *box, vec2s move, const Shape *shape);

/// The same of the box around body `i`.
float wall_gap_after(const Step *step, int i, vec2s move, const WallPiece *wall);

/// The same along the sides of that box: it tells more at the corners of walls.
float wall_gap_aside(const Step *step, int i, vec2s move, const WallPiece *wall);

/// Writes the wall pieces that touch `box` to `out`, ascending; returns how many. Those beyond
/// `max` are counted as dropped.
int walls_touching(const Step *step, Box box, int *out, int max);
