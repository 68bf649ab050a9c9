#include "base/scalar.h"
#include "geometry/cells.h"
#include "geometry/transform.h"
#include "ground/ground.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS_MAX = 1 << 19,
};

/// m: with less most cells are uniform, with more each holds fewer patches. Measured on a 900 m
/// circuit: 2.5 m answers 98 of 100 points on the road at once from 60 KiB of cells.
#define CELL_MIN 2.5f

/// m: edges and quads are entered in all cells within this, so that rounding loses none.
#define CELL_MARGIN 1e-3f

/// A zone's edges, its own and its holes', as a run of Builder.edges.
typedef struct ZoneEdges {
    int first, count;
    Box box;
} ZoneEdges;

typedef struct Builder {
    Ground ground;
    Arena scratch;
    GroundQuad *quads;
    int quad_count;
    int8_t *turns; ///< Of each quad: 1 counter-clockwise, -1 clockwise, 0 not convex.
    GroundEdge *edges;
    ZoneEdges *zones;
    int zone_count;
    uint8_t *closed;   ///< A cell whose surface below is final.
    uint8_t *below;    ///< That surface.
    uint32_t *used;    ///< Words of each cell so far.
    uint32_t *start;   ///< First word of each cell; set after counting.
    int32_t *words;    ///< NULL while counting.
    int *zone_touches; ///< Edges of the current zone in each cell.
    float *crossings;  ///< x where a zone's edges cross a row.
} Builder;

static CellRange cells_of(const Ground *ground, Box box) {
    return cell_range(box_grow(box, CELL_MARGIN), ground->low, ground->per_cell, ground->columns,
                      ground->rows);
}

static Box cell_box(const Ground *ground, int column, int row) {
    Box box = {.low = vec2_make(ground->low.x + (float)column * ground->cell,
                                ground->low.y + (float)row * ground->cell)};
    box.high = vec2_make(box.low.x + ground->cell, box.low.y + ground->cell);
    return box_grow(box, CELL_MARGIN);
}

static void add_word(Builder *builder, int cell, int32_t word) {
    if (builder->words) {
        builder->words[builder->start[cell] + builder->used[cell]] = word;
    }
    builder->used[cell]++;
}

static void close_cell(Builder *builder, int cell, uint8_t surface) {
    builder->closed[cell] = 1;
    builder->below[cell] = surface;
}

// ---- patches --------------------------------------------------------------------------------

static void add_quad(Builder *builder, vec2s a, vec2s b, vec2s c, vec2s d, uint8_t surface) {
    builder->quads[builder->quad_count++] =
        (GroundQuad){{a.x, b.x, c.x, d.x, a.x}, {a.y, b.y, c.y, d.y, a.y}, surface};
}

/// The kerb's edge at a sample: half in, half out of the road.
static vec2s kerb_point(const RibbonSample *sample, int side, float out) {
    float sign = side == 0 ? 1.0f : -1.0f;
    vec2s normal = glms_vec2_scale(vec2_left(sample->tangent), sign);
    return glms_vec2_add(sample->edge[side],
                         glms_vec2_scale(normal, 0.5f * out * sample->kerb[side]));
}

/// The quads of one kind of all ribbons, topmost first: branches end below what they join.
static void add_strips(Builder *builder, const Track *track, int kind) {
    for (int r = 0; r < track->ribbon_count; r++) {
        const Ribbon *ribbon = &track->ribbons[r];
        for (int i = 0; i < ribbon_stretch_count(ribbon); i++) {
            const RibbonSample *a = &ribbon->samples[i];
            const RibbonSample *b = &ribbon->samples[ribbon_next(ribbon, i)];
            if (kind == 1) {
                add_quad(builder, a->edge[0], b->edge[0], b->edge[1], a->edge[1], a->surface);
                continue;
            }
            for (int side = 0; side < 2; side++) {
                if (kind == 0 && (a->kerb[side] > 0.0f || b->kerb[side] > 0.0f)) {
                    add_quad(builder, kerb_point(a, side, -1.0f), kerb_point(b, side, -1.0f),
                             kerb_point(b, side, 1.0f), kerb_point(a, side, 1.0f), SURFACE_KERB);
                }
                if (kind == 2 && (a->shoulder[side] > 0.0f || b->shoulder[side] > 0.0f)) {
                    add_quad(builder, a->edge[side], b->edge[side], b->shoulder_edge[side],
                             a->shoulder_edge[side], a->side[side].shoulder_surface);
                }
            }
        }
    }
}

