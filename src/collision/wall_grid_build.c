#include "base/assert.h"
#include "base/scalar.h"
#include "collision/tolerances.h"
#include "collision/wall_grid.h"
#include "collision/wall_group.h"

#include <float.h>
#include <math.h>

/// m: a car's swept box then covers one or two cells mostly, and a cell's pieces fill the lanes
/// that look at them. Measured on 400 walls of 10 m: rays take 98 ns with cells of 12 m, 89 with
/// 16, 82 with 20 to 32.
static const float cell_least = 16.0f;
static const float cell_most = 24.0f;

/// Bounds of the memory that a hostile track can take: 2 MiB of cells, 32 MiB of groups.
static const double cells_max = 2.5e5;
static const double entries_max = 1e6;

static float mean_extent(const WallPiece *pieces, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        vec2s size = glms_vec2_sub(pieces[i].bounds.high, pieces[i].bounds.low);
        sum += (double)float_max(size.x, size.y);
    }
    return (float)(sum / (double)count);
}

static CellRange range_of_piece(const WallGrid *grid, int piece) {
    return cell_range(box_grow(grid->pieces[piece].bounds, WALL_CELL_MARGIN), grid->low,
                      grid->per_cell, grid->columns, grid->rows);
}

/// How many entries all pieces make.
static double count_entries(const WallGrid *grid) {
    double entries = 0.0;
    for (int i = 0; i < grid->piece_count; i++) {
        CellRange range = range_of_piece(grid, i);
        entries += (double)(range.column_to - range.column_from + 1) *
                   (double)(range.row_to - range.row_from + 1);
    }
    return entries;
}

/// Sets cell, columns and rows for the box around all pieces.
static void choose_cells(WallGrid *grid, vec2s size) {
    float cell = 2.5f * mean_extent(grid->pieces, grid->piece_count);
    cell = float_clamp(cell, cell_least, cell_most);
    for (;; cell *= 1.5f) {
        double columns = floor((double)size.x / (double)cell) + 1.0;
        double rows = floor((double)size.y / (double)cell) + 1.0;
        if (columns * rows > cells_max) {
            continue;
        }
        grid->cell = cell;
        grid->per_cell = 1.0f / cell;
        grid->columns = (int)columns;
        grid->rows = (int)rows;
        if (count_entries(grid) <= entries_max || columns * rows <= 1.0) {
            return;
        }
    }
}

/// Calls for every cell of every piece: counts into `at`, or, with `entries`, writes the piece to
/// entry `at` and moves that on.
static void fill_cells(const WallGrid *grid, int *at, int *entries) {
    for (int i = 0; i < grid->piece_count; i++) {
        CellRange range = grid->ranges[i];
        for (int row = range.row_from; row <= range.row_to; row++) {
            for (int column = range.column_from; column <= range.column_to; column++) {
                int cell = row * grid->columns + column;
                if (entries != NULL) {
                    entries[at[cell]] = i;
                }
                at[cell]++;
            }
        }
    }
}

static void make_cells(WallGrid *grid, Arena *arena) {
    int cells = grid->columns * grid->rows;
    int *start = arena_array(arena, (size_t)cells + 1, sizeof *start);
    int *at = arena_array(arena, (size_t)cells, sizeof *at);
    fill_cells(grid, at, NULL);
    for (int i = 0; i < cells; i++) {
        start[i + 1] = start[i] + (at[i] + SIMD_LANES - 1) / SIMD_LANES;
        at[i] = SIMD_LANES * start[i];
    }
    size_t places = (size_t)SIMD_LANES * (size_t)start[cells];
    int *entries = arena_array(arena, places + 1, sizeof *entries);
    for (size_t k = 0; k < places; k++) {
        entries[k] = grid->piece_count;
    }
    fill_cells(grid, at, entries);
    grid->cell_start = start;
    grid->cell_pieces = entries;
}

/// A box around a piece with sides along `axis`.
typedef struct TurnedBox {
    vec2s center, axis;
    float half_length, half_width;
} TurnedBox;

static TurnedBox box_along(const WallPiece *piece, vec2s axis) {
    const Shape *shape = &piece->shape;
    double low[2] = {DBL_MAX, DBL_MAX};
    double high[2] = {-DBL_MAX, -DBL_MAX};
    for (int i = 0; i < shape->count; i++) {
        double x = (double)shape->x[i];
        double y = (double)shape->y[i];
        double place[2] = {(double)axis.x * x + (double)axis.y * y,
                           (double)axis.x * y - (double)axis.y * x};
        for (int k = 0; k < 2; k++) {
            low[k] = place[k] < low[k] ? place[k] : low[k];
            high[k] = place[k] > high[k] ? place[k] : high[k];
        }
    }
    double length = 0.5 * (low[0] + high[0]);
    double width = 0.5 * (low[1] + high[1]);
    double more = (double)shape->radius + WALL_BOX_MARGIN;
    return (TurnedBox){
        .center = vec2_make(
            (float)((double)piece->origin.x + length * (double)axis.x - width * (double)axis.y),
            (float)((double)piece->origin.y + length * (double)axis.y + width * (double)axis.x)),
        .axis = axis,
        .half_length = (float)(0.5 * (high[0] - low[0]) + more),
        .half_width = (float)(0.5 * (high[1] - low[1]) + more)};
}

