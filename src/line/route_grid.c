#include "line/route_grid.h"

#include "base/assert.h"
#include "geometry/transform.h"

#include <math.h>
#include <stdint.h>

enum {
    CELLS_MAX = 4000000,
    SUB = 5, ///< Places across a cell that are tried where ways are tight.
};

/// Free way (m) beside the car below which a cell costs more, so that routes keep off walls.
#define WANTED_ROOM 3.0f

/// x the cost of a cell where the car keeps less than the wanted clearance: at once, and more down
/// to the least.
#define TIGHT_COST 20.0f
#define TIGHT_MORE 60.0f

RouteGrid route_grid_make(const WaypointScan *scan, RouteRoom room, float cell, Arena *arena) {
    ASSERT(cell > 0.0f && room.least <= room.wanted);
    vec2s size = glms_vec2_sub(scan->track->bounds.high, scan->track->bounds.low);
    float least = sqrtf(fmaxf(size.x, 1.0f) * fmaxf(size.y, 1.0f) / (0.9f * (float)CELLS_MAX));
    cell = fmaxf(cell, least);
    RouteGrid grid = {.scan = *scan,
                      .room = room,
                      .cell = cell,
                      .columns = (int)ceilf(size.x / cell) + 1,
                      .rows = (int)ceilf(size.y / cell) + 1,
                      .nearest = -1};
    size_t count = (size_t)grid.columns * (size_t)grid.rows;
    grid.cells = arena_array(arena, count, sizeof *grid.cells);
    // The front of a search is far shorter than the heap, which has an entry a cell.
    grid.heap.max = (int)count + 64;
    grid.heap.items = arena_array(arena, count + 64, sizeof *grid.heap.items);
    return grid;
}

vec2s route_grid_middle(const RouteGrid *grid, int cell) {
    float x = (float)(cell % grid->columns) + 0.5f, y = (float)(cell / grid->columns) + 0.5f;
    vec2s low = grid->scan.track->bounds.low;
    return vec2_make(low.x + x * grid->cell, low.y + y * grid->cell);
}

/// Sub-place `i` of a cell.
static vec2s sub_place(const RouteGrid *grid, int cell, int i) {
    vec2s middle = route_grid_middle(grid, cell);
    float part = grid->cell / (float)SUB;
    return vec2_make(middle.x + part * (float)(i % SUB - SUB / 2),
                     middle.y + part * (float)(i / SUB - SUB / 2));
}

vec2s route_grid_place(const RouteGrid *grid, int cell) {
    int place = grid->cells[cell].place;
    return place == 0 ? route_grid_middle(grid, cell) : sub_place(grid, cell, place - 1);
}

int route_grid_at(const RouteGrid *grid, vec2s point) {
    vec2s at = glms_vec2_sub(point, grid->scan.track->bounds.low);
    int column = (int)floorf(at.x / grid->cell), row = (int)floorf(at.y / grid->cell);
    if (column < 0 || row < 0 || column >= grid->columns || row >= grid->rows) {
        return -1;
    }
    return row * grid->columns + column;
}

/// The roomiest place in a cell whose middle is too tight; `room` is that of the middle.
static float roomiest(RouteGrid *grid, int cell, float room) {
    float wanted = grid->room.wanted + WANTED_ROOM;
    if (room + 0.71f * grid->cell < grid->room.least) {
        return room;
    }
    for (int i = 0; i < SUB * SUB; i++) {
        float here = wall_grid_clearance(grid->scan.walls, sub_place(grid, cell, i), wanted);
        if (here > room) {
            room = here;
            grid->cells[cell].place = (uint8_t)(i + 1);
        }
    }
    return room;
}

