/// Static walls in a uniform grid, built once when a track is loaded. Its queries allocate nothing.
#pragma once

#include "base/arena.h"
#include "collision/ray.h"
#include "collision/wall_piece.h"
#include "geometry/cells.h"

/// Const after it is made; lives in the arena given to wall_grid_make.
typedef struct WallGrid {
    const WallPiece *pieces;
    int piece_count;
    vec2s low, high;      ///< m, corners of the grid.
    float cell, per_cell; ///< m, side of a cell; 1/m, its inverse.
    int columns, rows;
    // Each cell's pieces in ascending order, padded with `piece_count` to whole groups of lanes.
    const int *cell_start;          ///< columns * rows + 1 numbers of groups.
    const int *cell_pieces;         ///< SIMD_LANES of each group.
    const struct WallGroup *groups; ///< Boxes around the same pieces, which rays test first.
    // By piece, in arrays of their own for queries that look at many:
    const Box *bounds;             ///< And at `piece_count` one that nothing touches.
    const CellRange *ranges;       ///< The cells that hold the piece.
    const struct WallEdges *edges; ///< For rays.
} WallGrid;

/// Builds the grid over `pieces`, which must outlive it. Cells are 16 to 24 m wide, larger where
/// the track is so large that there would be more than 250,000 cells or a million entries.
WallGrid wall_grid_make(const WallPiece *pieces, int count, Arena *arena);

/// Writes the indices of all pieces whose bounds touch `box` to `out`, ascending, each once;
/// returns how many there are. Where that exceeds `max`, the `max` lowest are written.
int wall_grid_query(const WallGrid *grid, Box box, int *out, int max);

/// What a ray meets first.
typedef struct WallHit {
    bool hit;
    float fraction; ///< Where, 0 to 1 of the ray; 1 without a hit.
    vec2s normal;   ///< Unit, out of the wall.
    int piece;      ///< Whose it is, -1 for none.
} WallHit;

/// Finds the first wall that the ray from `from` by `along` (m, world) hits. The ray does not hit
/// walls that it starts in. Of equal hits the lowest piece wins. Walks the cells along the ray
/// (Amanatides & Woo 1987).
WallHit wall_grid_ray(const WallGrid *grid, vec2s from, vec2s along);

/// The true distance (m) from `point` to the nearest wall, at most `limit`; 0 inside a wall.
float wall_grid_clearance(const WallGrid *grid, vec2s point, float limit);
