#include "line/gate_path.h"

#include "base/assert.h"
#include "line/route_grid.h"
#include "track/gates.h"

#include <math.h>
#include <string.h>

enum {
    PORTS_ACROSS = 16,   ///< Of a gate that is free from post to post.
    PLACES_ACROSS = 400, ///< Looked at along a gate, at most.
    LINK_CELLS = 2,      ///< From a port to the cells that it is linked with.
    LINKS_MAX = ROUTE_PORTS_MAX * (2 * LINK_CELLS + 1) * (2 * LINK_CELLS + 1),
    ORIGINS_MAX = 8, ///< Places on the finish that a lap is looked for from.
};

/// m between the places along a gate that are looked at, at least.
#define PLACE_STEP 0.25f
/// m between ports, at least.
#define PORT_STEP 0.5f
/// Cells from one gate to the next over which a way may lead straight from port to port: between
/// gates that close there may be no middle of a cell.
#define STRAIGHT_CELLS 3.0f
/// Share of a cell that a linked cell's middle keeps from the line of the gate.
#define LINK_SIDE 0.2f
/// m of asphalt beyond the first way to a gate up to which other places on it are reached too.
#define SLACK 30.0f

/// A place where a gate is crossed.
typedef struct Port {
    vec2s on;
    float cost; ///< m: what is dear about the place itself.
    int run;    ///< Ports of one run have nothing but free places between them.
} Port;

/// The ports of a gate.
typedef struct Ports {
    Port items[ROUTE_PORTS_MAX];
    int count;
} Ports;

/// How a port was reached.
typedef struct Arrival {
    float cost; ///< m of asphalt from the start; INFINITY where it was not.
    int from;   ///< Port of the gate before.
    int *cells; ///< From the last to the first.
    int count;
} Arrival;

/// The search's memory.
typedef struct Search {
    const Track *track;
    RouteGrid grid;
    Ports *ports;                         ///< By gate.
    Arrival (*arrivals)[ROUTE_PORTS_MAX]; ///< By gate.
    RouteEnd *starts, *goals;             ///< LINKS_MAX each.
    int *route;
    bool sprint;
    bool cut; ///< A leg was ended before all was known that it leads to.
    GateTrouble trouble;
    ProgressPart progress;
    Arena *scratch;
} Search;

static bool is_free(const Search *search, vec2s point) {
    const WaypointScan *scan = &search->grid.scan;
    float need = search->grid.room.least;
    return wall_grid_clearance(scan->walls, point, need) >= need &&
           !scan->track->surfaces[ground_surface(scan->ground, point)].respawn;
}

static void add_port(Search *search, Ports *ports, vec2s on, float t, int run) {
    if (ports->count == ROUTE_PORTS_MAX) {
        return;
    }
    int cell = route_grid_at(&search->grid, on);
    float cost = cell < 0 ? -1.0f : route_grid_cost(&search->grid, cell);
    float near_middle = 4.0f * fabsf(t - 0.5f);
    ports->items[ports->count++] = (Port){on, near_middle + (cost < 0.0f ? 10.0f : cost), run};
}

/// Spreads ports over the free places of a gate.
static void find_ports(Search *search, const TrackGate *gate, Ports *ports) {
    float width = glms_vec2_distance(gate->left, gate->right);
    int places = (int)(width / PLACE_STEP);
    places = places < 8 ? 8 : places > PLACES_ACROSS ? PLACES_ACROSS : places;
    float step = width / (float)places;
    float apart = fmaxf(PORT_STEP, width / (float)PORTS_ACROSS);
    ports->count = 0;
    for (int i = 0, run = 0, from = -1; i <= places; i++) {
        float t = ((float)i + 0.5f) / (float)places;
        bool free = i < places && is_free(search, glms_vec2_lerp(gate->left, gate->right, t));
        if (free && from < 0) {
            from = i;
        } else if (!free && from >= 0) {
            int count = (int)ceilf(step * (float)(i - from) / apart);
            for (int j = 0; j < count; j++) {
                float part = ((float)j + 0.5f) / (float)count;
                float at = ((float)from + 0.5f + (float)(i - from - 1) * part) / (float)places;
                add_port(search, ports, glms_vec2_lerp(gate->left, gate->right, at), at, run);
            }
            run++;
            from = -1;
        }
    }
}

