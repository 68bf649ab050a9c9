#include "dynamics/world_near.h"

#include "base/scalar.h"
#include "base/simd.h"
#include "dynamics/world_sift.h"

#include <math.h>
#include <string.h>

enum {
    WALLS_TOUCHING_MAX = 256, ///< Wall pieces near one body; more are counted as dropped.
    PAIRS_SIFTED = 64,        ///< Pairs looked at at a time.
    STEPS_AHEAD = 16          ///< A body that goes on as it does stays in its room this long.
};

/// m that a body may stray from its course before the lists are made anew: wide enough for what
/// steering does within STEPS_AHEAD, narrow against a car.
static const float stray = 0.15f;

/// The same of the body's farthest point when it turns; blows change that more than the course.
static const float turn_stray = 0.3f;

/// m that a step's motion may grow by, and the room around each body with it.
static const float motion_spare = 0.05f;

/// A box before a wall: its middle (m, from the wall's origin), how it stands and its half sides.
typedef struct BoxBefore {
    vec2s middle;
    Rotation at;
    vec2s half;
} BoxBefore;

/// How far (m) a box at least is from the farthest of all edges of `shape`, after it has moved by
/// `move` m.
static float gap_before(const BoxBefore *box, vec2s move, const Shape *shape) {
    Rotation at = box->at;
    Lanes widest = lanes_all(-INFINITY);
    for (int k = 0; k < shape->count; k += SIMD_LANES) {
        Lanes x = lanes_load(&shape->normal_x[k]);
        Lanes y = lanes_load(&shape->normal_y[k]);
        Lanes above = lanes_sub(lanes_dot(x, y, lanes_all(box->middle.x), lanes_all(box->middle.y)),
                                lanes_load(&shape->offset[k]));
        Lanes length = lanes_abs(lanes_dot(x, y, lanes_all(at.c), lanes_all(at.s)));
        Lanes width = lanes_abs(lanes_cross(lanes_all(at.c), lanes_all(at.s), x, y));
        Lanes reach = lanes_dot(length, width, lanes_all(box->half.x), lanes_all(box->half.y));
        Lanes nearer =
            lanes_min(lanes_dot(x, y, lanes_all(move.x), lanes_all(move.y)), lanes_all(0.0f));
        widest = lanes_max(widest, lanes_add(lanes_sub(above, reach), nearer));
    }
    return lanes_largest(widest) - shape->radius;
}

float wall_gap_after(const Step *step, int i, vec2s move, const WallPiece *wall) {
    const Body *body = &step->bodies[i];
    const Frame *frame = &step->cache->frames[i];
    BoxBefore box = {.middle = glms_vec2_add(glms_vec2_sub(body->position, wall->origin),
                                             rotation_apply(body->rotation, frame->middle)),
                     .at = body->rotation,
                     .half = frame->half};
    return gap_before(&box, move, &wall->shape);
}

float wall_gap_aside(const Step *step, int i, vec2s move, const WallPiece *wall) {
    const Body *body = &step->bodies[i];
    const Frame *frame = &step->cache->frames[i];
    const Shape *shape = &wall->shape;
    Rotation at = body->rotation;
    vec2s origin = glms_vec2_sub(rotation_undo(at, glms_vec2_sub(wall->origin, body->position)),
                                 frame->middle);
    Lanes low_x = lanes_all(INFINITY), low_y = lanes_all(INFINITY);
    Lanes high_x = lanes_all(-INFINITY), high_y = lanes_all(-INFINITY);
    for (int k = 0; k < shape->count; k += SIMD_LANES) {
        Lanes x = lanes_load(&shape->x[k]);
        Lanes y = lanes_load(&shape->y[k]);
        Lanes along = lanes_dot(x, y, lanes_all(at.c), lanes_all(at.s));
        Lanes across = lanes_cross(lanes_all(at.c), lanes_all(at.s), x, y);
        low_x = lanes_min(low_x, along);
        high_x = lanes_max(high_x, along);
        low_y = lanes_min(low_y, across);
        high_y = lanes_max(high_y, across);
    }
    vec2s way = rotation_undo(at, move);
    float ahead = origin.x + lanes_smallest(low_x) - float_max(way.x, 0.0f);
    float behind = -origin.x - lanes_largest(high_x) + float_min(way.x, 0.0f);
    float left = origin.y + lanes_smallest(low_y) - float_max(way.y, 0.0f);
    float right = -origin.y - lanes_largest(high_y) + float_min(way.y, 0.0f);
    return float_max(float_max(ahead, behind) - frame->half.x,
                     float_max(left, right) - frame->half.y) -
           shape->radius;
}

