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

/// Sifts the `used` first of `pairs`.
KERNEL int sift_group(const PlacedBox *boxes, const Drift *drifts, const CarPair *pairs, int used,
                      BoxPair *out) {
    uint16_t a[SIMD_LANES];
    uint16_t b[SIMD_LANES];
    float margin[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const CarPair *pair = &pairs[i < used ? i : 0];
        a[i] = pair->a;
        b[i] = pair->b;
    }
    unsigned near = sift_lanes(boxes, drifts, a, b, margin);
    int kept = 0;
    for (int i = 0; i < used; i++) { // no branches: which pairs are near cannot be foreseen
        out[kept] = (BoxPair){pairs[i].a, pairs[i].b, margin[i]};
        kept += (int)(near >> i & 1u);
    }
    return kept;
}

static inline int sift_run(const PlacedBox *boxes, const Drift *drifts, const CarPair *pairs,
                           int count, BoxPair *out) {
    int kept = 0;
    int from = 0;
    for (; from + SIMD_LANES <= count; from += SIMD_LANES) {
        kept += sift_group(boxes, drifts, pairs + from, SIMD_LANES, out + kept);
    }
    if (from < count) {
        kept += sift_group(boxes, drifts, pairs + from, count - from, out + kept);
    }
    return kept;
}

// ---- walls ----------------------------------------------------------------------------------

/// Bodies in front of edges of walls, one in each lane.
typedef struct EdgesSifted {
    Lanes place[4], frame[4], drift[4], edge[4]; ///< Rows of Body, Frame, Drift and WallEdge.
} EdgesSifted;