/// Writes the cells linked with port `port` of `gate` on its `side`, 1 in front, to `ends`; the
/// straight ways to them do not meet `other`. `so_far` is the cost of the port itself. Returns how
/// many.
static int link_port(Search *search, const TrackGate *gate, int side, const TrackGate *other,
                     const Port *port, int index, float so_far, RouteEnd *ends) {
    RouteGrid *grid = &search->grid;
    int middle = route_grid_at(grid, port->on), count = 0;
    if (middle < 0) {
        return 0;
    }
    int column = middle % grid->columns, row = middle / grid->columns;
    for (int y = row - LINK_CELLS; y <= row + LINK_CELLS; y++) {
        for (int x = column - LINK_CELLS; x <= column + LINK_CELLS; x++) {
            if (x < 0 || y < 0 || x >= grid->columns || y >= grid->rows) {
                continue;
            }
            int cell = y * grid->columns + x;
            float cost = route_grid_cost(grid, cell); // which finds the place as well
            vec2s at = route_grid_place(grid, cell);
            float length = glms_vec2_distance(at, port->on);
            if (length > (float)LINK_CELLS * grid->cell ||
                (float)side * gate_side(gate, at) < LINK_SIDE * grid->cell) {
                continue;
            }
            if (cost >= 0.0f &&
                (!other || track_gate_crossing(other, at, port->on).direction == 0)) {
                ends[count++] = (RouteEnd){cell, so_far + cost * length, index};
            }
        }
    }
    return count;
}

/// Cost of the straight way from a port of `from` to one of `to`; INFINITY where there is none.
static float straight_cost(const Search *search, const TrackGate *from, const TrackGate *to,
                           const Port *a, const Port *b) {
    float length = glms_vec2_distance(a->on, b->on);
    bool ahead = gate_side(from, b->on) > 0.0f && gate_side(to, a->on) < 0.0f;
    return from != to && ahead && length < STRAIGHT_CELLS * search->grid.cell &&
                   is_free(search, glms_vec2_lerp(a->on, b->on, 0.5f))
               ? length
               : INFINITY;
}

/// The gate that the leg to gate `to` begins at; -1 for the first slot of a sprint.
static int gate_before(const Search *search, int to) {
    return to > 0 ? to - 1 : search->sprint ? -1 : search->track->gate_count - 1;
}

/// The starts of the leg to gate `to`: behind the ports of the gate before that were reached, of a
/// sprint's first leg the first slot.
static int find_starts(Search *search, int to) {
    const Track *track = search->track;
    int from = gate_before(search, to), count = 0;
    if (from < 0) {
        int cell = route_grid_at(&search->grid, track->slots[0].position);
        search->starts[0] = (RouteEnd){.cell = cell};
        return cell >= 0;
    }
    const TrackGate *other = from == to ? NULL : &track->gates[to];
    for (int i = 0; i < search->ports[from].count; i++) {
        const Port *port = &search->ports[from].items[i];
        if (search->arrivals[from][i].cost < INFINITY) {
            count += link_port(search, &track->gates[from], 1, other, port, i,
                               search->arrivals[from][i].cost, search->starts + count);
        }
    }
    return count;
}

static void keep_arrival(Search *search, int cell, float cost, Arrival *arrival) {
    int port = 0;
    int count = route_grid_trace(&search->grid, cell, search->route, &port);
    *arrival = (Arrival){.cost = cost, .from = port, .count = count};
    arrival->cells = arena_array(search->scratch, (size_t)count, sizeof *arrival->cells);
    memcpy(arrival->cells, search->route, (size_t)count * sizeof *arrival->cells);
}

/// Ports of gate `to` that lie close in front of ports of the gate before.
static bool arrive_straight(Search *search, int to, const Arrival *before, int only) {
    const Track *track = search->track;
    int from = gate_before(search, to);
    bool any = false;
    for (int i = 0; i < search->ports[to].count; i++) {
        const Port *port = &search->ports[to].items[i];
        Arrival *arrival = &search->arrivals[to][i];
        for (int j = 0; j < search->ports[from].count && (only < 0 || i == only); j++) {
            float cost =
                before[j].cost + straight_cost(search, &track->gates[from], &track->gates[to],
                                               &search->ports[from].items[j], port);
            if (cost + port->cost < arrival->cost) {
                *arrival = (Arrival){.cost = cost + port->cost, .from = j};
                any = true;
            }
        }
    }
    return any;
}

