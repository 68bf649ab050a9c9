/// Culling of neighbour lists: the kernels of the broad phase (dynamics/kernels.h).
#pragma once

#include "base/scalar.h"
#include "collision/tolerances.h"
#include "dynamics/step.h"
#include "geometry/simd.h"

#include <stddef.h>
#include <string.h>

// ---- pairs ----------------------------------------------------------------------------------

/// The boxes around bodies and how these move, one body in each lane.
typedef struct BoxLanes {
    Lanes x, y, c, s;
    Lanes half_length, half_width;
    Lanes move_x, move_y, turn;
} BoxLanes;

static inline BoxLanes load_boxes(const PlacedBox *boxes, const PredictedMotion *motions,
                                  const uint32_t index[SIMD_LANES]) {
    const float *rows[SIMD_LANES];
    Lanes place[4];
    Lanes size[4];
    Lanes motion[4];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = motions[index[i]].move.raw;
    }
    lanes_gather4(rows, motion);
    boxes_load(boxes, index, place, size);
    return (BoxLanes){place[0], place[1],  place[2],  place[3], size[0],
                      size[1],  motion[0], motion[1], motion[2]};
}

/// The wider of the gaps along the axes of one box. (x, y) is the other's middle in its local, c
/// and s the sizes of the cosine and sine between both.
static inline Lanes gap_along(const BoxLanes *own, const BoxLanes *other, Lanes x, Lanes y, Lanes c,
                              Lanes s) {
    Lanes length =
        lanes_add(own->half_length, lanes_dot(c, s, other->half_length, other->half_width));
    Lanes width =
        lanes_add(own->half_width, lanes_dot(s, c, other->half_length, other->half_width));
    return lanes_max(lanes_sub(lanes_abs(x), length), lanes_sub(lanes_abs(y), width));
}

/// m by which the bodies can come nearer to each other in this step, and the base.
static inline Lanes margin_of(const BoxLanes *a, const BoxLanes *b) {
    Lanes x = lanes_sub(b->move_x, a->move_x);
    Lanes y = lanes_sub(b->move_y, a->move_y);
    Lanes turn = lanes_add(a->turn, b->turn);
    return lanes_add(lanes_add(lanes_sqrt(lanes_dot(x, y, x, y)), turn),
                     lanes_all(SPECULATIVE_MARGIN));
}

/// Bit i: pair i can touch. Separating axes of two boxes.
static inline unsigned near_lanes(const PlacedBox *boxes, const PredictedMotion *motions,
                                  const uint32_t a_index[SIMD_LANES],
                                  const uint32_t b_index[SIMD_LANES], float margin[SIMD_LANES]) {
    BoxLanes a = load_boxes(boxes, motions, a_index);
    BoxLanes b = load_boxes(boxes, motions, b_index);
    Lanes x = lanes_sub(b.x, a.x);
    Lanes y = lanes_sub(b.y, a.y);
    Lanes c = lanes_abs(lanes_dot(a.c, a.s, b.c, b.s));
    Lanes s = lanes_abs(lanes_cross(a.c, a.s, b.c, b.s));
    Lanes gap_a = gap_along(&a, &b, lanes_dot(a.c, a.s, x, y), lanes_cross(a.c, a.s, x, y), c, s);
    Lanes gap_b = gap_along(&b, &a, lanes_dot(b.c, b.s, x, y), lanes_cross(b.c, b.s, x, y), c, s);
    Lanes most = margin_of(&a, &b);
    lanes_store(most, margin);
    return mask_bits(
        lanes_at_most(lanes_max(gap_a, gap_b), lanes_add(most, lanes_all(CULL_SLACK))));
}

_Static_assert(offsetof(BoxPair, margin) == sizeof(CarPair),
               "a pair of boxes begins as one of cars");

/// Culls the `used` first of `pairs`.
KERNEL int cull_pair_group(const PlacedBox *boxes, const PredictedMotion *motions,
                           const CarPair *pairs, int used, BoxPair *out) {
    uint32_t a[SIMD_LANES];
    uint32_t b[SIMD_LANES];
    float margin[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const CarPair *pair = &pairs[i < used ? i : 0];
        a[i] = pair->a;
        b[i] = pair->b;
    }
    unsigned near = near_lanes(boxes, motions, a, b, margin);
    BoxPair *next = out;
    for (int i = 0; i < used; i++) { // no branches: which pairs are near cannot be foreseen
        memcpy(next, &pairs[i], sizeof pairs[i]); // both: by themselves they would be spilled
        next->margin = margin[i];
        next += near >> i & 1u;
    }
    return (int)(next - out);
}

