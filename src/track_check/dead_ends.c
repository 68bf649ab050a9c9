#include "track_check/dead_ends.h"

#include "base/assert.h"
#include "collision/sat.h"
#include "geometry/trig.h"
#include "ground/ground.h"
#include "track/validate.h"
#include "track_check/free_space.h"
#include "track_check/routes.h"

#include <math.h>
#include <string.h>

enum {
    HEADINGS = 16,         ///< Of half a turn: a box is the same the other way round.
    STATES_MAX = 8000,     ///< Places that a search from one pose looks at.
    SLIDES_MAX = 1 << 16,  ///< Cells through which a car is moved aside.
    NEAR_PIECES_MAX = 256, ///< Walls around it.
    WINDOW = 96,           ///< Cells across which it looks for a way out.
    ANGLES = 64,           ///< Headings that it tells apart.
    STROKES = 6,           ///< Ahead and back, straight, left and right.
};

#define CELL        0.5f   ///< m
#define WINDOW_CELL 0.25f  ///< m
#define FINE_CELL   0.125f ///< m
#define FINE_REACH  6.0f   ///< m, how far a dead end is looked at closely.
#define FINE_TURN   0.05f  ///< rad, between the headings at which it is.

/// m: a car that can run straight for longer than this will get out.
#define RUN_MIN 2.0f

/// m: a car that drives out may scrape along walls so far, since it pushes itself off.
#define SCRAPE 0.15f

/// m: poses of one dead end lie nearer to each other.
#define DEAD_END_REACH 6.0f

/// Where the middle of the car stands, and its heading.
typedef struct Pose {
    vec2s at;          ///< m
    float angle;       ///< rad
    Rotation rotation; ///< By that angle.
} Pose;

/// One stroke, as the car sees it: how the middle of its box moves, and how it turns.
typedef struct Stroke {
    vec2s shift;   ///< m
    float angle;   ///< rad
    Rotation turn; ///< By that angle.
} Stroke;

typedef struct DeadEnds {
    const Track *track;
    const DeadEndCar *car;
    Shape slim; ///< The car as it may scrape along walls.
    WallGrid walls;
    Ground ground;
    FreeSpace wide;        ///< For a car that may turn as it likes.
    FreeSpace fits;        ///< At the heading that is looked at.
    uint64_t *open;        ///< What a race leads to in `wide`.
    uint64_t *visited;     ///< Slid through at this heading.
    int queue[SLIDES_MAX]; ///< Cells.
    uint8_t *been;         ///< A bit for each cell and angle of the window.
    Pose states[STATES_MAX];
    int marked[STATES_MAX]; ///< Bits that are set in `been`.
    int near[NEAR_PIECES_MAX];
    int near_count;
    Stroke strokes[STROKES];
    Pose found[DEAD_ENDS_MAX];
    int found_count;
} DeadEnds;

static bool is_open(const DeadEnds *search, vec2s point) {
    ptrdiff_t cell = free_space_cell(&search->wide, point);
    return cell < 0 || free_space_has(&search->wide, search->open, cell) ||
           (search->ground.respawns &&
            search->track->surfaces[ground_surface(&search->ground, point)].respawn);
}

// ---- driving out --------------------------------------------------------------------------------

/// `way` m ahead (back where negative) at `bend` (1/m, left positive) of the rear axle.
static Stroke stroke_make(const DeadEndCar *car, float way, float bend) {
    Stroke stroke = {.angle = way * bend};
    TrigPair turned = trig_sincos(stroke.angle);
    stroke.turn = (Rotation){turned.cos, turned.sin};
    vec2s chord = vec2_make(way, 0.0f);
    if (bend != 0.0f) {
        chord = vec2_make(turned.sin / bend, (1.0f - turned.cos) / bend);
    }
    stroke.shift = vec2_make(chord.x + car->to_axle * (turned.cos - 1.0f),
                             chord.y + car->to_axle * turned.sin);
    return stroke;
}

static Pose stroke_from(const Pose *pose, const Stroke *stroke) {
    Rotation q = pose->rotation;
    Rotation turn = stroke->turn;
    return (Pose){.at = glms_vec2_add(pose->at, rotation_apply(q, stroke->shift)),
                  .angle = trig_wrap(pose->angle + stroke->angle),
                  .rotation = {q.c * turn.c - q.s * turn.s, q.s * turn.c + q.c * turn.s}};
}

