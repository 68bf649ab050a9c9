/// Where the middle of a car may stand among the walls: a bitmap of square cells.
///
/// Walls are grown by a round car, or by a box of one heading, exactly (Minkowski sum); the
/// middles of cells are tested. A route between walls that is a cell wider than the car is found
/// for certain.
#pragma once

#include "base/arena.h"
#include "collision/wall_piece.h"

#include <stdint.h>

typedef struct FreeSpace {
    vec2s low;  ///< m, corner of the grid.
    float cell; ///< m
    int columns, rows;
    size_t words;    ///< 64 cells each, of a row.
    uint64_t *taken; ///< A bit a cell, row by row; those past the last column are set.
} FreeSpace;

/// The space inside `box` between `count` wall pieces for a disc of `radius` m, in cells of `cell`
/// m; nothing is free outside. The box must have at most FREE_SPACE_CELLS_MAX cells. Lives in
/// `arena`. O(cells / 64 + rows that walls touch).
FreeSpace free_space_make(const WallPiece *pieces, int count, Box box, float cell, float radius,
                          Arena *arena);

/// The same for the middle of a box of `size` m, length and width, that keeps its `heading`.
FreeSpace free_space_make_box(const WallPiece *pieces, int count, Box box, float cell, vec2s size,
                              Rotation heading, Arena *arena);

enum {
    FREE_SPACE_CELLS_MAX = 1 << 27 ///< 16 MiB; 5.8 km squared in cells of half a metre.
};

/// The cell that holds `point`, or -1 outside.
ptrdiff_t free_space_cell(const FreeSpace *space, vec2s point);

vec2s free_space_middle(const FreeSpace *space, ptrdiff_t cell);

/// Sets the bit of `cell` in a bitmap, or clears it.
void free_space_set(const FreeSpace *space, uint64_t *bitmap, ptrdiff_t cell, bool is);

/// Adds to the bitmap `reached` (of free_space_bitmap) all cells to which free cells lead from
/// `cell`, diagonal steps included. By runs of cells: Smith, Tint fill (SIGGRAPH 1979). About 1 ns
/// a cell.
void free_space_flood(const FreeSpace *space, ptrdiff_t cell, uint64_t *reached);

/// An empty bitmap of all cells.
uint64_t *free_space_bitmap(const FreeSpace *space, Arena *arena);

/// A space of its own, with the same cells taken.
FreeSpace free_space_copy(const FreeSpace *space, Arena *arena);

/// The cells of bitmaps `a` and `b` that are nearest to each other through taken cells, in steps of
/// eight directions; `ends` gets one of each. False where nothing but free cells parts them, or
/// more than 100 m.
bool free_space_nearest(const FreeSpace *space, const uint64_t *a, const uint64_t *b,
                        ptrdiff_t ends[2]);

static inline bool free_space_has(const FreeSpace *space, const uint64_t *bitmap, ptrdiff_t cell) {
    size_t row = (size_t)(cell / space->columns);
    size_t column = (size_t)(cell % space->columns);
    return (bitmap[row * space->words + column / 64] >> (column % 64) & 1u) != 0;
}

static inline bool free_space_is_free(const FreeSpace *space, ptrdiff_t cell) {
    return cell >= 0 && !free_space_has(space, space->taken, cell);
}
