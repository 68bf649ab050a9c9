// Whether a race can be driven at all, and whether somebody can drive less: floods and shortest
// ways on cells among the walls.
#include "base/heap.h"
#include "collision/sat.h"
#include "collision/surface.h"
#include "geometry/transform.h"
#include "track/free_space.h"
#include "track/gates.h"
#include "track/ground.h"
#include "track/validate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// m: the car that ways are looked for, and the cells they are looked for on. Together they find
/// every way that is 2.3 m wide.
#define CAR_WIDTH 1.8f
#define WAY_CELL  0.5f

/// m: cells where a way is looked for a second time, for the very width of a car.
#define FINE_CELL 0.25f

/// m, of a search for shortcuts.
#define SHORTCUT_CELL 1.0f

/// A way off the road is a shortcut where it costs less than this share of the way on it, counted
/// in metres of asphalt, and saves this many of them.
#define SHORTCUT_SHARE 0.85f
#define SHORTCUT_SAVES 15.0f

/// m, from the place where a way is blocked to the wall that blocks it: the place is in the middle
/// between two cells.
#define BLOCKED_REACH 1.0f

enum {
    SHORTCUT_CELLS_MAX = 1 << 21, ///< Of one search; larger cells where the gates lie far apart.
    NEIGHBOURS = 8,
};

// ---- all gates can be reached -----------------------------------------------------------------

static Box box_around(Box box, vec2s point) { return box_union(box, (Box){point, point}); }

Box validate_race_box(const Track *track) {
    Box box = {track->gates[0].left, track->gates[0].right};
    box = box_of((vec2s[2]){box.low, box.high}, 2);
    for (int i = 0; i < track->gate_count; i++) {
        box = box_around(box_around(box, track->gates[i].left), track->gates[i].right);
    }
    for (int i = 0; i < track->grid_size; i++) {
        box = box_around(box, track->slots[i].position);
    }
    for (int r = 0; r < track->ribbon_count; r++) {
        for (int i = 0; i < track->ribbons[r].count; i++) {
            const RibbonSample *sample = &track->ribbons[r].samples[i];
            box = box_around(box_around(box, sample->shoulder_edge[0]), sample->shoulder_edge[1]);
        }
    }
    for (int i = 0; i < track->wall_piece_count; i++) {
        box = box_union(box, track->wall_pieces[i].bounds);
    }
    box = box_grow(box, 10.0f);
    box.low = glms_vec2_maxv(box.low, track->bounds.low);
    box.high = glms_vec2_minv(box.high, track->bounds.high);
    return box;
}

/// Takes the cells on which cars are put back.
static void take_deep(FreeSpace *space, const Track *track, const Ground *ground) {
    bool any = track->surfaces[track->ground].respawn;
    for (int i = 0; i < track->zone_count; i++) {
        any = any || track->surfaces[track->zones[i].surface].respawn;
    }
    ptrdiff_t cells = any ? (ptrdiff_t)space->columns * space->rows : 0;
    for (ptrdiff_t cell = 0; cell < cells; cell++) {
        vec2s middle = free_space_middle(space, cell);
        if (free_space_is_free(space, cell) &&
            track->surfaces[ground_surface(ground, middle)].respawn) {
            free_space_take(space, cell);
        }
    }
}

/// Takes the cells that a gate's line touches, so that floods end there.
static void take_line(FreeSpace *space, const TrackGate *gate) {
    float width = glms_vec2_distance(gate->left, gate->right);
    int steps = (int)(8.0f * width / space->cell) + 1;
    for (int i = 0; i <= steps; i++) {
        vec2s point = glms_vec2_lerp(gate->left, gate->right, (float)i / (float)steps);
        ptrdiff_t cell = free_space_cell(space, point);
        for (int k = 0; k < 2 && cell >= 0; k++) { // two thick: no diagonal step slips through
            free_space_take(space, cell);
            cell = cell % space->columns + 1 < space->columns ? cell + 1 : -1;
        }
    }
}

static void take_gate(FreeSpace *space, const TrackGate *gate) {
    for (int way = 0; way <= gate->other_count; way++) {
        take_line(space, track_gate_way(gate, way));
    }
}

