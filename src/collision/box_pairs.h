/// Manifolds of many pairs of oriented boxes at once, a pair in each lane.
///
/// A car without an outline is a box. Two boxes have four axes and need no loops, so this is
/// several times faster than one pair at a time. In kernels.c.
#pragma once

#include "collision/manifold.h"
#include "geometry/simd.h"

/// An oriented box in the world: eight floats, read as two rows of four.
typedef struct PlacedBox {
    _Alignas(32) float x; ///< m, its centre.
    float y;
    float c, s;                    ///< Cosine and sine of its heading.
    float half_length, half_width; ///< m, along its own x and y.
    float unused[2];
} PlacedBox;

/// Loads the boxes at `index`, one in each lane: where they stand, and half their sizes.
static inline void boxes_load(const PlacedBox *boxes, const uint32_t index[SIMD_LANES], Lanes at[4],
                              Lanes size[4]) {
    const float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = &boxes[index[i]].x;
    }
    lanes_gather4(rows, at);
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = &boxes[index[i]].half_length;
    }
    lanes_gather4(rows, size);
}

/// Two boxes of an array.
typedef struct BoxPair {
    uint16_t a, b; ///< Their indices, as CarPair has them.
    float margin;  ///< m, 0 or more: a contact is wanted up to this distance.
} BoxPair;

/// Writes the manifold of pairs[i] to out[i], in the frame of its box a (centre, own axes).
///
/// Points and ids are those that manifold_make finds for two shape_box of these sizes, within
/// rounding. Where two axes are equally good within MANIFOLD_TIE_BIAS it may choose the other one.
/// The bits are the same on every machine and in any order of pairs. `avx2`: as simd_has_avx2 says,
/// or false. O(count).
void box_pairs_manifold(const PlacedBox *boxes, const BoxPair *pairs, int count, bool avx2,
                        Manifold *out);
