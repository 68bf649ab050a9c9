#include "track_check/free_space.h"

#include "base/array.h"
#include "geometry/transform.h"

#include <math.h>
#include <string.h>

/// What a row of cells meets of a grown shape: one stretch, since all is convex.
typedef struct Stretch {
    float low, high; ///< m; empty where low > high.
} Stretch;

static void stretch_to(Stretch *stretch, float x) {
    stretch->low = fminf(stretch->low, x);
    stretch->high = fmaxf(stretch->high, x);
}

/// Where the line at height `y` meets the disc around `middle`.
static void meet_disc(Stretch *stretch, vec2s middle, float radius, float y) {
    float dy = y - middle.y;
    if (fabsf(dy) <= radius) {
        float half = sqrtf(radius * radius - dy * dy);
        stretch_to(stretch, middle.x - half);
        stretch_to(stretch, middle.x + half);
    }
}

/// Where it meets the segment ab.
static void meet_segment(Stretch *stretch, vec2s a, vec2s b, float y) {
    if ((a.y <= y) == (b.y <= y)) {
        return;
    }
    stretch_to(stretch, a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)));
}

/// What is moved among the walls: a box, or a point, and a radius around it.
typedef struct Probe {
    vec2s corner[4]; ///< m, counter-clockwise around its middle.
    int count;       ///< 4 or 1
    float radius;    ///< m
} Probe;

enum {
    GROWN_MAX = SHAPE_POINTS_MAX + 4
};

/// Where the middle of a probe touches a wall piece: a convex outline and a radius around it.
typedef struct Grown {
    vec2s point[GROWN_MAX]; ///< m, counter-clockwise.
    vec2s out[GROWN_MAX];   ///< Unit, from the edge that begins there; 0 where it has no length.
    int count;
    float radius; ///< m
} Grown;

/// The lowest of the points, of equal ones the first from the left.
static int lowest_point(const vec2s *points, int count) {
    int low = 0;
    for (int i = 1; i < count; i++) {
        bool level = points[i].y == points[low].y;
        low = points[i].y < points[low].y || (level && points[i].x < points[low].x) ? i : low;
    }
    return low;
}

/// The sum of a piece and the probe turned inside out: the edges of both in order of direction (de
/// Berg and others, Computational Geometry, 3rd edition (2008), section 13.3).
static Grown grow_piece(const WallPiece *piece, const Probe *probe) {
    vec2s wall[SHAPE_POINTS_MAX];
    vec2s turned[4];
    int walls = piece->shape.count;
    for (int i = 0; i < walls; i++) {
        wall[i] = glms_vec2_add(piece->origin, shape_point(&piece->shape, i));
    }
    for (int i = 0; i < probe->count; i++) {
        turned[i] = glms_vec2_negate(probe->corner[i]);
    }
    Grown grown = {.radius = piece->shape.radius + probe->radius};
    int a = lowest_point(wall, walls);
    int b = lowest_point(turned, probe->count);
    int left_a = walls > 1 ? walls : 0; // edges that are left
    int left_b = probe->count > 1 ? probe->count : 0;
    do {
        vec2s along_a = glms_vec2_sub(wall[(a + 1) % walls], wall[a]);
        vec2s along_b = glms_vec2_sub(turned[(b + 1) % probe->count], turned[b]);
        grown.point[grown.count++] = glms_vec2_add(wall[a], turned[b]);
        float turn = along_a.x * along_b.y - along_a.y * along_b.x;
        bool take_a = left_a > 0 && (left_b == 0 || turn >= 0.0f);
        bool take_b = left_b > 0 && (left_a == 0 || turn <= 0.0f);
        a = take_a ? (a + 1) % walls : a;
        b = take_b ? (b + 1) % probe->count : b;
        left_a -= take_a;
        left_b -= take_b;
    } while (left_a + left_b > 0);
    for (int i = 0; i < grown.count; i++) {
        vec2s along = glms_vec2_sub(grown.point[(i + 1) % grown.count], grown.point[i]);
        float length = glms_vec2_norm(along);
        grown.out[i] = glms_vec2_scale(vec2_left(along), length > 0.0f ? -1.0f / length : 0.0f);
    }
    return grown;
}

