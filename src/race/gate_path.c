#include "race/gate_path.h"

#include "base/assert.h"
#include "geometry/transform.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    CELLS_MAX = 4000000,
    NEIGHBOURS = 8,
};

/// Free way (m) beside the car below which a cell costs more, so that paths keep off walls.
#define WANTED_ROOM 3.0f

/// Queue entry; `estimate` sorts, the cell decides ties.
typedef struct Open {
    float estimate;
    int cell;
} Open;

/// The search's memory. A cell's `cost` is 0 until somebody asks; blocked cells are negative.
typedef struct Search {
    const Track *track;
    const WallGrid *walls;
    const Ground *ground;
    float clearance;
    float cell; ///< m
    int columns, rows;
    float *cost;    ///< Per cell, per metre.
    float *reached; ///< Cheapest cost to the cell in the leg `leg_of` tells.
    uint8_t *leg_of;
    uint8_t *from; ///< Direction that led here.
    Open *heap;
    int heap_count, heap_max;
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

static int cell_at(const Search *search, vec2s point) {
    vec2s at = glms_vec2_sub(point, search->track->bounds.low);
    int column = (int)floorf(at.x / search->cell), row = (int)floorf(at.y / search->cell);
    if (column < 0 || row < 0 || column >= search->columns || row >= search->rows) {
        return -1;
    }
    return row * search->columns + column;
}

static float cell_cost(Search *search, int cell) {
    float *cost = &search->cost[cell];
    if (*cost != 0.0f) {
        return *cost;
    }
    vec2s center = cell_center(search, cell);
    float wanted = search->clearance + WANTED_ROOM;
    float room = wall_grid_clearance(search->walls, center, wanted);
    const Surface *surface = &search->track->surfaces[ground_surface(search->ground, center)];
    if (room < search->clearance || surface->respawn) {
        *cost = -1.0f;
    } else {
        *cost = surface_cost(surface) + 1.5f * (wanted - room) / WANTED_ROOM;
    }
    return *cost;
}

static bool open_before(Open a, Open b) {
    return a.estimate < b.estimate || (a.estimate == b.estimate && a.cell < b.cell);
}

static void heap_push(Search *search, Open open) {
    if (search->heap_count == search->heap_max) {
        return; // the front of a search is far shorter than one entry a cell
    }
    int at = search->heap_count++;
    while (at > 0 && open_before(open, search->heap[(at - 1) / 2])) {
        search->heap[at] = search->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    search->heap[at] = open;
}

static Open heap_pop(Search *search) {
    Open first = search->heap[0];
    Open last = search->heap[--search->heap_count];
    int at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= search->heap_count) {
            break;
        }
        if (child + 1 < search->heap_count &&
            open_before(search->heap[child + 1], search->heap[child])) {
            child++;
        }
        if (!open_before(search->heap[child], last)) {
            break;
        }
        search->heap[at] = search->heap[child];
        at = child;
    }
    search->heap[at] = last;
    return first;
}

static float estimate_to(const Search *search, int cell, int goal) {
    int dx = abs(cell % search->columns - goal % search->columns);
    int dy = abs(cell / search->columns - goal / search->columns);
    int diagonal = dx < dy ? dx : dy;
    return search->cell * ((float)(dx + dy - 2 * diagonal) + 1.41421356f * (float)diagonal);
}

static void open_neighbours(Search *search, int cell, int goal, uint8_t leg) {
    int column = cell % search->columns, row = cell / search->columns;
    for (int i = 0; i < NEIGHBOURS; i++) {
        int x = column + step_x[i], y = row + step_y[i];
        if (x < 0 || y < 0 || x >= search->columns || y >= search->rows) {
            continue;
        }
        int next = y * search->columns + x;
        float cost = cell_cost(search, next);
        if (cost < 0.0f) {
            continue;
        }
        float reached = search->reached[cell] + cost * step_length[i] * search->cell;
        if (search->leg_of[next] != leg || reached < search->reached[next]) {
            search->leg_of[next] = leg;
            search->reached[next] = reached;
            search->from[next] = (uint8_t)i;
            heap_push(search, (Open){reached + estimate_to(search, next, goal), next});
        }
    }
}

