// Holes in the walls around a course: found by widening the car until it no longer gets out.
#include "geometry/transform.h"
#include "track/validate.h"
#include "track_check/free_space.h"
#include "track_check/routes.h"
#include "track_check/track_check_parts.h"

#include <math.h>
#include <string.h>

/// m: what is wider than the widest hole is an opening that the author wants.
#define HOLE_WIDEST 8.0f

/// m between two widths that are tried, all over the track and then at the hole.
#define WIDTH_STEP      0.25f
#define WIDTH_STEP_FINE 0.02f

/// m: cells all over the track, and at the hole; m around it that is looked at.
#define HOLE_CELL      0.5f
#define HOLE_CELL_FINE 0.05f
#define HOLE_REACH     12.0f

enum {
    HOLES_MAX = 5, ///< That are said.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    HOLE_CELLS_MAX = 500000, ///< A fuzzer has better to do than to flood the same wide plain.
#else
    HOLE_CELLS_MAX = 16000000, ///< Of one map; larger cells where the track is larger.
#endif
};

/// What has been found, and is closed for the rest of the search.
typedef struct Plug {
    vec2s at;
    float radius; ///< m
} Plug;

typedef struct HoleSearch {
    const Track *track;
    const Ground *ground;
    const RoadGrid *roads;
    Box box;
    float cell;
    Plug plugs[HOLES_MAX + 2 * TRACK_RIBBONS_MAX];
    int plug_count;
} HoleSearch;

/// The space for a car `width` m wide inside `box`, plugs taken.
static FreeSpace space_for(const HoleSearch *search, Box box, float cell, float width,
                           Arena *arena) {
    const Track *track = search->track;
    FreeSpace space = free_space_make(track->wall_pieces, track->wall_piece_count, box, cell,
                                      0.5f * width, arena);
    routes_take_deep(&space, track, search->ground);
    for (int i = 0; i < search->plug_count; i++) {
        const Plug *plug = &search->plugs[i];
        float radius = plug->radius + 0.5f * width;
        int steps = (int)(radius / cell) + 1;
        for (int k = 0; k < (2 * steps + 1) * (2 * steps + 1); k++) {
            vec2s off = vec2_make((float)(k % (2 * steps + 1) - steps) * cell,
                                  (float)(k / (2 * steps + 1) - steps) * cell);
            ptrdiff_t at = free_space_cell(&space, glms_vec2_add(plug->at, off));
            if (at >= 0 && glms_vec2_norm(off) <= radius) {
                free_space_set(&space, space.taken, at, true);
            }
        }
    }
    return space;
}

/// Floods what cars reach from the places where they start and are put back.
static void flood_course(const HoleSearch *search, const FreeSpace *space, uint64_t *reached) {
    const Track *track = search->track;
    for (int i = 0; i < track->slot_count; i++) {
        free_space_flood(space, free_space_cell(space, track->slots[i].position), reached);
    }
    for (int i = 0; i < track->gate_count; i++) {
        for (int way = 0; way <= track->gates[i].other_count; way++) {
            const TrackGate *line = track_gate_way(&track->gates[i], way);
            free_space_flood(space, free_space_cell(space, line->respawn), reached);
        }
    }
}

/// Cell `i` along the border of the space, from 0; -1 past the last one.
static ptrdiff_t border_cell(const FreeSpace *space, int i) {
    int columns = space->columns, rows = space->rows;
    ptrdiff_t last_row = (ptrdiff_t)(rows - 1) * columns;
    if (i < 2 * columns) {
        return i < columns ? i : last_row + i - columns;
    }
    i -= 2 * columns;
    if (i < 2 * rows) {
        return i < rows ? (ptrdiff_t)i * columns : (ptrdiff_t)(i - rows) * columns + columns - 1;
    }
    return -1;
}

/// Whether a car `width` m wide gets out to the border.
static bool gets_out(const HoleSearch *search, float width) {
    Arena scratch = {0};
    FreeSpace space = space_for(search, search->box, search->cell, width, &scratch);
    uint64_t *reached = free_space_bitmap(&space, &scratch);
    flood_course(search, &space, reached);
    bool out = false;
    ptrdiff_t cell;
    for (int i = 0; !out && (cell = border_cell(&space, i)) >= 0; i++) {
        out = free_space_has(&space, reached, cell);
    }
    arena_destroy(&scratch);
    return out;
}

/// Where the course and what lies outside come nearest for a car just too wide to get out: a place
/// of each. False where the course has no room for it.
static bool find_ends(const HoleSearch *search, float width, vec2s ends[2]) {
    Arena scratch = {0};
    FreeSpace space = space_for(search, search->box, search->cell, width, &scratch);
    uint64_t *inside = free_space_bitmap(&space, &scratch);
    uint64_t *outside = free_space_bitmap(&space, &scratch);
    flood_course(search, &space, inside);
    ptrdiff_t cell, cells[2];
    for (int i = 0; (cell = border_cell(&space, i)) >= 0; i++) {
        free_space_flood(&space, cell, outside);
    }
    bool found = free_space_nearest(&space, inside, outside, cells);
    for (int i = 0; i < 2 && found; i++) {
        ends[i] = free_space_middle(&space, cells[i]);
    }
    arena_destroy(&scratch);
    return found;
}

