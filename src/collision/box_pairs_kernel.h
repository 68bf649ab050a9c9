/// The kernel of box_pairs.h, compiled for each width of lanes: by kernels.c and kernels_avx2.c.
#pragma once

#include "base/bits.h"
#include "collision/box_pairs.h"
#include "collision/manifold_lanes.h"
#include "collision/tolerances.h"

/// box_pairs_run with the lanes of AVX2. To be called only where simd_has_avx2.
int box_pairs_run_avx2(const PlacedBox *boxes, const BoxPair *pairs, int count, Manifold *out);

/// Two boxes in each lane. `x`, `y`, `c`, `s`: the place of box b in the frame of a.
typedef struct BoxLanes {
    Lanes x, y, c, s;
    Lanes a_length, a_width, b_length, b_width; ///< Half of each.
    Lanes margin;
} BoxLanes;

/// `count` pairs, at most SIMD_LANES; lanes beyond repeat the last.
static inline BoxLanes load_pairs(const PlacedBox *boxes, const BoxPair *pairs, int count) {
    uint32_t a_index[SIMD_LANES];
    uint32_t b_index[SIMD_LANES];
    _Alignas(32) float margin[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const BoxPair *pair = &pairs[i < count ? i : count - 1];
        a_index[i] = pair->a;
        b_index[i] = pair->b;
        margin[i] = pair->margin;
    }
    Lanes a[4];
    Lanes b[4];
    Lanes a_size[4];
    Lanes b_size[4];
    boxes_load(boxes, a_index, a, a_size);
    boxes_load(boxes, b_index, b, b_size);
    Lanes dx = lanes_sub(b[0], a[0]);
    Lanes dy = lanes_sub(b[1], a[1]);
    return (BoxLanes){.x = lanes_dot(a[2], a[3], dx, dy),
                      .y = lanes_cross(a[2], a[3], dx, dy),
                      .c = lanes_dot(a[2], a[3], b[2], b[3]),
                      .s = lanes_cross(a[2], a[3], b[2], b[3]),
                      .a_length = a_size[0],
                      .a_width = a_size[1],
                      .b_length = b_size[0],
                      .b_width = b_size[1],
                      .margin = lanes_load(margin)};
}

/// The axis of each pair's manifold, as masks: whether it is one of b's, and whether it is the
/// box's own y.
typedef struct BoxAxes {
    unsigned near;  ///< Bit i: pair i is nearer than its margin along all axes.
    LaneMask apart; ///< But does not overlap.
    LaneMask of_b, is_y;
} BoxAxes;

/// Chooses the axis of the largest gap: |distance of the centres| less both radii along it. By the
/// rule for whole shapes (manifold_routes.c) the first axis within the bias wins: x and y of a,
/// then of b.
static inline BoxAxes choose_axes(const BoxLanes *pair) {
    Lanes abs_c = lanes_abs(pair->c);
    Lanes abs_s = lanes_abs(pair->s);
    Lanes x_in_b = lanes_dot(pair->c, pair->s, pair->x, pair->y);
    Lanes y_in_b = lanes_cross(pair->c, pair->s, pair->x, pair->y);
    Lanes along_a_x = lanes_sub(
        lanes_abs(pair->x),
        lanes_add(pair->a_length, lanes_dot(abs_c, abs_s, pair->b_length, pair->b_width)));
    Lanes along_a_y =
        lanes_sub(lanes_abs(pair->y),
                  lanes_add(pair->a_width, lanes_dot(abs_s, abs_c, pair->b_length, pair->b_width)));
    Lanes along_b_x = lanes_sub(
        lanes_abs(x_in_b),
        lanes_add(pair->b_length, lanes_dot(abs_c, abs_s, pair->a_length, pair->a_width)));
    Lanes along_b_y =
        lanes_sub(lanes_abs(y_in_b),
                  lanes_add(pair->b_width, lanes_dot(abs_s, abs_c, pair->a_length, pair->a_width)));
    Lanes best_a = lanes_max(along_a_x, along_a_y);
    Lanes best_b = lanes_max(along_b_x, along_b_y);
    Lanes best = lanes_max(best_a, best_b);
    Lanes least = lanes_sub(best, lanes_all(MANIFOLD_TIE_BIAS));
    LaneMask of_b = lanes_less(best_a, least);
    LaneMask a_is_y = lanes_less(along_a_x, least);
    LaneMask b_is_y = lanes_less(along_b_x, least);
    return (BoxAxes){.near = mask_bits(lanes_at_most(best, pair->margin)),
                     .apart = lanes_less(lanes_all(0.0f), best),
                     .of_b = of_b,
                     .is_y = mask_or(mask_and(of_b, b_is_y), mask_without(a_is_y, of_b))};
}

