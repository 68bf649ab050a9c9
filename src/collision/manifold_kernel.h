/// The kernel of manifold.h, compiled for each width of lanes: by manifold_routes.c and
/// kernels_avx2.c. It makes the manifolds of whole shapes by the shortest of the routes that
/// manifold_routes.c describes.
#pragma once

#include "collision/clip.h"
#include "collision/manifold.h"

/// The kernel with the lanes that every machine has, and with those of AVX2. Functions of their
/// own: a caller that had one of them compiled in would save registers for it on every route.
Manifold whole_manifold_narrow(const Shape *a, const Shape *b, Transform b_in_a, float margin);
Manifold whole_manifold_avx2(const Shape *a, const Shape *b, Transform b_in_a, float margin);

/// Makes the manifold of two whole shapes where the kernel chose an edge that does not do, or of
/// two circles. In manifold_routes.c.
Manifold fallback_manifold(const Shape *a, const Shape *b, Transform b_in_a, float margin);

/// manifold_of_pieces by every route. In manifold_routes.c.
Manifold careful_manifold(const Shape *a, const Outline *outline_a, const Shape *b,
                          const Outline *outline_b, Transform b_in_a, float margin);

/// The manifold of one point, or none where it is farther than the margin.
static inline Manifold one_point(vec2s normal, ClipPoint at, float margin, int id) {
    return (Manifold){
        .normal = normal,
        .points = {{.point = {{at.x, at.y}}, .separation = at.separation, .id = (uint16_t)id}},
        .count = at.separation <= margin};
}

/// Makes a manifold of the points, of two, that are within the margin.
static inline Manifold two_points(vec2s normal, ClipPoint first, ClipPoint second, float margin,
                                  int id) {
    int second_id = id | 1 << 8;
    if (first.separation > margin) {
        return one_point(normal, second, margin, second_id);
    }
    return (Manifold){.normal = normal,
                      .points = {{.point = {{first.x, first.y}},
                                  .separation = first.separation,
                                  .id = (uint16_t)id},
                                 {.point = {{second.x, second.y}},
                                  .separation = second.separation,
                                  .id = (uint16_t)second_id}},
                      .count = second.separation <= margin ? 2 : 1};
}

/// The deeper end of the incident edge alone, wherever it lies.
static inline Manifold clip_one(const Clip *clip, float margin) {
    bool to_is_deeper = clip->to_height < clip->from_height;
    ClipPoint deeper = clip_point(clip, to_is_deeper ? clip->to : clip->from,
                                  to_is_deeper ? clip->to_height : clip->from_height);
    return one_point(clip_normal(clip), deeper, margin, clip->id);
}

/// Clips the incident edge to the part over the reference edge. The points come in the order of
/// left(normal of the manifold). Their names are both edges and the end, so that they stay when the
/// two shapes swap roles.
static inline Manifold clip_ends(const Clip *clip, float margin) {
    if (clip->incident_is_point || clip->to - clip->from <= MANIFOLD_CLIP_SLACK) {
        return clip_one(clip, margin);
    }
    ClipSpan span = clip_span(clip);
    bool turned = clip->of_b; // number by number: no branch to mispredict
    ClipPoint first = clip_point(clip, turned ? span.end : span.start,
                                 turned ? span.end_height : span.start_height);
    ClipPoint second = clip_point(clip, turned ? span.start : span.end,
                                  turned ? span.start_height : span.end_height);
    return two_points(clip_normal(clip), first, second, margin, clip->id);
}

/// Makes the manifold of two whole shapes, at most one of them a circle, by the first edge within
/// the bias of the largest distance. It stays in one function, and so in registers.
static inline Manifold whole_manifold(const Shape *a, const Shape *b, Transform b_in_a,
                                      float margin) {
    float radii = a->radius + b->radius;
    Transform a_in_b = transform_relative(b_in_a, transform_identity());
    EdgeDistances of_a;
    EdgeDistances of_b;
    if (!edges_measure_both(a, b, b_in_a, a_in_b, margin + radii, &of_a, &of_b)) {
        return (Manifold){.count = 0};
    }
    float largest = edges_largest(a, &of_a, b, &of_b);
    Clip clip;
    clip_make(a, b, b_in_a, a_in_b, edges_first(a, &of_a, b, &of_b, largest - MANIFOLD_TIE_BIAS),
              &clip);
    // Of shapes that are apart two corners may be nearer. Where nothing as deep as the axis says
    // lies over its edge, the bias or rounding chose the wrong edge.
    bool apart = largest > 0.0f && !clip_deepest_over(&clip);
    if (apart || !clip_over(&clip) ||
        clip_least(&clip) > largest - radii + 2.0f * MANIFOLD_TIE_BIAS) {
        return fallback_manifold(a, b, b_in_a, margin);
    }
    return clip_ends(&clip, margin);
}
