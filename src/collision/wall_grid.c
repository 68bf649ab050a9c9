#include "collision/wall_grid.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "collision/ray_clip.h"
#include "collision/tolerances.h"
#include "collision/wall_group.h"

#include <float.h>
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

enum {
    GROUPS_MAX = 64 / SIMD_LANES ///< That one set of bits can tell of.
};

/// A ray and what it has met.
typedef struct RaySearch {
    vec2s from, along;
    Lanes middle_x, middle_y, half_x, half_y; ///< Of the ray: its middle, and half of `along`.
    Lanes slack; ///< m2, what rounding can do to a product of two lengths along the ray.
    // The nearest hit so far:
    float fraction;
    int piece; ///< -1: none yet.
    vec2s normal;
} RaySearch;

static RaySearch search_make(vec2s from, vec2s along) {
    vec2s half = vec2_make(0.5f * along.x, 0.5f * along.y);
    return (RaySearch){.from = from,
                       .along = along,
                       .middle_x = lanes_all(from.x + half.x),
                       .middle_y = lanes_all(from.y + half.y),
                       .half_x = lanes_all(half.x),
                       .half_y = lanes_all(half.y),
                       .slack = lanes_all(rounding * (half.x * half.x + half.y * half.y)),
                       // A little beyond the end, so that a hit there is nearer.
                       .fraction = 1.0f + FLT_EPSILON,
                       .piece = -1};
}

/// Bit i: the ray crosses box i of the group. Separating axes of a segment and a box: the box's own
/// and the ray's normal, as seen from the box's centre.
static inline unsigned crossed(const WallGroup *group, const RaySearch *ray) {
    Lanes axis_x = lanes_load(group->axis_x), axis_y = lanes_load(group->axis_y);
    Lanes half_length = lanes_load(group->half_length);
    Lanes half_width = lanes_load(group->half_width);
    Lanes middle_x = lanes_sub(ray->middle_x, lanes_load(group->center_x));
    Lanes middle_y = lanes_sub(ray->middle_y, lanes_load(group->center_y));
    Lanes x = lanes_abs(lanes_dot(axis_x, axis_y, middle_x, middle_y));
    Lanes y = lanes_abs(lanes_cross(axis_x, axis_y, middle_x, middle_y));
    Lanes off = lanes_abs(lanes_cross(middle_x, middle_y, ray->half_x, ray->half_y));
    Lanes ray_x = lanes_abs(lanes_dot(axis_x, axis_y, ray->half_x, ray->half_y));
    Lanes ray_y = lanes_abs(lanes_cross(axis_x, axis_y, ray->half_x, ray->half_y));
    Lanes radius = lanes_add(lanes_mul(half_length, ray_y), lanes_mul(half_width, ray_x));
    LaneMask along = lanes_at_most(x, lanes_add(half_length, ray_x));
    LaneMask across = lanes_at_most(y, lanes_add(half_width, ray_y));
    LaneMask aside = lanes_at_most(off, lanes_add(radius, ray->slack));
    return mask_bits(mask_and(mask_and(along, across), aside));
}

/// Keeps the hit where it is nearer than those before, or as near and of a lower piece.
static inline void take_hit(RaySearch *search, int piece, float fraction, vec2s normal) {
    if (fraction < search->fraction || (!(fraction > search->fraction) && piece < search->piece)) {
        search->fraction = fraction;
        search->piece = piece;
        search->normal = normal;
    }
}

/// Tries a piece that is round or has many edges.
static void try_other(const WallGrid *grid, int index, RaySearch *search) {
    const WallPiece *piece = &grid->pieces[index];
    RayHit hit =
        ray_shape(&piece->shape, glms_vec2_sub(search->from, piece->origin), search->along);
    if (hit.hit) {
        take_hit(search, index, hit.fraction, hit.normal);
    }
}