/// The cell at the `i`th of `steps` places along a gate, on the side where cars come from (-1) or
/// drive to (1).
static ptrdiff_t cell_beside(const FreeSpace *space, const TrackGate *gate, int side, int i,
                             int steps) {
    vec2s point = glms_vec2_lerp(gate->left, gate->right, (float)i / (float)steps);
    vec2s aside = glms_vec2_scale(gate_forward(gate), 2.5f * (float)side * space->cell);
    return free_space_cell(space, glms_vec2_add(point, aside));
}

static int steps_along(const FreeSpace *space, const TrackGate *gate) {
    return (int)(2.0f * glms_vec2_distance(gate->left, gate->right) / space->cell) + 1;
}

/// Floods from one side of a gate, all of its branches.
static void flood_from(const FreeSpace *space, const TrackGate *gate, int side, uint64_t *reached) {
    for (int way = 0; way <= gate->other_count; way++) {
        const TrackGate *line = track_gate_way(gate, way);
        int steps = steps_along(space, line);
        for (int i = 0; i <= steps; i++) {
            free_space_flood(space, cell_beside(space, line, side, i, steps), reached);
        }
    }
}

/// Whether one side of one of a gate's lines is reached.
static bool side_reached(const FreeSpace *space, const uint64_t *reached, const TrackGate *gate,
                         int side) {
    for (int way = 0; way <= gate->other_count; way++) {
        const TrackGate *line = track_gate_way(gate, way);
        int steps = steps_along(space, line);
        for (int i = 0; i <= steps; i++) {
            ptrdiff_t cell = cell_beside(space, line, side, i, steps);
            if (cell >= 0 && free_space_has(space, reached, cell)) {
                return true;
            }
        }
    }
    return false;
}

/// The search for ways from gate to gate.
typedef struct Legs {
    const Track *track;
    float width;      ///< m, of the car.
    FreeSpace open;   ///< Between walls.
    FreeSpace parted; ///< The same with all gates shut.
    uint64_t *reached;
    Arena scratch;
} Legs;

static void clear_reached(Legs *legs) {
    memset(legs->reached, 0, (size_t)legs->open.rows * legs->open.words * sizeof *legs->reached);
}

/// Floods what can be reached from the front of gate `from`, or from the first slot where that is
/// -1. A car that goes back over a gate loses it.
static void flood_leg(Legs *legs, const FreeSpace *space, int from) {
    if (from >= 0) {
        flood_from(space, &legs->track->gates[from], 1, legs->reached);
        return;
    }
    ptrdiff_t slot = free_space_cell(space, legs->track->slots[0].position);
    free_space_flood(space, slot, legs->reached);
    const TrackGate *finish = &legs->track->gates[legs->track->gate_count - 1];
    if (side_reached(space, legs->reached, finish, -1)) { // a race starts behind the finish
        flood_from(space, finish, 1, legs->reached);
    }
}

/// Whether a way leads to gate `to`. Mostly it crosses no other gate: all legs together then look
/// at every cell once. Where it may, only the two gates of the leg are shut.
static bool leg_is_open(Legs *legs, int from, int to) {
    const Track *track = legs->track;
    const TrackGate *gate = &track->gates[to];
    bool known = from >= 0 && side_reached(&legs->parted, legs->reached, &track->gates[from], 1);
    if (!known) {
        clear_reached(legs);
    }
    flood_leg(legs, &legs->parted, from);
    if (side_reached(&legs->parted, legs->reached, gate, -1)) {
        return true;
    }
    FreeSpace two = legs->open;
    two.taken = free_space_copy(&two, two.taken, &legs->scratch);
    take_gate(&two, gate);
    if (from >= 0) {
        take_gate(&two, &track->gates[from]);
    }
    clear_reached(legs);
    flood_leg(legs, &two, from);
    bool open = side_reached(&two, legs->reached, gate, -1);
    clear_reached(legs); // the next leg must not take over what only this one may cross
    return open;
}

/// Whether straight lanes are free from one side of a gate's line to the other.
static bool has_lane(const FreeSpace *space, const TrackGate *line) {
    vec2s lane = glms_vec2_scale(gate_forward(line), 2.5f * space->cell);
    int steps = steps_along(space, line);
    for (int i = 0; i <= steps; i++) {
        vec2s point = glms_vec2_lerp(line->left, line->right, (float)i / (float)steps);
        bool free = true;
        for (int k = -5; k <= 5 && free; k++) { // half a cell each
            vec2s at = glms_vec2_add(point, glms_vec2_scale(lane, (float)k / 5.0f));
            ptrdiff_t cell = free_space_cell(space, at);
            free = cell >= 0 && free_space_is_free(space, cell);
        }
        if (free) {
            return true;
        }
    }
    return false;
}

