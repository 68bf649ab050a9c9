/// The kernel of quad_pairs.h, compiled for each width of lanes: by kernels.c and kernels_avx2.c.
/// It takes the steps of manifold_routes.c for a whole shape and a piece of an outline, with its
/// rule for pieces and the same roundings.
#pragma once

#include "base/bits.h"
#include "collision/manifold_lanes.h"
#include "collision/quad_lanes.h"
#include "collision/tolerances.h"

#include <math.h>

/// quad_pairs_run with the lanes of AVX2. To be called only where simd_has_avx2.
int quad_pairs_run_avx2(const QuadPair *pairs, int count, Manifold *out);

// ---- the axis -------------------------------------------------------------------------------

/// An edge of one quad and the other quad above it.
typedef struct EdgeLanes {
    Lanes seen_x, seen_y; ///< Its normal as the other sees it.
    Lanes along[CORNERS]; ///< m, the other's corners along that.
    Lanes above;          ///< m, of the lowest corner.
} EdgeLanes;

static inline void measure_edge(const QuadLanes *quad, int edge, const QuadLanes *other,
                                const PlaceLanes *at, EdgeLanes *out) {
    Lanes x = quad->normal_x[edge];
    Lanes y = quad->normal_y[edge];
    out->seen_x = lanes_dot(at->c, at->s, x, y);
    out->seen_y = lanes_cross(at->c, at->s, x, y);
    Lanes lowest = lanes_all(INFINITY);
    for (int k = 0; k < CORNERS; k++) {
        out->along[k] = lanes_dot(out->seen_x, out->seen_y, other->x[k], other->y[k]);
        lowest = lanes_min(lowest, out->along[k]);
    }
    Lanes shift = lanes_dot(x, y, at->x, at->y);
    out->above = lanes_add(lowest, lanes_sub(shift, quad->offset[edge]));
}

/// Whether the outline of b has the direction opposite to (seen_x, seen_y), in the frame of b, at
/// the corner whose mask is set.
static inline LaneMask corner_has(const QuadPairLanes *pair, const LaneMask corner[CORNERS],
                                  Lanes seen_x, Lanes seen_y) {
    const QuadLanes *b = &pair->b;
    const OutlineLanes *outline = &pair->outline_b;
    Lanes zero = lanes_all(0.0f);
    Lanes x = lanes_negate(seen_x);
    Lanes y = lanes_negate(seen_y);
    LaneMask along[CORNERS];
    for (int k = 0; k < CORNERS; k++) {
        Lanes off = lanes_abs(lanes_cross(b->normal_x[k], b->normal_y[k], x, y));
        along[k] = mask_and(lanes_at_most(off, lanes_all(ANGULAR_SLOP)),
                            lanes_less(zero, lanes_dot(b->normal_x[k], b->normal_y[k], x, y)));
        along[k] = mask_and(along[k], lanes_less(zero, outline->exposed[k]));
    }
    LaneMask any = lanes_less(zero, zero);
    for (int k = 0; k < CORNERS; k++) {
        Lanes from_x = outline->from_x[k], from_y = outline->from_y[k];
        Lanes to_x = outline->to_x[k], to_y = outline->to_y[k];
        LaneMask convex = lanes_less(zero, lanes_cross(from_x, from_y, to_x, to_y));
        Lanes slack = lanes_all(-ANGULAR_SLOP);
        LaneMask within = mask_and(lanes_at_most(slack, lanes_cross(from_x, from_y, x, y)),
                                   lanes_at_most(slack, lanes_cross(x, y, to_x, to_y)));
        Lanes forward = lanes_dot(lanes_add(from_x, to_x), lanes_add(from_y, to_y), x, y);
        within = mask_and(within, lanes_less(zero, forward));
        LaneMask has = mask_or(along[k], along[(k + CORNERS - 1) % CORNERS]);
        has = mask_or(has, mask_and(convex, within));
        any = mask_or(any, mask_and(corner[k], has));
    }
    return any;
}

/// The reference edge: the best of the edges that are allowed.
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
            LaneMask lowest[CORNERS];
            first_least(edges[k].along, lowest);
            better = mask_and(better, corner_has(pair, lowest, edges[k].seen_x, edges[k].seen_y));
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
    LaneMask near;  ///< Nearer than the margin along all axes.
    LaneMask apart; ///< But does not overlap.
} PairEdges;