/// Finds ways from the gate before to gate `to`; port `only` of it, -1 for any.
static bool find_leg(Search *search, int to, int only, float slack) {
    const Track *track = search->track;
    int before = gate_before(search, to);
    const TrackGate *from = before < 0 ? NULL : &track->gates[before];
    const TrackGate *gate = &track->gates[to];
    route_grid_begin(&search->grid, from, gate);
    int start_count = find_starts(search, to), goal_count = 0;
    const TrackGate *other = from == gate ? NULL : from;
    Arrival arrived[ROUTE_PORTS_MAX]; // kept, for both may be one gate
    memcpy(arrived, search->arrivals[before < 0 ? to : before], sizeof arrived);
    for (int i = 0; i < search->ports[to].count; i++) {
        search->arrivals[to][i] = (Arrival){.cost = INFINITY};
        if (only < 0 || i == only) {
            const Port *port = &search->ports[to].items[i];
            goal_count +=
                link_port(search, gate, -1, other, port, i, port->cost, search->goals + goal_count);
        }
    }
    bool found = before >= 0 && arrive_straight(search, to, arrived, only);
    if (start_count > 0 && goal_count > 0 &&
        route_grid_search(&search->grid, search->starts, start_count, search->goals, goal_count,
                          slack)) {
        found = true;
        for (int i = 0; i < goal_count; i++) {
            RouteEnd goal = search->goals[i];
            float cost = route_grid_reached(&search->grid, goal.cell) + goal.cost;
            Arrival *arrival = &search->arrivals[to][goal.port];
            if (cost < arrival->cost) {
                keep_arrival(search, goal.cell, cost, arrival);
            }
        }
    }
    search->cut = search->cut || (found && slack < INFINITY);
    if (!found) {
        bool none = start_count == 0 || goal_count == 0 || search->grid.nearest < 0;
        search->trouble = (GateTrouble){
            before, to,
            none ? gate_middle(gate) : route_grid_middle(&search->grid, search->grid.nearest)};
    }
    return found;
}

/// Finds the way round from port `origin` of the finish, or of a sprint to any port of it. Returns
/// the port that it ends at, -1 where there is none.
static int find_round(Search *search, int origin, float slack) {
    const Track *track = search->track;
    int last = track->gate_count - 1;
    for (int i = 0; i < search->ports[last].count; i++) {
        bool begins = !search->sprint && i == origin;
        search->arrivals[last][i] = (Arrival){.cost = begins ? 0.0f : INFINITY};
    }
    for (int to = 0; to <= last; to++) {
        int only = to == last && !search->sprint ? origin : -1;
        if (!find_leg(search, to, only, slack)) {
            return -1;
        }
        progress_tell(search->progress, (float)(to + 1) / (float)track->gate_count);
    }
    int best = 0;
    for (int i = 1; i < search->ports[last].count; i++) {
        best = search->arrivals[last][i].cost < search->arrivals[last][best].cost ? i : best;
    }
    return best;
}

/// The best port of run `run` of the finish; -1 where there is no such run.
static int best_of_run(const Ports *ports, int run) {
    int best = -1;
    for (int i = 0; i < ports->count; i++) {
        if (ports->items[i].run == run &&
            (best < 0 || ports->items[i].cost < ports->items[best].cost)) {
            best = i;
        }
    }
    return best;
}

/// Tries all origins. Returns the port of the finish that the way round ends at, or -1.
static int find_any_round(Search *search, float slack) {
    const Ports *finish = &search->ports[search->track->gate_count - 1];
    if (search->sprint) {
        return find_round(search, 0, slack);
    }
    GateTrouble first = {0};
    for (int run = 0; run < ORIGINS_MAX; run++) {
        int origin = best_of_run(finish, run);
        if (origin < 0) {
            break;
        }
        int end = find_round(search, origin, slack);
        if (end >= 0) {
            return end;
        }
        first = run == 0 ? search->trouble : first;
    }
    search->trouble = first;
    return -1;
}

static void add_point(GatePath *path, vec2s point) { path->points[path->count++] = point; }