/// Whether a way of any form leads across a gate's line, within a few cells of it.
static bool has_winding_way(Legs *legs, const TrackGate *line) {
    FreeSpace ring = legs->open;
    ring.taken = free_space_copy(&ring, ring.taken, &legs->scratch);
    vec2s ahead = glms_vec2_scale(gate_forward(line), 5.0f * ring.cell);
    vec2s out = glms_vec2_normalize(glms_vec2_sub(line->left, line->right));
    out = glms_vec2_scale(out, 2.0f * ring.cell);
    vec2s left = glms_vec2_add(line->left, out), right = glms_vec2_sub(line->right, out);
    vec2s corners[4] = {glms_vec2_add(left, ahead), glms_vec2_add(right, ahead),
                        glms_vec2_sub(right, ahead), glms_vec2_sub(left, ahead)};
    for (int i = 0; i < 4; i++) {
        take_line(&ring, &(TrackGate){.left = corners[i], .right = corners[(i + 1) % 4]});
    }
    TrackGate alone = *line;
    alone.other_count = 0;
    uint64_t *reached = free_space_bitmap(&ring, &legs->scratch);
    flood_from(&ring, &alone, -1, reached);
    return side_reached(&ring, reached, &alone, 1);
}

/// Whether a gate can be crossed: floods end beside it, so a wall on its very line stops none.
static bool gate_is_open(Legs *legs, const TrackGate *gate) {
    for (int way = 0; way <= gate->other_count; way++) {
        const TrackGate *line = track_gate_way(gate, way);
        if (has_lane(&legs->open, line) || has_winding_way(legs, line)) {
            return true;
        }
    }
    return false;
}

/// Where what follows `from` comes nearest to what lies before gate `to`, walls in between.
static vec2s blocked_place(Legs *legs, int from, int to) {
    const FreeSpace *open = &legs->open;
    const TrackGate *gate = &legs->track->gates[to];
    if (!gate_is_open(legs, gate)) {
        return gate_middle(gate);
    }
    uint64_t *wanted = free_space_bitmap(open, &legs->scratch);
    flood_from(&legs->parted, gate, -1, wanted);
    clear_reached(legs);
    flood_leg(legs, &legs->parted, from);
    ptrdiff_t ends[2];
    if (!free_space_nearest(open, legs->reached, wanted, ends)) {
        return gate_middle(gate);
    }
    return glms_vec2_lerp(free_space_middle(open, ends[0]), free_space_middle(open, ends[1]), 0.5f);
}

/// Whether there are roads and `point` lies on none of them.
static bool is_off_roads(const Track *track, vec2s point) {
    for (int i = 0; i < track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i];
        if (ribbon->count > 0) {
            RibbonPlace place = ribbon_locate(ribbon, point, -1);
            int side = place.offset >= 0.0f ? 0 : 1;
            if (fabsf(place.offset) <= ribbon_half_width(ribbon, place, side)) {
                return false;
            }
        }
    }
    return track->ribbon_count > 0;
}

/// Whether no branch of a gate touches a road.
static bool gate_is_off_roads(const Track *track, const TrackGate *gate) {
    for (int way = 0; way <= gate->other_count; way++) {
        const TrackGate *line = track_gate_way(gate, way);
        int steps = (int)glms_vec2_distance(line->left, line->right) + 1;
        for (int i = 0; i <= steps; i++) {
            float t = (float)i / (float)steps;
            if (!is_off_roads(track, glms_vec2_lerp(line->left, line->right, t))) {
                return false;
            }
        }
    }
    return true;
}

