/// The doors of manifold.h, sweep_motion, box_pairs.h and quad_pairs.h. They hand pairs to the
/// lanes that the machine has, and what the lanes defer or are not made for to manifold_routes.c.
#include "base/assert.h"
#include "collision/box_pairs_kernel.h"
#include "collision/manifold_kernel.h"
#include "collision/motion_kernel.h"
#include "collision/quad_pairs_kernel.h"

// ---- one pair -------------------------------------------------------------------------------

Manifold manifold_of_pieces(const Shape *a, const Outline *outline_a, const Shape *b,
                            const Outline *outline_b, Transform b_in_a, float margin) {
    ASSERT(a && b && margin >= 0.0f);
    if (outline_a || outline_b || (a->count == 1 && b->count == 1)) {
        return careful_manifold(a, outline_a, b, outline_b, b_in_a, margin);
    }
    return simd_prefers_avx2() ? whole_manifold_avx2(a, b, b_in_a, margin)
                               : whole_manifold_narrow(a, b, b_in_a, margin);
}

Manifold manifold_make(const Shape *a, const Shape *b, Transform b_in_a, float margin,
                       const Outline *outline_b) {
    return manifold_of_pieces(a, NULL, b, outline_b, b_in_a, margin);
}

SweepHit sweep_motion(const Shape *a, Motion motion, const Shape *b, Transform b_at, float target) {
    ASSERT(a && b);
    return simd_prefers_avx2() ? advance_motion_avx2(a, motion, b, b_at, target)
                               : advance_motion(a, motion, b, b_at, target);
}

// ---- boxes ----------------------------------------------------------------------------------

/// The bits of shape_box, without its double precision and checks: those cost more than the
/// manifold.
static Shape shape_of(const PlacedBox *box) {
    float x = box->half_length;
    float y = box->half_width;
    return (Shape){.x = {-x, x, x, -x, -x, -x, -x, -x},
                   .y = {-y, -y, y, y, -y, -y, -y, -y},
                   .normal_x = {0.0f, 1.0f, 0.0f, -1.0f},
                   .normal_y = {-1.0f, -0.0f, 1.0f, -0.0f, -1.0f, -1.0f, -1.0f, -1.0f},
                   .offset = {y, x, y, x, y, y, y, y},
                   .count = 4};
}

static Transform place_of(const PlacedBox *box) {
    return (Transform){vec2_make(box->x, box->y), {box->c, box->s}};
}

/// Makes the manifolds that the lanes left, one pair at a time: the nearest points may be two
/// corners.
static void finish_boxes(const PlacedBox *boxes, const BoxPair *pairs, int count, Manifold *out) {
    for (int i = 0; i < count; i++) {
        if (out[i].count == MANIFOLD_DEFERRED) {
            const PlacedBox *a = &boxes[pairs[i].a];
            const PlacedBox *b = &boxes[pairs[i].b];
            Shape shape_a = shape_of(a);
            Shape shape_b = shape_of(b);
            out[i] = manifold_make(&shape_a, &shape_b, transform_relative(place_of(a), place_of(b)),
                                   pairs[i].margin, NULL);
        }
    }
}

void box_pairs_manifold(const PlacedBox *boxes, const BoxPair *pairs, int count, bool avx2,
                        Manifold *out) {
    ASSERT(count == 0 || (boxes && pairs && out));
    int left = simd_worth_avx2(avx2, count) ? box_pairs_run_avx2(boxes, pairs, count, out)
                                            : box_pairs_run(boxes, pairs, count, out);
    if (left > 0) {
        finish_boxes(boxes, pairs, count, out);
    }
}

// ---- quads ----------------------------------------------------------------------------------

/// Makes the manifolds that the lanes left, one pair at a time.
static void finish_quads(const QuadPair *pairs, int count, Manifold *out) {
    for (int i = 0; i < count; i++) {
        if (out[i].count == MANIFOLD_DEFERRED) {
            const QuadPair *pair = &pairs[i];
            out[i] = manifold_of_pieces(pair->a, pair->outline_a, pair->b, pair->outline_b,
                                        pair->b_in_a, pair->margin);
        }
    }
}

void quad_pairs_manifold(const QuadPair *pairs, int count, bool avx2, Manifold *out) {
    ASSERT(count == 0 || (pairs && out));
    int left = simd_worth_avx2(avx2, count) ? quad_pairs_run_avx2(pairs, count, out)
                                            : quad_pairs_run(pairs, count, out);
    if (left > 0) {
        finish_quads(pairs, count, out);
    }
}
