// Floods on cells of half a metre among the walls.
#include "track_check/routes.h"

#include "collision/sat.h"
#include "geometry/transform.h"
#include "track/gates.h"
#include "track/validate.h"
#include "track_check/free_space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// m: cells on which routes are searched. Together with ROUTES_CAR_WIDTH they find every route that
/// is 2.3 m wide.
#define ROUTE_CELL 0.5f

/// m: cells of a second search, for the very width of a car.
#define FINE_CELL 0.25f

/// m, from the place where a route is blocked to the wall that blocks it: the place is in the
/// middle between two cells.
#define BLOCKED_REACH 1.0f

// ---- all gates can be reached -----------------------------------------------------------------

Box routes_box(const Track *track) {
    Box box = box_of(NULL, 0);
    for (int i = 0; i < track->gate_count; i++) {
        box = box_add(box_add(box, track->gates[i].left), track->gates[i].right);
    }
    for (int i = 0; i < track->grid_size; i++) {
        box = box_add(box, track->slots[i].position);
    }
    for (int r = 0; r < track->ribbon_count; r++) {
        for (int i = 0; i < track->ribbons[r].count; i++) {
            const RibbonSample *sample = &track->ribbons[r].samples[i];
            box = box_add(box_add(box, sample->shoulder_edge[0]), sample->shoulder_edge[1]);
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

void routes_take_deep(FreeSpace *space, const Track *track, const Ground *ground) {
    bool any = track->surfaces[track->ground].respawn;
    for (int i = 0; i < track->zone_count; i++) {
        any = any || track->surfaces[track->zones[i].surface].respawn;
    }
    ptrdiff_t cells = any ? (ptrdiff_t)space->columns * space->rows : 0;
    for (ptrdiff_t cell = 0; cell < cells; cell++) {
        vec2s middle = free_space_middle(space, cell);
        if (free_space_is_free(space, cell) &&
            track->surfaces[ground_surface(ground, middle)].respawn) {
            free_space_set(space, space->taken, cell, true);
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
            free_space_set(space, space->taken, cell, true);
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

/// The search for routes from gate to gate.
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

/// Whether a route leads to gate `to`. Mostly it crosses no other gate: all legs together then look
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
    FreeSpace two = free_space_copy(&legs->open, &legs->scratch);
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

/// Whether a route of any form leads across a gate's line, within a few cells of it.
static bool has_winding_route(Legs *legs, const TrackGate *line) {
    FreeSpace ring = free_space_copy(&legs->open, &legs->scratch);
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
        if (has_lane(&legs->open, line) || has_winding_route(legs, line)) {
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
    float distance;
    return validate_nearest_road(track, point, &distance) >= 0 && distance > 0.0f;
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

int routes_nearest_wall(const Track *track, const Shape *shape, Transform at, float reach) {
    int wall = -1;
    for (int i = 0; i < track->wall_piece_count; i++) {
        const WallPiece *piece = &track->wall_pieces[i];
        Transform piece_at = transform_relative(at, wall_piece_at(piece));
        float distance = sat_distance(shape, &piece->shape, piece_at, NULL);
        if (distance < reach) {
            reach = distance;
            wall = piece->wall;
        }
    }
    return wall;
}

/// Names the wall at `point`, where it is not that of a road.
static void note_wall(const Track *track, vec2s point, Message *message) {
    Shape probe = shape_circle(point, 0.0f);
    int wall = routes_nearest_wall(track, &probe, transform_identity(), BLOCKED_REACH);
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
static void add_no_route(Legs *legs, int from, int to, MessageCode code, MessageList *messages) {
    const Track *track = legs->track;
    const TrackGate *gate = &track->gates[to];
    char label_from[VALIDATE_LABEL_MAX], label_to[VALIDATE_LABEL_MAX];
    validate_gate_label(track, from, label_from);
    validate_gate_label(track, to, label_to);
    vec2s place = blocked_place(legs, from, to);
    bool slot_off = from < 0 && is_off_roads(track, track->slots[0].position);
    bool gate_off = !slot_off && gate_is_off_roads(track, gate);
    char help[VALIDATE_LABEL_MAX * 3];
    if (slot_off || gate_off) {
        char road[VALIDATE_LABEL_MAX];
        float distance;
        vec2s stand = slot_off ? track->slots[0].position : gate_middle(gate);
        int nearest = validate_nearest_road(track, stand, &distance);
        validate_label(road, "ribbon", track->ribbons[nearest].id, nearest + 1);
        snprintf(help, sizeof help, "move %s onto a road: %s is %.0f m away",
                 slot_off ? label_from : label_to, road, (double)distance);
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
    Box box = routes_box(track);
    vec2s size = glms_vec2_sub(box.high, box.low);
    if ((double)size.x * (double)size.y / (double)(cell * cell) > (double)FREE_SPACE_CELLS_MAX) {
        return true;
    }
    Legs legs = {.track = track, .width = width};
    legs.open = free_space_make(track->wall_pieces, track->wall_piece_count, box, cell,
                                0.5f * width, &legs.scratch);
    routes_take_deep(&legs.open, track, ground);
    legs.parted = free_space_copy(&legs.open, &legs.scratch);
    for (int i = 0; i < track->gate_count; i++) {
        take_gate(&legs.parted, &track->gates[i]);
    }
    legs.reached = free_space_bitmap(&legs.open, &legs.scratch);
    bool open = true;
    int leg_count = track->gate_count + (track->laps > 1 ? 1 : 0); // the last is the first of lap 2
    for (int leg = 0; leg < leg_count && open; leg++) {
        int to = leg % track->gate_count;
        open = gate_is_open(&legs, &track->gates[to]) && leg_is_open(&legs, leg - 1, to);
        if (!open && messages) {
            add_no_route(&legs, leg - 1, to, code, messages);
        }
    }
    arena_destroy(&legs.scratch);
    return open;
}

bool routes_check(const Track *track, const Ground *ground, MessageList *messages) {
    return check_gates_reached(track, ground, ROUTES_CAR_WIDTH, ROUTE_CELL, MESSAGE_E508, messages);
}

void routes_check_width(const Track *track, float width, MessageList *messages) {
    if (track->gate_count == 0 || track->slot_count == 0 || width <= ROUTES_CAR_WIDTH) {
        return; // E508 has searched for wider routes
    }
    Arena scratch = {0};
    Ground ground = ground_make(track, &scratch);
    if (!check_gates_reached(track, &ground, width, ROUTE_CELL, MESSAGE_W709, NULL)) {
        check_gates_reached(track, &ground, width, FINE_CELL, MESSAGE_W709, messages);
    }
    arena_destroy(&scratch);
}
