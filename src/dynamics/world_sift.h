/// Sifts the pairs of bodies that are near: which can touch in this step.
#pragma once

#include "collision/box_pairs.h"
#include "dynamics/world_near.h"

/// Writes those of `count` pairs whose boxes can touch to `out` (room for `count`), in their order,
/// each with the margin that a contact of the two needs; returns how many. Lets a pair pass that
/// is up to WORLD_DOUBT too far apart. `avx2` as simd_has_avx2 says, or false.
int world_sift_pairs(const PlacedBox *boxes, const Drift *drifts, const CarPair *pairs, int count,
                     bool avx2, BoxPair *out);

/// Writes those of `count` listed walls from `first` on that their bodies can touch in this step to
/// `out` (room for `count`), in their order; returns how many. The edges in the list tell most that
/// cannot; what is left is judged from all of a wall's edges, because nothing may depend on when a
/// list was made. Keeps the gaps, and takes from the room of each body what is beyond its nearest
/// wall.
int world_sift_walls(const Step *step, uint32_t first, int count, bool avx2, uint32_t *out);

/// The parts that are compiled for AVX2, to be called only where simd_has_avx2.
int world_sift_pairs_avx2(const PlacedBox *boxes, const Drift *drifts, const CarPair *pairs,
                          int count, BoxPair *out);
int world_sift_walls_avx2(const Step *step, uint32_t first, int count, uint32_t *out);