static inline void try_piece(const WallGrid *grid, int index, RaySearch *search) {
    const WallEdges *edges = &grid->edges[index];
    if (edges->count == 0) {
        try_other(grid, index, search);
        return;
    }
    RayClip clip = ray_clip(edges->normal_x, edges->normal_y, edges->offset, SIMD_LANES,
                            glms_vec2_sub(search->from, edges->origin), search->along);
    if (clip.hit) {
        take_hit(search, index, clip.fraction,
                 vec2_make(edges->normal_x[clip.edge], edges->normal_y[clip.edge]));
    }
}

/// The bits of `count` groups, at most GROUPS_MAX, one after the other.
static inline uint64_t crossed_of(const WallGroup *groups, int count, const RaySearch *ray) {
    uint64_t bits = 0;
    for (int i = 0; i < count; i++) {
        bits |= (uint64_t)crossed(&groups[i], ray) << (SIMD_LANES * i);
    }
    return bits;
}

/// Tries the pieces of a cell. Looks at all its boxes before the first piece: which of them the ray
/// crosses is then one guess for the processor, not one for each group.
static inline void try_cell(const WallGrid *grid, int cell, RaySearch *search) {
    int k = grid->cell_start[cell];
    int left = grid->cell_start[cell + 1] - k;
    do {
        uint64_t bits = crossed_of(grid->groups + k, left < GROUPS_MAX ? left : GROUPS_MAX, search);
        for (; bits != 0; bits &= bits - 1) {
            int piece = grid->cell_pieces[SIMD_LANES * k + bits_lowest64(bits)];
            if (piece != search->piece) {
                try_piece(grid, piece, search);
            }
        }
        k += GROUPS_MAX;
        left -= GROUPS_MAX;
    } while (left > 0);
}

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

/// The walk along one axis.
typedef struct Walk {
    int cell, step;
    float first, apart; ///< Fractions of the ray: at the first border, and from border to border.
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

/// Tries the cells along the ray until it has met something or is at its end.
static inline void walk_cells(const WallGrid *grid, Walk x, Walk y, RaySearch *search) {
    int column = x.cell;
    int row = y.cell;
    float passed_x = 0.0f;
    float passed_y = 0.0f;
    do {
        try_cell(grid, row * grid->columns + column, search);
        // Not summed up: a thousand borders would add a thousand roundings.
        float border_x = x.first + x.apart * passed_x;
        float border_y = y.first + y.apart * passed_y;
        // A hit beyond this cell's border may be behind one in the next cell.
        if (search->fraction < float_min(border_x, border_y)) {
            return;
        }
        // Rays step across and up as they like: arithmetic costs less than a wrong guess.
        int across = border_x < border_y;
        column += across * x.step;
        row += (1 - across) * y.step;
        passed_x += (float)across;
        passed_y += (float)(1 - across);
    } while ((unsigned)column < (unsigned)grid->columns && (unsigned)row < (unsigned)grid->rows);
}

static bool is_inside(const WallGrid *grid, vec2s point) {
    return point.x >= grid->low.x && point.x <= grid->high.x && point.y >= grid->low.y &&
           point.y <= grid->high.y;
}

WallHit wall_grid_ray(const WallGrid *grid, vec2s from, vec2s along) {
    RaySearch search = search_make(from, along);
    float enter = 0.0f;
    if (grid->piece_count > 0 && (is_inside(grid, from) || enters(grid, from, along, &enter))) {
        Walk x = walk_make(from.x, along.x, from.x + enter * along.x, grid->low.x, grid->cell,
                           grid->per_cell, grid->columns);
        Walk y = walk_make(from.y, along.y, from.y + enter * along.y, grid->low.y, grid->cell,
                           grid->per_cell, grid->rows);
        walk_cells(grid, x, y, &search);
    }
    return (WallHit){.hit = search.piece >= 0,
                     .fraction = search.piece >= 0 ? search.fraction : 1.0f,
                     .normal = search.normal,
                     .piece = search.piece};
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