static TurnedBox tightest_box(const WallPiece *piece) {
    TurnedBox best = box_along(piece, vec2_make(1.0f, 0.0f));
    for (int i = 0; piece->shape.count > 1 && i < piece->shape.count; i++) {
        TurnedBox box = box_along(piece, vec2_left(shape_normal(&piece->shape, i)));
        if (box.half_length + box.half_width < best.half_length + best.half_width) {
            best = box;
        }
    }
    return best;
}

static void make_groups(WallGrid *grid, Arena *arena) {
    Arena scratch = {0};
    TurnedBox *boxes = arena_array(&scratch, (size_t)grid->piece_count + 1, sizeof *boxes);
    for (int i = 0; i < grid->piece_count; i++) {
        boxes[i] = tightest_box(&grid->pieces[i]);
    }
    boxes[grid->piece_count] = (TurnedBox){.half_length = -INFINITY, .half_width = -INFINITY};
    int count = grid->cell_start[grid->columns * grid->rows];
    WallGroup *groups = arena_array(arena, (size_t)count + 1, sizeof *groups);
    for (int k = 0; k < count * SIMD_LANES; k++) {
        const TurnedBox *box = &boxes[grid->cell_pieces[k]];
        WallGroup *group = &groups[k / SIMD_LANES];
        int lane = k % SIMD_LANES;
        group->center_x[lane] = box->center.x;
        group->center_y[lane] = box->center.y;
        group->axis_x[lane] = box->axis.x;
        group->axis_y[lane] = box->axis.y;
        group->half_length[lane] = box->half_length;
        group->half_width[lane] = box->half_width;
    }
    grid->groups = groups;
    arena_destroy(&scratch);
}

static void make_edges(WallGrid *grid, Arena *arena) {
    WallEdges *edges = arena_array(arena, (size_t)grid->piece_count, sizeof *edges);
    for (int i = 0; i < grid->piece_count; i++) {
        const WallPiece *piece = &grid->pieces[i];
        const Shape *shape = &piece->shape;
        if (shape->count < 3 || shape->count > SIMD_LANES || shape->radius > 0.0f) {
            continue;
        }
        edges[i].origin = piece->origin;
        edges[i].count = shape->count;
        for (int k = 0; k < SIMD_LANES; k++) {
            edges[i].normal_x[k] = shape->normal_x[k];
            edges[i].normal_y[k] = shape->normal_y[k];
            edges[i].offset[k] = shape->offset[k];
        }
    }
    grid->edges = edges;
}

static void make_bounds(WallGrid *grid, Arena *arena) {
    size_t count = (size_t)grid->piece_count;
    Box *bounds = arena_array(arena, count + 1, sizeof *bounds);
    CellRange *ranges = arena_array(arena, count, sizeof *ranges);
    for (int i = 0; i < grid->piece_count; i++) {
        bounds[i] = grid->pieces[i].bounds;
        ranges[i] = range_of_piece(grid, i);
    }
    // Not a number: not even an infinite box touches it. And it is infinitely far from any point.
    bounds[count] = (Box){.low = {{NAN, NAN}}, .high = {{-INFINITY, -INFINITY}}};
    grid->bounds = bounds;
    grid->ranges = ranges;
}

WallGrid wall_grid_make(const WallPiece *pieces, int count, Arena *arena) {
    ASSERT(count >= 0 && (pieces != NULL || count == 0));
    WallGrid grid = {.pieces = pieces, .piece_count = count, .cell = cell_least};
    if (count == 0) {
        return grid;
    }
    Box box = pieces[0].bounds;
    for (int i = 1; i < count; i++) {
        box = box_union(box, pieces[i].bounds);
    }
    box = box_grow(box, WALL_CELL_MARGIN);
    grid.low = box.low;
    choose_cells(&grid, glms_vec2_sub(box.high, box.low));
    grid.high = vec2_make(grid.low.x + grid.cell * (float)grid.columns,
                          grid.low.y + grid.cell * (float)grid.rows);
    make_bounds(&grid, arena);
    make_cells(&grid, arena);
    make_groups(&grid, arena);
    make_edges(&grid, arena);
    return grid;
}
