#include "dynamics/world_step.h"

#include "base/assert.h"
#include "dynamics/world_contacts.h"
#include "dynamics/world_move.h"
#include "dynamics/world_near.h"

/// Returns the pushes of the bodies, or NULL where nothing touches.
static const Push *solve_contacts(const Step *step) {
    WorldState *world = step->world;
    if (world->contact_count == 0) {
        return NULL;
    }
    Push *pushes = step->cache->pushes;
    ContactSet set = {.contacts = world_contacts(world),
                      .count = world->contact_count,
                      .bodies = step->bodies,
                      .pushes = pushes,
                      .body_count = world->body_count,
                      .scratch = step->cache->solve_scratch};
    world->dropped += (uint32_t)contacts_solve(&set, step->dt);
    return pushes;
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
    world_near_learn(&step);
    world_bodies_begin(&step);
    world_near_update(&step);
    world_contacts_find(&step);
    const Push *pushes = solve_contacts(&step);
    world_bodies_move(&step, pushes);
}
