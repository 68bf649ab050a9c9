#include "collision/tolerances.h"
#include "dynamics/kernels.h"
#include "dynamics/phases.h"

#include <math.h>
#include <string.h>

enum {
    STEPS_AHEAD = 16 ///< A body that goes on as it does stays in its fat box this long.
};

/// m that a body may stray from its path before the lists are made anew: wide enough for what
/// steering does within STEPS_AHEAD, narrow against a car.
static const float stray = 0.25f;

/// The same of the body's farthest point when it turns; impacts change that more than the path.
static const float turn_stray = 0.3f;

/// m that a step's motion may grow by, and each fat box with it.
static const float motion_spare = 0.05f;

/// Where the list of body `i` will hold: a box along its heading around its path.
static void begin_list(const Step *step, int i) {
    WorldCache *cache = step->cache;
    const Body *body = &step->bodies[i];
    NeighbourList *list = &cache->lists[i];
    float radius = cache->bounding_radii[i];
    float horizon = step->dt * (float)STEPS_AHEAD;
    vec2s travel = glms_vec2_scale(body->velocity, 0.5f * horizon);
    vec2s ahead = rotation_undo(body->rotation, travel);
    float turn = fabsf(body->spin) * horizon + turn_stray / radius;
    list->middle = glms_vec2_add(body->position, travel);
    list->half = vec2_make(fabsf(ahead.x) + stray, fabsf(ahead.y) + stray);
    list->rotation = body->rotation;
    list->turn2_max = turn * turn;
    list->motion_max = cache->motions[i].most + motion_spare;
}

/// The fat box of body `i`: wherever it goes while its list holds, with one step's motion.
static void fatten(const Step *step, int i) {
    WorldCache *cache = step->cache;
    const LocalBox *local = &cache->local_boxes[i];
    const NeighbourList *list = &cache->lists[i];
    Rotation at = list->rotation;
    vec2s middle = glms_vec2_add(list->middle, rotation_apply(at, local->middle));
    vec2s half = glms_vec2_add(local->half, list->half);
    float spare = sqrtf(list->turn2_max) * cache->bounding_radii[i] + list->motion_max;
    float c = fabsf(at.c);
    float s = fabsf(at.s);
    float grown = spare + SPECULATIVE_MARGIN + CULL_SLACK;
    vec2s around = vec2_make(c * half.x + s * half.y + grown, s * half.x + c * half.y + grown);
    cache->fat_bounds[i] = (Box){glms_vec2_sub(middle, around), glms_vec2_add(middle, around)};
    cache->fat_boxes[i] = (PlacedBox){.x = middle.x,
                                      .y = middle.y,
                                      .c = at.c,
                                      .s = at.s,
                                      .half_length = half.x,
                                      .half_width = half.y};
    cache->fat_motions[i] = (PredictedMotion){.turn = spare};
}

