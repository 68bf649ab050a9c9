/// What the phases of one step share.
#pragma once

#include "collision/hull.h"
#include "collision/wall_grid.h"
#include "dynamics/world_cache.h"

/// m added to what bodies can move in a step when contacts are looked for, so that those at rest
/// stay known and two points of an edge that lies flat are both found.
#define WORLD_MARGIN 0.02f

/// m by which the quick tests of distance may be wrong, by rounding far from the origin. They may
/// only let too much pass.
#define WORLD_ROUNDING 0.005f

/// m: bodies that come this near on their paths touch. Less than the slop that the solver keeps: a
/// car that scrapes rides that slop off its wall, and where another wall begins flush with it the
/// next corner is as far off. With the whole slop the corner would be a bump: at 60 m/s a kick of
/// 10 m/s.
#define WORLD_TOUCH 1e-3f

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