/// Names the wall at `point`, where it is not that of a road.
static void note_wall(const Track *track, vec2s point, Message *message) {
    Shape probe = shape_circle(point, 0.0f);
    float nearest = BLOCKED_REACH;
    int wall = -1;
    for (int i = 0; i < track->wall_piece_count; i++) {
        const WallPiece *piece = &track->wall_pieces[i];
        float distance = sat_distance(&probe, &piece->shape, wall_piece_at(piece), NULL);
        if (distance < nearest) {
            nearest = distance;
            wall = piece->wall;
        }
    }
    for (int i = 0; wall >= 0 && i < track->ribbon_count; i++) {
        if (track->ribbons[i].place.line == track->walls[wall].place.line) {
            return;
        }
    }
    if (wall >= 0) {
        char label[VALIDATE_LABEL_MAX];
        validate_label(label, "wall", track->walls[wall].id, wall + 1);
        message_note(message, track->walls[wall].place, "%s stands there", label);
    }
}

/// Behind walls where no road is, a gap is not what the author wants: then the help is to move what
/// stands there.
static void add_no_way(Legs *legs, int from, int to, MessageCode code, MessageList *messages) {
    const Track *track = legs->track;
    const TrackGate *gate = &track->gates[to];
    char label_from[VALIDATE_LABEL_MAX] = "start slot 1";
    char label_to[VALIDATE_LABEL_MAX];
    if (from >= 0) {
        validate_gate_label(track, from, label_from);
    }
    validate_gate_label(track, to, label_to);
    vec2s place = blocked_place(legs, from, to);
    bool slot_off = from < 0 && is_off_roads(track, track->slots[0].position);
    bool gate_off = !slot_off && gate_is_off_roads(track, gate);
    char help[VALIDATE_LABEL_MAX * 2];
    if (slot_off || gate_off) {
        snprintf(help, sizeof help, "move %s onto a road", slot_off ? label_from : label_to);
    } else {
        snprintf(help, sizeof help,
                 code == MESSAGE_W709 ? "open a gap of %.2f m" : "open a gap of %.1f m",
                 (double)(legs->width + legs->open.cell));
    }
    Message *message =
        message_add(messages, code, slot_off ? track->slots[0].place : gate->place, label_from,
                    label_to, (double)legs->width, (double)place.x, (double)place.y, help);
    message_at(message, place.x, place.y);
    if (!slot_off && !gate_off) {
        note_wall(track, place, message);
    }
}

/// E508 or W709, for the first leg that it is true of (`messages` may be NULL: then it is only
/// answered). Nothing is said of a track too large for cells as small as a gap between walls.
static bool check_gates_reached(const Track *track, const Ground *ground, float width, float cell,
                                MessageCode code, MessageList *messages) {
    Box box = validate_race_box(track);
    vec2s size = glms_vec2_sub(box.high, box.low);
    if ((double)size.x * (double)size.y / (double)(cell * cell) > (double)FREE_SPACE_CELLS_MAX) {
        return true;
    }
    Legs legs = {.track = track, .width = width};
    legs.open = free_space_make(track->wall_pieces, track->wall_piece_count, box, cell,
                                0.5f * width, &legs.scratch);
    take_deep(&legs.open, track, ground);
    legs.parted = legs.open;
    legs.parted.taken = free_space_copy(&legs.open, legs.open.taken, &legs.scratch);
    for (int i = 0; i < track->gate_count; i++) {
        take_gate(&legs.parted, &track->gates[i]);
    }
    legs.reached = free_space_bitmap(&legs.open, &legs.scratch);
    bool open = true;
    for (int to = 0; to < track->gate_count && open; to++) {
        open = gate_is_open(&legs, &track->gates[to]) && leg_is_open(&legs, to - 1, to);
        if (!open && messages) {
            add_no_way(&legs, to - 1, to, code, messages);
        }
    }
    if (open && track->laps > 1 && !leg_is_open(&legs, track->gate_count - 1, 0)) {
        open = false;
        if (messages) {
            add_no_way(&legs, track->gate_count - 1, 0, code, messages);
        }
    }
    arena_destroy(&legs.scratch);
    return open;
}

// ---- no way off the road is much shorter --------------------------------------------------------

/// A search for the cheapest way from one gate to the next. Both are crossed forward only.
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

/// A way that was found.
typedef struct Way {
    float cost;   ///< In metres of asphalt.
    float length; ///< m
    vec2s middle;
} Way;

