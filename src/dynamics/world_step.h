/// The step of a world.
#pragma once

#include "collision/hull.h"
#include "collision/wall_grid.h"
#include "dynamics/world.h"
#include "dynamics/world_cache.h"

/// Advances the world by `dt` s: forces to velocities, pairs and manifolds (with the margin that
/// each body's motion needs), contact solve, sweep of fast bodies against walls so that none
/// passes, positions with their push-out. Allocates nothing. Same bits on every machine. `hulls`
/// holds what hull_of indexes; `walls` may be empty. `cache` has room for as many bodies; it must
/// be cleared when hulls or walls have changed.
void world_step(WorldState *world, WorldCache *cache, const WallGrid *walls, const Hull *hulls,
                float dt);