/// Finds the cost of a cell that nobody has asked for yet.
static float find_cost(RouteGrid *grid, int cell) {
    float *cost = &grid->cells[cell].cost;
    RouteRoom wide = grid->room;
    float wanted = wide.wanted + WANTED_ROOM;
    float room = wall_grid_clearance(grid->scan.walls, route_grid_middle(grid, cell), wanted);
    if (room < wide.wanted && wide.least < wide.wanted) {
        room = roomiest(grid, cell, room);
    }
    uint8_t under = ground_surface(grid->scan.ground, route_grid_place(grid, cell));
    const Surface *surface = &grid->scan.track->surfaces[under];
    if (room < wide.least || surface->respawn) {
        *cost = -1.0f;
        return *cost;
    }
    *cost = surface_cost(surface) + 1.5f * (wanted - room) / WANTED_ROOM;
    if (room < wide.wanted) {
        float tight = (wide.wanted - room) / (wide.wanted - wide.least);
        *cost *= TIGHT_COST + TIGHT_MORE * tight;
    }
    return *cost;
}

float route_grid_cost(RouteGrid *grid, int cell) {
    float known = grid->cells[cell].cost;
    return known != 0.0f ? known : find_cost(grid, cell);
}

static RouteBarrier barrier_make(const RouteGrid *grid, const TrackGate *gate) {
    RouteBarrier barrier = {.gate = gate};
    if (gate) {
        Box box = box_of((vec2s[2]){gate->left, gate->right}, 2);
        for (int i = 1; i <= gate->other_count; i++) {
            const TrackGate *way = track_gate_way(gate, i);
            box = box_union(box, box_of((vec2s[2]){way->left, way->right}, 2));
        }
        // A step spans at most 1.8 cells each way: one, and 0.4 at both ends for sub-places.
        box = box_grow(box, grid->room.posts + 2.0f * grid->cell);
        barrier.near = cell_range(box, grid->scan.track->bounds.low, 1.0f / grid->cell,
                                  grid->columns, grid->rows);
    }
    return barrier;
}

void route_grid_begin(RouteGrid *grid, const TrackGate *from, const TrackGate *to) {
    grid->barriers[0] = barrier_make(grid, from);
    grid->barriers[1] = barrier_make(grid, to);
}

/// `gate` made longer by `posts` m at both ends.
static TrackGate with_posts(const TrackGate *gate, float posts) {
    vec2s across = glms_vec2_normalize(glms_vec2_sub(gate->right, gate->left));
    vec2s reach = glms_vec2_scale(across, posts);
    return (TrackGate){.left = glms_vec2_sub(gate->left, reach),
                       .right = glms_vec2_add(gate->right, reach)};
}

bool route_is_barred(const TrackGate *gate, float posts, vec2s from, vec2s to) {
    for (int way = 0; way <= gate->other_count; way++) {
        TrackGate line = with_posts(track_gate_way(gate, way), posts);
        if (track_gate_crossing(&line, from, to).direction != 0) {
            return true;
        }
    }
    return false;
}

static bool range_holds(CellRange range, int column, int row) {
    return column >= range.column_from && column <= range.column_to && row >= range.row_from &&
           row <= range.row_to;
}

/// Whether a step from `cell` in `column` and `row` to its neighbour `next` meets a barrier. The
/// costs of both are known, and so where in them the route runs.
static bool is_barred(const RouteGrid *grid, int column, int row, int cell, int next) {
    for (int i = 0; i < ROUTE_BARRIERS; i++) {
        const RouteBarrier *barrier = &grid->barriers[i];
        if (barrier->gate && range_holds(barrier->near, column, row) &&
            route_is_barred(barrier->gate, grid->room.posts, route_grid_place(grid, cell),
                            route_grid_place(grid, next))) {
            return true;
        }
    }
    return false;
}

/// m at least from a cell to the goals.
static float estimate_to_goal(const RouteGrid *grid, int column, int row) {
    CellRange goal = grid->goal;
    int dx = column < goal.column_from ? goal.column_from - column : column - goal.column_to;
    int dy = row < goal.row_from ? goal.row_from - row : row - goal.row_to;
    dx = dx > 0 ? dx : 0;
    dy = dy > 0 ? dy : 0;
    int diagonal = dx < dy ? dx : dy;
    return grid->cell * ((float)(dx + dy - 2 * diagonal) + 1.41421356f * (float)diagonal);
}