/// The incident box as the reference box sees it, turned so that the reference normal is x or -x.
typedef struct BoxView {
    Lanes x, y, c, s;
    Lanes depth, half;   ///< Half of the reference box along its normal and along its edge.
    Lanes length, width; ///< Half of the incident box.
    Lanes side;          ///< 1 where the normal is x, -1 where it is -x.
} BoxView;

static inline BoxView view_from_reference(const BoxLanes *pair, const BoxAxes *axes) {
    LaneMask of_b = axes->of_b;
    LaneMask is_y = axes->is_y;
    Lanes x_in_b = lanes_dot(pair->c, pair->s, pair->x, pair->y);
    Lanes y_in_b = lanes_cross(pair->c, pair->s, pair->x, pair->y);
    Lanes x = lanes_select(of_b, lanes_negate(x_in_b), pair->x);
    Lanes y = lanes_select(of_b, lanes_negate(y_in_b), pair->y);
    Lanes s = lanes_select(of_b, lanes_negate(pair->s), pair->s);
    Lanes length = lanes_select(of_b, pair->b_length, pair->a_length);
    Lanes width = lanes_select(of_b, pair->b_width, pair->a_width);
    BoxView view = {.x = lanes_select(is_y, y, x),
                    .y = lanes_select(is_y, lanes_negate(x), y),
                    .c = lanes_select(is_y, s, pair->c),
                    .s = lanes_select(is_y, lanes_negate(pair->c), s),
                    .depth = lanes_select(is_y, width, length),
                    .half = lanes_select(is_y, length, width),
                    .length = lanes_select(of_b, pair->a_length, pair->b_length),
                    .width = lanes_select(of_b, pair->a_width, pair->b_width)};
    view.side = lanes_with_sign(lanes_all(1.0f), view.x);
    return view;
}

/// The edge of the incident box that faces the reference edge: its ends in the view, and which it
/// is.
typedef struct BoxEdge {
    Lanes from_x, from_y, to_x, to_y; ///< `from` lies lower along the left of the normal.
    Lanes facing_x, facing_y; ///< Direction to the reference box, seen from the incident one.
} BoxEdge;

static inline BoxEdge incident_edge(const BoxView *view) {
    BoxEdge edge = {.facing_x = lanes_negate(lanes_mul(view->side, view->c)),
                    .facing_y = lanes_mul(view->side, view->s)};
    LaneMask x_face = lanes_less(lanes_abs(edge.facing_y), lanes_abs(edge.facing_x));
    Lanes face_x = lanes_with_sign(view->length, edge.facing_x);
    Lanes face_y = lanes_with_sign(view->width, edge.facing_y);
    // Both ends counter-clockwise around the incident box, which runs against the reference edge.
    Lanes to_x = lanes_select(x_face, face_x, lanes_with_sign(view->length, edge.facing_y));
    Lanes to_y =
        lanes_select(x_face, lanes_negate(lanes_with_sign(view->width, edge.facing_x)), face_y);
    Lanes from_x = lanes_select(x_face, face_x, lanes_negate(to_x));
    Lanes from_y = lanes_select(x_face, lanes_negate(to_y), face_y);
    edge.from_x =
        lanes_add(view->x, lanes_sub(lanes_mul(view->c, from_x), lanes_mul(view->s, from_y)));
    edge.from_y = lanes_add(view->y, lanes_dot(view->s, view->c, from_x, from_y));
    edge.to_x = lanes_add(view->x, lanes_sub(lanes_mul(view->c, to_x), lanes_mul(view->s, to_y)));
    edge.to_y = lanes_add(view->y, lanes_dot(view->s, view->c, to_x, to_y));
    return edge;
}

