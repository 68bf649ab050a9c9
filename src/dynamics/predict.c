#include "dynamics/predict.h"

#include "dynamics/kernels.h"

#include <string.h>

static bool has_ghosts(WorldState *world) {
    const uint8_t *flags = world_flags(world);
    unsigned any = 0;
    for (int i = 0; i < world->body_count; i++) {
        any |= flags[i];
    }
    return (any & BODY_GHOST) != 0;
}

void predict(Step *step) {
    WorldState *world = step->world;
    int wide = kernels_wide_part(world->body_count);
    step->lists_hold = true;
    step->all_collide = !has_ghosts(world);
    kernels_wide()->predict(step, 0, wide);
    kernels_narrow()->predict(step, wide, world->body_count);
    memset(world_forces(world), 0, world->body_count * sizeof(Force));
}
