/// The step of a world.
#pragma once

#include "collision/hull.h"
#include "collision/wall_grid.h"
#include "dynamics/world.h"
#include "dynamics/world_cache.h"

/// Advances the world by `dt` s, phase by phase: predict, broad phase, narrow phase, speculative
/// contacts, solve, integrate; each in the file of that name, or in the kernel beside it. Allocates
/// nothing. Same bits on every machine. `hulls` holds what hull_of indexes; `walls` may be empty.
/// `cache` has room for as many bodies; it must be cleared when hulls or walls have changed.
void world_step(WorldState *world, WorldCache *cache, const WallGrid *walls, const Hull *hulls,
                float dt);
