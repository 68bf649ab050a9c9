#include "track/road_grid.h"

#include "geometry/cells.h"
#include "geometry/transform.h"
#include "track/ribbon_build.h"

#include <math.h>

enum {
    CELLS_MAX = 1 << 18
};

/// m; about a car's and a road's size. Grows where the tracks does.
#define CELL_MIN 8.0f

/// m: what lies this little inside a strip stands on its edge.
#define EDGE_TOLERANCE 0.05f

/// The box around road and shoulders of a stretch.
static Box stretch_box(const Ribbon *ribbon, int i) {
    const RibbonSample *a = &ribbon->samples[i];
    const RibbonSample *b = &ribbon->samples[ribbon_next(ribbon, i)];
    vec2s points[2] = {a->point, b->point};
    float reach = fmaxf(fmaxf(a->left + a->shoulder[0], a->right + a->shoulder[1]),
                        fmaxf(b->left + b->shoulder[0], b->right + b->shoulder[1]));
    return box_grow(box_of(points, 2), reach);
}

static CellRange cells_of(const RoadGrid *grid, Box box) {
    return cell_range(box, grid->low, 1.0f / grid->cell, grid->columns, grid->rows);
}

/// Counts (where `out` is NULL) or files every stretch under its cells. `at` holds a running index
/// a cell.
static void fill_cells(const RoadGrid *grid, int *at, RoadStretch *out) {
    for (int r = 0; r < grid->ribbon_count; r++) {
        for (int i = 0; i < ribbon_stretch_count(&grid->ribbons[r]); i++) {
            CellRange range = cells_of(grid, stretch_box(&grid->ribbons[r], i));
            for (int y = range.row_from; y <= range.row_to; y++) {
                for (int x = range.column_from; x <= range.column_to; x++) {
                    int cell = y * grid->columns + x;
                    if (out) {
                        out[at[cell]] = (RoadStretch){r, i};
                    }
                    at[cell]++;
                }
            }
        }
    }
}

static void size_grid(RoadGrid *grid) {
    Box box = box_of(NULL, 0);
    for (int r = 0; r < grid->ribbon_count; r++) {
        for (int i = 0; i < ribbon_stretch_count(&grid->ribbons[r]); i++) {
            box = box_union(box, stretch_box(&grid->ribbons[r], i));
        }
    }
    if (box.low.x > box.high.x) {
        box = (Box){0};
    }
    float width = fmaxf(box.high.x - box.low.x, 1.0f);
    float height = fmaxf(box.high.y - box.low.y, 1.0f);
    grid->low = box.low;
    grid->cell = fmaxf(CELL_MIN, sqrtf(width * height / (float)(CELLS_MAX / 2)));
    grid->columns = (int)(width / grid->cell) + 1;
    grid->rows = (int)(height / grid->cell) + 1;
}

RoadGrid road_grid_make(const Ribbon *ribbons, int count, Arena *arena) {
    RoadGrid grid = {.ribbons = ribbons, .ribbon_count = count};
    size_grid(&grid);
    int cells = grid.columns * grid.rows;
    int *start = arena_array(arena, (size_t)cells + 1, sizeof *start);
    int *at = arena_array(arena, (size_t)cells + 1, sizeof *at);
    fill_cells(&grid, at, NULL);
    for (int i = 0; i < cells; i++) {
        start[i + 1] = start[i] + at[i];
        at[i] = start[i];
    }
    RoadStretch *stretches = arena_array(arena, (size_t)start[cells] + 1, sizeof *stretches);
    fill_cells(&grid, at, stretches);
    grid.cell_start = start;
    grid.stretches = stretches;
    return grid;
}

const RoadStretch *road_grid_at(const RoadGrid *grid, vec2s point, int *count) {
    float per_cell = 1.0f / grid->cell; // as cells_of has it, so that both round alike
    float x = (point.x - grid->low.x) * per_cell;
    float y = (point.y - grid->low.y) * per_cell;
    if (!(x >= 0.0f && y >= 0.0f && x < (float)grid->columns && y < (float)grid->rows)) {
        *count = 0;
        return NULL;
    }
    int cell = (int)y * grid->columns + (int)x;
    *count = grid->cell_start[cell + 1] - grid->cell_start[cell];
    return &grid->stretches[grid->cell_start[cell]];
}

float ribbon_gap(const Ribbon *ribbon, float s_a, float s_b) {
    float gap = fabsf(s_a - s_b);
    return ribbon->closed ? fminf(gap, ribbon->length - gap) : gap;
}

float ribbon_gap_to_stretch(const Ribbon *ribbon, int i, float s) {
    float from = ribbon->samples[i].s, to = from + ribbon_gap_after(ribbon, i);
    bool inside = s >= from && s <= to;
    return inside ? 0.0f : fminf(ribbon_gap(ribbon, from, s), ribbon_gap(ribbon, to, s));
}

/// How far a stretch holds points.
typedef enum Reach {
    REACH_ROAD,     ///< To the edges of the road.
    REACH_SHOULDER, ///< To the edges of its shoulders, not quite.
    REACH_WALL, ///< To where its walls stand or a given distance, whichever is nearer; not quite.
} Reach;

/// How much nearer than `offset` the middle of a line `offset` m beside a stretch may come to it:
/// both are chords of the same arc. With the turn a between the ends that is
/// offset (1 - cos(a / 2)), and cos a = 1 - a^2 / 2 makes it offset (1 - cos a) / 4.
static float chord_loss(const Ribbon *ribbon, int i, float offset) {
    vec2s a = ribbon->samples[i].tangent;
    vec2s b = ribbon->samples[ribbon_next(ribbon, i)].tangent;
    return 0.3f * offset * (1.0f - a.x * b.x - a.y * b.y);
}