/// Puts the legs that end at port `end` of the finish together.
static void join_legs(const Search *search, int end, Arena *arena, GatePath *out) {
    const Track *track = search->track;
    int port[TRACK_GATES_MAX], total = 1;
    for (int i = track->gate_count - 1; i >= 0; i--) {
        port[i] = end;
        total += search->arrivals[i][end].count + 1;
        end = search->arrivals[i][end].from;
    }
    out->points = arena_array(arena, (size_t)total, sizeof *out->points);
    out->count = 0;
    for (int i = 0; i < track->gate_count; i++) {
        const Arrival *leg = &search->arrivals[i][port[i]];
        for (int j = leg->count - 1; j >= 0; j--) {
            add_point(out, route_grid_place(&search->grid, leg->cells[j]));
        }
        out->gate_at[i] = out->count;
        add_point(out, search->ports[i].items[port[i]].on);
    }
    if (search->sprint) {
        const TrackGate *finish = &track->gates[track->gate_count - 1];
        vec2s ahead = gate_forward(finish);
        vec2s on = out->points[out->count - 1];
        add_point(out, glms_vec2_add(on, glms_vec2_scale(ahead, 2.0f * search->grid.cell)));
    }
}

/// One attempt with cells of `cell` m.
static bool find_with_cell(const WaypointScan *scan, RouteRoom room, bool sprint, float cell,
                           ProgressPart progress, Arena *arena, GatePath *out,
                           GateTrouble *trouble) {
    Arena scratch = {0};
    size_t gates = (size_t)scan->track->gate_count;
    Search search = {.track = scan->track,
                     .grid = route_grid_make(scan, room, cell, &scratch),
                     .sprint = sprint,
                     .progress = progress,
                     .scratch = &scratch};
    search.ports = arena_array(&scratch, gates, sizeof *search.ports);
    search.arrivals = arena_array(&scratch, gates, sizeof *search.arrivals);
    search.starts = arena_array(&scratch, LINKS_MAX, sizeof *search.starts);
    search.goals = arena_array(&scratch, LINKS_MAX, sizeof *search.goals);
    size_t cells = (size_t)search.grid.columns * (size_t)search.grid.rows;
    search.route = arena_array(&scratch, cells, sizeof *search.route);
    bool open = true;
    for (int i = 0; i < scan->track->gate_count && open; i++) {
        const TrackGate *gate = &scan->track->gates[i];
        find_ports(&search, gate, &search.ports[i]);
        if (search.ports[i].count == 0) {
            open = false;
            search.trouble = (GateTrouble){gate_before(&search, i), i, gate_middle(gate)};
        }
    }
    int end = open ? find_any_round(&search, SLACK) : -1;
    if (open && end < 0 && search.cut) {
        end = find_any_round(&search, INFINITY);
    }
    if (end >= 0) {
        join_legs(&search, end, arena, out);
    } else {
        *trouble = search.trouble;
    }
    arena_destroy(&scratch);
    return end >= 0;
}

bool gate_path_find(const WaypointScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                    GatePath *out, GateTrouble *trouble) {
    ASSERT(scan->track->gate_count <= TRACK_GATES_MAX);
    GateTrouble ignored;
    trouble = trouble ? trouble : &ignored;
    *trouble = (GateTrouble){.from = -1};
    if (scan->track->gate_count < 1 || (sprint && scan->track->slot_count < 1)) {
        return false;
    }
    float wanted = scan->half + CAR_MARGIN, least = scan->half + CAR_MARGIN_LEAST;
    RouteRoom wide = {wanted, wanted, wanted};
    RouteRoom close = {wanted, wanted, ROUTE_POSTS_LEAST};
    RouteRoom tight = {wanted, least, ROUTE_POSTS_LEAST};
    ProgressPart first = progress_part(progress, 0.0f, 0.8f);
    ProgressPart second = progress_part(progress, 0.8f, 0.9f);
    ProgressPart third = progress_part(progress, 0.9f, 1.0f);
    return find_with_cell(scan, wide, sprint, 1.0f, first, arena, out, trouble) ||
           find_with_cell(scan, close, sprint, 0.5f, second, arena, out, trouble) ||
           find_with_cell(scan, tight, sprint, 0.5f, third, arena, out, trouble);
}
