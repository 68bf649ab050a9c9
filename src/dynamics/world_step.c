#include "dynamics/world_step.h"

#include "base/assert.h"
#include "dynamics/kernels.h"
#include "dynamics/phases.h"
#include "dynamics/solve.h"

/// Returns the position corrections of the bodies, NULL where nothing touches.
static const Correction *solve(const Step *step) {
    WorldState *world = step->world;
    if (world->contact_count == 0) {
        return NULL;
    }
    ContactSet set = {.contacts = world_contacts(world),
                      .count = world->contact_count,
                      .bodies = step->bodies,
                      .corrections = step->cache->corrections,
                      .body_count = world->body_count,
                      .scratch = step->cache->solve_scratch};
    world->dropped += (uint32_t)contacts_solve(&set, step->dt);
    return set.corrections;
}

void world_step(WorldState *world, WorldCache *cache, const WallGrid *walls, const Hull *hulls,
                float dt) {
    ASSERT(world && cache && walls && hulls && dt > 0.0f);
    world_cache_ready(cache, world);
    Step step = {.world = world,
                 .cache = cache,
                 .walls = walls,
                 .hulls = hulls,
                 .dt = dt,
                 .bodies = world_bodies(world)};
    predict(&step);
    broad_phase(&step);
    narrow_phase(&step);
    kernels_for(step.candidate_count)->speculative(&step);
    integrate(&step, solve(&step));
}
