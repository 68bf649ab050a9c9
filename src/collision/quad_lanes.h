/// Pairs of sharp quads, a pair in each lane: how they enter the lanes, and questions about four
/// corners. For quad_pairs_kernel.h.
#pragma once

#include "collision/quad_pairs.h"
#include "geometry/simd.h"

enum {
    CORNERS = 4
};

/// A quad in each lane, by corner; its edges start there.
typedef struct QuadLanes {
    Lanes x[CORNERS], y[CORNERS];
    Lanes normal_x[CORNERS], normal_y[CORNERS], offset[CORNERS];
} QuadLanes;

/// The outlines of the second quads, by corner.
typedef struct OutlineLanes {
    Lanes from_x[CORNERS], from_y[CORNERS], to_x[CORNERS], to_y[CORNERS];
    Lanes exposed[CORNERS]; ///< 1: the edge is, 0: it is a seam.
} OutlineLanes;

typedef struct PlaceLanes {
    Lanes x, y, c, s;
} PlaceLanes;

typedef struct QuadPairLanes {
    QuadLanes a, b;
    OutlineLanes outline_b;
    PlaceLanes b_in_a, a_in_b;
    Lanes margin;
} QuadPairLanes;

static inline void load_quads(const Shape *const shapes[SIMD_LANES], QuadLanes *out) {
    const float *rows[5][SIMD_LANES];
    bool same = true; // as of cars of one kind
    for (int i = 1; i < SIMD_LANES; i++) {
        same = same && shapes[i] == shapes[0];
    }
    if (same) {
        for (int k = 0; k < CORNERS; k++) {
            out->x[k] = lanes_all(shapes[0]->x[k]);
            out->y[k] = lanes_all(shapes[0]->y[k]);
            out->normal_x[k] = lanes_all(shapes[0]->normal_x[k]);
            out->normal_y[k] = lanes_all(shapes[0]->normal_y[k]);
            out->offset[k] = lanes_all(shapes[0]->offset[k]);
        }
        return;
    }
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[0][i] = shapes[i]->x;
        rows[1][i] = shapes[i]->y;
        rows[2][i] = shapes[i]->normal_x;
        rows[3][i] = shapes[i]->normal_y;
        rows[4][i] = shapes[i]->offset;
    }
    lanes_gather4(rows[0], out->x);
    lanes_gather4(rows[1], out->y);
    lanes_gather4(rows[2], out->normal_x);
    lanes_gather4(rows[3], out->normal_y);
    lanes_gather4(rows[4], out->offset);
}

static inline void load_cones(const vec2s *const cones[SIMD_LANES], Lanes x[CORNERS],
                              Lanes y[CORNERS]) {
    for (int corner = 0; corner < CORNERS; corner += 2) {
        const float *rows[SIMD_LANES];
        for (int i = 0; i < SIMD_LANES; i++) {
            rows[i] = cones[i][corner].raw;
        }
        Lanes two[4];
        lanes_gather4(rows, two);
        x[corner] = two[0];
        y[corner] = two[1];
        x[corner + 1] = two[2];
        y[corner + 1] = two[3];
    }
}

/// The bits of `exposed` as a row of numbers.
static inline const float *exposed_row(unsigned exposed) {
#define ROWS(y, z) \
    {0, 0, y, z}, {1, 0, y, z}, {0, 1, y, z}, { 1, 1, y, z }
    static const _Alignas(16) float rows[16][CORNERS] = {ROWS(0, 0), ROWS(1, 0), ROWS(0, 1),
                                                         ROWS(1, 1)};
#undef ROWS
    return rows[exposed & 15u];
}

static inline void load_outlines(const Outline *const outlines[SIMD_LANES], OutlineLanes *out) {
    const vec2s *from[SIMD_LANES];
    const vec2s *to[SIMD_LANES];
    const float *exposed[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        from[i] = outlines[i]->cone_from;
        to[i] = outlines[i]->cone_to;
        exposed[i] = exposed_row(outlines[i]->exposed);
    }
    load_cones(from, out->from_x, out->from_y);
    load_cones(to, out->to_x, out->to_y);
    lanes_gather4(exposed, out->exposed);
}

/// The pairs at the `used` first of `group`; lanes beyond repeat the first.
static inline void load_group(const QuadPair *pairs, const int group[SIMD_LANES], int used,
                              QuadPairLanes *out) {
    const Shape *a[SIMD_LANES];
    const Shape *b[SIMD_LANES];
    const Outline *outlines[SIMD_LANES];
    const float *places[SIMD_LANES];
    _Alignas(32) float margins[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const QuadPair *pair = &pairs[group[i < used ? i : 0]];
        a[i] = pair->a;
        b[i] = pair->b;
        outlines[i] = pair->outline_b;
        places[i] = pair->b_in_a.position.raw;
        margins[i] = pair->margin;
    }
    load_quads(a, &out->a);
    load_quads(b, &out->b);
    load_outlines(outlines, &out->outline_b);
    out->margin = lanes_load(margins);
    Lanes place[4];
    lanes_gather4(places, place);
    Lanes c = place[2];
    Lanes s = place[3];
    Lanes zero = lanes_all(0.0f);
    Lanes one = lanes_all(1.0f);
    Lanes x = lanes_sub(zero, place[0]);
    Lanes y = lanes_sub(zero, place[1]);
    out->b_in_a = (PlaceLanes){place[0], place[1], c, s};
    out->a_in_b = (PlaceLanes){lanes_dot(c, s, x, y), lanes_cross(c, s, x, y),
                               lanes_dot(c, s, one, zero), lanes_cross(c, s, one, zero)};
}

// ---- corners --------------------------------------------------------------------------------

/// Marks the first of four numbers that is the least. No lane is set in two masks.
static inline void first_least(const Lanes numbers[CORNERS], LaneMask out[CORNERS]) {
    Lanes least = lanes_min(lanes_min(numbers[0], numbers[1]), lanes_min(numbers[2], numbers[3]));
    LaneMask before = lanes_at_most(numbers[0], least);
    out[0] = before;
    for (int k = 1; k < CORNERS; k++) {
        LaneMask is_least = lanes_at_most(numbers[k], least);
        out[k] = mask_without(is_least, before);
        before = mask_or(before, is_least);
    }
}

/// The number of the mask that is set.
static inline Lanes choose(const LaneMask masks[CORNERS], Lanes first, Lanes second, Lanes third,
                           Lanes fourth) {
    Lanes late = lanes_select(masks[2], third, fourth);
    return lanes_select(masks[0], first, lanes_select(masks[1], second, late));
}

typedef struct PointLanes {
    Lanes x, y;
} PointLanes;

static inline PointLanes choose_point(const LaneMask masks[CORNERS], const Lanes x[CORNERS],
                                      const Lanes y[CORNERS]) {
    return (PointLanes){choose(masks, x[0], x[1], x[2], x[3]),
                        choose(masks, y[0], y[1], y[2], y[3])};
}

/// A point of the quad at `at`, in the other's frame.
static inline PointLanes place_point(const PlaceLanes *at, PointLanes point) {
    Lanes x = lanes_sub(lanes_mul(at->c, point.x), lanes_mul(at->s, point.y));
    Lanes y = lanes_dot(at->s, at->c, point.x, point.y);
    return (PointLanes){lanes_add(x, at->x), lanes_add(y, at->y)};
}
