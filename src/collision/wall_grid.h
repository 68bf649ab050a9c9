/// Static walls as convex pieces in a uniform grid, built once when a track is loaded.
#pragma once

#include "base/arena.h"
#include "collision/manifold.h"
#include "collision/ray.h"

#include <stdint.h>

/// One convex piece of a wall. Its frame is the world turned by nothing and moved to `origin`, near
/// its middle.
typedef struct WallPiece {
    Shape shape;
    Outline outline;
    vec2s origin; ///< m, world.
    Box bounds;   ///< World.
    float friction, restitution;
    int wall; ///< Which wall of the track it is part of.
} WallPiece;

static inline Transform wall_piece_at(const WallPiece *piece) {
    return (Transform){piece->origin, {1.0f, 0.0f}};
}

/// Const after it is made; lives in the arena given to wall_grid_make.
typedef struct WallGrid {
    const WallPiece *pieces;
    int piece_count;
    vec2s low;  ///< m, lower left corner of the grid.
    float cell; ///< m, side of a cell.
    int columns, rows;
    const int *cell_start; ///< columns * rows + 1 entries into `cell_pieces`.
    const int *cell_pieces;
} WallGrid;

/// Builds the grid over `pieces`, which must outlive it.
WallGrid wall_grid_make(const WallPiece *pieces, int count, Arena *arena);

/// Writes the indices of all pieces whose bounds touch `box` to `out`, ascending, each once, at
/// most `max`; returns how many there are (may exceed `max`).
int wall_grid_query(const WallGrid *grid, Box box, int *out, int max);

/// The first wall that the ray from `from` by `along` (m, world) meets; `piece` (may be NULL) is
/// its index.
RayHit wall_grid_ray(const WallGrid *grid, vec2s from, vec2s along, int *piece);

/// The true distance (m) from `point` to the nearest wall, at most `reach`; 0 inside a wall.
float wall_grid_clearance(const WallGrid *grid, vec2s point, float reach);

/// Adds the convex pieces of the simple counter-clockwise outline `points` (world), with seams that
/// do not snag. Returns how many pieces were written to `out` (at most `max`), or -1 where the
/// outline cannot be partitioned or needs more than `max`. `wall`, `friction` and `restitution` go
/// into each.
int wall_pieces_of_polygon(const vec2s *points, int count, float friction, float restitution,
                           int wall, WallPiece *out, int max);

/// The same for a line of `thickness` m along `points`: quads that share their corners, open ends
/// squared. `side` shifts it: 0 centred on the line, +1 wholly to its left, -1 wholly to its right.
int wall_pieces_of_line(const vec2s *points, int count, bool closed, float thickness, int side,
                        float friction, float restitution, int wall, WallPiece *out, int max);

/// An exact circle.
WallPiece wall_piece_of_circle(vec2s center, float radius, float friction, float restitution,
                               int wall);
