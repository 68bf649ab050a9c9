#include "collision/wall_grid.h"

#include "base/assert.h"
#include "base/bits.h"
#include "base/scalar.h"
#include "collision/tolerances.h"
#include "collision/wall_group.h"

#include <math.h>

/// Share of what is compared that rounding can take from it.
static const float rounding = 1e-6f;

static CellRange range_of(const WallGrid *grid, Box box) {
    return cell_range(box, grid->low, grid->per_cell, grid->columns, grid->rows);
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

/// Bit i: the bounds of piece `pieces[i]` touch `box`.
static unsigned touched(const WallGrid *grid, const int *pieces, Box box) {
    const float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = (const float *)(const void *)&grid->bounds[pieces[i]];
    }
    Lanes side[4];
    lanes_gather4(rows, side);
    LaneMask x = mask_and(lanes_at_most(side[0], lanes_all(box.high.x)),
                          lanes_at_most(lanes_all(box.low.x), side[2]));
    LaneMask y = mask_and(lanes_at_most(side[1], lanes_all(box.high.y)),
                          lanes_at_most(lanes_all(box.low.y), side[3]));
    return mask_bits(mask_and(x, y));
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
                const int *pieces = grid->cell_pieces + SIMD_LANES * k;
                for (unsigned bits = touched(grid, pieces, box); bits != 0; bits &= bits - 1) {
                    // A piece in several cells counts in the first that it shares with the box.
                    int piece = pieces[bits_lowest(bits)];
                    const CellRange *own = &grid->ranges[piece];
                    if ((column == range.column_from || column == own->column_from) &&
                        (row == range.row_from || row == own->row_from)) {
                        insert_ascending(out, found++, max, piece);
                    }
                }
            }
        }
    }
    return found;
}

// ---- rays -----------------------------------------------------------------------------------

/// A ray, the nearest hit so far and whose it is.
typedef struct RaySearch {
    vec2s from, along;
    vec2s middle, half; ///< Of the ray: where its middle is, and half of `along`.
    float slack;        ///< m2, what rounding can do to a product of two lengths along the ray.
    RayHit hit;
    int piece;
} RaySearch;

/// Bit i: the ray crosses box i of the group. Separating axes of a segment and a box: the box's own
/// and the ray's normal, in the box's frame and as seen from its centre.
static unsigned crossed(const WallGroup *group, const RaySearch *ray) {
    Lanes axis_x = lanes_load(group->axis_x), axis_y = lanes_load(group->axis_y);
    Lanes half_length = lanes_load(group->half_length);
    Lanes half_width = lanes_load(group->half_width);
    Lanes middle_x = lanes_sub(lanes_all(ray->middle.x), lanes_load(group->center_x));
    Lanes middle_y = lanes_sub(lanes_all(ray->middle.y), lanes_load(group->center_y));
    Lanes half_x = lanes_all(ray->half.x), half_y = lanes_all(ray->half.y);
    Lanes x = lanes_dot(axis_x, axis_y, middle_x, middle_y);
    Lanes y = lanes_cross(axis_x, axis_y, middle_x, middle_y);
    Lanes ray_x = lanes_dot(axis_x, axis_y, half_x, half_y);
    Lanes ray_y = lanes_cross(axis_x, axis_y, half_x, half_y);
    Lanes radius_x = lanes_abs(ray_x), radius_y = lanes_abs(ray_y);
    Lanes radius = lanes_add(lanes_mul(half_length, radius_y), lanes_mul(half_width, radius_x));
    Lanes off = lanes_abs(lanes_sub(lanes_mul(x, ray_y), lanes_mul(y, ray_x)));
    LaneMask along = lanes_at_most(lanes_abs(x), lanes_add(half_length, radius_x));
    LaneMask across = lanes_at_most(lanes_abs(y), lanes_add(half_width, radius_y));
    LaneMask aside = lanes_at_most(off, lanes_add(radius, lanes_all(ray->slack)));
    return mask_bits(mask_and(mask_and(along, across), aside));
}