static bool stands_free(const DeadEnds *search, const Pose *pose) {
    Transform stand = {pose->at, pose->rotation};
    Box bounds = box_grow((Box){pose->at, pose->at}, search->slim.bounding_radius);
    for (int i = 0; i < search->near_count; i++) {
        const WallPiece *piece = &search->track->wall_pieces[search->near[i]];
        if (box_overlap(piece->bounds, bounds) &&
            sat_overlap(&search->slim, &piece->shape,
                        transform_relative(stand, wall_piece_at(piece)))
                .hit) {
            return false;
        }
    }
    return true;
}

/// The bit in `been` of the place of `pose` in the window around `middle`; -1 outside.
static int window_bit(vec2s middle, const Pose *pose) {
    float half = 0.5f * (float)WINDOW * WINDOW_CELL;
    float x = (pose->at.x - middle.x + half) / WINDOW_CELL;
    float y = (pose->at.y - middle.y + half) / WINDOW_CELL;
    if (!(x >= 0.0f && y >= 0.0f && x < (float)WINDOW && y < (float)WINDOW)) {
        return -1;
    }
    float turn = (pose->angle + TRIG_PI) * ((float)ANGLES / (2.0f * TRIG_PI));
    return (((int)y * WINDOW + (int)x) * ANGLES) + (int)turn % ANGLES;
}

/// Goes on from the states that are left until one lies in the open. Each place is taken once:
/// `marked` gets their bits in `been`, `*marked_count` of them.
static bool strokes_lead_out(DeadEnds *search, vec2s middle, int *marked_count) {
    int count = 1;
    while (count > 0) {
        Pose from = search->states[--count]; // the last first: most cars are out in a few strokes
        for (int k = 0; k < STROKES; k++) {
            Pose pose = stroke_from(&from, &search->strokes[k]);
            int bit = window_bit(middle, &pose);
            bool been = bit >= 0 && (search->been[bit / 8] >> (bit % 8) & 1) != 0;
            if (been || !stands_free(search, &pose)) {
                continue;
            }
            if (bit < 0 || is_open(search, pose.at) || *marked_count == STATES_MAX) {
                return true;
            }
            search->been[bit / 8] |= (uint8_t)(1u << (bit % 8));
            search->marked[(*marked_count)++] = bit;
            search->states[count++] = pose;
        }
    }
    return false;
}

/// Whether strokes lead from `start` to the open, or farther than a dead end reaches. What is too
/// wide to be searched counts as a way out.
static bool drives_out(DeadEnds *search, Pose start) {
    float reach = 0.5f * (float)WINDOW * WINDOW_CELL + search->slim.bounding_radius;
    Box box = box_grow((Box){start.at, start.at}, reach);
    search->near_count = wall_grid_query(&search->walls, box, search->near, NEAR_PIECES_MAX);
    if (search->near_count > NEAR_PIECES_MAX) {
        return true;
    }
    search->states[0] = start;
    int marked_count = 0;
    bool out = strokes_lead_out(search, start.at, &marked_count);
    for (int i = 0; i < marked_count; i++) {
        search->been[search->marked[i] / 8] = 0;
    }
    return out;
}

// ---- poses that may be dead ends
// ------------------------------------------------------------------

/// Whether a car at `point` can run along `along` (unit), ahead and back, for RUN_MIN m together or
/// to the open.
static bool can_run(const DeadEnds *search, vec2s point, vec2s along) {
    float run = 0.0f;
    for (int way = -1; way <= 1; way += 2) {
        for (float far = CELL; run < RUN_MIN; far += CELL, run += CELL) {
            vec2s at = glms_vec2_add(point, glms_vec2_scale(along, (float)way * far));
            ptrdiff_t cell = free_space_cell(&search->fits, at); // of `wide` too
            if (cell < 0 || free_space_has(&search->wide, search->open, cell)) {
                return true;
            }
            if (!free_space_is_free(&search->fits, cell)) {
                break;
            }
        }
    }
    return run >= RUN_MIN;
}