/// The stretch of the line at height `y` in what has grown. Discs around its points and its edges
/// moved outward bound it.
static Stretch meet_grown(const Grown *grown, float y) {
    Stretch stretch = {INFINITY, -INFINITY};
    for (int i = 0; i < grown->count; i++) {
        vec2s a = grown->point[i];
        vec2s b = grown->point[i + 1 < grown->count ? i + 1 : 0];
        vec2s out = glms_vec2_scale(grown->out[i], grown->radius);
        if (grown->radius > 0.0f) {
            meet_disc(&stretch, a, grown->radius, y);
        }
        meet_segment(&stretch, glms_vec2_add(a, out), glms_vec2_add(b, out), y);
    }
    return stretch;
}

/// Sets the bits `from` to `to`, both included, of a row.
static void set_run(uint64_t *row, int from, int to) {
    for (int word = from / 64; word <= to / 64; word++) {
        uint64_t bits = ~(uint64_t)0;
        if (word == from / 64) {
            bits &= ~(uint64_t)0 << (from % 64);
        }
        if (word == to / 64) {
            bits &= ~(uint64_t)0 >> (63 - to % 64);
        }
        row[word] |= bits;
    }
}

/// The cells of `count` whose middles lie from `low` to `high`, along the side of the grid that
/// begins at `start`: false where there are none.
static bool cells_between(const FreeSpace *space, float start, int count, float low, float high,
                          int *from, int *to) {
    float first = fmaxf(ceilf((low - start) / space->cell - 0.5f), 0.0f);
    float last = fminf(floorf((high - start) / space->cell - 0.5f), (float)(count - 1));
    if (!(first <= last)) {
        return false;
    }
    *from = (int)first;
    *to = (int)last;
    return true;
}

/// Takes the cells in whose middles the probe touches `piece`; it reaches `reach` m.
static void take_piece(FreeSpace *space, const WallPiece *piece, const Probe *probe, float reach) {
    int from, to, first, last;
    if (!cells_between(space, space->low.y, space->rows, piece->bounds.low.y - reach,
                       piece->bounds.high.y + reach, &from, &to)) {
        return;
    }
    Grown grown = grow_piece(piece, probe);
    for (int row = from; row <= to; row++) {
        Stretch stretch = meet_grown(&grown, space->low.y + ((float)row + 0.5f) * space->cell);
        if (cells_between(space, space->low.x, space->columns, stretch.low, stretch.high, &first,
                          &last)) {
            set_run(&space->taken[(size_t)row * space->words], first, last);
        }
    }
}

/// The space for a probe that reaches `reach` m.
static FreeSpace make_space(const WallPiece *pieces, int count, Box box, float cell,
                            const Probe *probe, float reach, Arena *arena) {
    FreeSpace space = {.low = box.low, .cell = cell};
    space.columns = (int)fmaxf((box.high.x - box.low.x) / cell, 1.0f);
    space.rows = (int)fmaxf((box.high.y - box.low.y) / cell, 1.0f);
    ASSERT((double)space.columns * (double)space.rows <= (double)FREE_SPACE_CELLS_MAX);
    space.words = (size_t)space.columns / 64 + 1;
    space.taken = free_space_bitmap(&space, arena);
    for (int row = 0; row < space.rows; row++) { // the row's bits past its last cell
        set_run(&space.taken[(size_t)row * space.words], space.columns, (int)space.words * 64 - 1);
    }
    for (int i = 0; i < count; i++) {
        take_piece(&space, &pieces[i], probe, reach);
    }
    return space;
}

FreeSpace free_space_make(const WallPiece *pieces, int count, Box box, float cell, float radius,
                          Arena *arena) {
    const Probe disc = {.count = 1, .radius = radius};
    return make_space(pieces, count, box, cell, &disc, radius, arena);
}

