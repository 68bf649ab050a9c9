#include "race/gate_path.h"

#include "base/assert.h"
#include "base/heap.h"
#include "geometry/cells.h"
#include "geometry/transform.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    CELLS_MAX = 4000000,
    NEIGHBOURS = 8,
    SUB = 5, ///< Places across a cell that are tried where ways are tight.
};

/// Free way (m) beside the car below which a cell costs more, so that paths keep off walls.
#define WANTED_ROOM 3.0f

/// x the cost of a cell where the car keeps less than the wanted clearance: at once, and more down
/// to the least.
#define TIGHT_COST 20.0f
#define TIGHT_MORE 60.0f

/// A gate that may not be crossed. None where `gate` is NULL.
typedef struct Shut {
    const TrackGate *gate;
    CellRange near; ///< Steps from cells outside cannot meet it.
} Shut;

/// What is known of a cell: all of it in one place, for a search asks for all of it.
typedef struct Cell {
    float cost;    ///< Per metre; 0 until somebody asks, negative where it is blocked.
    float reached; ///< Cheapest cost to the cell in leg `leg`.
    uint8_t leg;
    uint8_t from;  ///< Direction that led here.
    uint8_t place; ///< Where in it the way runs, 0 = its middle, else a sub-place + 1.
} Cell;

/// How far (m) the middle of a car keeps from walls.
typedef struct WayRoom {
    float wanted;
    float least; ///< Where no way is wider; at most `wanted`.
} WayRoom;

/// The search's memory.
typedef struct Search {
    const Track *track;
    const WallGrid *walls;
    const Ground *ground;
    float clearance; ///< m, wanted.
    float least;     ///< m, below which a cell is blocked.
    float cell;      ///< m
    int columns, rows;
    Cell *cells;
    Heap heap;
    // Of the leg that is searched:
    Shut shut[2]; ///< That it begins and ends at: it crosses neither.
    int goal_column, goal_row;
    uint8_t leg;
} Search;

