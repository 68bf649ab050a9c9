/// Manifolds of many pairs of boxes at once: lanes are pairs. Boxes are what cars without an
/// outline are; their four axes need no loops, which makes this several times faster than one pair
/// at a time.
#pragma once

#include "collision/manifold.h"

/// A box as it stands in the world: eight floats, read as two rows of four.
typedef struct PlacedBox {
    _Alignas(32) float x; ///< m, its centre.
    float y;
    float c, s;                    ///< Cosine and sine of its heading.
    float half_length, half_width; ///< m, along its own x and y.
    float unused[2];
} PlacedBox;

/// Two of an array of boxes, and how far apart (m, 0 or more) a contact is still wanted.
typedef struct BoxPair {
    uint32_t a, b;
    float margin;
} BoxPair;

/// Writes to out[i] the manifold of pairs[i], in the frame of its box a (centre, own axes): the
/// same points, within rounding, that manifold_make finds for two shape_box of these sizes, with
/// the same names; where two axes are equally good within 0.1 mm it may choose the other. Same bits
/// on every machine and whatever the order of pairs. `avx2` as simd_has_avx2 says, or false.
void box_pairs_manifold(const PlacedBox *boxes, const BoxPair *pairs, int count, bool avx2,
                        Manifold *out);