FreeSpace free_space_make_box(const WallPiece *pieces, int count, Box box, float cell, vec2s size,
                              Rotation heading, Arena *arena) {
    Probe car = {.count = 4};
    static const vec2s sides[4] = {
        {{-0.5f, -0.5f}}, {{0.5f, -0.5f}}, {{0.5f, 0.5f}}, {{-0.5f, 0.5f}}};
    for (int i = 0; i < 4; i++) {
        car.corner[i] = rotation_apply(heading, glms_vec2_mul(sides[i], size));
    }
    return make_space(pieces, count, box, cell, &car, 0.5f * glms_vec2_norm(size), arena);
}

ptrdiff_t free_space_cell(const FreeSpace *space, vec2s point) {
    float x = floorf((point.x - space->low.x) / space->cell);
    float y = floorf((point.y - space->low.y) / space->cell);
    if (!(x >= 0.0f && y >= 0.0f && x < (float)space->columns && y < (float)space->rows)) {
        return -1;
    }
    return (ptrdiff_t)y * space->columns + (ptrdiff_t)x;
}

vec2s free_space_middle(const FreeSpace *space, ptrdiff_t cell) {
    float x = (float)(cell % space->columns) + 0.5f;
    float y = (float)(cell / space->columns) + 0.5f;
    return vec2_make(space->low.x + x * space->cell, space->low.y + y * space->cell);
}

void free_space_set(const FreeSpace *space, uint64_t *bitmap, ptrdiff_t cell, bool is) {
    size_t column = (size_t)(cell % space->columns);
    uint64_t *word = &bitmap[(size_t)(cell / space->columns) * space->words + column / 64];
    uint64_t bit = (uint64_t)1 << (column % 64);
    *word = is ? *word | bit : *word & ~bit;
}

static uint64_t *copy_bitmap(const FreeSpace *space, const uint64_t *bitmap, Arena *arena) {
    return arena_copy_array(arena, bitmap, (size_t)space->rows * space->words, sizeof *bitmap);
}

uint64_t *free_space_bitmap(const FreeSpace *space, Arena *arena) {
    return arena_array(arena, (size_t)space->rows * space->words, sizeof(uint64_t));
}

FreeSpace free_space_copy(const FreeSpace *space, Arena *arena) {
    FreeSpace copy = *space;
    copy.taken = copy_bitmap(space, space->taken, arena);
    return copy;
}

/// One word of a row and the bits beside each of its own; 0 outside the grid.
static uint64_t spread_word(const FreeSpace *space, const uint64_t *bitmap, int row, size_t word) {
    if (row < 0 || row >= space->rows) {
        return 0;
    }
    const uint64_t *words = &bitmap[(size_t)row * space->words];
    uint64_t spread = words[word] | words[word] << 1 | words[word] >> 1;
    spread |= word > 0 ? words[word - 1] >> 63 : 0;
    spread |= word + 1 < space->words ? words[word + 1] << 63 : 0;
    return spread;
}

/// Writes to `out` the cells of `from`, and those beside them that are taken or in `goal`. Returns
/// a cell of `goal` among them, or -1.
static ptrdiff_t grow_bitmap(const FreeSpace *space, const uint64_t *from, const uint64_t *goal,
                             uint64_t *out) {
    ptrdiff_t met = -1;
    for (int row = 0; row < space->rows; row++) {
        for (size_t word = 0; word < space->words; word++) {
            size_t at = (size_t)row * space->words + word;
            uint64_t spread = spread_word(space, from, row - 1, word) |
                              spread_word(space, from, row, word) |
                              spread_word(space, from, row + 1, word);
            uint64_t hit = spread & goal[at];
            out[at] = from[at] | (spread & (space->taken[at] | goal[at]));
            for (int bit = 0; met < 0 && hit != 0 && bit < 64; bit++) {
                if (hit >> bit & 1u) {
                    met = (ptrdiff_t)row * space->columns + (ptrdiff_t)(word * 64) + bit;
                }
            }
        }
    }
    return met;
}

