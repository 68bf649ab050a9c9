/// What the phases of one step share.
#pragma once

#include "collision/box_gap.h"
#include "collision/hull.h"
#include "collision/wall_grid.h"
#include "dynamics/world_cache.h"

enum {
    WALLS_TOUCHING_MAX = 256 ///< Wall pieces near one body; more are counted as dropped.
};

typedef struct Step {
    WorldState *world;
    WorldCache *cache;
    const WallGrid *walls;
    const Hull *hulls;
    float dt;
    Body *bodies;
    bool lists_hold;     ///< Every body is where its neighbour list holds.
    bool all_collide;    ///< No body is fixed or a ghost: each pair of them collides.
    int near_wall_count; ///< Of cache->near_walls ...
    int near_pair_count; ///< ... cache->near_pairs ...
    int candidate_count; ///< ... and cache->candidates.
} Step;

static inline const Hull *step_hull(const Step *step, int i) {
    return &step->hulls[world_hull_of(step->world)[i]];
}

/// The box around body `i` as it stands, in the frame of `wall`.
static inline PlacedBox step_box_before(const Step *step, int i, const WallPiece *wall) {
    const Body *body = &step->bodies[i];
    const LocalBox *local = &step->cache->local_boxes[i];
    vec2s middle = glms_vec2_add(glms_vec2_sub(body->position, wall->origin),
                                 rotation_apply(body->rotation, local->middle));
    return (PlacedBox){.x = middle.x,
                       .y = middle.y,
                       .c = body->rotation.c,
                       .s = body->rotation.s,
                       .half_length = local->half.x,
                       .half_width = local->half.y};
}

/// Writes the wall pieces that touch `box` to `out`, ascending; returns how many.
static inline int step_walls_touching(const Step *step, Box box, int out[WALLS_TOUCHING_MAX]) {
    int count = wall_grid_query(step->walls, box, out, WALLS_TOUCHING_MAX);
    int dropped = count > WALLS_TOUCHING_MAX ? count - WALLS_TOUCHING_MAX : 0;
    step->world->dropped += (uint32_t)dropped;
    return count - dropped;
}