/// Finds the cheapest way between two cells and writes its cells from the last to the first into
/// `way`. Returns how many, 0 where there is none.
static int find_leg(Search *search, int start, int goal, uint8_t leg, int *way) {
    search->heap_count = 0;
    search->leg_of[start] = leg;
    search->reached[start] = 0.0f;
    search->from[start] = NEIGHBOURS;
    heap_push(search, (Open){estimate_to(search, start, goal), start});
    while (search->heap_count > 0) {
        Open open = heap_pop(search);
        if (open.cell == goal) {
            break;
        }
        if (open.estimate > search->reached[open.cell] + estimate_to(search, open.cell, goal)) {
            continue; // an older, dearer entry
        }
        open_neighbours(search, open.cell, goal, leg);
    }
    if (search->leg_of[goal] != leg) {
        return 0;
    }
    int count = 0;
    for (int cell = goal;; count++) {
        way[count] = cell;
        int from = search->from[cell];
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

static Search search_make(const Track *track, const WallGrid *walls, const Ground *ground,
                          float clearance, float cell, Arena *scratch) {
    vec2s size = glms_vec2_sub(track->bounds.high, track->bounds.low);
    float least = sqrtf(fmaxf(size.x, 1.0f) * fmaxf(size.y, 1.0f) / (0.9f * (float)CELLS_MAX));
    cell = fmaxf(cell, least);
    Search search = {.track = track,
                     .walls = walls,
                     .ground = ground,
                     .clearance = clearance,
                     .cell = cell,
                     .columns = (int)ceilf(size.x / cell) + 1,
                     .rows = (int)ceilf(size.y / cell) + 1};
    size_t count = (size_t)search.columns * (size_t)search.rows;
    search.cost = arena_array(scratch, count, sizeof *search.cost);
    search.reached = arena_array(scratch, count, sizeof *search.reached);
    search.leg_of = arena_array(scratch, count, 1);
    search.from = arena_array(scratch, count, 1);
    search.heap_max = (int)count + 64;
    search.heap = arena_array(scratch, (size_t)search.heap_max, sizeof *search.heap);
    return search;
}

/// One attempt with cells of `cell` m.
static bool find_with_cell(const Track *track, const WallGrid *walls, const Ground *ground,
                           float clearance, float cell, Arena *arena, Arena *scratch,
                           GatePath *out) {
    Search search = search_make(track, walls, ground, clearance, cell, scratch);
    size_t cell_count = (size_t)search.columns * (size_t)search.rows;
    Crossing crossings[TRACK_GATES_MAX];
    for (int i = 0; i < track->gate_count; i++) {
        if (!find_crossing(&search, &track->gates[i], &crossings[i])) {
            return false;
        }
    }
    int *way = arena_array(scratch, cell_count, sizeof *way);
    int *legs[TRACK_GATES_MAX];
    int leg_counts[TRACK_GATES_MAX], total = 0;
    for (int i = 0; i < track->gate_count; i++) {
        int start = (i + track->gate_count - 1) % track->gate_count; // leg 0 comes from the finish
        int count = find_leg(&search, cell_at(&search, crossings[start].after),
                             cell_at(&search, crossings[i].before), (uint8_t)(i + 1), way);
        if (count == 0) {
            return false;
        }
        legs[i] = arena_array(scratch, (size_t)count, sizeof *legs[i]);
        for (int j = 0; j < count; j++) {
            legs[i][j] = way[count - 1 - j];
        }
        leg_counts[i] = count;
        total += count + 1;
    }
    out->points = arena_array(arena, (size_t)total, sizeof *out->points);
    out->count = 0;
    for (int i = 0; i < track->gate_count; i++) {
        for (int j = 0; j < leg_counts[i]; j++) {
            out->points[out->count++] = cell_center(&search, legs[i][j]);
        }
        out->gate_at[i] = out->count;
        out->points[out->count++] = crossings[i].on;
    }
    return true;
}

bool gate_path_find(const Track *track, const WallGrid *walls, const Ground *ground,
                    float clearance, Arena *arena, GatePath *out) {
    ASSERT(track->gate_count <= TRACK_GATES_MAX);
    if (track->gate_count < 1) {
        return false;
    }
    Arena scratch = {0};
    bool found = find_with_cell(track, walls, ground, clearance, 1.0f, arena, &scratch, out);
    arena_destroy(&scratch);
    if (!found) {
        found = find_with_cell(track, walls, ground, clearance, 0.5f, arena, &scratch, out);
        arena_destroy(&scratch);
    }
    return found;
}