static const int step_x[NEIGHBOURS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int step_y[NEIGHBOURS] = {0, 1, 1, 1, 0, -1, -1, -1};

static float step_length(const Search *search, int step) {
    return search->space.cell * (step % 2 == 0 ? 1.0f : 1.41421356f);
}

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

/// How a step crosses a gate: 1 forward, -1 backward, 0 not.
static int gate_crossed(const TrackGate *gate, vec2s from, vec2s to) {
    bool forward = false;
    if (track_gate_crossing(gate, from, to, &forward) < 0.0f) {
        return 0;
    }
    return forward ? 1 : -1;
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
        search->step[cell] = NEIGHBOURS;
        heap_push(&search->heap, search->space.cell, (int)cell);
    }
}

/// Follows the way back from `cell`.
static Way trace_way(const Search *search, int cell) {
    Way way = {.cost = search->cost[cell]};
    int at = cell;
    int count = 1;
    for (; search->step[at] != NEIGHBOURS; count++) {
        int step = search->step[at];
        way.length += step_length(search, step);
        at -= step_y[step] * search->space.columns + step_x[step];
    }
    for (int i = 0; i < count / 2; i++) {
        int step = search->step[cell];
        cell -= step_y[step] * search->space.columns + step_x[step];
    }
    way.middle = free_space_middle(&search->space, cell);
    return way;
}

/// Goes on from `cell`. True where a step crosses the second gate.
static bool open_neighbours(Search *search, int cell, float limit) {
    FreeSpace *space = &search->space;
    vec2s here = free_space_middle(space, cell);
    float metre = metre_cost(search, here);
    for (int i = 0; i < NEIGHBOURS; i++) {
        int x = cell % space->columns + step_x[i];
        int y = cell / space->columns + step_y[i];
        if (x < 0 || y < 0 || x >= space->columns || y >= space->rows) {
            continue;
        }
        int next = y * space->columns + x;
        vec2s there = free_space_middle(space, next);
        float cost = search->cost[cell] + metre * step_length(search, i);
        bool known = search->cost[next] > 0.0f && search->cost[next] <= cost;
        if (known || cost + distance_to_gate(search->to, there) > limit ||
            !may_stand(search, next, there)) {
            continue;
        }
        int end = gate_crossed(search->to, here, there);
        if (end > 0) {
            return true;
        }
        if (end < 0 || gate_crossed(search->from, here, there) != 0) {
            continue;
        }
        if (heap_push(&search->heap, cost, next)) {
            search->cost[next] = cost;
            search->step[next] = (uint8_t)i;
        }
    }
    return false;
}

/// The cheapest way between the gates that costs at most `limit` (Dijkstra); on roads alone or
/// anywhere.
static bool find_way(Search *search, bool road_only, float limit, Way *out) {
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
            *out = trace_way(search, first.item);
            return true;
        }
    }
    return false;
}

/// The cells that a way of at most `limit` m between two gates can touch.
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
                                   fmaxf(SHORTCUT_CELL, least), 0.5f * CAR_WIDTH, scratch);
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
    Way any, on_road;
    if (find_way(&search, false, SHORTCUT_SHARE * road, &any) &&
        find_way(&search, true, 1.2f * road, &on_road) &&
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
static void check_shortcuts(const Track *track, const Ground *ground, const RoadGrid *roads,
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
            check_shortcut(track, ground, roads, from, to, road, messages);
        }
    }
}

void validate_ways(const Track *track, const RoadGrid *roads, MessageList *messages) {
    if (track->gate_count == 0 || track->slot_count == 0) {
        return;
    }
    Arena scratch = {0};
    Ground ground = ground_make(track, &scratch);
    if (check_gates_reached(track, &ground, CAR_WIDTH, WAY_CELL, MESSAGE_E508, messages)) {
        check_shortcuts(track, &ground, roads, messages);
    }
    arena_destroy(&scratch);
}

void validate_ways_of(const Track *track, float width, MessageList *messages) {
    if (track->gate_count == 0 || track->slot_count == 0 || width <= CAR_WIDTH) {
        return; // E508 has looked for wider ways
    }
    Arena scratch = {0};
    Ground ground = ground_make(track, &scratch);
    if (!check_gates_reached(track, &ground, width, WAY_CELL, MESSAGE_W709, NULL)) {
        check_gates_reached(track, &ground, width, FINE_CELL, MESSAGE_W709, messages);
    }
    arena_destroy(&scratch);
}
