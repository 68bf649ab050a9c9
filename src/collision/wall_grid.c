#include "collision/wall_grid.h"

#include "base/assert.h"

#include <math.h>

/// m: a car's swept box then covers one to four cells, and a cell holds a few pieces.
static const float cell_least = 8.0f;
static const float cell_most = 12.0f;

/// Bounds of the memory that a hostile track can take: 4 MiB of cells, 16 MiB of entries.
static const double cells_max = 1e6;
static const double entries_max = 4e6;

/// m: pieces are entered in all cells within this of their bounds, so that rounding along a ray
/// skips none at a cell's corner.
static const float cell_margin = 0.01f;

/// A range of cells, all inclusive.
typedef struct CellRange {
    int column_from, column_to, row_from, row_to;
} CellRange;

/// The column or row of coordinate `x`, clamped to the grid. Grows with x, rounding or not.
static int cell_of(float x, float low, float cell, int count) {
    float at = floorf((x - low) / cell);
    if (!(at > 0.0f)) {
        return 0;
    }
    return at < (float)count ? (int)at : count - 1;
}

static CellRange range_of(const WallGrid *grid, Box box) {
    return (CellRange){.column_from = cell_of(box.low.x, grid->low.x, grid->cell, grid->columns),
                       .column_to = cell_of(box.high.x, grid->low.x, grid->cell, grid->columns),
                       .row_from = cell_of(box.low.y, grid->low.y, grid->cell, grid->rows),
                       .row_to = cell_of(box.high.y, grid->low.y, grid->cell, grid->rows)};
}

static CellRange range_of_piece(const WallGrid *grid, int piece) {
    return range_of(grid, box_grow(grid->pieces[piece].bounds, cell_margin));
}

// ---- building -------------------------------------------------------------------------------

static float mean_extent(const WallPiece *pieces, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        vec2s size = glms_vec2_sub(pieces[i].bounds.high, pieces[i].bounds.low);
        sum += (double)(size.x > size.y ? size.x : size.y);
    }
    return (float)(sum / (double)count);
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
    float cell = 1.5f * mean_extent(grid->pieces, grid->piece_count);
    cell = cell < cell_least ? cell_least : cell;
    cell = cell > cell_most ? cell_most : cell;
    for (;; cell *= 1.5f) {
        double columns = floor((double)size.x / (double)cell) + 1.0;
        double rows = floor((double)size.y / (double)cell) + 1.0;
        if (columns * rows > cells_max) {
            continue;
        }
        grid->cell = cell;
        grid->columns = (int)columns;
        grid->rows = (int)rows;
        if (count_entries(grid) <= entries_max || columns * rows <= 1.0) {
            return;
        }
    }
}

/// Calls for every cell of every piece: counts into `cell_start[cell + 1]`, or, with `entries`,
/// writes the piece at `cell_start[cell]` and moves that on.
static void fill_cells(const WallGrid *grid, int *cell_start, int *entries) {
    for (int i = 0; i < grid->piece_count; i++) {
        CellRange range = range_of_piece(grid, i);
        for (int row = range.row_from; row <= range.row_to; row++) {
            for (int column = range.column_from; column <= range.column_to; column++) {
                int cell = row * grid->columns + column;
                if (entries == NULL) {
                    cell_start[cell + 1]++;
                } else {
                    entries[cell_start[cell]++] = i;
                }
            }
        }
    }
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
    box = box_grow(box, cell_margin);
    grid.low = box.low;
    choose_cells(&grid, glms_vec2_sub(box.high, box.low));
    size_t cells = (size_t)grid.columns * (size_t)grid.rows;
    int *start = arena_array(arena, cells + 1, sizeof *start);
    fill_cells(&grid, start, NULL);
    for (size_t i = 0; i < cells; i++) {
        start[i + 1] += start[i];
    }
    int *entries = arena_array(arena, (size_t)start[cells] + 1, sizeof *entries);
    // Filling moves each start on to its end, which is the next one's start: shift them back.
    fill_cells(&grid, start, entries);
    for (size_t i = cells; i > 0; i--) {
        start[i] = start[i - 1];
    }
    start[0] = 0;
    grid.cell_start = start;
    grid.cell_pieces = entries;
    return grid;
}

