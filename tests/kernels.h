/// The collision kernels as the library has them and as tests/CMakeLists.txt compiles them once
/// more: in plain C and, on x86-64, for SSE2 and AVX2. All must give the same bits.
#pragma once

#include "collision/manifold.h"
#include "geometry/simd.h"

#include <string.h>

#include "random_shapes.h"

typedef struct Kernels {
    const char *name;
    Overlap (*overlap)(const Shape *a, const Shape *b, Transform b_in_a);
    Separation (*separation)(const Shape *a, const Shape *b, Transform b_in_a);
    float (*distance)(const Shape *a, const Shape *b, Transform b_in_a, vec2s *direction);
    Separation (*signed_distance)(const Shape *a, const Shape *b, Transform b_in_a);
    Manifold (*manifold)(const Shape *a, const Shape *b, Transform b_in_a, float margin,
                         const Outline *outline_b);
} Kernels;

/// Declares the copies made with KERNEL_LEVEL=level (kernel_copy.h).
#define KERNELS_DECLARE(level)                                                                   \
    Overlap sat_overlap_of_##level(const Shape *a, const Shape *b, Transform b_in_a);            \
    Separation sat_separation_of_##level(const Shape *a, const Shape *b, Transform b_in_a);      \
    float sat_distance_of_##level(const Shape *a, const Shape *b, Transform b_in_a,              \
                                  vec2s *direction);                                             \
    Separation sat_signed_distance_of_##level(const Shape *a, const Shape *b, Transform b_in_a); \
    Manifold manifold_make_of_##level(const Shape *a, const Shape *b, Transform b_in_a,          \
                                      float margin, const Outline *outline_b)

#define KERNELS_OF(level)                                                                   \
    {                                                                                       \
#level, sat_overlap_of_##level, sat_separation_of_##level, sat_distance_of_##level, \
            sat_signed_distance_of_##level, manifold_make_of_##level                        \
    }

KERNELS_DECLARE(scalar);
#if defined(__x86_64__)
KERNELS_DECLARE(sse2);
KERNELS_DECLARE(avx2);
#endif

static const Kernels kernels_of_library = {"library",    sat_overlap,         sat_separation,
                                           sat_distance, sat_signed_distance, manifold_make};

/// The copies that this machine runs; count in *count.
static inline const Kernels *kernel_copies(int *count) {
    static const Kernels copies[] = {
        KERNELS_OF(scalar),
#if defined(__x86_64__)
        KERNELS_OF(sse2),
        KERNELS_OF(avx2),
#endif
    };
    *count = (int)(sizeof copies / sizeof copies[0]);
#if defined(__x86_64__)
    *count -= !simd_has_avx2();
#endif
    return copies;
}

/// All that the kernels say about one pair.
typedef struct Answers {
    Overlap overlap;
    Separation separation, signed_distance;
    float distance;
    vec2s direction;
    Manifold manifold, manifold_with_outline;
} Answers;

static inline Answers answers_of(const Kernels *kernels, const RandomPair *pair, float margin,
                                 const Outline *outline) {
    Answers out;
    const Shape *a = &pair->a;
    const Shape *b = &pair->b;
    out.overlap = kernels->overlap(a, b, pair->b_in_a);
    out.separation = kernels->separation(a, b, pair->b_in_a);
    out.signed_distance = kernels->signed_distance(a, b, pair->b_in_a);
    out.distance = kernels->distance(a, b, pair->b_in_a, &out.direction);
    out.manifold = kernels->manifold(a, b, pair->b_in_a, margin, NULL);
    out.manifold_with_outline = kernels->manifold(a, b, pair->b_in_a, margin, outline);
    return out;
}

#define SAME_BITS(left, right) (memcmp(&(left), &(right), sizeof(left)) == 0)

static inline bool separations_equal(const Separation *a, const Separation *b) {
    return SAME_BITS(a->distance, b->distance) && SAME_BITS(a->normal, b->normal) &&
           a->edge == b->edge;
}

/// The normal of a manifold without points has no meaning.
static inline bool manifolds_equal(const Manifold *a, const Manifold *b) {
    bool equal = a->count == b->count && (a->count == 0 || SAME_BITS(a->normal, b->normal));
    for (int i = 0; equal && i < a->count; i++) {
        const ManifoldPoint *p = &a->points[i];
        const ManifoldPoint *q = &b->points[i];
        equal = SAME_BITS(p->point, q->point) && SAME_BITS(p->separation, q->separation) &&
                p->id == q->id;
    }
    return equal;
}

/// The first answer that differs in a bit, or NULL. Field by field, as padding has no meaning.
static inline const char *answers_differ(const Answers *a, const Answers *b) {
    if (a->overlap.hit != b->overlap.hit || !SAME_BITS(a->overlap.normal, b->overlap.normal) ||
        !SAME_BITS(a->overlap.depth, b->overlap.depth)) {
        return "sat_overlap";
    }
    if (!separations_equal(&a->separation, &b->separation)) {
        return "sat_separation";
    }
    if (!separations_equal(&a->signed_distance, &b->signed_distance)) {
        return "sat_signed_distance";
    }
    if (!SAME_BITS(a->distance, b->distance) || !SAME_BITS(a->direction, b->direction)) {
        return "sat_distance";
    }
    if (!manifolds_equal(&a->manifold, &b->manifold)) {
        return "manifold_make";
    }
    if (!manifolds_equal(&a->manifold_with_outline, &b->manifold_with_outline)) {
        return "manifold_make with an outline";
    }
    return NULL;
}

#undef SAME_BITS
