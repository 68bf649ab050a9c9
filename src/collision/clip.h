/// Clips an incident edge against a reference edge: which part of it lies over the reference edge,
/// and how deep. Source: Catto, Fast and Simple Physics using Sequential Impulses (GDC 2006).
///
/// For manifold_kernel.h. Inline, because a clip that never leaves registers is faster.
#pragma once

#include "base/scalar.h"
#include "collision/edges.h"
#include "collision/tolerances.h"

/// The reference edge and the incident edge, the one of the other shape that faces it most. Lengths
/// `along` are to the left of the normal, heights over the reference edge; radii are left out.
typedef struct Clip {
    bool of_b; ///< Whether b is the reference shape.
    int id;    ///< Names the pair of edges.
    bool incident_is_point;
    float low, high;               ///< m along: where the reference edge starts and ends ...
    float from, to;                ///< ... and the incident edge, ...
    float from_height, to_height;  ///< m: ... which is this high there.
    float radius, incident_radius; ///< m
    float out_x, out_y;            ///< Unit, out of the reference shape, in the frame of a.
    float origin_x, origin_y;      ///< m: its frame's origin there ...
    float offset;                  ///< ... and its edge along the normal.
} Clip;

/// Makes a clip with the reference edge `axis_edge`: of a, or SHAPE_POINTS_MAX + of b.
static inline void clip_make(const Shape *a, const Shape *b, Transform b_in_a, Transform a_in_b,
                             int axis_edge, Clip *clip) {
    const bool of_b = axis_edge >= SHAPE_POINTS_MAX;
    const int edge = axis_edge % SHAPE_POINTS_MAX;
    // By index: a branch on which shape it is would often be mispredicted.
    const Shape *const shapes[] = {a, b};
    const float s_of[] = {b_in_a.rotation.s, -b_in_a.rotation.s};
    const vec2s places[] = {b_in_a.position, a_in_b.position};
    const Shape *reference = shapes[of_b];
    const Shape *incident = shapes[!of_b];
    // The incident shape as the reference sees it.
    const float c = b_in_a.rotation.c;
    const float s = s_of[of_b];
    const float x = places[of_b].x;
    const float y = places[of_b].y;
    const float nx = reference->normal_x[edge];
    const float ny = reference->normal_y[edge];
    const float offset = reference->offset[edge];
    // And the normal as the incident shape sees it: its edge is measured where it is.
    const float seen_x = c * nx + s * ny;
    const float seen_y = c * ny - s * nx;
    const int facing = shape_facing_edge(incident, vec2_make(seen_x, seen_y));
    const int next = shape_next(edge);
    const int facing_next = shape_next(facing);
    const float shift_along = nx * y - ny * x;
    const float shift_height = nx * x + ny * y - offset;
    const float from_x = incident->x[facing_next];
    const float from_y = incident->y[facing_next];
    const float to_x = incident->x[facing];
    const float to_y = incident->y[facing];
    clip->of_b = of_b;
    clip->id = of_b ? facing | edge << 4 : edge | facing << 4;
    clip->incident_is_point = incident->count == 1;
    clip->low = nx * reference->y[edge] - ny * reference->x[edge];
    clip->high = nx * reference->y[next] - ny * reference->x[next];
    clip->from = seen_x * from_y - seen_y * from_x + shift_along;
    clip->to = seen_x * to_y - seen_y * to_x + shift_along;
    clip->from_height = seen_x * from_x + seen_y * from_y + shift_height;
    clip->to_height = seen_x * to_x + seen_y * to_y + shift_height;
    clip->radius = reference->radius;
    clip->incident_radius = incident->radius;
    clip->out_x = of_b ? c * nx + s * ny : nx;
    clip->out_y = of_b ? c * ny - s * nx : ny;
    clip->origin_x = of_b ? b_in_a.position.x : 0.0f;
    clip->origin_y = of_b ? b_in_a.position.y : 0.0f;
    clip->offset = offset;
}

/// A place between both surfaces, in the frame of a, and how far they are apart there.
typedef struct ClipPoint {
    float x, y, separation;
} ClipPoint;

/// The place `along` the reference edge where the incident edge is `height` over it, halfway
/// between both surfaces, in the frame of a.
static inline ClipPoint clip_point(const Clip *clip, float along, float height) {
    float separation = height - clip->radius - clip->incident_radius;
    float middle = clip->offset + clip->radius + 0.5f * separation;
    return (ClipPoint){clip->origin_x + middle * clip->out_x - along * clip->out_y,
                       clip->origin_y + middle * clip->out_y + along * clip->out_x, separation};
}

/// Whether the deepest point of the incident edge lies over the reference edge. Its distance then
/// is a true one, which no other axis can beat.
static inline bool clip_deepest_over(const Clip *clip) {
    float deepest = clip->to_height < clip->from_height ? clip->to : clip->from;
    return deepest >= clip->low && deepest <= clip->high;
}

/// Whether some of the incident edge lies over the reference edge.
static inline bool clip_over(const Clip *clip) {
    return clip->from <= clip->high + MANIFOLD_CLIP_SLACK &&
           clip->to >= clip->low - MANIFOLD_CLIP_SLACK;
}

static inline vec2s clip_normal(const Clip *clip) {
    return vec2_make(clip->of_b ? -clip->out_x : clip->out_x,
                     clip->of_b ? -clip->out_y : clip->out_y);
}

/// The part of the incident edge over the reference edge.
typedef struct ClipSpan {
    float start, end;               ///< m along the reference edge.
    float start_height, end_height; ///< m: how high over it the incident edge is there.
} ClipSpan;

static inline ClipSpan clip_span(const Clip *clip) {
    float length = float_max(clip->to - clip->from, MANIFOLD_CLIP_SLACK);
    float slope = (clip->to_height - clip->from_height) / length;
    float start = float_clamp(clip->low, clip->from, clip->to);
    float end = float_clamp(clip->high, clip->from, clip->to);
    return (ClipSpan){.start = start,
                      .end = end,
                      .start_height = clip->from_height + slope * (start - clip->from),
                      .end_height = clip->to_height + slope * (end - clip->to)};
}

/// m: the least separation of the clipped ends.
static inline float clip_least(const Clip *clip) {
    ClipSpan span = clip_span(clip);
    return float_min(span.start_height, span.end_height) - clip->radius - clip->incident_radius;
}
