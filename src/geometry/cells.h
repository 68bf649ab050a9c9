/// Cells of a uniform grid: which of them a coordinate or a box falls into.
#pragma once

#include "base/scalar.h"
#include "geometry/polygon.h"

/// A block of cells, all ends inclusive.
typedef struct CellRange {
    int column_from, column_to, row_from, row_to;
} CellRange;

/// The cell of 0 to `count` - 1 at coordinate `at`, counted in cells from the grid's edge; those
/// outside fall into the nearest. Grows with `at`; NaN gives 0.
static inline int cell_clamp(float at, int count) {
    return (int)float_min(float_max(at, 0.0f), (float)(count - 1));
}

/// The cells that `box` touches of `columns` x `rows` ones of size 1 / `per_cell` from `low` on.
static inline CellRange cell_range(Box box, vec2s low, float per_cell, int columns, int rows) {
    return (CellRange){.column_from = cell_clamp((box.low.x - low.x) * per_cell, columns),
                       .column_to = cell_clamp((box.high.x - low.x) * per_cell, columns),
                       .row_from = cell_clamp((box.low.y - low.y) * per_cell, rows),
                       .row_to = cell_clamp((box.high.y - low.y) * per_cell, rows)};
}

enum {
    CELL_STEPS = 8
};

/// The steps from a cell to its neighbours, counter-clockwise from +x, and their lengths in cells.
static const int cell_step_x[CELL_STEPS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int cell_step_y[CELL_STEPS] = {0, 1, 1, 1, 0, -1, -1, -1};
static const float cell_step_length[CELL_STEPS] = {1.0f, 1.41421356f, 1.0f, 1.41421356f,
                                                   1.0f, 1.41421356f, 1.0f, 1.41421356f};