// ---- boxes ----------------------------------------------------------------------------------

/// Puts `piece` into the ascending list of at most `max`; where it is full, the highest goes.
static void insert_ascending(int *out, int count, int max, int piece) {
    int k = count < max ? count : max;
    if (k == max && (max == 0 || out[max - 1] < piece)) {
        return;
    }
    k = k == max ? max - 1 : k;
    for (; k > 0 && out[k - 1] > piece; k--) {
        out[k] = out[k - 1];
    }
    out[k] = piece;
}

int wall_grid_query(const WallGrid *grid, Box box, int *out, int max) {
    ASSERT(max >= 0);
    if (grid->piece_count == 0) {
        return 0;
    }
    CellRange range = range_of(grid, box);
    int found = 0;
    for (int row = range.row_from; row <= range.row_to; row++) {
        for (int column = range.column_from; column <= range.column_to; column++) {
            int cell = row * grid->columns + column;
            for (int k = grid->cell_start[cell]; k < grid->cell_start[cell + 1]; k++) {
                int piece = grid->cell_pieces[k];
                if (!box_overlap(grid->pieces[piece].bounds, box)) {
                    continue;
                }
                // A piece in several cells counts in the first that it shares with the box.
                CellRange own = range_of_piece(grid, piece);
                if ((own.column_from > range.column_from ? own.column_from : range.column_from) ==
                        column &&
                    (own.row_from > range.row_from ? own.row_from : range.row_from) == row) {
                    insert_ascending(out, found++, max, piece);
                }
            }
        }
    }
    return found;
}

// ---- rays -----------------------------------------------------------------------------------

/// The nearest hit so far and whose it is.
typedef struct RaySearch {
    vec2s from, along;
    RayHit hit;
    int piece;
} RaySearch;

static void try_cell(const WallGrid *grid, int cell, RaySearch *search) {
    for (int k = grid->cell_start[cell]; k < grid->cell_start[cell + 1]; k++) {
        int index = grid->cell_pieces[k];
        const WallPiece *piece = &grid->pieces[index];
        RayHit hit =
            ray_shape(&piece->shape, glms_vec2_sub(search->from, piece->origin), search->along);
        bool nearer = !search->hit.hit || hit.fraction < search->hit.fraction ||
                      (!(hit.fraction > search->hit.fraction) && index < search->piece);
        if (hit.hit && nearer) {
            search->hit = hit;
            search->piece = index;
        }
    }
}

/// The walk along one axis: fractions of the ray at which it changes cells.
typedef struct Walk {
    int cell, step, end; ///< `end` is the cell beyond the last.
    float next, apart;   ///< Fraction at the next border, and from border to border.
} Walk;

static Walk walk_make(float from, float along, float start, float low, float cell, int count) {
    Walk walk = {.cell = cell_of(start, low, cell, count), .next = INFINITY, .end = -1};
    if (along > 0.0f || along < 0.0f) {
        bool up = along > 0.0f;
        walk.step = up ? 1 : -1;
        walk.end = up ? count : -1;
        float border = low + cell * (float)(walk.cell + (up ? 1 : 0));
        walk.next = (border - from) / along;
        walk.apart = cell / fabsf(along);
    }
    return walk;
}

/// Narrows [enter, leave] to where the ray is between `low` and `high` on one axis.
static bool clip_axis(float from, float along, float low, float high, float *enter, float *leave) {
    if (!(along > 0.0f || along < 0.0f)) {
        return from >= low && from <= high;
    }
    float a = (low - from) / along;
    float b = (high - from) / along;
    float first = a < b ? a : b;
    float last = a < b ? b : a;
    *enter = first > *enter ? first : *enter;
    *leave = last < *leave ? last : *leave;
    return *enter <= *leave;
}