/// Whether a car in `cell` can be moved to the open as it stands, by tight cells alone. Those from
/// which it cannot stay visited.
static bool slides_out(DeadEnds *search, ptrdiff_t cell) {
    const FreeSpace *fits = &search->fits;
    int count = 0;
    bool out = false;
    search->queue[count++] = (int)cell;
    free_space_set(fits, search->visited, cell, true);
    for (int i = 0; i < count && !out; i++) {
        int x = search->queue[i] % fits->columns;
        int y = search->queue[i] / fits->columns;
        for (int k = 0; k < 4; k++) {
            int to_x = x + (k == 0) - (k == 1);
            int to_y = y + (k == 2) - (k == 3);
            if (to_x < 0 || to_y < 0 || to_x >= fits->columns || to_y >= fits->rows) {
                continue;
            }
            ptrdiff_t next = (ptrdiff_t)to_y * fits->columns + to_x;
            out = out || free_space_has(fits, search->open, next);
            if (free_space_is_free(fits, next) && !free_space_is_free(&search->wide, next) &&
                !free_space_has(fits, search->visited, next) && count < SLIDES_MAX) {
                free_space_set(fits, search->visited, next, true);
                search->queue[count++] = (int)next;
            }
        }
    }
    for (int i = 0; i < count && out; i++) {
        free_space_set(fits, search->visited, search->queue[i], false);
    }
    return out;
}

// ---- a closer look ----------------------------------------------------------------------------

/// The free cell nearest to `point`, at most a metre away; -1 for none.
static ptrdiff_t nearest_free(const FreeSpace *fine, vec2s point) {
    ptrdiff_t best = -1;
    float least = 1.0f;
    for (ptrdiff_t cell = 0; cell < (ptrdiff_t)fine->columns * fine->rows; cell++) {
        float away = glms_vec2_distance(free_space_middle(fine, cell), point);
        if (away < least && free_space_is_free(fine, cell)) {
            least = away;
            best = cell;
        }
    }
    return best;
}

/// Whether a flood from `cell` gets to the open.
static bool flows_out(const DeadEnds *search, const FreeSpace *fine, ptrdiff_t cell,
                      Arena *scratch) {
    uint64_t *reached = free_space_bitmap(fine, scratch);
    free_space_flood(fine, cell, reached);
    bool out = false;
    for (ptrdiff_t i = 0; !out && i < (ptrdiff_t)fine->columns * fine->rows; i++) {
        out = free_space_has(fine, reached, i) && is_open(search, free_space_middle(fine, i));
    }
    return out;
}

/// Whether near `pose`, which is one, there is a dead end with DEAD_END_SPARE to spare on every
/// side, on the way in too: what is tighter is found by chance, by racers as by these cells.
static bool is_wide_enough(DeadEnds *search, Pose pose) {
    Arena scratch = {0};
    vec2s size = vec2_make(search->car->length + 2.0f * DEAD_END_SPARE,
                           search->car->width + 2.0f * DEAD_END_SPARE);
    Box box = box_grow((Box){pose.at, pose.at}, FINE_REACH);
    bool found = false;
    for (int k = -2; k <= 2 && !found; k++) {
        Pose near = {.angle = trig_wrap(pose.angle + FINE_TURN * (float)k)};
        near.rotation = rotation_make(near.angle);
        FreeSpace fine =
            free_space_make_box(search->track->wall_pieces, search->track->wall_piece_count, box,
                                FINE_CELL, size, near.rotation, &scratch);
        ptrdiff_t cell = nearest_free(&fine, pose.at);
        if (cell >= 0 && flows_out(search, &fine, cell, &scratch)) {
            near.at = free_space_middle(&fine, cell);
            found = !drives_out(search, near);
        }
    }
    arena_destroy(&scratch);
    return found;
}

static bool is_told(const DeadEnds *search, vec2s point) {
    for (int i = 0; i < search->found_count; i++) {
        if (glms_vec2_distance(search->found[i].at, point) < DEAD_END_REACH) {
            return true;
        }
    }
    return false;
}

/// Looks at one pose that is tight and free.
static void check_pose(DeadEnds *search, ptrdiff_t cell, float angle) {
    vec2s point = free_space_middle(&search->fits, cell);
    TrigPair along = trig_sincos(angle);
    Pose pose = {point, angle, {along.cos, along.sin}};
    if (free_space_has(&search->fits, search->visited, cell) ||
        can_run(search, point, vec2_make(along.cos, along.sin)) || is_open(search, point) ||
        is_told(search, point) || !slides_out(search, cell)) {
        return;
    }
    if (!drives_out(search, pose) && is_wide_enough(search, pose)) {
        search->found[search->found_count++] = pose;
    }
}

