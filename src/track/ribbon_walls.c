#include "track/ribbon_walls.h"

#include "geometry/transform.h"
#include "track/ribbon_build.h"

#include <math.h>
#include <string.h>

/// m between two looks at whether a wall may stand.
#define LOOK_STEP 1.0f

enum {
    LOOKS_MAX = 16 ///< Of one stretch, which is 6 m of road and little more of wall.
};

/// m: ends of chains nearer than this belong together (both stop at the same fold of the line).
#define JOIN_GAP 0.35f

/// m: points of a chain this close to the straight between others are dropped ...
#define STRAIGHT_TOLERANCE 0.02f

/// ... as long as no piece gets longer than this (m): long ones fill many cells of the wall grid.
#define PIECE_LENGTH_MAX 24.0f

/// m: shorter walls are not worth a piece.
#define CHAIN_LENGTH_MIN 0.3f

/// A run of wall along one side, all of one material and thickness.
typedef struct Chain {
    vec2s *points;
    int count;
    bool from_start, to_end; ///< Whether it begins at sample 0, or ends at the last stretch's end.
    uint8_t material;
    float thickness;
} Chain;

typedef struct ChainList {
    Chain *chains;
    int count;
    vec2s *points; ///< Of all chains, one after the other.
    int point_count;
    bool open; ///< The last chain goes on.
} ChainList;

// ---- where a wall may stand -----------------------------------------------------------------

/// One side of one stretch, for looking along its wall line.
typedef struct WallLine {
    const RoadGrid *grid;
    int ribbon, sample, side;
    vec2s from, to;               ///< m, of the wall's inner face.
    float offset_from, offset_to; ///< m, from the centre line.
    float length;                 ///< m, of the road.
} WallLine;

static WallLine wall_line_make(const RoadGrid *grid, int r, int i, int side) {
    const Ribbon *ribbon = &grid->ribbons[r];
    int next = ribbon_next(ribbon, i);
    float from = ribbon_wall_offset(ribbon, i, side);
    float to = ribbon_wall_offset(ribbon, next, side);
    return (WallLine){.grid = grid,
                      .ribbon = r,
                      .sample = i,
                      .side = side,
                      .from = ribbon_side_point(ribbon, i, side, from),
                      .to = ribbon_side_point(ribbon, next, side, to),
                      .offset_from = from,
                      .offset_to = to,
                      .length = ribbon_gap_after(ribbon, i)};
}

/// The place `offset` m beside sample `i`, on `side`.
static RibbonPlace side_place(const Ribbon *ribbon, int i, int side, float offset) {
    return (RibbonPlace){
        .sample = i, .s = ribbon->samples[i].s, .offset = side == 0 ? offset : -offset};
}

static bool wall_line_blocked(const WallLine *line, float t) {
    float offset = line->offset_from + t * (line->offset_to - line->offset_from);
    RibbonPlace place =
        side_place(&line->grid->ribbons[line->ribbon], line->sample, line->side, offset);
    place.t = t;
    place.s += t * line->length;
    return road_grid_covers(line->grid, glms_vec2_lerp(line->from, line->to, t), line->ribbon,
                            place);
}

/// Where between `free` and `blocked` the line becomes blocked: the last free place found.
static float find_border(const WallLine *line, float free, float blocked) {
    for (int i = 0; i < 12; i++) { // 1 m / 4096: well below a millimetre
        float middle = 0.5f * (free + blocked);
        if (wall_line_blocked(line, middle)) {
            blocked = middle;
        } else {
            free = middle;
        }
    }
    return free;
}

// ---- chains ---------------------------------------------------------------------------------

static void chain_extend(ChainList *list, vec2s point) {
    Chain *chain = &list->chains[list->count - 1];
    // 2 cm: closer points make pieces that shapes refuse.
    if (chain->count > 0 && glms_vec2_distance(chain->points[chain->count - 1], point) < 0.02f) {
        return;
    }
    chain->points[chain->count++] = point;
    list->point_count++;
}

