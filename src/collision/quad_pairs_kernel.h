/// The kernel of quad_pairs.h, compiled once for each width of lanes by the file that includes it.
/// It takes the steps of manifold.c for a whole shape and a piece of an outline, with the same
/// roundings.
#pragma once

#include "base/bits.h"
#include "base/simd.h"
#include "collision/manifold_lanes.h"
#include "collision/quad_pairs_avx2.h"

#include <math.h>

enum {
    CORNERS = 4
};

/// A quad in each lane, by corner; its edges start there.
typedef struct QuadLanes {
    Lanes x[CORNERS], y[CORNERS];
    Lanes normal_x[CORNERS], normal_y[CORNERS], offset[CORNERS];
} QuadLanes;

/// What the outlines of the second quads say, by corner.
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

// ---- into the lanes -------------------------------------------------------------------------

static inline void load_quads(const Shape *const shapes[SIMD_LANES], QuadLanes *out) {
    const float *rows[5][SIMD_LANES];
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

// ---- the axis -------------------------------------------------------------------------------

/// An edge of one quad and the other quad above it.
typedef struct EdgeLanes {
    Lanes seen_x, seen_y; ///< Its normal as the other sees it.
    Lanes along[CORNERS]; ///< m, the other's corners along that.
    Lanes above;          ///< m, of the lowest corner.
} EdgeLanes;

static inline EdgeLanes measure_edge(const QuadLanes *quad, int edge, const QuadLanes *other,
                                     const PlaceLanes *at) {
    Lanes x = quad->normal_x[edge];
    Lanes y = quad->normal_y[edge];
    EdgeLanes out = {.seen_x = lanes_dot(at->c, at->s, x, y),
                     .seen_y = lanes_cross(at->c, at->s, x, y)};
    Lanes lowest = lanes_all(INFINITY);
    for (int k = 0; k < CORNERS; k++) {
        out.along[k] = lanes_dot(out.seen_x, out.seen_y, other->x[k], other->y[k]);
        lowest = lanes_min(lowest, out.along[k]);
    }
    Lanes shift = lanes_dot(x, y, at->x, at->y);
    out.above = lanes_add(lowest, lanes_sub(shift, quad->offset[edge]));
    return out;
}

/// Of four numbers which is the first that is the least: no lane is set in two masks.
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

/// Whether the outline of b has the axis that an edge of a gives: the corner that it meets looks
/// its way.
static inline LaneMask corner_looks(const QuadPairLanes *pair, const EdgeLanes *edge) {
    const QuadLanes *b = &pair->b;
    const OutlineLanes *outline = &pair->outline_b;
    Lanes zero = lanes_all(0.0f);
    Lanes x = lanes_negate(edge->seen_x);
    Lanes y = lanes_negate(edge->seen_y);
    LaneMask along[CORNERS];
    for (int k = 0; k < CORNERS; k++) {
        Lanes off = lanes_abs(lanes_cross(b->normal_x[k], b->normal_y[k], x, y));
        along[k] = mask_and(lanes_at_most(off, lanes_all(MANIFOLD_NORMAL_SLACK)),
                            lanes_less(zero, lanes_dot(b->normal_x[k], b->normal_y[k], x, y)));
        along[k] = mask_and(along[k], lanes_less(zero, outline->exposed[k]));
    }
    LaneMask lowest[CORNERS];
    first_least(edge->along, lowest);
    LaneMask looks = lanes_less(zero, zero);
    for (int k = 0; k < CORNERS; k++) {
        Lanes from_x = outline->from_x[k], from_y = outline->from_y[k];
        Lanes to_x = outline->to_x[k], to_y = outline->to_y[k];
        LaneMask convex = lanes_less(zero, lanes_cross(from_x, from_y, to_x, to_y));
        LaneMask within = mask_and(lanes_at_most(zero, lanes_cross(from_x, from_y, x, y)),
                                   lanes_at_most(zero, lanes_cross(x, y, to_x, to_y)));
        LaneMask has = mask_or(along[k], along[(k + CORNERS - 1) % CORNERS]);
        has = mask_or(has, mask_and(convex, within));
        looks = mask_or(looks, mask_and(lowest[k], has));
    }
    return looks;
}

/// The best of the edges that are allowed, which the manifold stands on.
typedef struct Reference {
    LaneMask of_b;
    Lanes edge, distance; ///< -INFINITY where no edge is allowed.
    Lanes normal_x, normal_y, offset;
    Lanes from_x, from_y, to_x, to_y; ///< m, its ends.
    Lanes before_start, beyond_end;   ///< m by which it may be taken farther.
} Reference;

static inline void take_edge(LaneMask better, const QuadLanes *quad, int edge, Lanes distance,
                             Reference *best) {
    int next = (edge + 1) % CORNERS;
    best->edge = lanes_select(better, lanes_all((float)edge), best->edge);
    best->distance = lanes_select(better, distance, best->distance);
    best->normal_x = lanes_select(better, quad->normal_x[edge], best->normal_x);
    best->normal_y = lanes_select(better, quad->normal_y[edge], best->normal_y);
    best->offset = lanes_select(better, quad->offset[edge], best->offset);
    best->from_x = lanes_select(better, quad->x[edge], best->from_x);
    best->from_y = lanes_select(better, quad->y[edge], best->from_y);
    best->to_x = lanes_select(better, quad->x[next], best->to_x);
    best->to_y = lanes_select(better, quad->y[next], best->to_y);
}

static inline LaneMask is_better(const Reference *best, Lanes distance) {
    return lanes_less(lanes_add(best->distance, lanes_all(MANIFOLD_TIE_BIAS)), distance);
}

/// Takes the best of the edges of b that are exposed.
static inline void take_edges_of_b(const QuadPairLanes *pair, const EdgeLanes edges[CORNERS],
                                   Reference *best) {
    const OutlineLanes *outline = &pair->outline_b;
    Lanes zero = lanes_all(0.0f);
    Lanes beyond[CORNERS];
    for (int k = 0; k < CORNERS; k++) {
        Lanes turn =
            lanes_cross(outline->from_x[k], outline->from_y[k], outline->to_x[k], outline->to_y[k]);
        beyond[k] =
            lanes_keep(lanes_at_most(turn, lanes_all(MANIFOLD_STRAIGHT_SLACK)), pair->margin);
    }
    for (int k = 0; k < CORNERS; k++) {
        LaneMask better =
            mask_and(lanes_less(zero, outline->exposed[k]), is_better(best, edges[k].above));
        take_edge(better, &pair->b, k, edges[k].above, best);
        best->before_start = lanes_select(better, beyond[k], best->before_start);
        best->beyond_end = lanes_select(better, beyond[(k + 1) % CORNERS], best->beyond_end);
    }
    best->of_b = lanes_less(lanes_all(-INFINITY), best->distance);
}

static inline void take_edges_of_a(const QuadPairLanes *pair, const EdgeLanes edges[CORNERS],
                                   Reference *best) {
    Lanes zero = lanes_all(0.0f);
    for (int k = 0; k < CORNERS; k++) {
        LaneMask better = is_better(best, edges[k].above);
        if (mask_bits(better) != 0) { // seldom: walls are long, and their own edges come first
            better = mask_and(better, corner_looks(pair, &edges[k]));
            take_edge(better, &pair->a, k, edges[k].above, best);
            best->before_start = lanes_select(better, zero, best->before_start);
            best->beyond_end = lanes_select(better, zero, best->beyond_end);
            best->of_b = mask_without(best->of_b, better);
        }
    }
}

/// All edges of both quads.
typedef struct PairEdges {
    EdgeLanes of_a[CORNERS], of_b[CORNERS];
    unsigned near;  ///< Bit i: pair i is nearer than its margin along all axes.
    unsigned apart; ///< But does not overlap.
} PairEdges;

static inline PairEdges measure_edges(const QuadPairLanes *pair) {
    PairEdges edges;
    Lanes largest = lanes_all(-INFINITY);
    for (int k = 0; k < CORNERS; k++) {
        edges.of_a[k] = measure_edge(&pair->a, k, &pair->b, &pair->b_in_a);
        edges.of_b[k] = measure_edge(&pair->b, k, &pair->a, &pair->a_in_b);
        largest = lanes_max(largest, lanes_max(edges.of_a[k].above, edges.of_b[k].above));
    }
    edges.near = mask_bits(lanes_at_most(largest, pair->margin));
    edges.apart = mask_bits(lanes_less(lanes_all(0.0f), largest));
    return edges;
}

/// Those of b come first: where it is a wall, its normals stand still while the car's turn.
static inline Reference choose_edge(const QuadPairLanes *pair, const PairEdges *edges) {
    Lanes zero = lanes_all(0.0f);
    Reference best = {.of_b = lanes_less(zero, zero),
                      .edge = zero,
                      .distance = lanes_all(-INFINITY),
                      .normal_x = zero,
                      .normal_y = zero,
                      .offset = zero,
                      .from_x = zero,
                      .from_y = zero,
                      .to_x = zero,
                      .to_y = zero,
                      .before_start = zero,
                      .beyond_end = zero};
    take_edges_of_b(pair, edges->of_b, &best);
    take_edges_of_a(pair, edges->of_a, &best);
    return best;
}

// ---- the clip -------------------------------------------------------------------------------

/// The incident edge as the reference edge sees it.
typedef struct IncidentLanes {
    PlaceLanes at;                ///< Its quad, as the reference quad sees it.
    Lanes facing;                 ///< Which edge it is.
    Lanes from, to;               ///< m along the reference edge.
    Lanes from_height, to_height; ///< m over it.
    LaneMask nearest_over; ///< The quad's nearest corner lies over the reference edge itself.
} IncidentLanes;

/// Whether `corner` (in its quad's frame) lies over the reference edge.
static inline LaneMask is_over(const Reference *edge, const PlaceLanes *at, Lanes x, Lanes y) {
    Lanes place_x = lanes_add(lanes_sub(lanes_mul(at->c, x), lanes_mul(at->s, y)), at->x);
    Lanes place_y = lanes_add(lanes_dot(at->s, at->c, x, y), at->y);
    Lanes along = lanes_cross(edge->normal_x, edge->normal_y, place_x, place_y);
    Lanes low = lanes_cross(edge->normal_x, edge->normal_y, edge->from_x, edge->from_y);
    Lanes high = lanes_cross(edge->normal_x, edge->normal_y, edge->to_x, edge->to_y);
    return mask_and(lanes_at_most(low, along), lanes_at_most(along, high));
}

static inline IncidentLanes find_incident(const QuadPairLanes *pair, const Reference *edge) {
    LaneMask of_b = edge->of_b;
    const PlaceLanes *b_in_a = &pair->b_in_a;
    IncidentLanes out = {.at = {.x = lanes_select(of_b, pair->a_in_b.x, b_in_a->x),
                                .y = lanes_select(of_b, pair->a_in_b.y, b_in_a->y),
                                .c = b_in_a->c,
                                .s = lanes_select(of_b, lanes_negate(b_in_a->s), b_in_a->s)}};
    Lanes nx = edge->normal_x, ny = edge->normal_y;
    Lanes seen_x = lanes_dot(out.at.c, out.at.s, nx, ny);
    Lanes seen_y = lanes_cross(out.at.c, out.at.s, nx, ny);
    Lanes x[CORNERS], y[CORNERS], along[CORNERS], faced[CORNERS];
    for (int k = 0; k < CORNERS; k++) {
        x[k] = lanes_select(of_b, pair->a.x[k], pair->b.x[k]);
        y[k] = lanes_select(of_b, pair->a.y[k], pair->b.y[k]);
        along[k] = lanes_dot(seen_x, seen_y, x[k], y[k]);
        faced[k] =
            lanes_dot(seen_x, seen_y, lanes_select(of_b, pair->a.normal_x[k], pair->b.normal_x[k]),
                      lanes_select(of_b, pair->a.normal_y[k], pair->b.normal_y[k]));
    }
    LaneMask is[CORNERS];
    first_least(along, is);
    out.nearest_over = is_over(edge, &out.at, choose(is, x[0], x[1], x[2], x[3]),
                               choose(is, y[0], y[1], y[2], y[3]));
    first_least(faced, is);
    Lanes to_x = choose(is, x[0], x[1], x[2], x[3]), to_y = choose(is, y[0], y[1], y[2], y[3]);
    Lanes from_x = choose(is, x[1], x[2], x[3], x[0]), from_y = choose(is, y[1], y[2], y[3], y[0]);
    Lanes shift_along = lanes_cross(nx, ny, out.at.x, out.at.y);
    Lanes shift_height = lanes_sub(lanes_dot(nx, ny, out.at.x, out.at.y), edge->offset);
    out.facing = choose(is, lanes_all(0.0f), lanes_all(1.0f), lanes_all(2.0f), lanes_all(3.0f));
    out.from = lanes_add(lanes_cross(seen_x, seen_y, from_x, from_y), shift_along);
    out.to = lanes_add(lanes_cross(seen_x, seen_y, to_x, to_y), shift_along);
    out.from_height = lanes_add(lanes_dot(seen_x, seen_y, from_x, from_y), shift_height);
    out.to_height = lanes_add(lanes_dot(seen_x, seen_y, to_x, to_y), shift_height);
    return out;
}

/// The reference frame in the frame of a: out of the reference quad, and its origin.
typedef struct OutLanes {
    Lanes x, y;
    Lanes origin_x, origin_y;
    Lanes offset; ///< m, of the reference edge.
} OutLanes;

static inline OutLanes out_of_reference(const QuadPairLanes *pair, const Reference *edge,
                                        const PlaceLanes *at) {
    LaneMask of_b = edge->of_b;
    Lanes nx = edge->normal_x, ny = edge->normal_y;
    return (OutLanes){.x = lanes_select(of_b, lanes_dot(at->c, at->s, nx, ny), nx),
                      .y = lanes_select(of_b, lanes_cross(at->c, at->s, nx, ny), ny),
                      .origin_x = lanes_keep(of_b, pair->b_in_a.x),
                      .origin_y = lanes_keep(of_b, pair->b_in_a.y),
                      .offset = edge->offset};
}

/// The place `along` the reference edge where the incident edge is `height` over it, halfway
/// between both.
static inline EndLanes end_at(const OutLanes *out, Lanes along, Lanes height) {
    Lanes middle = lanes_add(out->offset, lanes_mul(lanes_all(0.5f), height));
    return (EndLanes){.x = lanes_sub(lanes_add(out->origin_x, lanes_mul(middle, out->x)),
                                     lanes_mul(along, out->y)),
                      .y = lanes_add(lanes_add(out->origin_y, lanes_mul(middle, out->y)),
                                     lanes_mul(along, out->x)),
                      .separation = height};
}

/// Cuts the incident edges to what lies over the reference edges. Returns the lanes where something
/// does.
static inline unsigned clip_quads(const QuadPairLanes *pair, const Reference *edge,
                                  const IncidentLanes *incident, ManifoldEnds *ends) {
    Lanes nx = edge->normal_x, ny = edge->normal_y;
    Lanes low = lanes_sub(lanes_cross(nx, ny, edge->from_x, edge->from_y), edge->before_start);
    Lanes high = lanes_add(lanes_cross(nx, ny, edge->to_x, edge->to_y), edge->beyond_end);
    Lanes slack = lanes_all(MANIFOLD_CLIP_SLACK);
    LaneMask over = mask_and(lanes_at_most(incident->from, lanes_add(high, slack)),
                             lanes_at_most(lanes_sub(low, slack), incident->to));
    Lanes from = incident->from, to = incident->to;
    Lanes from_height = incident->from_height, to_height = incident->to_height;
    Lanes length = lanes_sub(to, from);
    LaneMask one = lanes_at_most(length, slack);
    Lanes slope = lanes_div(lanes_sub(to_height, from_height), lanes_max(length, slack));
    Lanes start = lanes_min(lanes_max(low, from), to);
    Lanes end = lanes_min(lanes_max(high, from), to);
    Lanes start_height = lanes_add(from_height, lanes_mul(slope, lanes_sub(start, from)));
    Lanes end_height = lanes_add(to_height, lanes_mul(slope, lanes_sub(end, to)));
    // Seen end on, its deeper end stands for both.
    LaneMask to_is_deeper = lanes_less(to_height, from_height);
    Lanes deeper = lanes_select(to_is_deeper, to, from);
    Lanes deeper_height = lanes_select(to_is_deeper, to_height, from_height);
    OutLanes out = out_of_reference(pair, edge, &incident->at);
    EndLanes first = end_at(&out, lanes_select(one, deeper, start),
                            lanes_select(one, deeper_height, start_height));
    EndLanes second =
        end_at(&out, lanes_select(one, deeper, end), lanes_select(one, deeper_height, end_height));
    LaneMask of_b = edge->of_b;
    Lanes of_a_id = lanes_select(of_b, incident->facing, edge->edge);
    Lanes of_b_id = lanes_select(of_b, edge->edge, incident->facing);
    Lanes id = lanes_add(of_a_id, lanes_mul(lanes_all(16.0f), of_b_id));
    EndLanes left = {lanes_select(of_b, second.x, first.x), lanes_select(of_b, second.y, first.y),
                     lanes_select(of_b, second.separation, first.separation)};
    EndLanes right = {lanes_select(of_b, first.x, second.x), lanes_select(of_b, first.y, second.y),
                      lanes_select(of_b, first.separation, second.separation)};
    ends_store(pair->margin, left, right, id, one, ends);
    lanes_store(lanes_select(of_b, lanes_negate(out.x), out.x), ends->normal_x);
    lanes_store(lanes_select(of_b, lanes_negate(out.y), out.y), ends->normal_y);
    return mask_bits(over);
}

// ---- groups ---------------------------------------------------------------------------------

/// The pairs at the `used` first of `group`; returns how many are left.
static inline int make_group(const QuadPair *pairs, const int group[SIMD_LANES], int used,
                             Manifold *out) {
    QuadPairLanes pair;
    load_group(pairs, group, used, &pair);
    PairEdges edges = measure_edges(&pair);
    for (int i = 0; i < used; i++) {
        out[group[i]].count = 0;
    }
    unsigned near = edges.near & ((1u << used) - 1u);
    if (near == 0) {
        return 0;
    }
    Reference edge = choose_edge(&pair, &edges);
    unsigned found = mask_bits(lanes_less(lanes_all(-INFINITY), edge.distance));
    IncidentLanes incident = find_incident(&pair, &edge);
    ManifoldEnds ends;
    unsigned over = clip_quads(&pair, &edge, &incident, &ends);
    // Where the quads are apart and the nearest corner is beside the edge, two corners may do.
    unsigned corners = edges.apart & ~(found & mask_bits(incident.nearest_over));
    int left_count = 0;
    for (unsigned left = near & corners; left != 0; left &= left - 1u) {
        out[group[bits_lowest(left)]].count = QUAD_PAIRS_LEFT;
        left_count++;
    }
    for (unsigned left = near & found & over & ~corners; left != 0; left &= left - 1u) {
        int i = bits_lowest(left);
        ends_pick(&ends, i, &out[group[i]]);
    }
    return left_count;
}

static inline bool is_sharp_quad(const Shape *shape) {
    return shape->count == CORNERS && shape->radius <= 0.0f;
}

/// As quad_pairs_manifold, but the count of what the lanes leave is QUAD_PAIRS_LEFT and nothing
/// else is set. Returns how many those are.
static inline int quad_pairs_run(const QuadPair *pairs, int count, Manifold *out) {
    int group[SIMD_LANES];
    int used = 0;
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (pairs[i].outline_b && is_sharp_quad(pairs[i].a) && is_sharp_quad(pairs[i].b)) {
            group[used++] = i;
        } else {
            out[i].count = QUAD_PAIRS_LEFT;
            left++;
        }
        if (used == SIMD_LANES || (used > 0 && i + 1 == count)) {
            left += make_group(pairs, group, used, out);
            used = 0;
        }
    }
    return left;
}
