/// The engines of others that Axle is measured beside, where they are installed.
#pragma once

#include "bench/scenarios.h"

/// Box2D 2.4, in peer_box2d.cpp: manifolds, times of impact, rays, worlds.
BenchWays bench_ways_box2d(void);

/// Chipmunk 7, in peer_chipmunk.c: manifolds, rays, worlds.
BenchWays bench_ways_chipmunk(void);
