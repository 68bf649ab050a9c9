// Shortest routes from gate to gate on cells among the walls, on the road and off it.
#include "base/heap.h"
#include "collision/surface.h"
#include "geometry/cells.h"
#include "geometry/transform.h"
#include "track/gates.h"
#include "track/road_grid.h"
#include "track/validate.h"
#include "track_check/free_space.h"
#include "track_check/routes.h"
#include "track_check/track_check_parts.h"

#include <math.h>
#include <string.h>

/// m, of a search for shortcuts.
#define SHORTCUT_CELL 1.0f

/// A route off the road is a shortcut where it costs less than this share of the route on it,
/// counted in metres of asphalt, and saves this many of them.
#define SHORTCUT_SHARE 0.85f
#define SHORTCUT_SAVES 15.0f

enum {
    SHORTCUT_CELLS_MAX = 1 << 21, ///< Of one search; larger cells where the gates lie far apart.
};

/// A search for the cheapest route from one gate to the next. Both are crossed forward only.
typedef struct Search {
    const Track *track;
    const Ground *ground;
    const RoadGrid *roads;
    FreeSpace space;
    bool road_only;
    const TrackGate *from, *to;
    float *cost;   ///< Per cell: the cheapest known so far, 0 = none.
    uint8_t *step; ///< Per cell: the neighbour step that led there.
    Heap heap;
} Search;

/// A route that was found.
typedef struct Route {
    float cost;   ///< In metres of asphalt.
    float length; ///< m
    vec2s middle;
} Route;

/// What a metre at `point` costs: 1 on a road, more where grip is less.
static float metre_cost(const Search *search, vec2s point) {
    if (road_grid_on_road(search->roads, point)) {
        return 1.0f;
    }
    return surface_cost(&search->track->surfaces[ground_surface(search->ground, point)]);
}

static bool may_stand(const Search *search, ptrdiff_t cell, vec2s middle) {
    if (!free_space_is_free(&search->space, cell)) {
        return false;
    }
    return search->road_only
               ? road_grid_on_road(search->roads, middle)
               : !search->track->surfaces[ground_surface(search->ground, middle)].respawn;
}

static float distance_to_gate(const TrackGate *gate, vec2s point) {
    return sqrtf(segment_distance2(gate->left, gate->right, point, NULL));
}

/// Opens the cells just past the first gate.
static void open_start(Search *search) {
    const TrackGate *gate = search->from;
    vec2s forward = gate_forward(gate);
    float width = glms_vec2_distance(gate->left, gate->right);
    int steps = (int)(width / search->space.cell) + 1;
    for (int i = 0; i <= steps; i++) {
        vec2s point = glms_vec2_lerp(gate->left, gate->right, (float)i / (float)steps);
        point = glms_vec2_add(point, glms_vec2_scale(forward, search->space.cell));
        ptrdiff_t cell = free_space_cell(&search->space, point);
        if (cell < 0 || !may_stand(search, cell, free_space_middle(&search->space, cell))) {
            continue;
        }
        search->cost[cell] = search->space.cell;
        search->step[cell] = CELL_STEPS;
        heap_push(&search->heap, search->space.cell, (int)cell);
    }
}

/// Follows the route back from `cell`.
static Route trace_route(const Search *search, int cell) {
    Route route = {.cost = search->cost[cell]};
    int at = cell;
    int count = 1;
    for (; search->step[at] != CELL_STEPS; count++) {
        int step = search->step[at];
        route.length += search->space.cell * cell_step_length[step];
        at -= cell_step_y[step] * search->space.columns + cell_step_x[step];
    }
    for (int i = 0; i < count / 2; i++) {
        int step = search->step[cell];
        cell -= cell_step_y[step] * search->space.columns + cell_step_x[step];
    }
    route.middle = free_space_middle(&search->space, cell);
    return route;
}

/// Goes on from `cell`. True where a step crosses the second gate.
static bool open_neighbours(Search *search, int cell, float limit) {
    FreeSpace *space = &search->space;
    vec2s here = free_space_middle(space, cell);
    float metre = metre_cost(search, here);
    for (int i = 0; i < CELL_STEPS; i++) {
        int x = cell % space->columns + cell_step_x[i];
        int y = cell / space->columns + cell_step_y[i];
        if (x < 0 || y < 0 || x >= space->columns || y >= space->rows) {
            continue;
        }
        int next = y * space->columns + x;
        vec2s there = free_space_middle(space, next);
        float cost = search->cost[cell] + metre * (search->space.cell * cell_step_length[i]);
        bool known = search->cost[next] > 0.0f && search->cost[next] <= cost;
        if (known || cost + distance_to_gate(search->to, there) > limit ||
            !may_stand(search, next, there)) {
            continue;
        }
        int end = track_gate_crossing(search->to, here, there).direction;
        if (end > 0) {
            return true;
        }
        if (end < 0 || track_gate_crossing(search->from, here, there).direction != 0) {
            continue;
        }
        if (heap_push(&search->heap, cost, next)) {
            search->cost[next] = cost;
            search->step[next] = (uint8_t)i;
        }
    }
    return false;
}