/// The contact point at `part`, 0 to 1, of the incident edge, in the view: halfway between both
/// surfaces.
static inline EndLanes box_end(const BoxView *view, const BoxEdge *edge, Lanes part) {
    Lanes x = lanes_add(edge->from_x, lanes_mul(part, lanes_sub(edge->to_x, edge->from_x)));
    Lanes y = lanes_add(edge->from_y, lanes_mul(part, lanes_sub(edge->to_y, edge->from_y)));
    Lanes separation = lanes_sub(lanes_mul(view->side, x), view->depth);
    Lanes down = lanes_mul(lanes_mul(lanes_all(0.5f), separation), view->side);
    return (EndLanes){.x = lanes_sub(x, down), .y = y, .separation = separation};
}

/// The view's axes in the frame of a: its x is (x, y), its y the left of that, its origin `from`.
typedef struct BoxFrame {
    Lanes x, y, from_x, from_y;
} BoxFrame;

static inline BoxFrame frame_of_view(const BoxLanes *pair, const BoxAxes *axes) {
    Lanes one = lanes_all(1.0f);
    Lanes turned_x = lanes_select(axes->is_y, lanes_negate(pair->s), pair->c);
    Lanes turned_y = lanes_select(axes->is_y, pair->c, pair->s);
    return (BoxFrame){
        .x = lanes_select(axes->of_b, turned_x, lanes_sub(one, lanes_keep(axes->is_y, one))),
        .y = lanes_select(axes->of_b, turned_y, lanes_keep(axes->is_y, one)),
        .from_x = lanes_keep(axes->of_b, pair->x),
        .from_y = lanes_keep(axes->of_b, pair->y)};
}

static inline void move_back(const BoxFrame *frame, EndLanes *end) {
    Lanes x = lanes_sub(lanes_mul(frame->x, end->x), lanes_mul(frame->y, end->y));
    Lanes y = lanes_add(lanes_mul(frame->y, end->x), lanes_mul(frame->x, end->y));
    end->x = lanes_add(frame->from_x, x);
    end->y = lanes_add(frame->from_y, y);
}

/// Number of a box's edge as shape_box orders them: -y, x, y, -x.
static inline Lanes box_edge(LaneMask is_y, LaneMask is_negative) {
    Lanes y = lanes_select(is_negative, lanes_all(0.0f), lanes_all(2.0f));
    Lanes x = lanes_select(is_negative, lanes_all(3.0f), lanes_all(1.0f));
    return lanes_select(is_y, y, x);
}

/// The part of the incident edge over the reference edge: from `low` to `high`, 0 to 1 of it.
typedef struct BoxParts {
    Lanes low, high;
    LaneMask one;     ///< Seen end on: its deeper end stands for both.
    LaneMask over;    ///< Some of it lies over the reference edge.
    LaneMask corners; ///< Its nearest point does not: two corners may be nearer.
} BoxParts;

static inline BoxParts clip_parts(const BoxView *view, const BoxEdge *edge) {
    Lanes zero = lanes_all(0.0f);
    Lanes one = lanes_all(1.0f);
    Lanes slack = lanes_all(MANIFOLD_CLIP_SLACK);
    Lanes from_at = lanes_mul(view->side, edge->from_y);
    Lanes to_at = lanes_mul(view->side, edge->to_y);
    Lanes length = lanes_sub(to_at, from_at);
    Lanes per_length = lanes_div(one, lanes_max(length, slack));
    Lanes to_low = lanes_sub(lanes_negate(view->half), from_at);
    Lanes to_high = lanes_sub(view->half, from_at);
    Lanes climb = lanes_mul(view->side, lanes_sub(edge->to_x, edge->from_x));
    LaneMask to_is_deeper = lanes_less(climb, zero);
    Lanes deeper = lanes_keep(to_is_deeper, one);
    Lanes low = lanes_min(lanes_max(lanes_mul(to_low, per_length), zero), one);
    Lanes high = lanes_min(lanes_max(lanes_mul(to_high, per_length), zero), one);
    Lanes end = lanes_add(view->half, slack);
    BoxParts parts = {.one = lanes_at_most(length, slack)};
    parts.low = lanes_select(parts.one, deeper, low);
    parts.high = lanes_select(parts.one, deeper, high);
    parts.over = mask_and(lanes_at_most(from_at, end), lanes_at_most(lanes_negate(end), to_at));
    LaneMask flat = lanes_at_most(lanes_abs(climb), lanes_all(MANIFOLD_TIE_BIAS));
    LaneMask beside = lanes_less(view->half, lanes_abs(lanes_select(to_is_deeper, to_at, from_at)));
    parts.corners = mask_without(beside, mask_and(flat, parts.over));
    return parts;
}

