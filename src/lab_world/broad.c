#include "lab_world/broad.h"

#include "base/arena.h"
#include "base/assert.h"
#include "base/random.h"
#include "collision/sweep.h"
#include "collision/wall_grid.h"
#include "geometry/simd.h"
#include "geometry/trig.h"

#include <string.h>

#define STRIP_WIDTH 4.0f ///< m, of the strip that a column or row stands in.

typedef enum Layout {
    LAYOUT_SQUARE,
    LAYOUT_COLUMN,
    LAYOUT_ROW,
} Layout;

// ---------------------------------------------------------------- the shapes

static vec2s middle_of(Box box) { return glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f); }

static Transform moved_back(Transform at, vec2s way) {
    at.position = glms_vec2_sub(at.position, way);
    return at;
}

/// The pieces of a thing, in its own frame.
typedef struct Pieces {
    const Shape *shapes;
    int count;
} Pieces;

static Pieces pieces_of(const Broad *broad, const Solid solids[SCENE_SHAPES], int thing) {
    return thing < SCENE_SHAPES ? (Pieces){solids[thing].pieces, solids[thing].piece_count}
                                : (Pieces){&broad->things[thing].crowd, 1};
}

static void add_scene_shapes(Broad *broad, const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    for (int i = 0; i < SCENE_SHAPES; i++) {
        BroadThing *thing = &broad->things[broad->count++];
        thing->at = solids[i].at;
        thing->move = glms_vec2_scale(scene->shapes[i].velocity, scene->options.broad_step);
        thing->box = box_union(solid_bounds(&solids[i], solids[i].at),
                               solid_bounds(&solids[i], moved_back(solids[i].at, thing->move)));
    }
}

/// Boxes of 1 to 4.5 m, turned at random, in a square or strip around the middle between a and b.
static void add_crowd(Broad *broad, const SceneOptions *options) {
    Random random = random_make((uint64_t)options->seed, 8);
    vec2s middle = glms_vec2_scale(
        glms_vec2_add(broad->things[0].at.position, broad->things[1].at.position), 0.5f);
    vec2s reach = vec2_make(0.5f * options->spread, 0.5f * options->spread);
    reach.x = options->layout == LAYOUT_COLUMN ? 0.5f * STRIP_WIDTH : reach.x;
    reach.y = options->layout == LAYOUT_ROW ? 0.5f * STRIP_WIDTH : reach.y;
    for (int i = 0; i < options->crowd; i++) {
        BroadThing *thing = &broad->things[broad->count++];
        float length = random_range(&random, 1.0f, 4.5f);
        float width = random_range(&random, 0.6f, 2.0f);
        float x = random_range(&random, -reach.x, reach.x);
        float y = random_range(&random, -reach.y, reach.y);
        thing->crowd = shape_box(vec2_make(0.0f, 0.0f), length, width);
        thing->at.position = glms_vec2_add(middle, vec2_make(x, y));
        thing->at.rotation = rotation_make(random_range(&random, -TRIG_PI, TRIG_PI));
        thing->box = shape_bounds(&thing->crowd, thing->at);
    }
}

// ---------------------------------------------------------------- sorted along an axis

/// The box with x and y exchanged, so that what sorts along x sorts along y.
static Box exchanged(Box box) {
    return (Box){vec2_make(box.low.y, box.low.x), vec2_make(box.high.y, box.high.x)};
}

/// Sorts along x (axis 0) or y (1), and counts the comparisons across it: each box with those that
/// begin after it and before it ends. Returns how many pairs overlap along both.
static int sort_along(Broad *broad, int axis, CarPair *pairs) {
    Box boxes[BROAD_MAX];
    uint16_t *order = broad->order[axis];
    for (int i = 0; i < broad->count; i++) {
        order[i] = (uint16_t)i;
        boxes[i] = axis == 0 ? broad->things[i].box : exchanged(broad->things[i].box);
    }
    int found = car_pairs_find(boxes, broad->count, order, pairs, BROAD_PAIRS_MAX);
    for (int i = 0; i < broad->count; i++) {
        int *sooner = &broad->things[order[i]].sooner[axis];
        for (int k = i + 1; k < broad->count && boxes[order[k]].low.x <= boxes[order[i]].high.x;
             k++) {
            (*sooner)++;
        }
        broad->sorted[axis] += *sooner;
    }
    return found;
}