int walls_touching(const Step *step, Box box, int *out, int max) {
    if (step->walls->piece_count == 0) {
        return 0;
    }
    int count = wall_grid_query(step->walls, box, out, max);
    if (count > max) {
        step->world->dropped += (uint32_t)(count - max);
        count = max;
    }
    return count;
}

/// Whether the hull is one box with sides along its body's axes.
static bool is_box(const Hull *hull) {
    const Shape *shape = &hull->pieces[0];
    bool box = hull->count == 1 && shape->count == 4 && shape->radius <= 0.0f;
    for (int i = 0; box && i < 4; i++) {
        box = fabsf(shape->normal_x[i]) >= 1.0f || fabsf(shape->normal_y[i]) >= 1.0f;
    }
    return box;
}

void world_near_learn(const Step *step) {
    WorldState *world = step->world;
    size_t count = world->body_count;
    if (step->cache->near_walls >= 0 &&
        memcmp(step->cache->known_hulls, world_hull_of(world), count) == 0) {
        return;
    }
    float *reaches = step->cache->reaches;
    step->cache->all_boxes = true;
    for (int i = 0; i < world->body_count; i++) {
        const Hull *hull = step_hull(step, i);
        Box box = hull_bounds(hull, transform_identity());
        step->cache->frames[i] =
            (Frame){.middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f),
                    .half = glms_vec2_scale(glms_vec2_sub(box.high, box.low), 0.5f)};
        step->cache->boxes[i] = is_box(hull);
        step->cache->all_boxes = step->cache->boxes[i] && step->cache->all_boxes;
        reaches[i] = hull->bounding_radius;
    }
    world_cache_repeat_last(step->cache, reaches);
    memcpy(step->cache->known_hulls, world_hull_of(world), count);
    step->cache->near_walls = -1;
}

/// Where body `i` is at home in the next steps: a box along its heading.
static void settle(const Step *step, int i) {
    const Body *body = &step->bodies[i];
    Near *near = &step->cache->nears[i];
    float reach = step->cache->reaches[i];
    float horizon = step->dt * (float)STEPS_AHEAD;
    vec2s travel = glms_vec2_scale(body->velocity, 0.5f * horizon);
    vec2s ahead = rotation_undo(body->rotation, travel);
    float turn = fabsf(body->spin) * horizon + turn_stray / reach;
    near->home = glms_vec2_add(body->position, travel);
    near->half = vec2_make(fabsf(ahead.x) + stray, fabsf(ahead.y) + stray);
    near->rotation = body->rotation;
    near->turn2_max = turn * turn;
    near->motion_max = step->cache->drifts[i].most + motion_spare;
}

/// The room of body `i` with its home and a step's motion.
static void make_room(const Step *step, int i) {
    WorldCache *cache = step->cache;
    const Frame *frame = &step->cache->frames[i];
    const Near *near = &step->cache->nears[i];
    Rotation at = near->rotation;
    vec2s middle = glms_vec2_add(near->home, rotation_apply(at, frame->middle));
    vec2s half = glms_vec2_add(frame->half, near->half);
    float spare = sqrtf(near->turn2_max) * step->cache->reaches[i] + near->motion_max;
    float c = fabsf(at.c);
    float s = fabsf(at.s);
    float grown = spare + WORLD_MARGIN + WORLD_DOUBT;
    vec2s around = vec2_make(c * half.x + s * half.y + grown, s * half.x + c * half.y + grown);
    cache->room_bounds[i] = (Box){glms_vec2_sub(middle, around), glms_vec2_add(middle, around)};
    cache->room_boxes[i] = (PlacedBox){.x = middle.x,
                                       .y = middle.y,
                                       .c = at.c,
                                       .s = at.s,
                                       .half_length = half.x,
                                       .half_width = half.y};
    cache->room_spares[i] = (Drift){.turn = spare};
}

