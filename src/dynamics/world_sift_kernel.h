/// The kernel of world_sift.h, compiled once for each width of lanes by the file that includes it.
#pragma once

#include "base/bits.h"
#include "base/scalar.h"
#include "base/simd.h"
#include "dynamics/world_sift.h"

// ---- pairs ----------------------------------------------------------------------------------

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

// ---- walls ----------------------------------------------------------------------------------

/// Bodies in front of edges of walls, one in each lane.
typedef struct EdgesSifted {
    Lanes place[4], frame[4], drift[4], edge[4]; ///< Rows of Body, Frame, Drift and WallEdge.
} EdgesSifted;

static inline EdgesSifted load_edges(const Step *step, const uint32_t index[SIMD_LANES]) {
    const WallNear *nears = world_wall_nears(step->world);
    const float *place[SIMD_LANES];
    const float *frame[SIMD_LANES];
    const float *drift[SIMD_LANES];
    const float *edge[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        uint16_t body = nears[index[i]].body;
        place[i] = step->bodies[body].position.raw;
        frame[i] = world_frames(step->world)[body].middle.raw;
        drift[i] = step->drifts[body].move.raw;
        edge[i] = world_wall_edges(step->world)[index[i]].point.raw;
    }
    EdgesSifted rows;
    lanes_gather4(place, rows.place);
    lanes_gather4(frame, rows.frame);
    lanes_gather4(drift, rows.drift);
    lanes_gather4(edge, rows.edge);
    return rows;
}

/// How far the boxes around the bodies at least are from the edges.
static inline Lanes gaps_of_edges(const EdgesSifted *rows) {
    const Lanes *place = rows->place;
    const Lanes *frame = rows->frame;
    const Lanes *edge = rows->edge;
    Lanes along = lanes_dot(place[2], place[3], edge[2], edge[3]);
    Lanes across = lanes_cross(place[2], place[3], edge[2], edge[3]);
    Lanes above =
        lanes_dot(edge[2], edge[3], lanes_sub(place[0], edge[0]), lanes_sub(place[1], edge[1]));
    Lanes middle = lanes_add(above, lanes_dot(along, across, frame[0], frame[1]));
    return lanes_sub(middle, lanes_dot(lanes_abs(along), lanes_abs(across), frame[2], frame[3]));
}

/// Bit i: the body of wall i can touch it. Around a round wall it may go whichever way it likes.
static inline unsigned touch_edges(const EdgesSifted *rows, Lanes gap, unsigned round) {
    Lanes base = lanes_all(WORLD_MARGIN + WORLD_DOUBT);
    Lanes way = lanes_dot(rows->edge[2], rows->edge[3], rows->drift[0], rows->drift[1]);
    Lanes after = lanes_add(gap, lanes_min(way, lanes_all(0.0f)));
    unsigned behind_edge = mask_bits(lanes_at_most(after, lanes_add(rows->drift[2], base)));
    unsigned around = mask_bits(lanes_at_most(gap, lanes_add(rows->drift[3], base)));
    return (behind_edge & ~round) | (around & round);
}

static inline int sift_walls_run(const Step *step, uint32_t first, int count, uint32_t *out) {
    const WallNear *nears = world_wall_nears(step->world) + first;
    float *rooms = world_rooms(step->world);
    int kept = 0;
    for (int from = 0; from < count; from += SIMD_LANES) {
        uint32_t index[SIMD_LANES];
        unsigned round = 0;
        for (int i = 0; i < SIMD_LANES; i++) {
            int k = from + i < count ? from + i : count - 1;
            index[i] = first + (uint32_t)k;
            round |= (unsigned)nears[k].round << i;
        }
        EdgesSifted rows = load_edges(step, index);
        Lanes gap = gaps_of_edges(&rows);
        float *gaps = world_wall_gaps(step->world) + first + from;
        lanes_store(gap, gaps);
        int used = count - from < SIMD_LANES ? count - from : SIMD_LANES;
        for (int i = 0; i < used; i++) {
            float *room = &rooms[nears[from + i].body];
            *room = float_min(gaps[i], *room);
        }
        unsigned near = touch_edges(&rows, gap, round) & ((1u << used) - 1u);
        for (; near != 0; near &= near - 1) {
            out[kept++] = index[bits_lowest(near)];
        }
    }
    return kept;
}