/// Goes on with the last chain where it ended right here, else begins a new one.
static void chain_begin(ChainList *list, const TrackSide *side, vec2s point, bool at_start) {
    if (list->count > 0) {
        const Chain *last = &list->chains[list->count - 1];
        bool same = last->material == side->wall_material &&
                    fabsf(last->thickness - side->wall_thickness) < 1e-4f;
        if (same && glms_vec2_distance(last->points[last->count - 1], point) < JOIN_GAP) {
            chain_extend(list, point);
            list->open = true;
            return;
        }
    }
    list->chains[list->count++] = (Chain){.points = &list->points[list->point_count],
                                          .from_start = at_start,
                                          .material = side->wall_material,
                                          .thickness = side->wall_thickness};
    chain_extend(list, point);
    list->open = true;
}

/// Adds what may stand of one stretch to the chains.
static void add_stretch(ChainList *list, const WallLine *line, const TrackSide *side) {
    int looks = (int)(glms_vec2_distance(line->from, line->to) / LOOK_STEP) + 1;
    looks = looks > LOOKS_MAX ? LOOKS_MAX : looks;
    bool blocked = wall_line_blocked(line, 0.0f);
    if (blocked) {
        list->open = false;
    } else {
        chain_begin(list, side, line->from, line->sample == 0);
    }
    for (int k = 1; k <= looks; k++) {
        float t = (float)k / (float)looks;
        float before = (float)(k - 1) / (float)looks;
        bool now = wall_line_blocked(line, t);
        if (now && !blocked) {
            chain_extend(list, glms_vec2_lerp(line->from, line->to, find_border(line, before, t)));
            list->open = false;
        } else if (!now && blocked) {
            vec2s border = glms_vec2_lerp(line->from, line->to, find_border(line, t, before));
            chain_begin(list, side, border, false);
        }
        blocked = now;
    }
    if (!blocked) {
        chain_extend(list, line->to);
    }
}

/// All chains of one side of a ribbon, in order along it.
static ChainList make_chains(const RoadGrid *grid, int r, int side, Arena *scratch) {
    const Ribbon *ribbon = &grid->ribbons[r];
    // A stretch may fall apart at a busy crossing: no more than a chain and a point a look.
    size_t most = (LOOKS_MAX + 4) * (size_t)ribbon->count + 8;
    ChainList list = {.chains = arena_array(scratch, most, sizeof(Chain)),
                      .points = arena_array(scratch, most, sizeof(vec2s))};
    for (int i = 0; i < ribbon_stretch_count(ribbon); i++) {
        const TrackSide *own = &ribbon->samples[i].side[side];
        if (!own->wall) {
            list.open = false;
            continue;
        }
        WallLine line = wall_line_make(grid, r, i, side);
        add_stretch(&list, &line, own);
        if (list.count > 0 && i == ribbon_stretch_count(ribbon) - 1) {
            list.chains[list.count - 1].to_end = list.open;
        }
    }
    return list;
}

// ---- from chains to pieces ------------------------------------------------------------------

/// Drops points that lie on the straight between their neighbours, in place.
static int straighten(vec2s *points, int count) {
    int kept = 1;
    int anchor = 0;
    while (anchor + 1 < count) {
        int end = anchor + 1;
        while (end + 1 < count && end - anchor < 64 &&
               glms_vec2_distance(points[anchor], points[end + 1]) <= PIECE_LENGTH_MAX) {
            bool straight = true;
            for (int i = anchor + 1; i <= end && straight; i++) {
                straight = sqrtf(segment_distance2(points[anchor], points[end + 1], points[i],
                                                   NULL)) < STRAIGHT_TOLERANCE;
            }
            if (!straight) {
                break;
            }
            end++;
        }
        points[kept++] = points[end];
        anchor = end;
        // `kept` never passes `anchor`, so that what is still to be read is not overwritten.
    }
    return kept;
}