// ---------------------------------------------------------------- which pairs touch

/// Whether `a`, which starts at `a_from` and moves by `move`, meets the `b` that stands at `b_at`.
static bool meet(Pieces a, Transform a_from, vec2s move, Pieces b, Transform b_at) {
    Transform b_in_a = transform_relative(a_from, b_at);
    vec2s local = rotation_undo(a_from.rotation, move);
    for (int i = 0; i < a.count; i++) {
        for (int k = 0; k < b.count; k++) {
            if (sweep_translate(&a.shapes[i], local, &b.shapes[k], b_in_a).hit) {
                return true;
            }
        }
    }
    return false;
}

static bool touch_in_tick(const Broad *broad, const Solid solids[SCENE_SHAPES], int a, int b) {
    const BroadThing *first = &broad->things[a], *second = &broad->things[b];
    return meet(pieces_of(broad, solids, a), moved_back(first->at, first->move),
                glms_vec2_sub(first->move, second->move), pieces_of(broad, solids, b),
                moved_back(second->at, second->move));
}

static void find_pairs(Broad *broad, const Solid solids[SCENE_SHAPES]) {
    CarPair pairs[BROAD_PAIRS_MAX], scratch[BROAD_PAIRS_MAX];
    int along_y = sort_along(broad, 1, pairs);
    broad->pair_count = sort_along(broad, 0, pairs);
    ASSERT(along_y == broad->pair_count);
    car_pairs_sort(pairs, broad->pair_count, broad->count, scratch);
    for (int i = 0; i < broad->pair_count; i++) {
        const BroadThing *a = &broad->things[pairs[i].a], *b = &broad->things[pairs[i].b];
        BroadPair pair = {.first = pairs[i].a, .second = pairs[i].b};
        pair.touches = touch_in_tick(broad, solids, pair.first, pair.second);
        pair.same_cell = a->column == b->column && a->row == b->row;
        broad->touch_count += pair.touches;
        broad->missed += !pair.same_cell;
        broad->lost += pair.touches && !pair.same_cell;
        broad->pairs[i] = pair;
    }
}

// ---------------------------------------------------------------- the grid

/// A piece that fills a box.
static WallPiece piece_of(Box box, int index) {
    vec2s size = glms_vec2_sub(box.high, box.low);
    return (WallPiece){.shape = shape_box(vec2_make(0.0f, 0.0f), size.x, size.y),
                       .origin = middle_of(box),
                       .bounds = box,
                       .wall = index};
}

static CellRange range_of(const WallGrid *grid, Box box) {
    return cell_range(box, grid->low, grid->per_cell, grid->columns, grid->rows);
}

/// How many pieces cell `cell` holds.
static int held_by(const WallGrid *grid, int cell) {
    int count = 0;
    for (int k = SIMD_LANES * grid->cell_start[cell]; k < SIMD_LANES * grid->cell_start[cell + 1];
         k++) {
        count += grid->cell_pieces[k] < grid->piece_count;
    }
    return count;
}

static void count_cells(Broad *broad, const WallGrid *grid) {
    broad->low = grid->low;
    broad->cell = grid->cell;
    broad->columns = grid->columns;
    broad->rows = grid->rows;
    for (int i = 0; i < grid->columns * grid->rows; i++) {
        int held = held_by(grid, i);
        broad->shared += held * (held - 1) / 2;
    }
    for (int i = 0; i < broad->count; i++) {
        BroadThing *thing = &broad->things[i];
        vec2s middle = middle_of(thing->box);
        CellRange range = range_of(grid, (Box){middle, middle});
        thing->column = range.column_from;
        thing->row = range.row_from;
        for (int k = 0; k < i; k++) {
            broad->centred +=
                broad->things[k].column == thing->column && broad->things[k].row == thing->row;
        }
    }
}

