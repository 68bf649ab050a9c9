#include "dynamics/kernels.h"
#include "dynamics/phases.h"

void integrate(const Step *step, const Correction *corrections) {
    int count = step->world->body_count;
    int wide = kernels_wide_part(count);
    // A lane that sees more clearance for its body does not ask whether a wall stops it, and comes
    // last.
    world_cache_repeat_last(step->cache, step->cache->clearances);
    kernels_wide()->integrate(step, corrections, 0, wide);
    kernels_narrow()->integrate(step, corrections, wide, count);
}
