/// The cells of a track and the cheapest routes between sets of them. It searches one leg from gate
/// to gate at a time; the gates at which the leg begins and ends are barriers.
#pragma once

#include "base/heap.h"
#include "geometry/cells.h"
#include "line/waypoint.h"

enum {
    ROUTE_BARRIERS = 2,
    ROUTE_PORTS_MAX = 64,
};

/// How far (m) the middle of a car keeps from walls.
typedef struct RouteRoom {
    float wanted;
    float least; ///< Where no route is wider; at most `wanted`.
    float posts; ///< From the posts of a leg's gates; those of other gates are no obstacles.
} RouteRoom;

/// How far (m) a gate bars the way beyond its posts, at least: a car passes a post clearly.
#define ROUTE_POSTS_LEAST 0.25f

/// A gate that may not be crossed. None where `gate` is NULL.
typedef struct RouteBarrier {
    const TrackGate *gate;
    CellRange near; ///< Steps from cells outside do not meet it.
} RouteBarrier;

/// A cell at an end of a leg.
typedef struct RouteEnd {
    int cell;
    float cost; ///< Of the start: what the route has cost so far. Of the goal: what it costs still.
    int port;   ///< 0 to ROUTE_PORTS_MAX - 1: where the route comes from or leads to.
} RouteEnd;

/// What is known of a cell: all of it in one place, for a search asks for all of it.
typedef struct RouteCell {
    float cost;    ///< Per metre; 0 until somebody asks, negative where it is blocked.
    float reached; ///< Cheapest cost to the cell in leg `leg`.
    uint16_t leg;
    uint8_t from;  ///< Direction that led here, or 8 + the port.
    uint8_t place; ///< Where in it the route runs, 0 = its middle, else a sub-place + 1.
} RouteCell;

/// Lives in the arena that it is made in.
typedef struct RouteGrid {
    WaypointScan scan;
    RouteRoom room;
    float cell; ///< m
    int columns, rows;
    RouteCell *cells;
    Heap heap;
    // Of the leg that is searched:
    RouteBarrier barriers[ROUTE_BARRIERS];
    CellRange goal; ///< Around the goals.
    uint16_t leg;
    int nearest; ///< Cell that came nearest to the goals; -1 where none was reached.
} RouteGrid;

/// Cells of `cell` m, larger ones where the track would need more than 4 million.
RouteGrid route_grid_make(const WaypointScan *scan, RouteRoom room, float cell, Arena *arena);

/// The cell that holds `point`; -1 outside the track.
int route_grid_at(const RouteGrid *grid, vec2s point);
vec2s route_grid_middle(const RouteGrid *grid, int cell);

/// Where a route runs in a cell: its middle, or the roomiest place of a tight one.
vec2s route_grid_place(const RouteGrid *grid, int cell);

/// What a metre costs in `cell`: surfaces by surface_cost, more near walls; negative where a car
/// does not fit.
float route_grid_cost(RouteGrid *grid, int cell);

/// Begins a leg from gate `from` (NULL: from nowhere) to gate `to`.
void route_grid_begin(RouteGrid *grid, const TrackGate *from, const TrackGate *to);

/// Whether the way between two points meets `gate` or its line up to `posts` m beyond its posts.
bool route_is_barred(const TrackGate *gate, float posts, vec2s from, vec2s to);

/// Finds the cheapest routes from any of the starts to the goals (A*). Ends `slack` m of asphalt
/// after the first goal, so that routes that cost little more are known too. False where none is
/// reached: then `nearest` tells how far it came.
bool route_grid_search(RouteGrid *grid, const RouteEnd *starts, int start_count,
                       const RouteEnd *goals, int goal_count, float slack);

/// Cost to `cell` in this leg, INFINITY where it was not reached.
float route_grid_reached(const RouteGrid *grid, int cell);

/// Writes the cells of the route to `cell`, the last one first, into `route` (as many as the grid
/// has, at most). Returns how many; `*port` is that of the start.
int route_grid_trace(const RouteGrid *grid, int cell, int *route, int *port);