/// The cell of `bitmap` nearest to `cell`, at most `reach` rows and columns away; -1 for none.
static ptrdiff_t nearest_cell(const FreeSpace *space, const uint64_t *bitmap, ptrdiff_t cell,
                              int reach) {
    ptrdiff_t best = -1;
    int least = 2 * reach * reach + 1;
    int column = (int)(cell % space->columns);
    int row = (int)(cell / space->columns);
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            int x = column + dx;
            int y = row + dy;
            bool inside = x >= 0 && y >= 0 && x < space->columns && y < space->rows;
            ptrdiff_t other = (ptrdiff_t)y * space->columns + x;
            if (inside && dx * dx + dy * dy < least && free_space_has(space, bitmap, other)) {
                least = dx * dx + dy * dy;
                best = other;
            }
        }
    }
    return best;
}

bool free_space_nearest(const FreeSpace *space, const uint64_t *a, const uint64_t *b,
                        ptrdiff_t ends[2]) {
    Arena scratch = {0};
    uint64_t *grown[2] = {copy_bitmap(space, a, &scratch), free_space_bitmap(space, &scratch)};
    int steps_max = (int)(100.0f / space->cell);
    ends[1] = -1;
    for (int step = 0; step < steps_max && ends[1] < 0; step++) {
        ends[1] = grow_bitmap(space, grown[step % 2], b, grown[(step + 1) % 2]);
        if (ends[1] >= 0) {
            ends[0] = nearest_cell(space, a, ends[1], step + 1);
        }
    }
    arena_destroy(&scratch);
    return ends[1] >= 0 && ends[0] >= 0;
}

/// A cell to go on from.
typedef struct Seed {
    int row, column;
} Seed;

typedef struct Seeds {
    Seed *items;
    int count, capacity;
} Seeds;

static void push_seed(Seeds *seeds, int row, int column) {
    seeds->items =
        array_reserve(seeds->items, seeds->count + 1, &seeds->capacity, sizeof *seeds->items);
    seeds->items[seeds->count++] = (Seed){row, column};
}

/// One word of the cells of a row that are neither taken nor reached.
static uint64_t open_word(const FreeSpace *space, const uint64_t *reached, int row, int word) {
    size_t at = (size_t)row * space->words + (size_t)word;
    return ~(space->taken[at] | reached[at]);
}

static bool is_open(const FreeSpace *space, const uint64_t *reached, int row, int column) {
    return (open_word(space, reached, row, column / 64) >> (column % 64) & 1u) != 0;
}

/// Pushes the first cell of every open run of `row` that touches the columns `from` to `to`.
static void push_runs(const FreeSpace *space, const uint64_t *reached, int row, int from, int to,
                      Seeds *seeds) {
    if (row < 0 || row >= space->rows) {
        return;
    }
    bool before = false;
    for (int column = from; column <= to; column++) {
        if (column % 64 == 0 && column + 63 <= to &&
            open_word(space, reached, row, column / 64) == 0) {
            before = false;
            column += 63;
            continue;
        }
        bool open = is_open(space, reached, row, column);
        if (open && !before) {
            push_seed(seeds, row, column);
        }
        before = open;
    }
}

void free_space_flood(const FreeSpace *space, ptrdiff_t cell, uint64_t *reached) {
    Seeds seeds = {0};
    if (cell >= 0) {
        push_seed(&seeds, (int)(cell / space->columns), (int)(cell % space->columns));
    }
    while (seeds.count > 0) {
        Seed seed = seeds.items[--seeds.count];
        if (!is_open(space, reached, seed.row, seed.column)) {
            continue;
        }
        int from = seed.column;
        int to = seed.column;
        while (from > 0 && is_open(space, reached, seed.row, from - 1)) {
            from--;
        }
        while (is_open(space, reached, seed.row, to + 1)) { // ends at the bits past the row
            to++;
        }
        set_run(&reached[(size_t)seed.row * space->words], from, to);
        int low = from > 0 ? from - 1 : 0;
        int high = to + 1 < space->columns ? to + 1 : to;
        push_runs(space, reached, seed.row - 1, low, high, &seeds);
        push_runs(space, reached, seed.row + 1, low, high, &seeds);
    }
    free(seeds.items);
}