/// Whether a car `width` m wide gets from one of the ends to the other, close to them; else `at` is
/// where it is stopped.
static bool gets_through(const HoleSearch *search, const vec2s ends[2], float width, vec2s *at) {
    Arena scratch = {0};
    Box box = box_grow(box_of(ends, 2), HOLE_REACH);
    FreeSpace space = space_for(search, box, HOLE_CELL_FINE, width, &scratch);
    uint64_t *reached = free_space_bitmap(&space, &scratch);
    uint64_t *wanted = free_space_bitmap(&space, &scratch);
    free_space_flood(&space, free_space_cell(&space, ends[0]), reached);
    ptrdiff_t to = free_space_cell(&space, ends[1]), cells[2];
    bool through = to >= 0 && free_space_has(&space, reached, to);
    if (!through) {
        free_space_flood(&space, to, wanted);
    }
    if (!through && free_space_nearest(&space, reached, wanted, cells)) {
        *at = glms_vec2_lerp(free_space_middle(&space, cells[0]),
                             free_space_middle(&space, cells[1]), 0.5f);
    }
    arena_destroy(&scratch);
    return through;
}

/// The largest width up to `high` m, in steps of `step` from `low` on, at which `passes` says yes,
/// as it does at `low`. With ends `at` is the place of the hole.
static float widest(const HoleSearch *search, const vec2s ends[2], float low, float high,
                    float step, vec2s *at) {
    int most = (int)((high - low) / step + 0.5f);
    int yes = 0;
    while (most - yes > 1) {
        int middle = (yes + most) / 2;
        float width = low + (float)middle * step;
        bool passes = ends ? gets_through(search, ends, width, at) : gets_out(search, width);
        yes = passes ? middle : yes;
        most = passes ? most : middle;
    }
    return low + (float)yes * step;
}

static void add_hole(const HoleSearch *search, vec2s at, float width, MessageList *messages) {
    const Track *track = search->track;
    Shape probe = shape_circle(at, 0.0f);
    int wall = routes_nearest_wall(track, &probe, transform_identity(), width);
    char label[VALIDATE_LABEL_MAX];
    Message *message =
        message_add(messages, MESSAGE_W714,
                    wall >= 0 ? track->walls[wall].place : track->gates[0].place, (double)width,
                    validate_label(label, "wall", wall >= 0 ? track->walls[wall].id : "", wall + 1),
                    (double)at.x, (double)at.y);
    message_at(message, at.x, at.y);
}

/// Closes the open ends of roads that end on no other: they lead out there, and may.
static void plug_open_ends(HoleSearch *search) {
    const Track *track = search->track;
    for (int i = 0; i < 2 * track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i / 2];
        if (ribbon->closed || ribbon->count == 0) {
            continue;
        }
        const RibbonSample *end = &ribbon->samples[i % 2 == 0 ? 0 : ribbon->count - 1];
        if (!road_grid_crosses(search->roads, end->point, i / 2, end->s)) {
            float reach = fmaxf(end->left + end->shoulder[0], end->right + end->shoulder[1]);
            reach = fmaxf(reach, fmaxf(end->wall[0], end->wall[1]));
            search->plugs[search->plug_count++] = (Plug){end->point, reach + 0.5f};
        }
    }
}

/// Finds the widest hole that is not yet closed, adds it and closes it. False where there is none.
static bool take_hole(HoleSearch *search, MessageList *messages) {
    if (!gets_out(search, ROUTES_CAR_WIDTH) || gets_out(search, HOLE_WIDEST)) {
        return false;
    }
    vec2s ends[2];
    float width = widest(search, NULL, ROUTES_CAR_WIDTH, HOLE_WIDEST, WIDTH_STEP, NULL);
    // The cells may hide a part of its width. For a car that is wider than all of it the ends have
    // room, if the course has.
    float most = width + WIDTH_STEP + 1.5f * search->cell;
    if (!find_ends(search, most, ends) && !find_ends(search, width + WIDTH_STEP, ends)) {
        return false;
    }
    vec2s at = glms_vec2_lerp(ends[0], ends[1], 0.5f);
    if (!gets_through(search, ends, width, &at)) { // the course is no wider than its ways out
        return false;
    }
    // Half of what the step and the cells leave open comes on top.
    width = widest(search, ends, width, most + WIDTH_STEP_FINE, WIDTH_STEP_FINE, &at) +
            0.5f * HOLE_CELL_FINE;
    if (road_grid_on_road(search->roads, at)) { // nor here
        return false;
    }
    add_hole(search, at, width, messages);
    search->plugs[search->plug_count++] = (Plug){at, 0.5f * width + 0.5f};
    return true;
}

void holes_check(const Track *track, const Ground *ground, const RoadGrid *roads,
                 MessageList *messages) {
    HoleSearch search = {
        .track = track, .ground = ground, .roads = roads, .box = routes_box(track)};
    vec2s size = glms_vec2_sub(search.box.high, search.box.low);
    search.cell = fmaxf(HOLE_CELL, sqrtf(size.x * size.y / (float)HOLE_CELLS_MAX));
    plug_open_ends(&search);
    for (int i = 0; i < HOLES_MAX && take_hole(&search, messages); i++) {
    }
}