/// Finds the edge of `wall` from which `box`, in the frame of the wall, is farthest, or the tangent
/// of a round one toward it.
static void find_edge(const WallPiece *wall, const PlacedBox *box, WallEdge *out) {
    const Shape *shape = &wall->shape;
    vec2s local = vec2_make(box->x, box->y);
    vec2s along = vec2_make(box->c, box->s);
    float farthest = -INFINITY;
    vec2s normal = vec2_make(1.0f, 0.0f);
    float offset = 0.0f;
    for (int i = 0; shape->count > 1 && i < shape->count; i++) {
        vec2s of = shape_normal(shape, i);
        float reach = fabsf(glms_vec2_dot(of, along)) * box->half_length +
                      fabsf(glms_vec2_cross(of, along)) * box->half_width;
        float above = glms_vec2_dot(of, local) - shape->offset[i] - reach;
        if (above > farthest) {
            farthest = above;
            normal = of;
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

/// Whether what stays in the box, which is in the frame of the wall, can come near to the wall: by
/// the edges of the wall. Its bounds say little of a long one that lies askew.
static bool can_come_near(const PlacedBox *box, float spare, const WallPiece *wall) {
    return wall->shape.count == 1 || box_gap(box, vec2_make(0.0f, 0.0f), &wall->shape) <= spare;
}

/// Lists the walls that the fat box of body `i` touches.
static void list_walls(const Step *step, int i) {
    WorldCache *cache = step->cache;
    WorldState *world = step->world;
    NeighbourList *list = &cache->lists[i];
    list->first_wall = cache->wall_neighbour_count;
    list->wall_count = 0;
    int touching[WALLS_TOUCHING_MAX];
    int count = step_walls_touching(step, cache->fat_bounds[i], touching);
    float spare = cache->fat_motions[i].turn + SPECULATIVE_MARGIN + CULL_SLACK;
    for (int k = 0; k < count; k++) {
        const WallPiece *wall = &step->walls->pieces[touching[k]];
        PlacedBox box = cache->fat_boxes[i];
        box.x -= wall->origin.x;
        box.y -= wall->origin.y;
        if (!can_come_near(&box, spare, wall)) {
            continue;
        }
        if (cache->wall_neighbour_count == cache->wall_neighbour_max) {
            world->dropped += (uint32_t)(count - k);
            return;
        }
        uint32_t at = cache->wall_neighbour_count++;
        find_edge(wall, &box, &cache->wall_edges[at]);
        cache->wall_neighbours[at] = (WallNeighbour){
            .wall = (uint32_t)touching[k], .body = (uint16_t)i, .round = wall->shape.count == 1};
        list->wall_count++;
    }
}

/// Lists the pairs whose fat boxes touch. Sorts those alone that are left.
static void list_pairs(const Step *step) {
    WorldCache *cache = step->cache;
    int most = (int)cache->pair_max;
    int count =
        car_pairs_find(cache->fat_bounds, cache->body_count, cache->order, cache->pairs, most);
    step->world->dropped += count > most ? (uint32_t)(count - most) : 0;
    count = count > most ? most : count;
    const BoxPair *near = cache->near_pairs;
    count = kernels_for(count)->cull_pairs(cache->fat_boxes, cache->fat_motions, cache->pairs,
                                           count, cache->near_pairs);
    for (int i = 0; i < count; i++) {
        cache->pairs[i] = (CarPair){near[i].a, near[i].b};
    }
    CarPair *scratch = (CarPair *)(void *)cache->near_pairs;
    car_pairs_sort(cache->pairs, count, cache->body_count, scratch);
    cache->pair_count = (uint32_t)count;
}

/// Makes the neighbour lists anew where they do not hold.
static void update_lists(const Step *step) {
    WorldCache *cache = step->cache;
    if (step->lists_hold && cache->listed_walls == step->walls->piece_count) {
        return;
    }
    cache->wall_neighbour_count = 0;
    for (int i = 0; i < step->world->body_count; i++) {
        begin_list(step, i);
        fatten(step, i);
        cache->clearances[i] = cache->lists[i].motion_max;
        list_walls(step, i);
    }
    list_pairs(step);
    cache->listed_walls = step->walls->piece_count;
}

/// Whether a body can touch the listed wall in this step, by all of the wall's edges: nothing may
/// depend on when a list was made.
static bool can_touch(const Step *step, const WallNeighbour *near) {
    const PredictedMotion *motion = &step->cache->motions[near->body];
    const WallPiece *wall = &step->walls->pieces[near->wall];
    PlacedBox box = step_box_before(step, near->body, wall);
    return near->round ||
           box_gap(&box, motion->move, &wall->shape) <= motion->turn + SPECULATIVE_MARGIN;
}

/// Keeps the walls that movable bodies can touch. The edges in the list tell most that they cannot.
static void cull_walls(Step *step) {
    WorldCache *cache = step->cache;
    int count = (int)cache->wall_neighbour_count;
    int near = kernels_for(count)->cull_walls(step, count, cache->near_walls);
    step->near_wall_count = 0;
    for (int i = 0; i < near; i++) {
        uint32_t index = cache->near_walls[i];
        const WallNeighbour *neighbour = &cache->wall_neighbours[index];
        if (step->bodies[neighbour->body].inverse_mass > 0.0f && can_touch(step, neighbour)) {
            cache->near_walls[step->near_wall_count++] = index;
        }
    }
}

static bool bodies_collide(const Step *step, const BoxPair *pair) {
    const uint8_t *flags = world_flags(step->world);
    return ((flags[pair->a] | flags[pair->b]) & BODY_GHOST) == 0 &&
           step->bodies[pair->a].inverse_mass + step->bodies[pair->b].inverse_mass > 0.0f;
}

/// Keeps the pairs that can touch and collide.
static void cull_pairs(Step *step) {
    WorldCache *cache = step->cache;
    BoxPair *pairs = cache->near_pairs;
    int count = (int)cache->pair_count;
    int near =
        kernels_for(count)->cull_pairs(cache->placed, cache->motions, cache->pairs, count, pairs);
    step->near_pair_count = step->all_collide ? near : 0;
    for (int i = 0; i < near && !step->all_collide; i++) {
        if (bodies_collide(step, &pairs[i])) {
            pairs[step->near_pair_count++] = pairs[i];
        }
    }
}

void broad_phase(Step *step) {
    update_lists(step);
    cull_walls(step);
    cull_pairs(step);
}
