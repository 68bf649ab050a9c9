// Shortest routes from gate to gate on cells among the walls, on the road and off it.
#include "base/heap.h"
#include "collision/surface.h"
#include "geometry/cells.h"
#include "geometry/transform.h"
#include "track/gates.h"
#include "track/validate.h"
#include "track_check/free_space.h"
#include "track_check/routes.h"
#include "track_check/track_check_parts.h"

#include <math.h>
#include <string.h>

/// m, of a search for shortcuts.
#define SHORTCUT_CELL 1.0f

/// A stretch of a route off the road is a shortcut where it costs less than this share of the road
/// from its beginning to its end, counted in metres of asphalt, and saves this many of them.
#define SHORTCUT_SHARE 0.85f
#define SHORTCUT_SAVES 15.0f

/// m of road for each metre along its centre line, at most: a search on the road goes no farther.
#define ROAD_SLACK 1.2f

enum {
    SHORTCUT_CELLS_MAX = 1 << 21, ///< Of one search; larger cells where the gates lie far apart.
    DIRECTIONS_MAX = 8,           ///< Of the road at a place that are looked at.
    SHORTCUTS_MAX = 4,            ///< That are said of one leg.
};

/// A search for the cheapest route from one gate to the next. Both are crossed forward only.
typedef struct Search {
    const Track *track;
    const Ground *ground;
    const RoadGrid *roads;
    FreeSpace space;
    bool road_only;
    const TrackGate *from, *to;
    float *cost;      ///< Per cell: the cheapest known so far, 0 = none.
    uint8_t *step;    ///< Per cell: the neighbour step that led there.
    float *road_cost; ///< Per cell: `cost` of the search on roads alone.
    Heap heap;
} Search;