static void collect_quads(Builder *builder, const Track *track) {
    size_t most = 1;
    for (int r = 0; r < track->ribbon_count; r++) {
        most += 5 * (size_t)track->ribbons[r].count;
    }
    builder->quads = arena_array(&builder->scratch, most, sizeof *builder->quads);
    for (int kind = 0; kind < 3; kind++) { // kerbs, roads, shoulders
        add_strips(builder, track, kind);
    }
}

static int add_ring(Builder *builder, int at, const vec2s *points, int count) {
    for (int i = 0; i < count; i++) {
        builder->edges[at++] = (GroundEdge){points[i], points[i + 1 < count ? i + 1 : 0]};
    }
    return at;
}

static void collect_zones(Builder *builder, const Track *track, Arena *arena) {
    size_t most = 1;
    for (int i = 0; i < track->zone_count; i++) {
        most += (size_t)track->zones[i].count;
        for (int k = 0; k < track->zones[i].hole_count; k++) {
            most += (size_t)track->zones[i].hole_counts[k];
        }
    }
    size_t zones = (size_t)track->zone_count + 1;
    uint8_t *surfaces = arena_array(arena, zones, sizeof *surfaces);
    builder->edges = arena_array(arena, most, sizeof *builder->edges);
    builder->zones = arena_array(&builder->scratch, zones, sizeof *builder->zones);
    builder->crossings = arena_array(&builder->scratch, most, sizeof *builder->crossings);
    builder->zone_count = track->zone_count;
    int at = 0;
    for (int i = 0; i < track->zone_count; i++) {
        const TrackZone *zone = &track->zones[i];
        builder->zones[i].first = at;
        at = add_ring(builder, at, zone->points, zone->count);
        for (int k = 0; k < zone->hole_count; k++) {
            at = add_ring(builder, at, zone->holes[k], zone->hole_counts[k]);
        }
        builder->zones[i].count = at - builder->zones[i].first;
        builder->zones[i].box = box_of(zone->points, zone->count);
        surfaces[i] = zone->surface;
    }
    builder->ground.zone_surfaces = surfaces;
    builder->ground.edges = builder->edges;
}

// ---- quads into cells -----------------------------------------------------------------------

/// Which side of the quad's edge i the point lies on; inside is positive for a counter-clockwise
/// one.
static float side_of(const vec2s *quad, int i, vec2s point) {
    vec2s a = quad[i];
    vec2s b = quad[(i + 1) % 4];
    return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
}

typedef enum Cover {
    COVER_NONE,
    COVER_PART,
    COVER_WHOLE,
} Cover;

/// How the convex counter-clockwise quad lies over the box.
static Cover cover_of(const vec2s *quad, Box box) {
    vec2s corners[4] = {box.low, {{box.high.x, box.low.y}}, box.high, {{box.low.x, box.high.y}}};
    bool whole = true;
    for (int i = 0; i < 4; i++) {
        int inside = 0;
        for (int k = 0; k < 4; k++) {
            inside += side_of(quad, i, corners[k]) >= 0.0f;
        }
        if (inside == 0) {
            return COVER_NONE;
        }
        whole = whole && inside == 4;
    }
    return whole ? COVER_WHOLE : COVER_PART;
}

static void place_quad(Builder *builder, int index) {
    const GroundQuad *quad = &builder->quads[index];
    vec2s points[4];
    for (int i = 0; i < 4; i++) {
        points[i] = vec2_make(quad->x[i], quad->y[i]);
    }
    CellRange range = cells_of(&builder->ground, box_of(points, 4));
    bool clockwise = polygon_area(points, 4) < 0.0f;
    if (clockwise) {
        vec2s swap = points[1];
        points[1] = points[3];
        points[3] = swap;
    }
    bool convex = polygon_is_convex(points, 4);
    builder->turns[index] = (int8_t)(!convex ? 0 : clockwise ? -1 : 1);
    for (int row = range.row_from; row <= range.row_to; row++) {
        for (int column = range.column_from; column <= range.column_to; column++) {
            int cell = row * builder->ground.columns + column;
            if (builder->closed[cell]) {
                continue;
            }
            Cover cover =
                convex ? cover_of(points, cell_box(&builder->ground, column, row)) : COVER_PART;
            if (cover == COVER_WHOLE) {
                close_cell(builder, cell, (uint8_t)quad->surface);
            } else if (cover == COVER_PART) {
                add_word(builder, cell, index);
            }
        }
    }
}

