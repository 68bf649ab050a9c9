/// The kernel of world_sift.h, compiled once for each width of lanes by the file that includes it.
#pragma once

#include "base/bits.h"
#include "base/simd.h"
#include "dynamics/world_sift.h"

/// The boxes around bodies and how these move, one body in each lane.
typedef struct BoxesSifted {
    Lanes x, y, c, s;
    Lanes half_length, half_width;
    Lanes move_x, move_y, turn;
} BoxesSifted;

static inline BoxesSifted load_sifted(const PlacedBox *boxes, const Drift *drifts,
                                      const uint16_t index[SIMD_LANES]) {
    const float *rows[SIMD_LANES];
    Lanes place[4];
    Lanes size[4];
    Lanes drift[4];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = &boxes[index[i]].x;
    }
    lanes_gather4(rows, place);
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = &boxes[index[i]].half_length;
    }
    lanes_gather4(rows, size);
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = drifts[index[i]].move.raw;
    }
    lanes_gather4(rows, drift);
    return (BoxesSifted){place[0], place[1], place[2], place[3], size[0],
                         size[1],  drift[0], drift[1], drift[2]};
}

/// The wider of the gaps along the axes of one box. (x, y) is the other's middle in its frame, c
/// and s the sizes of the cosine and sine between both.
static inline Lanes gap_along(const BoxesSifted *own, const BoxesSifted *other, Lanes x, Lanes y,
                              Lanes c, Lanes s) {
    Lanes length =
        lanes_add(own->half_length, lanes_dot(c, s, other->half_length, other->half_width));
    Lanes width =
        lanes_add(own->half_width, lanes_dot(s, c, other->half_length, other->half_width));
    return lanes_max(lanes_sub(lanes_abs(x), length), lanes_sub(lanes_abs(y), width));
}

/// m by which the bodies can come nearer to each other in this step, and the base.
static inline Lanes margin_of(const BoxesSifted *a, const BoxesSifted *b) {
    Lanes x = lanes_sub(b->move_x, a->move_x);
    Lanes y = lanes_sub(b->move_y, a->move_y);
    Lanes turn = lanes_add(a->turn, b->turn);
    return lanes_add(lanes_add(lanes_sqrt(lanes_dot(x, y, x, y)), turn), lanes_all(WORLD_MARGIN));
}

/// Bit i: pair i can touch. Separating axes of two boxes.
static inline unsigned sift_lanes(const PlacedBox *boxes, const Drift *drifts,
                                  const uint16_t a_index[SIMD_LANES],
                                  const uint16_t b_index[SIMD_LANES], float margin[SIMD_LANES]) {
    BoxesSifted a = load_sifted(boxes, drifts, a_index);
    BoxesSifted b = load_sifted(boxes, drifts, b_index);
    Lanes x = lanes_sub(b.x, a.x);
    Lanes y = lanes_sub(b.y, a.y);
    Lanes c = lanes_abs(lanes_dot(a.c, a.s, b.c, b.s));
    Lanes s = lanes_abs(lanes_cross(a.c, a.s, b.c, b.s));
    Lanes gap_a = gap_along(&a, &b, lanes_dot(a.c, a.s, x, y), lanes_cross(a.c, a.s, x, y), c, s);
    Lanes gap_b = gap_along(&b, &a, lanes_dot(b.c, b.s, x, y), lanes_cross(b.c, b.s, x, y), c, s);
    Lanes most = margin_of(&a, &b);
    lanes_store(most, margin);
    return mask_bits(
        lanes_at_most(lanes_max(gap_a, gap_b), lanes_add(most, lanes_all(WORLD_DOUBT))));
}

static inline int sift_run(const PlacedBox *boxes, const Drift *drifts, const CarPair *pairs,
                           int count, BoxPair *out) {
    int kept = 0;
    for (int from = 0; from < count; from += SIMD_LANES) {
        uint16_t a[SIMD_LANES];
        uint16_t b[SIMD_LANES];
        float margin[SIMD_LANES];
        for (int i = 0; i < SIMD_LANES; i++) {
            const CarPair *pair = &pairs[from + i < count ? from + i : count - 1];
            a[i] = pair->a;
            b[i] = pair->b;
        }
        unsigned near = sift_lanes(boxes, drifts, a, b, margin);
        near &= count - from < SIMD_LANES ? (1u << (count - from)) - 1 : ~0u;
        for (; near != 0; near &= near - 1) {
            int i = bits_lowest(near);
            out[kept++] = (BoxPair){a[i], b[i], margin[i]};
        }
    }
    return kept;
}