/// Names both edges, as manifold_make does.
static inline Lanes name_edges(const BoxAxes *axes, const BoxView *view, const BoxEdge *edge) {
    Lanes abs_x = lanes_abs(edge->facing_x);
    Lanes abs_y = lanes_abs(edge->facing_y);
    LaneMask y_face = lanes_at_most(abs_x, abs_y);
    Lanes facing = lanes_select(y_face, edge->facing_y, edge->facing_x);
    Lanes reference = box_edge(axes->is_y, lanes_less(view->side, lanes_all(0.0f)));
    Lanes incident = box_edge(y_face, lanes_less(facing, lanes_all(0.0f)));
    Lanes of_a = lanes_select(axes->of_b, incident, reference);
    Lanes of_b = lanes_select(axes->of_b, reference, incident);
    return lanes_add(of_a, lanes_mul(lanes_all(16.0f), of_b));
}

/// The points of all lanes.
typedef struct BoxResults {
    ManifoldEnds ends;
    unsigned over, corners; ///< Bits by lane.
} BoxResults;

static inline void clip_boxes(const BoxLanes *pair, const BoxAxes *axes, BoxResults *out) {
    BoxView view = view_from_reference(pair, axes);
    BoxEdge edge = incident_edge(&view);
    BoxParts parts = clip_parts(&view, &edge);
    BoxFrame frame = frame_of_view(pair, axes);
    EndLanes first = box_end(&view, &edge, lanes_select(axes->of_b, parts.high, parts.low));
    EndLanes second = box_end(&view, &edge, lanes_select(axes->of_b, parts.low, parts.high));
    move_back(&frame, &first);
    move_back(&frame, &second);
    ends_store(pair->margin, first, second, name_edges(axes, &view, &edge), parts.one, &out->ends);
    Lanes sign = lanes_select(axes->of_b, lanes_negate(view.side), view.side);
    lanes_store(lanes_mul(sign, frame.x), out->ends.normal_x);
    lanes_store(lanes_mul(sign, frame.y), out->ends.normal_y);
    out->corners = mask_bits(mask_and(axes->apart, parts.corners));
    out->over = mask_bits(parts.over);
}

/// Makes the manifolds of all pairs but those whose nearest points may be two corners. These get
/// the count MANIFOLD_DEFERRED and nothing else. Returns how many there are.
static inline int box_pairs_run(const PlacedBox *boxes, const BoxPair *pairs, int count,
                                Manifold *out) {
    int corner_count = 0;
    for (int start = 0; start < count; start += SIMD_LANES) {
        int used = count - start < SIMD_LANES ? count - start : SIMD_LANES;
        BoxLanes pair = load_pairs(boxes, pairs + start, used);
        BoxAxes axes = choose_axes(&pair);
        for (int i = 0; i < used; i++) {
            out[start + i].count = 0;
        }
        unsigned near = axes.near & ((1u << used) - 1u);
        if (near == 0) {
            continue;
        }
        BoxResults results;
        clip_boxes(&pair, &axes, &results);
        for (unsigned left = near & results.corners; left != 0; left &= left - 1u) {
            out[start + bits_lowest(left)].count = MANIFOLD_DEFERRED;
            corner_count++;
        }
        for (unsigned left = near & results.over & ~results.corners; left != 0; left &= left - 1u) {
            int i = bits_lowest(left);
            ends_pick(&results.ends, i, &out[start + i]);
        }
    }
    return corner_count;
}