RayHit wall_grid_ray(const WallGrid *grid, vec2s from, vec2s along, int *piece) {
    RaySearch search = {.from = from, .along = along, .hit = {.fraction = 1.0f}, .piece = -1};
    float enter = 0.0f;
    float leave = 1.0f;
    float high_x = grid->low.x + grid->cell * (float)grid->columns;
    float high_y = grid->low.y + grid->cell * (float)grid->rows;
    bool inside = grid->piece_count > 0 &&
                  clip_axis(from.x, along.x, grid->low.x, high_x, &enter, &leave) &&
                  clip_axis(from.y, along.y, grid->low.y, high_y, &enter, &leave);
    if (inside) {
        vec2s start = vec2_make(from.x + enter * along.x, from.y + enter * along.y);
        Walk x = walk_make(from.x, along.x, start.x, grid->low.x, grid->cell, grid->columns);
        Walk y = walk_make(from.y, along.y, start.y, grid->low.y, grid->cell, grid->rows);
        while (x.cell != x.end && y.cell != y.end) {
            try_cell(grid, y.cell * grid->columns + x.cell, &search);
            Walk *next = x.next < y.next ? &x : &y;
            // A hit beyond this cell's border may be behind one in the next cell.
            float border = next->next;
            if (border > leave || (search.hit.hit && search.hit.fraction < border) ||
                next->step == 0) {
                break;
            }
            next->cell += next->step;
            next->next += next->apart;
        }
    }
    if (piece != NULL) {
        *piece = search.piece;
    }
    return search.hit;
}

// ---- clearance ------------------------------------------------------------------------------

static float box_distance2(Box box, vec2s point) {
    float x = point.x < box.low.x ? box.low.x - point.x : point.x - box.high.x;
    float y = point.y < box.low.y ? box.low.y - point.y : point.y - box.high.y;
    x = x > 0.0f ? x : 0.0f;
    y = y > 0.0f ? y : 0.0f;
    return x * x + y * y;
}

/// The distance from `point` (in the shape's frame) to `shape`, 0 inside.
static float shape_clearance(const Shape *shape, vec2s point) {
    bool inside = shape->count > 2;
    float nearest2 = INFINITY;
    for (int i = 0; i < shape->count; i++) {
        vec2s a = shape_point(shape, i);
        vec2s b = shape_point(shape, i + 1 < shape->count ? i + 1 : 0);
        vec2s normal = shape_normal(shape, i);
        inside = inside && normal.x * point.x + normal.y * point.y <= shape->offset[i];
        float distance2 = segment_distance2(a, b, point, NULL);
        nearest2 = distance2 < nearest2 ? distance2 : nearest2;
    }
    float distance = sqrtf(nearest2) - shape->radius;
    return inside || distance < 0.0f ? 0.0f : distance;
}

static float clear_cell(const WallGrid *grid, int cell, vec2s point, float best) {
    for (int k = grid->cell_start[cell]; k < grid->cell_start[cell + 1]; k++) {
        const WallPiece *piece = &grid->pieces[grid->cell_pieces[k]];
        if (box_distance2(piece->bounds, point) < best * best) {
            float distance = shape_clearance(&piece->shape, glms_vec2_sub(point, piece->origin));
            best = distance < best ? distance : best;
        }
    }
    return best;
}

float wall_grid_clearance(const WallGrid *grid, vec2s point, float reach) {
    if (grid->piece_count == 0 || !(reach > 0.0f)) {
        return reach;
    }
    // The point's own cell first: a wall near by spares most other cells.
    int own_column = cell_of(point.x, grid->low.x, grid->cell, grid->columns);
    int own_row = cell_of(point.y, grid->low.y, grid->cell, grid->rows);
    float best = clear_cell(grid, own_row * grid->columns + own_column, point, reach);
    CellRange range = range_of(grid, box_grow((Box){point, point}, best));
    for (int row = range.row_from; row <= range.row_to; row++) {
        for (int column = range.column_from; column <= range.column_to; column++) {
            vec2s low = vec2_make(grid->low.x + grid->cell * (float)column,
                                  grid->low.y + grid->cell * (float)row);
            Box cell = box_grow((Box){low, vec2_make(low.x + grid->cell, low.y + grid->cell)},
                                cell_margin);
            if ((column != own_column || row != own_row) &&
                box_distance2(cell, point) < best * best) {
                best = clear_cell(grid, row * grid->columns + column, point, best);
            }
        }
    }
    return best;
}