// ---- zones into cells -----------------------------------------------------------------------

/// Whether the edge comes near the cell: their boxes overlap, and not all corners of the cell lie
/// on one side of the edge.
static bool edge_touches(const GroundEdge *edge, Box box) {
    vec2s ends[2] = {edge->a, edge->b};
    if (!box_overlap(box_of(ends, 2), box)) {
        return false;
    }
    vec2s d = glms_vec2_sub(edge->b, edge->a);
    vec2s middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f);
    vec2s to = glms_vec2_sub(middle, edge->a);
    vec2s half = glms_vec2_scale(glms_vec2_sub(box.high, box.low), 0.5f);
    return fabsf(d.x * to.y - d.y * to.x) <= fabsf(d.x) * half.y + fabsf(d.y) * half.x;
}

/// Calls for each cell that an edge touches: counts it, or (with `at`) writes the edge's index
/// where that says.
static void touch_cells(Builder *builder, int index, uint32_t *at) {
    const GroundEdge *edge = &builder->edges[index];
    vec2s ends[2] = {edge->a, edge->b};
    CellRange range = cells_of(&builder->ground, box_of(ends, 2));
    for (int row = range.row_from; row <= range.row_to; row++) {
        for (int column = range.column_from; column <= range.column_to; column++) {
            int cell = row * builder->ground.columns + column;
            if (!edge_touches(edge, cell_box(&builder->ground, column, row))) {
                continue;
            }
            if (!at) {
                builder->zone_touches[cell]++;
            } else if (!builder->closed[cell]) {
                builder->words[at[cell]++] = index;
            }
        }
    }
}

static GroundEdge edge_of(const GroundQuad *quad, int i) {
    return (GroundEdge){{{quad->x[i], quad->y[i]}}, {{quad->x[i + 1], quad->y[i + 1]}}};
}

/// Whether the edge leads from `quad` into one of `count` others.
static bool is_shared(const Builder *builder, const int32_t *words, int count, int32_t quad,
                      GroundEdge edge) {
    for (int k = 0; k < count; k++) {
        bool alike = builder->turns[words[k]] == builder->turns[quad];
        for (int i = 0; alike && words[k] != quad && i < 4; i++) {
            GroundEdge other = edge_of(&builder->quads[words[k]], i);
            if (memcmp(&other.a, &edge.b, sizeof edge.b) == 0 &&
                memcmp(&other.b, &edge.a, sizeof edge.a) == 0) {
                return true;
            }
        }
    }
    return false;
}

/// Whether all points of `box` lie in one or another of `count` quads: who leaves one of them
/// within the box enters the next, and its middle lies in one.
static bool is_covered(const Builder *builder, const int32_t *words, int count, Box box) {
    vec2s middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f);
    bool any = false;
    for (int k = 0; k < count; k++) {
        const GroundQuad *quad = &builder->quads[words[k]];
        float turn = (float)builder->turns[words[k]];
        bool holds = true;
        for (int i = 0; i < 4; i++) {
            GroundEdge edge = edge_of(quad, i);
            vec2s ends[2] = {edge.a, edge.b};
            holds = holds && turn * side_of(ends, 0, middle) >= 0.0f;
            if (edge_touches(&edge, box) &&
                (turn == 0.0f || !is_shared(builder, words, count, words[k], edge))) {
                return false;
            }
        }
        any = any || (holds && turn != 0.0f);
    }
    return any;
}