/// How far stretch `i` reaches on `side` at its end `sample`, m from the centre line. `most` is the
/// distance given for REACH_WALL.
static float reach_at(const Ribbon *ribbon, int i, int sample, int side, Reach reach, float most) {
    const RibbonSample *end = &ribbon->samples[sample];
    float half = side == 0 ? end->left : end->right;
    if (reach == REACH_ROAD) {
        return half;
    }
    if (reach == REACH_SHOULDER) {
        return half + (end->shoulder[side] - EDGE_TOLERANCE);
    }
    float offset = fminf(ribbon_wall_offset(ribbon, sample, side), most);
    return offset - chord_loss(ribbon, i, offset) - EDGE_TOLERANCE;
}

/// Whether stretch `i` holds `point`; `most` m is for REACH_WALL.
static bool stretch_holds(const Ribbon *ribbon, int i, vec2s point, Reach reach, float most) {
    int next = ribbon_next(ribbon, i);
    vec2s a = ribbon->samples[i].point;
    vec2s b = ribbon->samples[next].point;
    float t = 0.0f;
    float distance2 = segment_distance2(a, b, point, &t);
    vec2s along = glms_vec2_sub(b, a);
    vec2s to = glms_vec2_sub(point, a);
    if (!ribbon->closed) { // nothing lies beyond an open end
        float dot = along.x * to.x + along.y * to.y;
        float whole = along.x * along.x + along.y * along.y;
        if ((i == 0 && dot <= 0.0f) || (i == ribbon->count - 2 && dot >= whole)) {
            return false;
        }
    }
    int side = along.x * to.y - along.y * to.x >= 0.0f ? 0 : 1;
    float from = reach_at(ribbon, i, i, side, reach, most);
    float end = reach_at(ribbon, i, next, side, reach, most);
    float inside = from + t * (end - from);
    return inside > 0.0f && distance2 < inside * inside;
}

/// How far `point`, which belongs to `place`, is from its own stretch of road, m: its offset. On
/// the outside of a bend its line is a chord that comes nearer, and to the stretches beside too.
static float own_distance(const Ribbon *ribbon, vec2s point, RibbonPlace place) {
    const RibbonSample *a = &ribbon->samples[place.sample];
    const RibbonSample *b = &ribbon->samples[ribbon_next(ribbon, place.sample)];
    float offset = fabsf(place.offset);
    bool turns_left = glms_vec2_cross(a->tangent, b->tangent) > 0.0f;
    bool at_end = place.sample >= ribbon_stretch_count(ribbon); // of an open road
    if (turns_left == (place.offset > 0.0f) || at_end) {
        return offset;
    }
    return fminf(offset, sqrtf(segment_distance2(a->point, b->point, point, NULL)));
}

bool road_grid_covers(const RoadGrid *grid, vec2s point, int own, RibbonPlace place) {
    // In its own bend the point must be nearer to another part than to its own, and behind where
    // that part's wall stands: then both walls end where they meet, whatever their offsets.
    float most = own_distance(&grid->ribbons[own], point, place);
    float bend = 3.0f * fabsf(place.offset) + 12.0f;
    int count = 0;
    const RoadStretch *stretches = road_grid_at(grid, point, &count);
    for (int k = 0; k < count; k++) {
        const Ribbon *ribbon = &grid->ribbons[stretches[k].ribbon];
        int i = stretches[k].sample;
        bool near = stretches[k].ribbon == own && ribbon_gap_to_stretch(ribbon, i, place.s) < bend;
        if (stretch_holds(ribbon, i, point, near ? REACH_WALL : REACH_SHOULDER, most)) {
            return true;
        }
    }
    return false;
}

bool road_grid_on_road(const RoadGrid *grid, vec2s point) {
    int count = 0;
    const RoadStretch *stretches = road_grid_at(grid, point, &count);
    for (int k = 0; k < count; k++) {
        const Ribbon *ribbon = &grid->ribbons[stretches[k].ribbon];
        if (stretch_holds(ribbon, stretches[k].sample, point, REACH_ROAD, 0.0f)) {
            return true;
        }
    }
    return false;
}

bool road_grid_crosses(const RoadGrid *grid, vec2s point, int own, float s) {
    int count = 0;
    const RoadStretch *stretches = road_grid_at(grid, point, &count);
    for (int k = 0; k < count; k++) {
        const Ribbon *ribbon = &grid->ribbons[stretches[k].ribbon];
        int i = stretches[k].sample;
        float half = fmaxf(ribbon->samples[i].left, ribbon->samples[i].right);
        bool near =
            stretches[k].ribbon == own && ribbon_gap_to_stretch(ribbon, i, s) < 3.0f * half + 12.0f;
        if (!near && stretch_holds(ribbon, i, point, REACH_ROAD, 0.0f)) {
            return true;
        }
    }
    return false;
}

int road_grid_directions(const RoadGrid *grid, vec2s point, vec2s *out, int max) {
    int stretch_count = 0, count = 0;
    const RoadStretch *stretches = road_grid_at(grid, point, &stretch_count);
    for (int k = 0; k < stretch_count; k++) {
        const Ribbon *ribbon = &grid->ribbons[stretches[k].ribbon];
        if (!stretch_holds(ribbon, stretches[k].sample, point, REACH_ROAD, 0.0f)) {
            continue;
        }
        if (stretches[k].ribbon > 0) {
            return 0;
        }
        if (count < max) {
            out[count++] = ribbon->samples[stretches[k].sample].tangent;
        }
    }
    return count;
}