static void open_neighbours(RouteGrid *grid, int cell, int column, int row) {
    float so_far = grid->cells[cell].reached;
    for (int i = 0; i < CELL_STEPS; i++) {
        int x = column + cell_step_x[i], y = row + cell_step_y[i];
        if (x < 0 || y < 0 || x >= grid->columns || y >= grid->rows) {
            continue;
        }
        int next = y * grid->columns + x;
        float cost = route_grid_cost(grid, next);
        float reached = so_far + cost * cell_step_length[i] * grid->cell;
        RouteCell *there = &grid->cells[next];
        bool nearer = there->leg != grid->leg || reached < there->reached;
        // What is dearest to ask comes last.
        if (cost < 0.0f || !nearer || is_barred(grid, column, row, cell, next)) {
            continue;
        }
        there->leg = grid->leg;
        there->reached = reached;
        there->from = (uint8_t)i;
        heap_push(&grid->heap, reached + estimate_to_goal(grid, x, y), next);
    }
}

static void open_starts(RouteGrid *grid, const RouteEnd *starts, int count) {
    for (int i = 0; i < count; i++) {
        RouteCell *cell = &grid->cells[starts[i].cell];
        if (cell->leg == grid->leg && cell->reached <= starts[i].cost) {
            continue;
        }
        ASSERT(starts[i].port >= 0 && starts[i].port < ROUTE_PORTS_MAX);
        cell->leg = grid->leg;
        cell->reached = starts[i].cost;
        cell->from = (uint8_t)(CELL_STEPS + starts[i].port);
        int row = starts[i].cell / grid->columns, column = starts[i].cell % grid->columns;
        float left = estimate_to_goal(grid, column, row);
        heap_push(&grid->heap, starts[i].cost + left, starts[i].cell);
    }
}

static CellRange range_of(const RouteGrid *grid, const RouteEnd *ends, int count) {
    CellRange range = {grid->columns, -1, grid->rows, -1};
    for (int i = 0; i < count; i++) {
        int column = ends[i].cell % grid->columns, row = ends[i].cell / grid->columns;
        range.column_from = column < range.column_from ? column : range.column_from;
        range.column_to = column > range.column_to ? column : range.column_to;
        range.row_from = row < range.row_from ? row : range.row_from;
        range.row_to = row > range.row_to ? row : range.row_to;
    }
    return range;
}

static bool is_goal(const RouteEnd *goals, int count, int cell) {
    for (int i = 0; i < count; i++) {
        if (goals[i].cell == cell) {
            return true;
        }
    }
    return false;
}

bool route_grid_search(RouteGrid *grid, const RouteEnd *starts, int start_count,
                       const RouteEnd *goals, int goal_count, float slack) {
    grid->leg++;
    ASSERT(grid->leg != 0);
    grid->goal = range_of(grid, goals, goal_count);
    grid->heap.count = 0;
    grid->nearest = -1;
    open_starts(grid, starts, start_count);
    float most = INFINITY, least = INFINITY;
    bool found = false;
    while (grid->heap.count > 0) {
        HeapItem open = heap_pop(&grid->heap);
        int row = open.item / grid->columns, column = open.item - row * grid->columns;
        float left = estimate_to_goal(grid, column, row);
        if (open.key > grid->cells[open.item].reached + left) {
            continue; // an older, dearer entry
        }
        if (open.key > most) {
            break;
        }
        if (left < least) {
            least = left;
            grid->nearest = open.item;
        }
        if (!found && left <= 0.0f && is_goal(goals, goal_count, open.item)) {
            found = true;
            most = open.key + slack;
        }
        open_neighbours(grid, open.item, column, row);
    }
    return found;
}

float route_grid_reached(const RouteGrid *grid, int cell) {
    return grid->cells[cell].leg == grid->leg ? grid->cells[cell].reached : INFINITY;
}

int route_grid_trace(const RouteGrid *grid, int cell, int *route, int *port) {
    for (int count = 0;; count++) {
        route[count] = cell;
        int from = grid->cells[cell].from;
        if (from >= CELL_STEPS) {
            *port = from - CELL_STEPS;
            return count + 1;
        }
        cell -= cell_step_y[from] * grid->columns + cell_step_x[from];
    }
}