/// The cheapest route between the gates that costs at most `limit` (Dijkstra); on roads alone or
/// anywhere.
static bool find_route(Search *search, bool road_only, float limit, Route *out) {
    size_t cells = (size_t)search->space.columns * (size_t)search->space.rows;
    search->road_only = road_only;
    search->heap.count = 0;
    memset(search->cost, 0, cells * sizeof *search->cost);
    open_start(search);
    while (search->heap.count > 0) {
        HeapItem first = heap_pop(&search->heap);
        if (first.key > search->cost[first.item]) {
            continue; // an older, dearer entry
        }
        if (open_neighbours(search, first.item, limit)) {
            *out = trace_route(search, first.item);
            return true;
        }
    }
    return false;
}

/// The cells that a route of at most `limit` m between two gates can touch.
static Search search_make(const Track *track, const Ground *ground, const RoadGrid *roads, int from,
                          int to, float limit, Arena *scratch) {
    Search search = {.track = track,
                     .ground = ground,
                     .roads = roads,
                     .from = &track->gates[from],
                     .to = &track->gates[to]};
    vec2s ends[4] = {search.from->left, search.from->right, search.to->left, search.to->right};
    Box box = box_grow(box_of(ends, 4), 0.5f * limit);
    box.low = glms_vec2_maxv(box.low, track->bounds.low);
    box.high = glms_vec2_minv(box.high, track->bounds.high);
    vec2s size = glms_vec2_sub(box.high, box.low);
    float least = sqrtf(size.x * size.y / (float)SHORTCUT_CELLS_MAX);
    search.space = free_space_make(track->wall_pieces, track->wall_piece_count, box,
                                   fmaxf(SHORTCUT_CELL, least), 0.5f * ROUTES_CAR_WIDTH, scratch);
    size_t cells = (size_t)search.space.columns * (size_t)search.space.rows;
    search.cost = arena_array(scratch, cells, sizeof *search.cost);
    search.step = arena_array(scratch, cells, sizeof *search.step);
    search.heap.max = (int)cells;
    search.heap.items = arena_array(scratch, cells, sizeof *search.heap.items);
    return search;
}

/// W704 of the leg from gate `from` to gate `to`, `road` m apart along the first ribbon.
static void check_shortcut(const Track *track, const Ground *ground, const RoadGrid *roads,
                           int from, int to, float road, MessageList *messages) {
    Arena scratch = {0};
    Search search = search_make(track, ground, roads, from, to, road, &scratch);
    Route any, on_road;
    if (find_route(&search, false, SHORTCUT_SHARE * road, &any) &&
        find_route(&search, true, 1.2f * road, &on_road) &&
        any.cost < SHORTCUT_SHARE * on_road.cost && any.cost < on_road.cost - SHORTCUT_SAVES) {
        char label_from[VALIDATE_LABEL_MAX];
        char label_to[VALIDATE_LABEL_MAX];
        Message *message = message_add(messages, MESSAGE_W704, track->gates[to].place,
                                       validate_gate_label(track, from, label_from),
                                       validate_gate_label(track, to, label_to),
                                       (double)(100.0f * (1.0f - any.length / on_road.length)),
                                       (double)any.middle.x, (double)any.middle.y);
        message_at(message, any.middle.x, any.middle.y);
    }
    arena_destroy(&scratch);
}

/// Of every leg between gates on the first ribbon.
void shortcuts_check(const Track *track, const Ground *ground, MessageList *messages) {
    Arena scratch = {0};
    RoadGrid roads = road_grid_make(track->ribbons, track->ribbon_count, &scratch);
    const Ribbon *ribbon = &track->ribbons[0];
    for (int to = 0; track->ribbon_count > 0 && to < track->gate_count; to++) {
        int from = to > 0 ? to - 1 : track->gate_count - 1;
        float road = track->gates[to].s - track->gates[from].s;
        bool known = track->gates[to].s >= 0.0f && track->gates[from].s >= 0.0f;
        if (ribbon->closed && road <= 0.0f) {
            road += ribbon->length;
        }
        if (known && road > SHORTCUT_SAVES) {
            check_shortcut(track, ground, &roads, from, to, road, messages);
        }
    }
    arena_destroy(&scratch);
}