static void try_piece(const WallGrid *grid, int index, RaySearch *search) {
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

static void try_cell(const WallGrid *grid, int cell, RaySearch *search) {
    for (int k = grid->cell_start[cell]; k < grid->cell_start[cell + 1]; k++) {
        const int *pieces = grid->cell_pieces + SIMD_LANES * k;
        for (unsigned bits = crossed(&grid->groups[k], search); bits != 0; bits &= bits - 1) {
            int piece = pieces[bits_lowest(bits)];
            if (piece != search->piece) {
                try_piece(grid, piece, search);
            }
        }
    }
}

/// The walk along one axis.
typedef struct Walk {
    int cell, step;
    float first, apart; ///< Fractions of the ray: at the first border, and from border to border.
    float passed;       ///< Borders so far.
} Walk;

static inline Walk walk_make(float from, float along, float start, float low, float cell,
                             float per_cell, int count) {
    Walk walk = {.cell = cell_clamp((start - low) * per_cell, count), .first = INFINITY};
    if (fabsf(along) > WALL_RAY_MIN) {
        int up = along > 0.0f;
        float per_ray = 1.0f / along;
        walk.step = 2 * up - 1;
        walk.first = (low + cell * (float)(walk.cell + up) - from) * per_ray;
        walk.apart = cell * fabsf(per_ray);
    }
    return walk;
}

/// The fraction of the ray at the next border. Not summed up: a thousand borders would add a
/// thousand roundings.
static float next_border(const Walk *walk) { return walk->first + walk->apart * walk->passed; }

/// Narrows [enter, leave] to where the ray is between `low` and `high` on one axis.
static bool clip_axis(float from, float along, float low, float high, float *enter, float *leave) {
    if (!(fabsf(along) > WALL_RAY_MIN)) {
        return from >= low && from <= high;
    }
    float a = (low - from) / along;
    float b = (high - from) / along;
    *enter = float_max(float_min(a, b), *enter);
    *leave = float_min(float_max(a, b), *leave);
    return *enter <= *leave;
}

/// Whether the ray is ever in the grid; `enter` is the fraction from which it is.
static bool enters(const WallGrid *grid, vec2s from, vec2s along, float *enter) {
    *enter = 0.0f;
    float leave = 1.0f;
    return clip_axis(from.x, along.x, grid->low.x, grid->high.x, enter, &leave) &&
           clip_axis(from.y, along.y, grid->low.y, grid->high.y, enter, &leave);
}

static bool is_inside(const WallGrid *grid, vec2s point) {
    return point.x >= grid->low.x && point.x <= grid->high.x && point.y >= grid->low.y &&
           point.y <= grid->high.y;
}

RayHit wall_grid_ray(const WallGrid *grid, vec2s from, vec2s along, int *piece) {
    vec2s half = vec2_make(0.5f * along.x, 0.5f * along.y);
    RaySearch search = {.from = from,
                        .along = along,
                        .middle = glms_vec2_add(from, half),
                        .half = half,
                        .slack = rounding * (half.x * half.x + half.y * half.y),
                        .hit = {.fraction = 1.0f},
                        .piece = -1};
    float enter = 0.0f;
    if (grid->piece_count > 0 && (is_inside(grid, from) || enters(grid, from, along, &enter))) {
        vec2s start = vec2_make(from.x + enter * along.x, from.y + enter * along.y);
        Walk x = walk_make(from.x, along.x, start.x, grid->low.x, grid->cell, grid->per_cell,
                           grid->columns);
        Walk y = walk_make(from.y, along.y, start.y, grid->low.y, grid->cell, grid->per_cell,
                           grid->rows);
        while ((unsigned)x.cell < (unsigned)grid->columns &&
               (unsigned)y.cell < (unsigned)grid->rows) {
            try_cell(grid, y.cell * grid->columns + x.cell, &search);
            float border_x = next_border(&x);
            float border_y = next_border(&y);
            // A hit beyond this cell's border may be behind one in the next cell. Without a hit the
            // fraction is 1.
            if (search.hit.fraction < float_min(border_x, border_y)) {
                break;
            }
            // Rays step across and up as they like: arithmetic costs less than a wrong guess.
            int across = border_x < border_y;
            x.cell += across * x.step;
            y.cell += (1 - across) * y.step;
            x.passed += (float)across;
            y.passed += (float)(1 - across);
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
    x = float_max(x, 0.0f);
    y = float_max(y, 0.0f);
    return x * x + y * y;
}

static float clear_cell(const WallGrid *grid, int cell, vec2s point, float best) {
    for (int k = SIMD_LANES * grid->cell_start[cell]; k < SIMD_LANES * grid->cell_start[cell + 1];
         k++) {
        int index = grid->cell_pieces[k];
        if (box_distance2(grid->bounds[index], point) < best * best) {
            const WallPiece *piece = &grid->pieces[index];
            float core2 = shape_distance2(&piece->shape, glms_vec2_sub(point, piece->origin));
            best = float_min(float_max(sqrtf(core2) - piece->shape.radius, 0.0f), best);
        }
    }
    return best;
}

float wall_grid_clearance(const WallGrid *grid, vec2s point, float limit) {
    if (grid->piece_count == 0 || !(limit > 0.0f)) {
        return limit;
    }
    // The point's own cell first: a wall near by spares most other cells.
    int own_column = cell_clamp((point.x - grid->low.x) * grid->per_cell, grid->columns);
    int own_row = cell_clamp((point.y - grid->low.y) * grid->per_cell, grid->rows);
    float best = clear_cell(grid, own_row * grid->columns + own_column, point, limit);
    CellRange range = range_of(grid, box_grow((Box){point, point}, best));
    for (int row = range.row_from; row <= range.row_to; row++) {
        for (int column = range.column_from; column <= range.column_to; column++) {
            vec2s low = vec2_make(grid->low.x + grid->cell * (float)column,
                                  grid->low.y + grid->cell * (float)row);
            Box cell = box_grow((Box){low, vec2_make(low.x + grid->cell, low.y + grid->cell)},
                                WALL_CELL_MARGIN);
            if ((column != own_column || row != own_row) &&
                box_distance2(cell, point) < best * best) {
                best = clear_cell(grid, row * grid->columns + column, point, best);
            }
        }
    }
    return best;
}
