#include "collision/hull_overlap.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "collision/tolerances.h"

#include <float.h>
#include <math.h>

enum {
    PAIRS_MAX = HULL_PIECES_MAX * HULL_PIECES_MAX,
    AXES_MAX = 2 * SHAPE_POINTS_MAX
};

/// The distances that a shape spans along an axis.
typedef struct Span {
    float from, to; ///< m
} Span;

/// Along an axis the shapes overlap while the second is moved by these distances.
typedef struct Axis {
    vec2s normal; ///< Unit.
    Span overlap;
} Axis;

typedef struct PiecePair {
    const Shape *a;
    ShapePoints b; ///< In the frame of a.
    float radius_b;
    Axis axes[AXES_MAX];
    int axis_count;
} PiecePair;

typedef struct HullPair {
    PiecePair pairs[PAIRS_MAX];
    int count;
} HullPair;

static Span span_of(const float *x, const float *y, int count, float radius, vec2s normal) {
    Span span = {FLT_MAX, -FLT_MAX};
    for (int i = 0; i < count; i++) {
        float at = x[i] * normal.x + y[i] * normal.y;
        span.from = float_min(span.from, at);
        span.to = float_max(span.to, at);
    }
    return (Span){span.from - radius, span.to + radius};
}

static Span span_of_first(const PiecePair *pair, vec2s normal) {
    return span_of(pair->a->x, pair->a->y, pair->a->count, pair->a->radius, normal);
}

static Span span_of_second(const PiecePair *pair, vec2s normal) {
    return span_of(pair->b.x, pair->b.y, pair->b.count, pair->radius_b, normal);
}

static void add_axis(PiecePair *pair, vec2s normal) {
    Span a = span_of_first(pair, normal);
    Span b = span_of_second(pair, normal);
    pair->axes[pair->axis_count++] = (Axis){normal, {a.from - b.to, a.to - b.from}};
}

static int edge_count(const Shape *shape) { return shape->count > 1 ? shape->count : 0; }

static void pair_make(PiecePair *pair, const Shape *a, const Shape *b, Transform b_in_a) {
    pair->a = a;
    pair->b = shape_points_at(b, b_in_a);
    pair->radius_b = b->radius;
    pair->axis_count = 0;
    for (int i = 0; i < edge_count(a); i++) {
        add_axis(pair, shape_normal(a, i));
    }
    for (int i = 0; i < edge_count(b); i++) {
        add_axis(pair, rotation_apply(b_in_a.rotation, shape_normal(b, i)));
    }
}

/// The distances along `way` over which the pieces overlap; from > to: none.
static Span overlap_along(const PiecePair *pair, vec2s way) {
    Span span = {-FLT_MAX, FLT_MAX};
    for (int i = 0; i < pair->axis_count; i++) {
        const Axis *axis = &pair->axes[i];
        float speed = glms_vec2_dot(axis->normal, way);
        if (fabsf(speed) > FLT_EPSILON) {
            float first = axis->overlap.from / speed;
            float second = axis->overlap.to / speed;
            span.from = float_max(span.from, float_min(first, second));
            span.to = float_min(span.to, float_max(first, second));
        } else if (axis->overlap.from > 0.0f || axis->overlap.to < 0.0f) {
            return (Span){0.0f, -1.0f};
        }
    }
    return span;
}

/// How far along `way` the hulls part, and in `*last` the pair that parts there.
static float way_out(const HullPair *hulls, vec2s way, int *last) {
    Span spans[PAIRS_MAX];
    for (int i = 0; i < hulls->count; i++) {
        spans[i] = overlap_along(&hulls->pairs[i], way);
    }
    float out = 0.0f;
    bool moved = true;
    while (moved) {
        moved = false;
        for (int i = 0; i < hulls->count; i++) {
            if (spans[i].from <= out && spans[i].to > out) {
                out = spans[i].to;
                *last = i;
                moved = true;
            }
        }
    }
    return out;
}

/// The manifold of a way of `out` m along `way` for the pieces that part there: two points where
/// both are, at the ends of what they share across the way. Both are as deep as the way is long, so
/// that it moves the hulls and turns them little.
static Manifold manifold_along(const PiecePair *pair, vec2s way, float out) {
    vec2s across = vec2_make(-way.y, way.x);
    Span along_a = span_of_first(pair, way);
    Span along_b = span_of_second(pair, way);
    Span across_a = span_of_first(pair, across);
    Span across_b = span_of_second(pair, across);
    float from = float_max(across_a.from, across_b.from);
    float to = float_min(across_a.to, across_b.to);
    vec2s middle = glms_vec2_scale(way, 0.5f * (along_a.to + along_b.from));
    Manifold manifold = {.normal = way, .count = 2};
    for (int i = 0; i < 2; i++) {
        vec2s beside = glms_vec2_scale(across, i == 0 ? from : to);
        manifold.points[i] = (ManifoldPoint){
            .point = glms_vec2_add(middle, beside), .separation = -out, .id = (uint16_t)i};
    }
    return manifold;
}

/// Takes the way along `way` where it is shorter than the best so far.
static void try_way(const HullPair *hulls, int pieces_b, vec2s way, HullOverlap *best) {
    int last = 0;
    float out = way_out(hulls, way, &last);
    Manifold *manifold = &best->manifold;
    bool shorter =
        manifold->count == 0 || out < -manifold->points[0].separation - MANIFOLD_TIE_BIAS;
    if (!(out > 0.0f) || !shorter) {
        return;
    }
    *manifold = manifold_along(&hulls->pairs[last], way, out);
    best->piece_a = last / pieces_b;
    best->piece_b = last % pieces_b;
}

static bool is_exposed(const Hull *hull, int piece, int edge) {
    return hull->count == 1 || (hull->outlines[piece].exposed >> edge & 1) != 0;
}

HullOverlap hull_overlap(const Hull *a, const Hull *b, Transform b_in_a) {
    ASSERT(a != NULL && b != NULL);
    HullPair hulls;
    hulls.count = a->count * b->count;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            pair_make(&hulls.pairs[i * b->count + k], &a->pieces[i], &b->pieces[k], b_in_a);
        }
    }
    HullOverlap best = {0};
    for (int i = 0; i < a->count; i++) {
        for (int edge = 0; edge < edge_count(&a->pieces[i]); edge++) {
            if (is_exposed(a, i, edge)) {
                try_way(&hulls, b->count, shape_normal(&a->pieces[i], edge), &best);
            }
        }
    }
    for (int k = 0; k < b->count; k++) {
        for (int edge = 0; edge < edge_count(&b->pieces[k]); edge++) {
            if (is_exposed(b, k, edge)) {
                vec2s normal = rotation_apply(b_in_a.rotation, shape_normal(&b->pieces[k], edge));
                try_way(&hulls, b->count, glms_vec2_negate(normal), &best);
            }
        }
    }
    return best;
}
