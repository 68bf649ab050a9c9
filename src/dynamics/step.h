/// What the phases of one step share.
#pragma once

#include "collision/hull.h"
#include "collision/wall_grid.h"
#include "dynamics/world_cache.h"

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