/// Closes a cell on which the topmost patches are pieces of one surface and leave no gap: most
/// cells on a road lie on two or three.
static void close_if_covered(Builder *builder, int cell) {
    const int32_t *words = builder->words + builder->start[cell];
    int used = (int)builder->used[cell], alike = 0;
    while (alike < used && words[alike] >= 0 &&
           builder->quads[words[alike]].surface == builder->quads[words[0]].surface) {
        alike++;
    }
    Box box =
        cell_box(&builder->ground, cell % builder->ground.columns, cell / builder->ground.columns);
    if (alike > 1 && is_covered(builder, words, alike, box)) {
        close_cell(builder, cell, (uint8_t)builder->quads[words[0]].surface);
        builder->used[cell] = 0;
    }
}

/// Sorted x of the zone's edges on the line `y`; their number is even but for rounding.
static int row_crossings(Builder *builder, const ZoneEdges *zone, float y) {
    int count = 0;
    for (int i = zone->first; i < zone->first + zone->count; i++) {
        vec2s a = builder->edges[i].a;
        vec2s b = builder->edges[i].b;
        if ((a.y > y) != (b.y > y)) {
            builder->crossings[count++] = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
        }
    }
    qsort(builder->crossings, (size_t)count, sizeof(float), float_compare);
    return count;
}

/// Closes the cells that lie wholly inside the zone, and begins its entry in those it crosses.
static void place_zone_row(Builder *builder, int index, CellRange range, int row, uint32_t *at) {
    const ZoneEdges *zone = &builder->zones[index];
    uint8_t surface = builder->ground.zone_surfaces[index];
    float y = ground_reference(&builder->ground, range.column_from, row).y;
    int count = row_crossings(builder, zone, y);
    int passed = 0;
    for (int column = range.column_from; column <= range.column_to; column++) {
        int cell = row * builder->ground.columns + column;
        float x = ground_reference(&builder->ground, column, row).x;
        while (passed < count && builder->crossings[passed] <= x) {
            passed++;
        }
        bool inside = passed % 2 != 0;
        int touches = builder->zone_touches[cell];
        if (builder->closed[cell]) {
            continue;
        }
        if (touches == 0) {
            if (inside) {
                close_cell(builder, cell, surface);
            }
            continue;
        }
        add_word(builder, cell, ~(2 * index + (inside ? 1 : 0)));
        add_word(builder, cell, touches);
        if (at) {
            at[cell] = builder->start[cell] + builder->used[cell];
        }
        builder->used[cell] += (uint32_t)touches;
    }
}

static void place_zone(Builder *builder, int index, uint32_t *at) {
    const ZoneEdges *zone = &builder->zones[index];
    CellRange range = cells_of(&builder->ground, zone->box);
    for (int i = zone->first; i < zone->first + zone->count; i++) {
        touch_cells(builder, i, NULL);
    }
    for (int row = range.row_from; row <= range.row_to; row++) {
        place_zone_row(builder, index, range, row, builder->words ? at : NULL);
    }
    for (int i = zone->first; builder->words && i < zone->first + zone->count; i++) {
        touch_cells(builder, i, at);
    }
    for (int row = range.row_from; row <= range.row_to; row++) {
        memset(&builder->zone_touches[row * builder->ground.columns + range.column_from], 0,
               (size_t)(range.column_to - range.column_from + 1) * sizeof(int));
    }
}

// ---- the whole ------------------------------------------------------------------------------

/// Everything into its cells, topmost first; counting where there are no words yet.
static void place_all(Builder *builder, uint32_t *at) {
    size_t cells = (size_t)builder->ground.columns * (size_t)builder->ground.rows;
    memset(builder->closed, 0, cells);
    memset(builder->used, 0, cells * sizeof *builder->used);
    memset(builder->below, builder->ground.outside, cells);
    for (int i = builder->zone_count - 1; i >= 0; i--) {
        place_zone(builder, i, at);
    }
    for (int i = 0; i < builder->quad_count; i++) {
        place_quad(builder, i);
    }
}