static void check_heading(DeadEnds *search, int heading, Box box) {
    float angle = TRIG_PI * (float)heading / (float)HEADINGS;
    Arena scratch = {0};
    search->fits = free_space_make_box(
        search->track->wall_pieces, search->track->wall_piece_count, box, CELL,
        vec2_make(search->car->length, search->car->width), rotation_make(angle), &scratch);
    const FreeSpace *fits = &search->fits;
    search->visited = free_space_bitmap(fits, &scratch);
    for (int row = 0; row < fits->rows; row++) {
        for (size_t k = 0; k < fits->words; k++) {
            size_t at = (size_t)row * fits->words + k;
            uint64_t tight = ~fits->taken[at] & search->wide.taken[at];
            for (int bit = 0; tight != 0 && bit < 64; bit++) {
                bool look = search->found_count < DEAD_ENDS_MAX;
                if (look && (tight >> bit & 1u)) {
                    check_pose(search, (ptrdiff_t)row * fits->columns + (ptrdiff_t)(64 * k) + bit,
                               angle);
                }
            }
        }
    }
    arena_destroy(&scratch);
}

// ---- the whole --------------------------------------------------------------------------------

/// Floods what a race leads to: from the slots and from all gates.
static void flood_open(DeadEnds *search) {
    const Track *track = search->track;
    const FreeSpace *wide = &search->wide;
    for (int i = 0; i < track->slot_count; i++) {
        free_space_flood(wide, free_space_cell(wide, track->slots[i].position), search->open);
    }
    for (int i = 0; i < track->gate_count; i++) {
        for (int way = 0; way <= track->gates[i].other_count; way++) {
            const TrackGate *gate = track_gate_way(&track->gates[i], way);
            int steps = (int)(glms_vec2_distance(gate->left, gate->right) / CELL) + 1;
            for (int k = 0; k <= steps; k++) {
                vec2s at = glms_vec2_lerp(gate->left, gate->right, (float)k / (float)steps);
                free_space_flood(wide, free_space_cell(wide, at), search->open);
            }
        }
    }
}

static void add_dead_end(const DeadEnds *search, Pose pose, MessageList *messages) {
    char label[VALIDATE_LABEL_MAX];
    Shape box = shape_box(vec2_make(0.0f, 0.0f), search->car->length, search->car->width);
    int wall =
        routes_nearest_wall(search->track, &box, (Transform){pose.at, pose.rotation}, INFINITY);
    ASSERT(wall >= 0); // what is tight is so by walls
    const TrackWall *beside = &search->track->walls[wall];
    Message *message = message_add(
        messages, MESSAGE_W708, beside->place, (double)search->car->length,
        validate_label(label, "wall", beside->id, wall + 1), (double)pose.at.x, (double)pose.at.y);
    message_at(message, pose.at.x, pose.at.y);
}

void dead_ends_check(const Track *track, const DeadEndCar *car, MessageList *messages) {
    ASSERT(track != NULL && car != NULL && messages != NULL && car->turn_radius > 0.0f);
    if (track->gate_count == 0 || track->wall_piece_count == 0) {
        return;
    }
    Box box = routes_box(track);
    vec2s size = glms_vec2_scale(glms_vec2_sub(box.high, box.low), 1.0f / CELL);
    if ((double)size.x * (double)size.y > (double)DEAD_ENDS_CELLS_MAX) {
        return;
    }
    Arena scratch = {0};
    DeadEnds *search = arena_alloc(&scratch, sizeof *search);
    search->track = track;
    search->car = car;
    search->slim =
        shape_box(vec2_make(0.0f, 0.0f), car->length - 2.0f * SCRAPE, car->width - 2.0f * SCRAPE);
    search->walls = wall_grid_make(track->wall_pieces, track->wall_piece_count, &scratch);
    search->ground = ground_make(track, &scratch);
    float round = 0.5f * sqrtf(car->length * car->length + car->width * car->width);
    search->wide =
        free_space_make(track->wall_pieces, track->wall_piece_count, box, CELL, round, &scratch);
    search->open = free_space_bitmap(&search->wide, &scratch);
    search->been = arena_alloc(&scratch, (size_t)WINDOW * WINDOW * ANGLES / 8);
    for (int i = 0; i < STROKES; i++) {
        float bend = (float)(i % 3 - 1) / car->turn_radius;
        search->strokes[i] = stroke_make(car, i < 3 ? -DEAD_END_STROKE : DEAD_END_STROKE, bend);
    }
    flood_open(search);
    for (int heading = 0; heading < HEADINGS; heading++) {
        check_heading(search, heading, box);
    }
    for (int i = 0; i < search->found_count; i++) {
        add_dead_end(search, search->found[i], messages);
    }
    arena_destroy(&scratch);
}