static bool add_chain(const Chain *chain, bool closed, int side, const Ribbon *ribbon,
                      const Material *materials, WallList *list) {
    float length = 0.0f;
    for (int i = 1; i < chain->count; i++) {
        length += glms_vec2_distance(chain->points[i - 1], chain->points[i]);
    }
    if (length < CHAIN_LENGTH_MIN) {
        return true;
    }
    int count = straighten(chain->points, chain->count);
    if (closed && glms_vec2_distance(chain->points[0], chain->points[count - 1]) < 0.02f) {
        count--;
    }
    const Material *material = &materials[chain->material];
    const WallDef wall = {
        .id = ribbon->id,
        .outline = {.kind = OUTLINE_LINE, .points = chain->points, .count = count},
        .closed = closed,
        .thickness = chain->thickness,
        .material = chain->material,
        .height = material->height,
        .restitution = material->restitution,
        .friction = material->friction,
        .valid = true,
        .place = ribbon->place,
    };
    return wall_list_add(list, &wall, side == 0 ? 1 : -1) != WALL_NO_ROOM;
}

/// Puts the last chain before the first where both are one across the ribbon's start.
static void join_ends(ChainList *list, Arena *scratch) {
    Chain *first = &list->chains[0];
    Chain *last = &list->chains[list->count - 1];
    if (list->count < 2 || !first->from_start || !last->to_end ||
        first->material != last->material || fabsf(first->thickness - last->thickness) > 1e-4f) {
        return;
    }
    size_t count = (size_t)first->count + (size_t)last->count;
    vec2s *points = arena_array(scratch, count, sizeof *points);
    memcpy(points, last->points, (size_t)last->count * sizeof *points);
    // Both hold the point at the start.
    memcpy(points + last->count, first->points + 1, ((size_t)first->count - 1) * sizeof *points);
    first->points = points;
    first->count = (int)count - 1;
    list->count--;
}

static bool add_side(const RoadGrid *grid, int r, int side, const Material *materials,
                     WallList *list) {
    Arena scratch = {0};
    const Ribbon *ribbon = &grid->ribbons[r];
    ChainList chains = make_chains(grid, r, side, &scratch);
    bool good = true;
    if (chains.count > 0 && ribbon->closed) {
        join_ends(&chains, &scratch);
    }
    for (int i = 0; i < chains.count && good; i++) {
        const Chain *chain = &chains.chains[i];
        bool ring = ribbon->closed && chains.count == 1 && chain->from_start && chain->to_end;
        good = add_chain(chain, ring, side, ribbon, materials, list);
    }
    arena_destroy(&scratch);
    return good;
}

static void set_wall_offsets(const RoadGrid *grid, Ribbon *ribbons, int r) {
    for (int i = 0; i < ribbons[r].count; i++) {
        for (int side = 0; side < 2; side++) {
            float offset = ribbon_wall_offset(&ribbons[r], i, side);
            vec2s point = ribbon_side_point(&ribbons[r], i, side, offset);
            bool stands =
                ribbons[r].samples[i].side[side].wall &&
                !road_grid_covers(grid, point, r, side_place(&ribbons[r], i, side, offset));
            ribbons[r].samples[i].wall[side] = stands ? offset : 0.0f;
        }
    }
}

bool ribbon_walls_make(Ribbon *ribbons, int count, const RoadGrid *grid, const Material *materials,
                       WallList *list) {
    bool good = true;
    for (int r = 0; r < count && good; r++) {
        if (ribbons[r].count == 0) {
            continue;
        }
        for (int side = 0; side < 2 && good; side++) {
            good = add_side(grid, r, side, materials, list);
        }
        set_wall_offsets(grid, ribbons, r);
    }
    return good;
}

void ribbon_kerbs_clear(Ribbon *ribbons, int count, const RoadGrid *grid) {
    for (int r = 0; r < count; r++) {
        for (int i = 0; i < ribbons[r].count; i++) {
            RibbonSample *sample = &ribbons[r].samples[i];
            for (int side = 0; side < 2; side++) {
                float half = side == 0 ? sample->left : sample->right;
                if (road_grid_covers(grid, sample->edge[side], r,
                                     side_place(&ribbons[r], i, side, half))) {
                    sample->kerb[side] = 0.0f;
                }
            }
        }
    }
}