/// A route that was found: its cells from gate to gate.
typedef struct Route {
    int *cells;
    int count;
    float cost; ///< In metres of asphalt, up to the last cell.
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

/// The cell from which the route came to `cell`.
static int cell_before(const Search *search, int cell) {
    int step = search->step[cell];
    return cell - cell_step_y[step] * search->space.columns - cell_step_x[step];
}

/// Follows the route back from `cell`.
static Route trace_route(const Search *search, int cell, Arena *scratch) {
    Route route = {.count = 1, .cost = search->cost[cell]};
    for (int at = cell; search->step[at] != CELL_STEPS; at = cell_before(search, at)) {
        route.count++;
    }
    route.cells = arena_array(scratch, (size_t)route.count, sizeof *route.cells);
    for (int i = route.count - 1; i >= 0; i--) {
        route.cells[i] = cell;
        cell = i > 0 ? cell_before(search, cell) : cell;
    }
    return route;
}

/// Whether step `i` goes against all of the road's `count` directions: nobody saves time who turns
/// round twice.
static bool goes_against(const vec2s *directions, int count, int i) {
    vec2s step = {{(float)cell_step_x[i], (float)cell_step_y[i]}};
    bool against = count > 0;
    for (int k = 0; k < count; k++) {
        against = against && glms_vec2_dot(step, directions[k]) < -0.5f * cell_step_length[i];
    }
    return against;
}

/// Goes on from `cell`. True where a step crosses the second gate.
static bool open_neighbours(Search *search, int cell, float limit) {
    FreeSpace *space = &search->space;
    vec2s here = free_space_middle(space, cell);
    float metre = metre_cost(search, here);
    vec2s directions[DIRECTIONS_MAX];
    int count = road_grid_directions(search->roads, here, directions, DIRECTIONS_MAX);
    for (int i = 0; i < CELL_STEPS; i++) {
        int x = cell % space->columns + cell_step_x[i];
        int y = cell / space->columns + cell_step_y[i];
        if (x < 0 || y < 0 || x >= space->columns || y >= space->rows ||
            goes_against(directions, count, i)) {
            continue;
        }
        int next = y * space->columns + x;
        vec2s there = free_space_middle(space, next);
        float cost = search->cost[cell] + metre * (search->space.cell * cell_step_length[i]);
        if (cost + distance_to_gate(search->to, there) > limit || !may_stand(search, next, there)) {
            continue;
        }
        // Also where another way, round the gate, has led to `next` before.
        int end = track_gate_crossing(search->to, here, there).direction;
        if (end > 0) {
            return true;
        }
        bool known = search->cost[next] > 0.0f && search->cost[next] <= cost;
        if (known || end < 0 || track_gate_crossing(search->from, here, there).direction != 0) {
            continue;
        }
        if (heap_push(&search->heap, cost, next)) {
            search->cost[next] = cost;
            search->step[next] = (uint8_t)i;
        }
    }
    return false;
}

/// The cheapest route between the gates that costs at most `limit` (Dijkstra); on roads alone, then
/// it also fills road_cost, or anywhere.
static bool find_route(Search *search, bool road_only, float limit, Arena *scratch, Route *out) {
    size_t cells = (size_t)search->space.columns * (size_t)search->space.rows;
    int end = -1;
    search->road_only = road_only;
    search->heap.count = 0;
    memset(search->cost, 0, cells * sizeof *search->cost);
    open_start(search);
    while (search->heap.count > 0 && (end < 0 || road_only)) {
        HeapItem first = heap_pop(&search->heap);
        if (first.key > search->cost[first.item]) {
            continue; // an older, dearer entry
        }
        if (open_neighbours(search, first.item, limit) && end < 0) {
            end = first.item;
        }
    }
    if (end >= 0) {
        *out = trace_route(search, end, scratch);
    }
    if (road_only) {
        memcpy(search->road_cost, search->cost, cells * sizeof *search->cost);
    }
    return end >= 0;
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
    search.road_cost = arena_array(scratch, cells, sizeof *search.road_cost);
    search.heap.max = (int)cells;
    search.heap.items = arena_array(scratch, cells, sizeof *search.heap.items);
    return search;
}

/// Where a route lies off the road, what it gains there grows evenly with its cost.
static void spread_gains(const Search *search, const Route *route, float *gains) {
    for (int from = 0, to = 1; to < route->count; to++) {
        if (search->road_cost[route->cells[to]] <= 0.0f && to + 1 < route->count) {
            continue;
        }
        float start = search->cost[route->cells[from]];
        float cost = search->cost[route->cells[to]] - start;
        for (int i = from + 1; i < to; i++) {
            float part = (search->cost[route->cells[i]] - start) / cost;
            gains[i] = gains[from] + part * (gains[to] - gains[from]);
        }
        from = to;
    }
}

/// What a route off the road gains up to each of its cells over the road, in metres of asphalt, as
/// far as it is not lost again: it may pass over a part of the road that is of no use to it.
static float *gains_of(const Search *search, const Route *route, float whole, Arena *scratch) {
    float *gains = arena_array(scratch, (size_t)route->count, sizeof *gains);
    float least = whole;
    for (int i = route->count - 1; i >= 0; i--) {
        float road = search->road_cost[route->cells[i]];
        if (road > 0.0f && i + 1 < route->count) {
            least = fminf(least, fmaxf(road - search->cost[route->cells[i]], 0.0f));
        }
        gains[i] = least;
    }
    gains[0] = 0.0f;
    spread_gains(search, route, gains);
    return gains;
}

/// The stretch of a route that falls most below SHORTCUT_SHARE of the road's cost, both counted
/// from its first cell (the largest sum of a run: Bentley, Programming Pearls, 1984). Cells marked
/// `said` part stretches. False where none is below.
static bool find_stretch(const Search *search, const Route *route, const float *gains,
                         const bool *said, int *from, int *to) {
    float best = 0.0f, sum = 0.0f;
    int first = 0;
    for (int i = 1; i < route->count; i++) {
        float cost = search->cost[route->cells[i]] - search->cost[route->cells[i - 1]];
        float road = cost + gains[i] - gains[i - 1];
        sum += SHORTCUT_SHARE * road - cost;
        if (sum <= 0.0f || said[i]) {
            sum = 0.0f;
            first = i;
        }
        if (sum > best) {
            best = sum;
            *from = first;
            *to = i;
        }
    }
    return best > 0.0f;
}

/// The middle of the longest part of a stretch that lies off the road.
static vec2s middle_off_road(const Search *search, const Route *route, int from, int to) {
    int longest = 0, middle = (from + to) / 2;
    for (int i = from, run = 0; i <= to; i++) {
        run = search->road_cost[route->cells[i]] > 0.0f ? 0 : run + 1;
        if (run > longest) {
            longest = run;
            middle = i - run / 2;
        }
    }
    return free_space_middle(&search->space, route->cells[middle]);
}

/// Adds W704 of the leg from gate `from` to gate `to`.
static void add_shortcut(const Track *track, int from, int to, float saves, vec2s at,
                         MessageList *messages) {
    char label_from[VALIDATE_LABEL_MAX];
    char label_to[VALIDATE_LABEL_MAX];
    Message *message = message_add(messages, MESSAGE_W704, track->gates[to].place,
                                   validate_gate_label(track, from, label_from),
                                   validate_gate_label(track, to, label_to), (double)at.x,
                                   (double)at.y, (double)saves);
    message_at(message, at.x, at.y);
}

/// The shortcuts of a route off the road that costs `whole` less than the road.
static void check_route(const Search *search, const Route *route, float whole, int from, int to,
                        Arena *scratch, MessageList *messages) {
    float *gains = gains_of(search, route, whole, scratch);
    bool *said = arena_array(scratch, (size_t)route->count, sizeof *said);
    for (int i = 0; i < SHORTCUTS_MAX; i++) {
        int first = 0, last = 0;
        if (!find_stretch(search, route, gains, said, &first, &last)) {
            return;
        }
        float saves = gains[last] - gains[first];
        if (saves >= SHORTCUT_SAVES) {
            vec2s at = middle_off_road(search, route, first, last);
            add_shortcut(search->track, from, to, saves, at, messages);
        }
        memset(&said[first + 1], 1, (size_t)(last - first) * sizeof *said);
    }
}

/// Whether `point` lies on a road but the first: a branch is no shortcut.
static bool is_on_branch(const Track *track, vec2s point) {
    for (int i = 1; i < track->ribbon_count; i++) {
        RibbonPlace place = ribbon_locate(&track->ribbons[i], point, -1);
        if (fabsf(place.offset) <= ribbon_half_width_at(&track->ribbons[i], place)) {
            return true;
        }
    }
    return false;
}

/// Whether `place` lies beside the road by more than a cell.
static bool is_beside(const Search *search, const Ribbon *road, RibbonPlace place) {
    return fabsf(place.offset) > ribbon_half_width_at(road, place) + search->space.cell;
}

/// W704 where a route on the road, of a leg of `whole` m, goes over from one part of it to a later
/// one: at a crossing, or where two parts touch.
static void check_crossings(const Search *search, const Route *route, float whole, int from, int to,
                            MessageList *messages) {
    const Track *track = search->track;
    const Ribbon *road = &track->ribbons[0];
    RibbonPlace last = ribbon_at(road, search->from->s);
    for (int i = 0; i < route->count; i++) {
        vec2s point = free_space_middle(&search->space, route->cells[i]);
        RibbonPlace place = ribbon_locate(road, point, last.sample);
        if (is_beside(search, road, place)) {
            place = ribbon_locate(road, point, -1);
            if (is_beside(search, road, place) || is_on_branch(track, point)) {
                last = place;
                continue;
            }
            float skipped = place.s - last.s;
            skipped += road->closed && skipped < 0.0f ? road->length : 0.0f;
            float width = ribbon_half_width(road, place, 0) + ribbon_half_width(road, place, 1);
            // Round the inside of a hairpin nobody drives the length of its centre line.
            if (skipped >= SHORTCUT_SAVES + 2.0f * width && skipped < whole) {
                add_shortcut(track, from, to, skipped, point, messages);
            }
        }
        last = place;
    }
}

/// W704 of the leg from gate `from` to gate `to`, `road` m apart along the first ribbon.
static void check_leg(const Track *track, const Ground *ground, const RoadGrid *roads, int from,
                      int to, float road, MessageList *messages) {
    Arena scratch = {0};
    Search search = search_make(track, ground, roads, from, to, road, &scratch);
    Route any, on_road;
    if (find_route(&search, true, ROAD_SLACK * road, &scratch, &on_road)) {
        check_crossings(&search, &on_road, road, from, to, messages);
        if (find_route(&search, false, on_road.cost - SHORTCUT_SAVES, &scratch, &any)) {
            check_route(&search, &any, on_road.cost - any.cost, from, to, &scratch, messages);
        }
    }
    arena_destroy(&scratch);
}

/// Of every leg between gates on the first ribbon.
void shortcuts_check(const Track *track, const Ground *ground, const RoadGrid *roads,
                     MessageList *messages) {
    const Ribbon *ribbon = &track->ribbons[0];
    for (int to = 0; track->ribbon_count > 0 && to < track->gate_count; to++) {
        int from = to > 0 ? to - 1 : track->gate_count - 1;
        float road = track->gates[to].s - track->gates[from].s;
        bool known = track->gates[to].s >= 0.0f && track->gates[from].s >= 0.0f;
        if (ribbon->closed && road <= 0.0f) {
            road += ribbon->length;
        }
        if (known && road > SHORTCUT_SAVES) {
            check_leg(track, ground, roads, from, to, road, messages);
        }
    }
}