/// What the box around b's way from `from` to where it is now gathers. `a_moves`: a is where it was
/// then, too.
static BroadWay gather(const Broad *broad, const Solid solids[SCENE_SHAPES], const WallGrid *grid,
                       vec2s way, bool a_moves) {
    const BroadThing *b = &broad->things[1];
    Transform from = moved_back(b->at, way);
    BroadWay out = {.from = from.position};
    out.box = box_union(solid_bounds(&solids[1], from), solid_bounds(&solids[1], b->at));
    CellRange range = range_of(grid, out.box);
    for (int row = range.row_from; row <= range.row_to; row++) {
        for (int column = range.column_from; column <= range.column_to; column++) {
            out.cells++;
            out.compared += held_by(grid, row * grid->columns + column);
        }
    }
    int found[BROAD_MAX];
    int count = wall_grid_query(grid, out.box, found, BROAD_MAX);
    for (int i = 0; i < count; i++) {
        const BroadThing *other = &broad->things[found[i]];
        if (found[i] == 1) {
            continue;
        }
        vec2s before = a_moves ? other->move : vec2_make(0.0f, 0.0f);
        out.has[found[i]] = true;
        out.gathered++;
        out.hits += meet(pieces_of(broad, solids, 1), from, glms_vec2_sub(way, before),
                         pieces_of(broad, solids, found[i]), moved_back(other->at, before));
    }
    return out;
}

// ---------------------------------------------------------------- the line from the muzzle

/// Narrows [enter, leave], shares of the way from `from` to `to`, to where it is within `low` and
/// `high`.
static bool clip_way(float from, float to, float low, float high, float *enter, float *leave) {
    if (fabsf(to - from) < 1e-6f) {
        return from >= low && from <= high;
    }
    float a = (low - from) / (to - from), b = (high - from) / (to - from);
    *enter = fmaxf(*enter, fminf(a, b));
    *leave = fminf(*leave, fmaxf(a, b));
    return *enter <= *leave;
}

bool broad_line_crosses(const Broad *broad, int column, int row) {
    vec2s from = broad->muzzle.from, to = broad->line.end;
    vec2s low =
        glms_vec2_add(broad->low, vec2_make(broad->cell * (float)column, broad->cell * (float)row));
    float enter = 0.0f, leave = 1.0f;
    return clip_way(from.x, to.x, low.x, low.x + broad->cell, &enter, &leave) &&
           clip_way(from.y, to.y, low.y, low.y + broad->cell, &enter, &leave);
}

/// `others`: the grid of all boxes but b's.
static void walk_line(Broad *broad, const WallGrid *grid, const WallGrid *others) {
    vec2s along = glms_vec2_sub(broad->things[1].at.position, broad->muzzle.from);
    WallHit hit = wall_grid_ray(others, broad->muzzle.from, along);
    broad->line.hit = hit.hit;
    broad->line.end = glms_vec2_add(broad->muzzle.from, glms_vec2_scale(along, hit.fraction));
    for (int row = 0; row < broad->rows; row++) {
        for (int column = 0; column < broad->columns; column++) {
            if (broad_line_crosses(broad, column, row)) {
                broad->line.cells++;
                broad->line.compared += held_by(grid, row * broad->columns + column);
            }
        }
    }
}

Broad broad_make(const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    Broad broad;
    memset(&broad, 0, sizeof broad);
    add_scene_shapes(&broad, scene, solids);
    add_crowd(&broad, &scene->options);
    broad.all = broad.count * (broad.count - 1) / 2;
    Arena arena = {0};
    WallPiece *pieces = arena_array(&arena, (size_t)broad.count, sizeof *pieces);
    for (int i = 0; i < broad.count; i++) {
        pieces[i] = piece_of(broad.things[i].box, i);
    }
    WallGrid grid = wall_grid_make(pieces, broad.count, &arena);
    count_cells(&broad, &grid);
    find_pairs(&broad, solids);
    broad.tick = gather(&broad, solids, &grid, broad.things[1].move, true);
    broad.has_muzzle = scene->options.broad_age > 0.0f;
    if (broad.has_muzzle) {
        vec2s flown = glms_vec2_scale(scene->shapes[1].velocity, scene->options.broad_age);
        broad.muzzle = gather(&broad, solids, &grid, flown, false);
        WallPiece *rest = arena_array(&arena, (size_t)broad.count, sizeof *rest);
        memcpy(rest, pieces, (size_t)broad.count * sizeof *rest);
        rest[1] = pieces[broad.count - 1];
        WallGrid others = wall_grid_make(rest, broad.count - 1, &arena);
        walk_line(&broad, &grid, &others);
    }
    arena_destroy(&arena);
    return broad;
}