static inline void measure_edges(const QuadPairLanes *pair, PairEdges *out) {
    Lanes largest = lanes_all(-INFINITY);
    for (int k = 0; k < CORNERS; k++) {
        measure_edge(&pair->a, k, &pair->b, &pair->b_in_a, &out->of_a[k]);
        measure_edge(&pair->b, k, &pair->a, &pair->a_in_b, &out->of_b[k]);
        largest = lanes_max(largest, lanes_max(out->of_a[k].above, out->of_b[k].above));
    }
    out->near = lanes_at_most(largest, pair->margin);
    out->apart = lanes_less(lanes_all(0.0f), largest);
}

/// Chooses the edge by the rule for pieces (manifold_routes.c).
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

/// Whether the point (in its quad's frame) lies over the reference edge.
static inline LaneMask is_over(const Reference *edge, const PlaceLanes *at, PointLanes point) {
    PointLanes here = place_point(at, point);
    Lanes along = lanes_cross(edge->normal_x, edge->normal_y, here.x, here.y);
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
    out.nearest_over = is_over(edge, &out.at, choose_point(is, x, y));
    first_least(faced, is);
    PointLanes to = choose_point(is, x, y);
    PointLanes from = {choose(is, x[1], x[2], x[3], x[0]), choose(is, y[1], y[2], y[3], y[0])};
    Lanes shift_along = lanes_cross(nx, ny, out.at.x, out.at.y);
    Lanes shift_height = lanes_sub(lanes_dot(nx, ny, out.at.x, out.at.y), edge->offset);
    out.facing = choose(is, lanes_all(0.0f), lanes_all(1.0f), lanes_all(2.0f), lanes_all(3.0f));
    out.from = lanes_add(lanes_cross(seen_x, seen_y, from.x, from.y), shift_along);
    out.to = lanes_add(lanes_cross(seen_x, seen_y, to.x, to.y), shift_along);
    out.from_height = lanes_add(lanes_dot(seen_x, seen_y, from.x, from.y), shift_height);
    out.to_height = lanes_add(lanes_dot(seen_x, seen_y, to.x, to.y), shift_height);
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
static inline EndLanes quad_end(const OutLanes *out, Lanes along, Lanes height) {
    Lanes middle = lanes_add(out->offset, lanes_mul(lanes_all(0.5f), height));
    return (EndLanes){.x = lanes_sub(lanes_add(out->origin_x, lanes_mul(middle, out->x)),
                                     lanes_mul(along, out->y)),
                      .y = lanes_add(lanes_add(out->origin_y, lanes_mul(middle, out->y)),
                                     lanes_mul(along, out->x)),
                      .separation = height};
}

static inline EndLanes select_end(LaneMask mask, EndLanes yes, EndLanes no) {
    return (EndLanes){lanes_select(mask, yes.x, no.x), lanes_select(mask, yes.y, no.y),
                      lanes_select(mask, yes.separation, no.separation)};
}

/// The manifolds before they leave the lanes.
typedef struct FoundLanes {
    LaneMask any; ///< Something is.
    LaneMask one; ///< Both ends are one point.
    EndLanes first, second;
    Lanes id, normal_x, normal_y;
} FoundLanes;

/// Clips the incident edges to the parts over the reference edges.
static inline FoundLanes clip_quads(const Reference *edge, const IncidentLanes *incident,
                                    const QuadPairLanes *pair) {
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
    EndLanes first = quad_end(&out, lanes_select(one, deeper, start),
                              lanes_select(one, deeper_height, start_height));
    EndLanes second = quad_end(&out, lanes_select(one, deeper, end),
                               lanes_select(one, deeper_height, end_height));
    LaneMask of_b = edge->of_b;
    Lanes of_a_id = lanes_select(of_b, incident->facing, edge->edge);
    Lanes of_b_id = lanes_select(of_b, edge->edge, incident->facing);
    return (FoundLanes){
        .any = mask_and(over, lanes_less(lanes_all(-INFINITY), edge->distance)),
        .one = one,
        .first = select_end(of_b, second, first),
        .second = select_end(of_b, first, second),
        .id = lanes_add(of_a_id, lanes_mul(lanes_all(16.0f), of_b_id)),
        .normal_x = lanes_select(of_b, lanes_negate(out.x), out.x),
        .normal_y = lanes_select(of_b, lanes_negate(out.y), out.y),
    };
}

// ---- two corners ----------------------------------------------------------------------------

/// The corners that are nearest to each other and the axis from a to b between them.
typedef struct CornerPair {
    LaneMask of_b[CORNERS];
    PointLanes at;      ///< That of a.
    Lanes a, b;         ///< Their numbers.
    PointLanes between; ///< m, from a to b.
    Lanes gap2;         ///< m2
} CornerPair;

static inline CornerPair nearest_corners(const QuadPairLanes *pair) {
    Lanes zero = lanes_all(0.0f);
    CornerPair near = {.at = {zero, zero},
                       .a = zero,
                       .b = zero,
                       .between = {zero, zero},
                       .gap2 = lanes_all(INFINITY)};
    for (int k = 0; k < CORNERS; k++) {
        PointLanes corner = place_point(&pair->b_in_a, (PointLanes){pair->b.x[k], pair->b.y[k]});
        for (int i = 0; i < CORNERS; i++) {
            Lanes x = lanes_sub(corner.x, pair->a.x[i]);
            Lanes y = lanes_sub(corner.y, pair->a.y[i]);
            Lanes gap2 = lanes_dot(x, y, x, y);
            LaneMask nearer = lanes_less(gap2, near.gap2);
            near.gap2 = lanes_select(nearer, gap2, near.gap2);
            near.between.x = lanes_select(nearer, x, near.between.x);
            near.between.y = lanes_select(nearer, y, near.between.y);
            near.at.x = lanes_select(nearer, pair->a.x[i], near.at.x);
            near.at.y = lanes_select(nearer, pair->a.y[i], near.at.y);
            near.a = lanes_select(nearer, lanes_all((float)i), near.a);
            near.b = lanes_select(nearer, lanes_all((float)k), near.b);
        }
    }
    for (int k = 0; k < CORNERS; k++) {
        near.of_b[k] = lanes_equal(near.b, lanes_all((float)k));
    }
    return near;
}

/// How far apart the quads are along the unit vector (x, y), and it as b sees it.
static inline Lanes distance_along(const QuadPairLanes *pair, Lanes x, Lanes y, PointLanes seen) {
    Lanes down[CORNERS], up[CORNERS];
    for (int k = 0; k < CORNERS; k++) {
        down[k] = lanes_dot(lanes_negate(x), lanes_negate(y), pair->a.x[k], pair->a.y[k]);
        up[k] = lanes_dot(seen.x, seen.y, pair->b.x[k], pair->b.y[k]);
    }
    LaneMask is[CORNERS];
    first_least(down, is);
    PointLanes top = choose_point(is, pair->a.x, pair->a.y);
    first_least(up, is);
    PointLanes bottom = place_point(&pair->b_in_a, choose_point(is, pair->b.x, pair->b.y));
    return lanes_dot(x, y, lanes_sub(bottom.x, top.x), lanes_sub(bottom.y, top.y));
}

/// In the lanes of `tried`, takes the axis between the nearest corners where it is better than the
/// edge's and allowed. Finds nothing where it shows the quads too far apart.
static inline void try_corners(const QuadPairLanes *pair, const Reference *edge, LaneMask tried,
                               FoundLanes *found) {
    CornerPair near = nearest_corners(pair);
    Lanes gap = lanes_sqrt(near.gap2);
    tried = mask_and(tried, lanes_less(lanes_all(MANIFOLD_CORNER_GAP), gap));
    Lanes x = lanes_div(near.between.x, gap);
    Lanes y = lanes_div(near.between.y, gap);
    PointLanes seen = {lanes_dot(pair->b_in_a.c, pair->b_in_a.s, x, y),
                       lanes_cross(pair->b_in_a.c, pair->b_in_a.s, x, y)};
    Lanes distance = distance_along(pair, x, y, seen);
    LaneMask better =
        mask_and(lanes_less(edge->distance, distance), corner_has(pair, near.of_b, seen.x, seen.y));
    LaneMask nearest = lanes_at_most(lanes_sub(gap, lanes_all(MANIFOLD_TIE_BIAS)), distance);
    better = mask_and(mask_and(better, nearest), tried);
    Lanes along = lanes_mul(lanes_all(0.5f), distance);
    EndLanes end = {lanes_add(near.at.x, lanes_mul(along, x)),
                    lanes_add(near.at.y, lanes_mul(along, y)), distance};
    Lanes id = lanes_add(near.a, lanes_mul(lanes_all(16.0f), near.b));
    found->first = select_end(better, end, found->first);
    found->second = select_end(better, end, found->second);
    found->one = mask_or(found->one, better);
    found->id = lanes_select(better, lanes_add(id, lanes_all(4096.0f)), found->id);
    found->normal_x = lanes_select(better, x, found->normal_x);
    found->normal_y = lanes_select(better, y, found->normal_y);
    found->any = mask_without(mask_or(found->any, better),
                              mask_and(tried, lanes_less(pair->margin, distance)));
}

// ---- groups ---------------------------------------------------------------------------------

/// Whether quads that are apart got points deeper than the margin: see drop_detour in
/// manifold_routes.c.
static inline LaneMask is_detour(const FoundLanes *found, LaneMask apart, Lanes margin) {
    Lanes deepest = lanes_min(found->first.separation, found->second.separation);
    return mask_and(apart, lanes_less(deepest, lanes_negate(margin)));
}

/// The pairs at the `used` first of `group`.
static inline void make_group(const QuadPair *pairs, const int group[SIMD_LANES], int used,
                              Manifold *out) {
    QuadPairLanes pair;
    load_group(pairs, group, used, &pair);
    for (int i = 0; i < used; i++) {
        out[group[i]].count = 0;
    }
    PairEdges edges;
    measure_edges(&pair, &edges);
    unsigned near = mask_bits(edges.near) & ((1u << used) - 1u);
    if (near == 0) {
        return;
    }
    Reference edge = choose_edge(&pair, &edges);
    IncidentLanes incident = find_incident(&pair, &edge);
    FoundLanes found = clip_quads(&edge, &incident, &pair);
    // A nearest corner over the edge itself is at a true distance, which no other axis can beat.
    LaneMask allowed = lanes_less(lanes_all(-INFINITY), edge.distance);
    LaneMask tried = mask_without(edges.apart, mask_and(allowed, incident.nearest_over));
    if ((mask_bits(tried) & near) != 0) {
        try_corners(&pair, &edge, tried, &found);
    }
    found.any = mask_without(found.any, is_detour(&found, edges.apart, pair.margin));
    ManifoldEnds ends;
    ends_store(pair.margin, found.first, found.second, found.id, found.one, &ends);
    lanes_store(found.normal_x, ends.normal_x);
    lanes_store(found.normal_y, ends.normal_y);
    for (unsigned left = near & mask_bits(found.any); left != 0; left &= left - 1u) {
        int i = bits_lowest(left);
        ends_pick(&ends, i, &out[group[i]]);
    }
}

static inline bool is_sharp_quad(const Shape *shape) {
    return shape->count == CORNERS && shape->radius <= 0.0f;
}

/// Makes the manifolds of the pairs that fit the lanes. The others get the count MANIFOLD_DEFERRED
/// and nothing else. Returns how many others there are.
static inline int quad_pairs_run(const QuadPair *pairs, int count, Manifold *out) {
    int group[SIMD_LANES];
    int used = 0;
    int left = 0;
    for (int i = 0; i < count; i++) {
        const QuadPair *pair = &pairs[i];
        if (!pair->outline_a && pair->outline_b && is_sharp_quad(pair->a) &&
            is_sharp_quad(pair->b)) {
            group[used++] = i;
        } else {
            out[i].count = MANIFOLD_DEFERRED;
            left++;
        }
        if (used == SIMD_LANES || (used > 0 && i + 1 == count)) {
            make_group(pairs, group, used, out);
            used = 0;
        }
    }
    return left;
}