static const int step_x[NEIGHBOURS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int step_y[NEIGHBOURS] = {0, 1, 1, 1, 0, -1, -1, -1};
static const float step_length[NEIGHBOURS] = {1.0f, 1.41421356f, 1.0f, 1.41421356f,
                                              1.0f, 1.41421356f, 1.0f, 1.41421356f};

static vec2s cell_center(const Search *search, int cell) {
    float x = (float)(cell % search->columns) + 0.5f, y = (float)(cell / search->columns) + 0.5f;
    return vec2_make(search->track->bounds.low.x + x * search->cell,
                     search->track->bounds.low.y + y * search->cell);
}

/// Sub-place `i` of a cell.
static vec2s sub_place(const Search *search, int cell, int i) {
    vec2s middle = cell_center(search, cell);
    float part = search->cell / (float)SUB;
    return vec2_make(middle.x + part * (float)(i % SUB - SUB / 2),
                     middle.y + part * (float)(i / SUB - SUB / 2));
}

/// Where the way runs in a cell.
static vec2s cell_place(const Search *search, int cell) {
    int place = search->cells[cell].place;
    return place == 0 ? cell_center(search, cell) : sub_place(search, cell, place - 1);
}

static int cell_at(const Search *search, vec2s point) {
    vec2s at = glms_vec2_sub(point, search->track->bounds.low);
    int column = (int)floorf(at.x / search->cell), row = (int)floorf(at.y / search->cell);
    if (column < 0 || row < 0 || column >= search->columns || row >= search->rows) {
        return -1;
    }
    return row * search->columns + column;
}

/// The roomiest place in a cell whose middle is too tight; `room` is that of the middle.
static float roomiest(Search *search, int cell, float room) {
    float wanted = search->clearance + WANTED_ROOM;
    if (room + 0.71f * search->cell < search->least) {
        return room;
    }
    for (int i = 0; i < SUB * SUB; i++) {
        float here = wall_grid_clearance(search->walls, sub_place(search, cell, i), wanted);
        if (here > room) {
            room = here;
            search->cells[cell].place = (uint8_t)(i + 1);
        }
    }
    return room;
}

/// Finds the cost of a cell that nobody has asked for yet.
static float find_cost(Search *search, int cell) {
    float *cost = &search->cells[cell].cost;
    float wanted = search->clearance + WANTED_ROOM;
    float room = wall_grid_clearance(search->walls, cell_center(search, cell), wanted);
    if (room < search->clearance && search->least < search->clearance) {
        room = roomiest(search, cell, room);
    }
    uint8_t under = ground_surface(search->ground, cell_place(search, cell));
    const Surface *surface = &search->track->surfaces[under];
    if (room < search->least || surface->respawn) {
        *cost = -1.0f;
        return *cost;
    }
    *cost = surface_cost(surface) + 1.5f * (wanted - room) / WANTED_ROOM;
    if (room < search->clearance) {
        float tight = (search->clearance - room) / (search->clearance - search->least);
        *cost *= TIGHT_COST + TIGHT_MORE * tight;
    }
    return *cost;
}

static inline float cell_cost(Search *search, int cell) {
    float known = search->cells[cell].cost;
    return known != 0.0f ? known : find_cost(search, cell);
}

static inline float estimate_to_goal(const Search *search, int column, int row) {
    int dx = abs(column - search->goal_column), dy = abs(row - search->goal_row);
    int diagonal = dx < dy ? dx : dy;
    return search->cell * ((float)(dx + dy - 2 * diagonal) + 1.41421356f * (float)diagonal);
}

static Shut shut_make(const Search *search, const TrackGate *gate) {
    Shut shut = {.gate = gate};
    if (gate) {
        vec2s ends[2 * TRACK_WAYS_MAX];
        for (int i = 0; i <= gate->other_count; i++) {
            const TrackGate *way = track_gate_way(gate, i);
            ends[2 * i] = way->left;
            ends[2 * i + 1] = way->right;
        }
        Box box = box_of(ends, 2 * (gate->other_count + 1));
        // a step is at most 1.42 cells long, and rounding moves nothing by half of one
        shut.near = cell_range(box_grow(box, 2.0f * search->cell), search->track->bounds.low,
                               1.0f / search->cell, search->columns, search->rows);
    }
    return shut;
}

/// Whether a step from `cell` in `column` and `row` to its neighbour `next` crosses one of the
/// leg's gates.
static bool is_shut(const Search *search, int column, int row, int cell, int next) {
    for (int i = 0; i < 2; i++) {
        const Shut *shut = &search->shut[i];
        bool forward = false;
        if (shut->gate && column >= shut->near.column_from && column <= shut->near.column_to &&
            row >= shut->near.row_from && row <= shut->near.row_to &&
            track_gate_crossing(shut->gate, cell_center(search, cell), cell_center(search, next),
                                &forward) >= 0.0f) {
            return true;
        }
    }
    return false;
}

static void open_neighbours(Search *search, int cell, int column, int row) {
    float so_far = search->cells[cell].reached;
    for (int i = 0; i < NEIGHBOURS; i++) {
        int x = column + step_x[i], y = row + step_y[i];
        if (x < 0 || y < 0 || x >= search->columns || y >= search->rows) {
            continue;
        }
        int next = y * search->columns + x;
        float cost = cell_cost(search, next);
        float reached = so_far + cost * step_length[i] * search->cell;
        Cell *there = &search->cells[next];
        bool nearer = there->leg != search->leg || reached < there->reached;
        // What is dearest to ask comes last.
        if (cost < 0.0f || !nearer || is_shut(search, column, row, cell, next)) {
            continue;
        }
        there->leg = search->leg;
        there->reached = reached;
        there->from = (uint8_t)i;
        // The front of a search is far shorter than the heap, which has an entry a cell.
        heap_push(&search->heap, reached + estimate_to_goal(search, x, y), next);
    }
}

/// Finds the cheapest way between two cells and writes its cells from the last to the first into
/// `way`. Returns how many, 0 where there is none.
static int find_leg(Search *search, int start, int goal, uint8_t leg, int *way) {
    int columns = search->columns;
    search->leg = leg;
    search->goal_column = goal % columns;
    search->goal_row = goal / columns;
    search->heap.count = 0;
    Cell *first = &search->cells[start];
    first->leg = leg;
    first->reached = 0.0f;
    first->from = NEIGHBOURS;
    heap_push(&search->heap, estimate_to_goal(search, start % columns, start / columns), start);
    while (search->heap.count > 0) {
        HeapItem open = heap_pop(&search->heap);
        if (open.item == goal) {
            break;
        }
        int row = open.item / columns, column = open.item - row * columns;
        if (open.key > search->cells[open.item].reached + estimate_to_goal(search, column, row)) {
            continue; // an older, dearer entry
        }
        open_neighbours(search, open.item, column, row);
    }
    if (search->cells[goal].leg != leg) {
        return 0;
    }
    int count = 0;
    for (int cell = goal;; count++) {
        way[count] = cell;
        int from = search->cells[cell].from;
        if (from == NEIGHBOURS) {
            return count + 1;
        }
        cell -= step_y[from] * search->columns + step_x[from];
    }
}

/// Where a gate is crossed: points before, on and after its line.
typedef struct Crossing {
    vec2s before, on, after;
} Crossing;

/// The best free place in the middle part of a gate: near its middle, off walls and bad ground.
static bool find_crossing(Search *search, const TrackGate *gate, Crossing *out) {
    vec2s across = glms_vec2_sub(gate->right, gate->left);
    float width = glms_vec2_norm(across);
    if (!(width > 0.0f)) {
        return false;
    }
    vec2s forward = vec2_left(glms_vec2_scale(across, 1.0f / width));
    float best = INFINITY;
    for (int i = 0; i <= 40; i++) {
        float t = 0.1f + 0.8f * (float)i / 40.0f;
        Crossing at = {.on = glms_vec2_add(gate->left, glms_vec2_scale(across, t))};
        vec2s lead = glms_vec2_scale(forward, 2.0f * search->cell);
        at.before = glms_vec2_sub(at.on, lead);
        at.after = glms_vec2_add(at.on, lead);
        int cells[3] = {cell_at(search, at.before), cell_at(search, at.on),
                        cell_at(search, at.after)};
        float cost = 4.0f * fabsf(t - 0.5f);
        for (int j = 0; j < 3; j++) {
            float here = cells[j] < 0 ? -1.0f : cell_cost(search, cells[j]);
            cost = here < 0.0f ? INFINITY : cost + here;
        }
        if (cost < best) {
            best = cost;
            *out = at;
        }
    }
    return best < INFINITY;
}

static Search search_make(const SpotScan *scan, WayRoom room, float cell, Arena *scratch) {
    const Track *track = scan->track;
    vec2s size = glms_vec2_sub(track->bounds.high, track->bounds.low);
    float least = sqrtf(fmaxf(size.x, 1.0f) * fmaxf(size.y, 1.0f) / (0.9f * (float)CELLS_MAX));
    cell = fmaxf(cell, least);
    Search search = {.track = track,
                     .walls = scan->walls,
                     .ground = scan->ground,
                     .clearance = room.wanted,
                     .least = room.least,
                     .cell = cell,
                     .columns = (int)ceilf(size.x / cell) + 1,
                     .rows = (int)ceilf(size.y / cell) + 1};
    size_t count = (size_t)search.columns * (size_t)search.rows;
    search.cells = arena_array(scratch, count, sizeof *search.cells);
    search.heap.max = (int)count + 64;
    search.heap.items = arena_array(scratch, count + 64, sizeof *search.heap.items);
    return search;
}

/// The cell at which leg `leg` begins: behind the gate before, of a sprint's first leg the grid.
static int leg_start(const Search *search, const Crossing *crossings, int leg, bool sprint) {
    if (sprint && leg == 0) {
        return cell_at(search, search->track->slots[0].position);
    }
    int before = (leg + search->track->gate_count - 1) % search->track->gate_count;
    return cell_at(search, crossings[before].after);
}

/// One attempt with cells of `cell` m.
static bool find_with_cell(const SpotScan *scan, WayRoom room, bool sprint, float cell,
                           ProgressPart progress, Arena *arena, GatePath *out) {
    Arena scratch = {0};
    const Track *track = scan->track;
    Search search = search_make(scan, room, cell, &scratch);
    size_t cell_count = (size_t)search.columns * (size_t)search.rows;
    Crossing crossings[TRACK_GATES_MAX];
    bool found = true;
    for (int i = 0; i < track->gate_count && found; i++) {
        found = find_crossing(&search, &track->gates[i], &crossings[i]);
    }
    int *way = arena_array(&scratch, cell_count, sizeof *way);
    int *legs[TRACK_GATES_MAX];
    int leg_counts[TRACK_GATES_MAX], total = 1;
    for (int i = 0; i < track->gate_count && found; i++) {
        int start = leg_start(&search, crossings, i, sprint); // leg 0 comes from the finish
        int goal = cell_at(&search, crossings[i].before);
        bool first = sprint && i == 0;
        const TrackGate *before =
            first ? NULL : &track->gates[(i + track->gate_count - 1) % track->gate_count];
        search.shut[0] = shut_make(&search, before);
        search.shut[1] = shut_make(&search, &track->gates[i]);
        int count = start < 0 ? 0 : find_leg(&search, start, goal, (uint8_t)(i + 1), way);
        found = count > 0;
        legs[i] = arena_array(&scratch, (size_t)count + 1, sizeof *legs[i]);
        for (int j = 0; j < count; j++) {
            legs[i][j] = way[count - 1 - j];
        }
        leg_counts[i] = count;
        total += count + 1;
        progress_tell(progress, (float)(i + 1) / (float)track->gate_count);
    }
    out->points = found ? arena_array(arena, (size_t)total, sizeof *out->points) : NULL;
    out->count = 0;
    for (int i = 0; i < track->gate_count && found; i++) {
        for (int j = 0; j < leg_counts[i]; j++) {
            out->points[out->count++] = cell_place(&search, legs[i][j]);
        }
        out->gate_at[i] = out->count;
        out->points[out->count++] = crossings[i].on;
    }
    if (found && sprint) {
        out->points[out->count++] = crossings[track->gate_count - 1].after;
    }
    arena_destroy(&scratch);
    return found;
}

bool gate_path_find(const SpotScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                    GatePath *out) {
    ASSERT(scan->track->gate_count <= TRACK_GATES_MAX);
    if (scan->track->gate_count < 1 || (sprint && scan->track->slot_count < 1)) {
        return false;
    }
    WayRoom room = {scan->half + CAR_MARGIN, scan->half + CAR_MARGIN_LEAST};
    WayRoom wide = {room.wanted, room.wanted};
    ProgressPart first = progress_part(progress, 0.0f, 0.8f);
    ProgressPart second = progress_part(progress, 0.8f, 0.9f);
    ProgressPart third = progress_part(progress, 0.9f, 1.0f);
    return find_with_cell(scan, wide, sprint, 1.0f, first, arena, out) ||
           find_with_cell(scan, wide, sprint, 0.5f, second, arena, out) ||
           find_with_cell(scan, room, sprint, 0.5f, third, arena, out);
}