static inline int cull_pairs_run(const PlacedBox *boxes, const PredictedMotion *motions,
                                 const CarPair *pairs, int count, BoxPair *out) {
    int kept = 0;
    int from = 0;
    for (; from + SIMD_LANES <= count; from += SIMD_LANES) {
        kept += cull_pair_group(boxes, motions, pairs + from, SIMD_LANES, out + kept);
    }
    if (from < count) {
        kept += cull_pair_group(boxes, motions, pairs + from, count - from, out + kept);
    }
    return kept;
}

// ---- walls ----------------------------------------------------------------------------------

/// Bodies in front of edges of walls, one in each lane.
typedef struct EdgeLanes {
    Lanes place[4], local[4], motion[4],
        edge[4]; ///< Rows of Body, LocalBox, PredictedMotion and WallEdge.
} EdgeLanes;

/// Lanes beyond `used` repeat the first.
KERNEL EdgeLanes load_edges(const Step *step, uint32_t first, int used) {
    const WallNeighbour *neighbours = step->cache->wall_neighbours + first;
    const WallEdge *edges = step->cache->wall_edges + first;
    const float *place[SIMD_LANES], *local[SIMD_LANES], *motion[SIMD_LANES], *edge[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        int k = i < used ? i : 0;
        uint16_t body = neighbours[k].body;
        place[i] = step->bodies[body].position.raw;
        local[i] = step->cache->local_boxes[body].middle.raw;
        motion[i] = step->cache->motions[body].move.raw;
        edge[i] = edges[k].point.raw;
    }
    EdgeLanes rows;
    lanes_gather4(place, rows.place);
    lanes_gather4(local, rows.local);
    lanes_gather4(motion, rows.motion);
    lanes_gather4(edge, rows.edge);
    return rows;
}

/// How far the boxes around the bodies at least are from the edges.
static inline Lanes gaps_of_edges(const EdgeLanes *rows) {
    const Lanes *place = rows->place;
    const Lanes *local = rows->local;
    const Lanes *edge = rows->edge;
    Lanes along = lanes_dot(place[2], place[3], edge[2], edge[3]);
    Lanes across = lanes_cross(place[2], place[3], edge[2], edge[3]);
    Lanes above =
        lanes_dot(edge[2], edge[3], lanes_sub(place[0], edge[0]), lanes_sub(place[1], edge[1]));
    Lanes middle = lanes_add(above, lanes_dot(along, across, local[0], local[1]));
    return lanes_sub(middle, lanes_dot(lanes_abs(along), lanes_abs(across), local[2], local[3]));
}

/// Bit i: the body of wall i can touch it. Around a round wall it may go whichever way it likes.
static inline unsigned touch_edges(const EdgeLanes *rows, Lanes gap, unsigned round) {
    Lanes base = lanes_all(SPECULATIVE_MARGIN + CULL_SLACK);
    Lanes way = lanes_dot(rows->edge[2], rows->edge[3], rows->motion[0], rows->motion[1]);
    Lanes after = lanes_add(gap, lanes_min(way, lanes_all(0.0f)));
    unsigned behind_edge = mask_bits(lanes_at_most(after, lanes_add(rows->motion[2], base)));
    unsigned around = mask_bits(lanes_at_most(gap, lanes_add(rows->motion[3], base)));
    return (behind_edge & ~round) | (around & round);
}

/// Culls the `used` walls from `first` on.
KERNEL int cull_edges(const Step *step, uint32_t first, int used, uint32_t *out) {
    const WallNeighbour *neighbours = step->cache->wall_neighbours + first;
    float *gaps = step->cache->wall_gaps + first;
    float *clearances = step->cache->clearances;
    EdgeLanes rows = load_edges(step, first, used);
    Lanes gap = gaps_of_edges(&rows);
    lanes_store(gap, gaps);
    unsigned round = 0;
    for (int i = 0; i < used; i++) {
        float *clearance = &clearances[neighbours[i].body];
        *clearance = float_min(gaps[i], *clearance);
        round |= (unsigned)neighbours[i].round << i;
    }
    int kept = 0;
    unsigned near = touch_edges(&rows, gap, round);
    for (int i = 0; i < used; i++) {
        out[kept] = first + (uint32_t)i;
        kept += (int)(near >> i & 1u);
    }
    return kept;
}

/// Culls the first `count` listed walls.
static inline int cull_walls_run(const Step *step, int count, uint32_t *out) {
    int kept = 0;
    int from = 0;
    for (; from + SIMD_LANES <= count; from += SIMD_LANES) {
        kept += cull_edges(step, (uint32_t)from, SIMD_LANES, out + kept);
    }
    if (from < count) {
        kept += cull_edges(step, (uint32_t)from, count - from, out + kept);
    }
    return kept;
}