/// Lanes beyond `used` repeat the first.
KERNEL EdgesSifted load_edges(const Step *step, uint32_t first, int used) {
    const WallNear *nears = step->cache->wall_nears + first;
    const WallEdge *edges = step->cache->wall_edges + first;
    const float *place[SIMD_LANES], *frame[SIMD_LANES], *drift[SIMD_LANES], *edge[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        int k = i < used ? i : 0;
        uint16_t body = nears[k].body;
        place[i] = step->bodies[body].position.raw;
        frame[i] = step->cache->frames[body].middle.raw;
        drift[i] = step->cache->drifts[body].move.raw;
        edge[i] = edges[k].point.raw;
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

/// Bodies in front of walls, which are quads, one in each lane: rows of Body, Frame, Drift and
/// WallPiece, and one number of each edge.
typedef struct QuadsSifted {
    Lanes place[4], frame[4], drift[4], origin[4];
    Lanes normal_x[4], normal_y[4], offset[4];
} QuadsSifted;

KERNEL QuadsSifted load_walls(const Step *step, const uint32_t *index, int used) {
    const WallNear *nears = step->cache->wall_nears;
    const float *place[SIMD_LANES], *frame[SIMD_LANES], *drift[SIMD_LANES], *origin[SIMD_LANES];
    const float *normal_x[SIMD_LANES], *normal_y[SIMD_LANES], *offset[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const WallNear *near = &nears[index[i < used ? i : 0]];
        const WallPiece *wall = &step->walls->pieces[near->wall];
        place[i] = step->bodies[near->body].position.raw;
        frame[i] = step->cache->frames[near->body].middle.raw;
        drift[i] = step->cache->drifts[near->body].move.raw;
        origin[i] = wall->origin.raw;
        normal_x[i] = wall->shape.normal_x;
        normal_y[i] = wall->shape.normal_y;
        offset[i] = wall->shape.offset;
    }
    QuadsSifted rows;
    lanes_gather4(place, rows.place);
    lanes_gather4(frame, rows.frame);
    lanes_gather4(drift, rows.drift);
    lanes_gather4(origin, rows.origin);
    lanes_gather4(normal_x, rows.normal_x);
    lanes_gather4(normal_y, rows.normal_y);
    lanes_gather4(offset, rows.offset);
    return rows;
}

/// Bit i: the body of wall i can touch it. As wall_gap_after, which works on one wall's edges side
/// by side.
KERNEL unsigned touch_quads(const QuadsSifted *rows) {
    const Lanes *frame = rows->frame;
    const Lanes *drift = rows->drift;
    Lanes c = rows->place[2];
    Lanes s = rows->place[3];
    Lanes middle_x = lanes_add(lanes_sub(rows->place[0], rows->origin[0]),
                               lanes_cross(c, s, frame[1], frame[0])); // c x - s y
    Lanes middle_y =
        lanes_add(lanes_sub(rows->place[1], rows->origin[1]), lanes_dot(s, c, frame[0], frame[1]));
    Lanes widest = lanes_all(-INFINITY);
    for (int k = 0; k < 4; k++) {
        Lanes x = rows->normal_x[k];
        Lanes y = rows->normal_y[k];
        Lanes above = lanes_sub(lanes_dot(x, y, middle_x, middle_y), rows->offset[k]);
        Lanes length = lanes_abs(lanes_dot(x, y, c, s));
        Lanes width = lanes_abs(lanes_cross(c, s, x, y));
        Lanes reach = lanes_dot(length, width, frame[2], frame[3]);
        Lanes nearer = lanes_min(lanes_dot(x, y, drift[0], drift[1]), lanes_all(0.0f));
        widest = lanes_max(widest, lanes_add(lanes_sub(above, reach), nearer));
    }
    return mask_bits(lanes_at_most(widest, lanes_add(drift[2], lanes_all(WORLD_MARGIN))));
}

/// The same of one wall of any shape.
static inline bool can_touch(const Step *step, uint32_t index) {
    const WallNear *near = &step->cache->wall_nears[index];
    const Drift *drift = &step->cache->drifts[near->body];
    return near->round ||
           wall_gap_after(step, near->body, drift->move, &step->walls->pieces[near->wall]) <=
               drift->turn + WORLD_MARGIN;
}

static inline bool is_quad(const Step *step, uint32_t index) {
    const WallNear *near = &step->cache->wall_nears[index];
    const Shape *shape = &step->walls->pieces[near->wall].shape;
    return shape->count == 4 && shape->radius <= 0.0f;
}

/// Of the `used` first of the listed walls at `index`, bit i: it can touch.
KERNEL unsigned touch_group(const Step *step, const uint32_t *index, int used) {
    unsigned quads = 0;
    for (int i = 0; i < used; i++) {
        quads |= (unsigned)is_quad(step, index[i]) << i;
    }
    unsigned touching = 0;
    if (quads != 0) {
        QuadsSifted rows = load_walls(step, index, used);
        touching = touch_quads(&rows) & quads;
    }
    for (unsigned left = ((1u << used) - 1u) & ~quads; left != 0; left &= left - 1u) {
        int i = bits_lowest(left);
        touching |= (unsigned)can_touch(step, index[i]) << i;
    }
    return touching;
}

static inline int keep_touching(const Step *step, uint32_t *index, int count) {
    int kept = 0;
    for (int from = 0; from < count; from += SIMD_LANES) {
        int used = count - from < SIMD_LANES ? count - from : SIMD_LANES;
        unsigned touching = touch_group(step, index + from, used);
        for (int i = 0; i < used; i++) {
            index[kept] = index[from + i];
            kept += (int)(touching >> i & 1u);
        }
    }
    return kept;
}

/// Sifts the `used` walls from `first` on.
KERNEL int sift_edges(const Step *step, uint32_t first, int used, uint32_t *out) {
    const WallNear *nears = step->cache->wall_nears + first;
    float *gaps = step->cache->wall_gaps + first;
    float *rooms = step->cache->rooms;
    EdgesSifted rows = load_edges(step, first, used);
    Lanes gap = gaps_of_edges(&rows);
    lanes_store(gap, gaps);
    unsigned round = 0;
    for (int i = 0; i < used; i++) {
        float *room = &rooms[nears[i].body];
        *room = float_min(gaps[i], *room);
        round |= (unsigned)nears[i].round << i;
    }
    int kept = 0;
    unsigned near = touch_edges(&rows, gap, round);
    for (int i = 0; i < used; i++) {
        out[kept] = first + (uint32_t)i;
        kept += (int)(near >> i & 1u);
    }
    return kept;
}

static inline int sift_walls_run(const Step *step, uint32_t first, int count, uint32_t *out) {
    int kept = 0;
    int from = 0;
    for (; from + SIMD_LANES <= count; from += SIMD_LANES) {
        kept += sift_edges(step, first + (uint32_t)from, SIMD_LANES, out + kept);
    }
    if (from < count) {
        kept += sift_edges(step, first + (uint32_t)from, count - from, out + kept);
    }
    return keep_touching(step, out, kept);
}