static void size_grid(Builder *builder) {
    Ground *ground = &builder->ground;
    Box box = box_of(NULL, 0);
    for (int i = 0; i < builder->zone_count; i++) {
        box = box_union(box, builder->zones[i].box);
    }
    for (int i = 0; i < builder->quad_count; i++) {
        const GroundQuad *quad = &builder->quads[i];
        for (int k = 0; k < 4; k++) {
            box = box_add(box, vec2_make(quad->x[k], quad->y[k]));
        }
    }
    if (box.low.x > box.high.x) {
        box = (Box){.high = {{1.0f, 1.0f}}};
    }
    box = box_grow(box, 0.1f);
    float width = box.high.x - box.low.x;
    float height = box.high.y - box.low.y;
    ground->low = box.low;
    ground->cell = fmaxf(CELL_MIN, sqrtf(width * height / (float)(CELLS_MAX / 2)));
    // A long thin grid has more border than area: check the count itself.
    while ((width / ground->cell + 1.0f) * (height / ground->cell + 1.0f) > (float)CELLS_MAX) {
        ground->cell *= 1.25f;
    }
    ground->per_cell = 1.0f / ground->cell;
    ground->columns = (int)(width * ground->per_cell) + 1;
    ground->rows = (int)(height * ground->per_cell) + 1;
}

/// Words of a cell's list without the last entries that say what lies below anyway.
static uint32_t trimmed(const Builder *builder, int cell) {
    const int32_t *words = builder->words + builder->start[cell];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < builder->used[cell];) {
        bool zone = words[i] < 0;
        uint32_t size = zone ? 2 + (uint32_t)words[i + 1] : 1;
        uint32_t surface =
            zone ? builder->ground.zone_surfaces[~words[i] >> 1] : builder->quads[words[i]].surface;
        i += size;
        kept = surface != builder->below[cell] ? i : kept;
    }
    return kept;
}

static void finish(Builder *builder, Arena *arena) {
    Ground *ground = &builder->ground;
    int count = ground->columns * ground->rows;
    size_t total = 0;
    for (int i = 0; i < count; i++) {
        close_if_covered(builder, i);
        total += builder->used[i] = trimmed(builder, i);
    }
    GroundCell *cells = arena_array(arena, (size_t)count, sizeof *cells);
    int32_t *words = arena_array(arena, total + 1, sizeof *words);
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        cells[i] = (GroundCell){(uint32_t)at, builder->used[i] << 8 | builder->below[i]};
        memcpy(words + at, builder->words + builder->start[i], builder->used[i] * sizeof *words);
        at += builder->used[i];
    }
    ground->cells = cells;
    ground->words = words;
    ground->quads =
        arena_copy_array(arena, builder->quads, (size_t)builder->quad_count, sizeof *ground->quads);
}

/// Whether any surface that is laid somewhere puts cars back on the road.
static bool lays_respawn(const Builder *builder, const Track *track) {
    bool any = track->surfaces[builder->ground.outside].respawn;
    for (int i = 0; i < builder->zone_count; i++) {
        any = any || track->surfaces[builder->ground.zone_surfaces[i]].respawn;
    }
    for (int i = 0; i < builder->quad_count; i++) {
        any = any || track->surfaces[builder->quads[i].surface].respawn;
    }
    return any;
}

Ground ground_make(const Track *track, Arena *arena) {
    Builder *builder = &(Builder){.ground = {.outside = track->ground}};
    collect_quads(builder, track);
    collect_zones(builder, track, arena);
    builder->ground.respawns = lays_respawn(builder, track);
    size_grid(builder);
    size_t cells = (size_t)builder->ground.columns * (size_t)builder->ground.rows;
    builder->turns = arena_array(&builder->scratch, (size_t)builder->quad_count + 1, 1);
    builder->closed = arena_array(&builder->scratch, cells, sizeof *builder->closed);
    builder->below = arena_array(&builder->scratch, cells, sizeof *builder->below);
    builder->used = arena_array(&builder->scratch, cells, sizeof *builder->used);
    builder->start = arena_array(&builder->scratch, cells + 1, sizeof *builder->start);
    builder->zone_touches = arena_array(&builder->scratch, cells, sizeof(int));
    place_all(builder, NULL);
    for (size_t i = 0; i < cells; i++) {
        builder->start[i + 1] = builder->start[i] + builder->used[i];
    }
    builder->words =
        arena_array(&builder->scratch, (size_t)builder->start[cells] + 1, sizeof *builder->words);
    place_all(builder, arena_array(&builder->scratch, cells, sizeof(uint32_t)));
    finish(builder, arena);
    Ground ground = builder->ground;
    arena_destroy(&builder->scratch);
    return ground;
}