/// Finds the edge of `wall` that is farthest toward `from` (world), or the tangent of a round one.
static void find_edge(const WallPiece *wall, vec2s from, WallEdge *out) {
    const Shape *shape = &wall->shape;
    vec2s local = glms_vec2_sub(from, wall->origin);
    float farthest = -INFINITY;
    vec2s normal = vec2_make(1.0f, 0.0f);
    float offset = 0.0f;
    for (int i = 0; shape->count > 1 && i < shape->count; i++) {
        float above = glms_vec2_dot(shape_normal(shape, i), local) - shape->offset[i];
        if (above > farthest) {
            farthest = above;
            normal = shape_normal(shape, i);
            offset = shape->offset[i];
        }
    }
    if (shape->count == 1) {
        vec2s away = glms_vec2_sub(local, shape_point(shape, 0));
        float length = sqrtf(glms_vec2_norm2(away));
        normal = length > 0.0f ? glms_vec2_scale(away, 1.0f / length) : normal;
        offset = glms_vec2_dot(normal, shape_point(shape, 0));
    }
    out->point.x = wall->origin.x + normal.x * (offset + shape->radius);
    out->point.y = wall->origin.y + normal.y * (offset + shape->radius);
    out->normal = normal;
}

/// Whether what is at home in the box can come near to the wall: by the edges of the wall. Its
/// bounds say little of a long one that lies askew.
static bool can_come_near(const PlacedBox *box, float spare, const WallPiece *wall) {
    BoxBefore before = {
        .middle = vec2_make(box->x - wall->origin.x, box->y - wall->origin.y),
        .at = {box->c, box->s},
        .half = vec2_make(box->half_length, box->half_width),
    };
    return wall->shape.count == 1 ||
           gap_before(&before, vec2_make(0.0f, 0.0f), &wall->shape) <= spare;
}

/// Lists the walls that body `i` can meet.
static void list_walls(const Step *step, int i) {
    WorldState *world = step->world;
    Near *near = &step->cache->nears[i];
    near->first_wall = step->cache->wall_near_count;
    near->wall_count = 0;
    int touching[WALLS_TOUCHING_MAX];
    int count = walls_touching(step, step->cache->room_bounds[i], touching, WALLS_TOUCHING_MAX);
    float spare = step->cache->room_spares[i].turn + WORLD_MARGIN + WORLD_DOUBT;
    for (int k = 0; k < count; k++) {
        const WallPiece *wall = &step->walls->pieces[touching[k]];
        if (!can_come_near(&step->cache->room_boxes[i], spare, wall)) {
            continue;
        }
        if (step->cache->wall_near_count == step->cache->wall_near_max) {
            world->dropped += (uint32_t)(count - k);
            return;
        }
        uint32_t at = step->cache->wall_near_count++;
        find_edge(wall, step->bodies[i].position, &step->cache->wall_edges[at]);
        step->cache->wall_nears[at] = (WallNear){
            .wall = (uint32_t)touching[k], .body = (uint16_t)i, .round = wall->shape.count == 1};
        near->wall_count++;
    }
}

/// Of the pairs whose rooms' bounds touch keeps those whose rooms do.
static int keep_near(const Step *step, CarPair *pairs, int count) {
    bool avx2 = simd_has_avx2();
    int kept = 0;
    for (int from = 0; from < count; from += PAIRS_SIFTED) {
        BoxPair near[PAIRS_SIFTED];
        int left = count - from < PAIRS_SIFTED ? count - from : PAIRS_SIFTED;
        int found = world_sift_pairs(step->cache->room_boxes, step->cache->room_spares,
                                     pairs + from, left, avx2, near);
        for (int i = 0; i < found; i++) {
            pairs[kept++] = (CarPair){(uint16_t)near[i].a, (uint16_t)near[i].b};
        }
    }
    return kept;
}

static void list_pairs(const Step *step) {
    WorldState *world = step->world;
    int most = (int)step->cache->pair_max;
    CarPair *pairs = step->cache->pairs;
    int found = car_pairs_find(step->cache->room_bounds, world->body_count, step->cache->order,
                               pairs, most);
    world->dropped += found > most ? (uint32_t)(found - most) : 0;
    step->cache->pair_count = (uint32_t)keep_near(step, pairs, found > most ? most : found);
}

void world_near_update(const Step *step) {
    WorldState *world = step->world;
    if (step->hold && step->cache->near_walls == step->walls->piece_count) {
        return;
    }
    step->cache->wall_near_count = 0;
    for (int i = 0; i < world->body_count; i++) {
        settle(step, i);
        make_room(step, i);
        step->cache->rooms[i] = step->cache->nears[i].motion_max;
        list_walls(step, i);
    }
    list_pairs(step);
    step->cache->near_walls = step->walls->piece_count;
}
