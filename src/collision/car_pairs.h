/// Broad phase of moving bodies: sweep and prune along x, with the order of the step before as its
/// start. Source: Ericson, Real-Time Collision Detection (2005), section 7.5.
#pragma once

#include "geometry/polygon.h"

#include <stdint.h>

typedef struct CarPair {
    uint16_t a, b; ///< a < b
} CarPair;

/// Finds all overlapping pairs of `boxes`, and returns how many there are. Writes at most `max` of
/// them; which ones, and in which order, depends on the boxes alone.
///
/// `order` holds a permutation of 0..count-1. On return it is sorted by low x. Insertion sort makes
/// that O(count) where little has moved.
int car_pairs_find(const Box *boxes, int count, uint16_t *order, CarPair *out, int max);

/// Sorts pairs of `body_count` bodies by (a, b), no two of them equal. `scratch`: room for as many.
/// O(count).
void car_pairs_sort(CarPair *pairs, int count, int body_count, CarPair *scratch);
