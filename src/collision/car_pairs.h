/// Which moving boxes overlap: a sorted sweep along x that keeps its order from step to step.
#pragma once

#include "geometry/polygon.h"

#include <stdint.h>

typedef struct CarPair {
    uint16_t a, b; ///< a < b
} CarPair;

/// Finds all overlapping pairs of `boxes`. `order` holds a permutation of 0..count-1, sorted by low
/// x on return (insertion sort: O(count) when little moved). Returns how many pairs there are.
/// Where that exceeds `max`, `max` of them are written: which ones depends on the boxes alone. What
/// is written is sorted by (a, b).
int car_pairs_find(const Box *boxes, int count, uint16_t *order, CarPair *out, int max);
