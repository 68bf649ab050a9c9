#include "collision/manifold.h"

#include "base/assert.h"

#include <math.h>

/// m: an axis tried later wins only when it is better by this much, as in the overlap test; a
/// manifold that flips between two equal axes from step to step loses its warm start.
static const float tie_bias = 1e-4f;

/// m: corners of sharp polygons that are nearer than this have no direction between them that is
/// worth an axis; their edges' normals serve. Round ones are never so near while their surfaces
/// touch.
static const float corner_gap_min = 1e-3f;

/// m: how far beside the reference edge a point may lie and still count as over it.
static const float clip_slack = 1e-3f;

/// Sine of 1 degree: a direction this near to an exposed edge's normal counts as that normal.
static const float normal_slack = 0.0174524f;

/// How far the other shape is above each edge of a shape, and with which of its points.
typedef struct EdgeDistances {
    float distance[SHAPE_POINTS_MAX];
    int deepest[SHAPE_POINTS_MAX];
} EdgeDistances;

/// The axis that a manifold stands on.
typedef struct Axis {
    bool found;
    float distance;         ///< m between the points along it; radii are left out.
    vec2s normal;           ///< a to b, in the frame of a.
    int edge_a;             ///< Reference edge of a, or -1 ...
    int edge_b;             ///< ... or of b, or -1.
    int corner_a, corner_b; ///< Deepest point of the other shape, or both for a pair of corners.
} Axis;

/// Everything that choosing an axis looks at, in the frame of a.
typedef struct Pair {
    const Shape *a, *b;
    ShapePoints a_points, b_points;
    Transform b_in_a;
    EdgeDistances of_a, of_b;
    const Outline *outline; ///< Of b, or NULL.
} Pair;

static void measure_edges(const Shape *shape, const ShapePoints *other, EdgeDistances *out) {
    for (int i = 0; i < SHAPE_POINTS_MAX; i++) {
        float nearest = shape->normal_x[i] * other->x[0] + shape->normal_y[i] * other->y[0];
        int deepest = 0;
        for (int k = 1; k < other->count; k++) {
            float along = shape->normal_x[i] * other->x[k] + shape->normal_y[i] * other->y[k];
            deepest = along < nearest ? k : deepest;
            nearest = along < nearest ? along : nearest;
        }
        out->distance[i] = nearest - shape->offset[i];
        out->deepest[i] = deepest;
    }
}

static bool edge_exposed(const Pair *pair, int edge) {
    return !pair->outline || ((pair->outline->exposed >> edge) & 1) != 0;
}

/// Whether `direction` (out of b, in b's frame) is about the normal of exposed edge `edge`.
static bool along_exposed_edge(const Pair *pair, int edge, vec2s direction) {
    vec2s normal = shape_normal(pair->b, edge);
    return edge_exposed(pair, edge) && fabsf(glms_vec2_cross(normal, direction)) <= normal_slack &&
           glms_vec2_dot(normal, direction) > 0.0f;
}

/// Whether the whole outline has `direction` (out of b, in the frame of a) at corner `corner` of b.
/// At a reflex corner, where cone_to lies clockwise of cone_from, it has none.
static bool corner_has(const Pair *pair, int corner, vec2s direction_in_a) {
    if (!pair->outline) {
        return true;
    }
    vec2s direction = rotation_undo(pair->b_in_a.rotation, direction_in_a);
    vec2s from = pair->outline->cone_from[corner];
    vec2s to = pair->outline->cone_to[corner];
    bool convex = glms_vec2_cross(from, to) > 0.0f;
    if (convex && glms_vec2_cross(from, direction) >= 0.0f &&
        glms_vec2_cross(direction, to) >= 0.0f) {
        return true;
    }
    int before = (corner + pair->b->count - 1) % pair->b->count;
    return along_exposed_edge(pair, corner, direction) ||
           along_exposed_edge(pair, before, direction);
}

static void try_edges_of_b(const Pair *pair, Axis *best, float *widest) {
    for (int i = 0; pair->b->count > 1 && i < pair->b->count; i++) {
        float distance = pair->of_b.distance[i];
        *widest = fmaxf(*widest, distance);
        if (edge_exposed(pair, i) && (!best->found || distance > best->distance + tie_bias)) {
            vec2s out = rotation_apply(pair->b_in_a.rotation, shape_normal(pair->b, i));
            *best = (Axis){.found = true,
                           .distance = distance,
                           .normal = vec2_make(-out.x, -out.y),
                           .edge_a = -1,
                           .edge_b = i,
                           .corner_a = pair->of_b.deepest[i]};
        }
    }
}

static void try_edges_of_a(const Pair *pair, Axis *best, float *widest) {
    for (int i = 0; pair->a->count > 1 && i < pair->a->count; i++) {
        float distance = pair->of_a.distance[i];
        *widest = fmaxf(*widest, distance);
        vec2s normal = shape_normal(pair->a, i);
        if ((!best->found || distance > best->distance + tie_bias) &&
            corner_has(pair, pair->of_a.deepest[i], vec2_make(-normal.x, -normal.y))) {
            *best = (Axis){.found = true,
                           .distance = distance,
                           .normal = normal,
                           .edge_a = i,
                           .edge_b = -1,
                           .corner_b = pair->of_a.deepest[i]};
        }
    }
}

/// Distance of the points along `normal`.
static float distance_along(const Pair *pair, vec2s normal) {
    float top = -INFINITY;
    float bottom = INFINITY;
    for (int i = 0; i < pair->a->count; i++) {
        top = fmaxf(top, normal.x * pair->a_points.x[i] + normal.y * pair->a_points.y[i]);
    }
    for (int k = 0; k < pair->b->count; k++) {
        bottom = fminf(bottom, normal.x * pair->b_points.x[k] + normal.y * pair->b_points.y[k]);
    }
    return bottom - top;
}

/// The axis between the two corners that are nearest to each other. It has no tie to break: where
/// an edge is as good, a round corner lies over its end, and with a bias might lie over neither.
static void try_corners(const Pair *pair, Axis *best, float *widest) {
    vec2s between = vec2_make(0.0f, 0.0f);
    float nearest2 = INFINITY;
    int corner_a = 0;
    int corner_b = 0;
    for (int i = 0; i < pair->a->count; i++) {
        for (int k = 0; k < pair->b->count; k++) {
            vec2s gap = vec2_make(pair->b_points.x[k] - pair->a_points.x[i],
                                  pair->b_points.y[k] - pair->a_points.y[i]);
            float gap2 = glms_vec2_norm2(gap);
            if (gap2 < nearest2) {
                nearest2 = gap2;
                between = gap;
                corner_a = i;
                corner_b = k;
            }
        }
    }
    float gap = sqrtf(nearest2);
    bool points = pair->a->count == 1 && pair->b->count == 1;
    if (gap <= corner_gap_min && !points) {
        return;
    }
    vec2s normal =
        gap > corner_gap_min ? vec2_make(between.x / gap, between.y / gap) : vec2_make(1.0f, 0.0f);
    float distance = distance_along(pair, normal);
    *widest = fmaxf(*widest, distance);
    if ((!best->found || distance > best->distance) &&
        corner_has(pair, corner_b, vec2_make(-normal.x, -normal.y))) {
        *best = (Axis){.found = true,
                       .distance = distance,
                       .normal = normal,
                       .edge_a = -1,
                       .edge_b = -1,
                       .corner_a = corner_a,
                       .corner_b = corner_b};
    }
}

/// The best of the axes that are allowed; none where any axis, allowed or not, shows the shapes
/// farther apart than `limit`. Against a wall its own edges come first: their normals stand still
/// while the car's turn.
static Axis choose_axis(const Pair *pair, float limit) {
    Axis best = {.found = false};
    float widest = -INFINITY;
    if (pair->outline) {
        try_edges_of_b(pair, &best, &widest);
        try_edges_of_a(pair, &best, &widest);
    } else {
        try_edges_of_a(pair, &best, &widest);
        try_edges_of_b(pair, &best, &widest);
    }
    bool points = pair->a->count == 1 && pair->b->count == 1;
    if (widest <= limit && (widest > 0.0f || points)) {
        try_corners(pair, &best, &widest);
    }
    best.found = best.found && widest <= limit;
    return best;
}

/// The reference edge and the incident edge of one manifold, seen from the reference shape.
typedef struct Clip {
    const ShapePoints *reference, *incident;
    int reference_edge, incident_edge;
    float reference_radius, incident_radius;
    vec2s normal; ///< Out of the reference shape.
    float offset; ///< Of the reference edge along `normal`.
} Clip;

/// Of the two edges at point `corner` of `shape` the one that faces `normal` (in its frame) most.
static int facing_edge(const Shape *shape, int corner, vec2s normal) {
    int before = (corner + shape->count - 1) % shape->count;
    float at = glms_vec2_dot(shape_normal(shape, corner), normal);
    float other = glms_vec2_dot(shape_normal(shape, before), normal);
    return at <= other ? corner : before;
}

static Clip clip_make(const Pair *pair, const Axis *axis) {
    vec2s normal = axis->normal;
    if (axis->edge_a >= 0) {
        vec2s seen = rotation_undo(pair->b_in_a.rotation, normal);
        return (Clip){.reference = &pair->a_points,
                      .incident = &pair->b_points,
                      .reference_edge = axis->edge_a,
                      .incident_edge = facing_edge(pair->b, axis->corner_b, seen),
                      .reference_radius = pair->a->radius,
                      .incident_radius = pair->b->radius,
                      .normal = normal,
                      .offset = pair->a->offset[axis->edge_a]};
    }
    vec2s out = vec2_make(-normal.x, -normal.y);
    return (Clip){.reference = &pair->b_points,
                  .incident = &pair->a_points,
                  .reference_edge = axis->edge_b,
                  .incident_edge = facing_edge(pair->a, axis->corner_a, out),
                  .reference_radius = pair->b->radius,
                  .incident_radius = pair->a->radius,
                  .normal = out,
                  .offset = out.x * pair->b_points.x[axis->edge_b] +
                            out.y * pair->b_points.y[axis->edge_b]};
}

static vec2s point_of(const ShapePoints *points, int i) {
    return vec2_make(points->x[i], points->y[i]);
}

static vec2s point_between(vec2s from, vec2s to, float t) {
    return vec2_make(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
}

/// Adds a point of the incident edge, moved to halfway between both surfaces.
static void add_point(Manifold *manifold, const Clip *clip, vec2s at, float margin, int id) {
    float above = glms_vec2_dot(clip->normal, at) - clip->offset;
    float separation = above - clip->reference_radius - clip->incident_radius;
    if (separation <= margin) {
        float down = clip->incident_radius + 0.5f * separation;
        manifold->points[manifold->count++] = (ManifoldPoint){
            .point = vec2_make(at.x - down * clip->normal.x, at.y - down * clip->normal.y),
            .separation = separation,
            .id = (uint16_t)id};
    }
}

/// Cuts the incident edge to what lies over the reference edge. Points come in the order of
/// left(normal of the manifold) and are named by both edges and which end they are, so that a
/// change of the reference shape keeps the names.
static void clip_edge(Manifold *manifold, const Clip *clip, float margin, bool a_is_reference) {
    int next = (clip->reference_edge + 1) % clip->reference->count;
    vec2s along = vec2_left(clip->normal);
    float low = glms_vec2_dot(along, point_of(clip->reference, clip->reference_edge));
    float high = glms_vec2_dot(along, point_of(clip->reference, next));
    vec2s from = point_of(clip->incident, (clip->incident_edge + 1) % clip->incident->count);
    vec2s to = point_of(clip->incident, clip->incident_edge);
    float from_at = glms_vec2_dot(along, from);
    float to_at = glms_vec2_dot(along, to);
    if (from_at > high + clip_slack || to_at < low - clip_slack) {
        return;
    }
    int edge_a = a_is_reference ? clip->reference_edge : clip->incident_edge;
    int edge_b = a_is_reference ? clip->incident_edge : clip->reference_edge;
    int id = edge_a | edge_b << 4;
    float length = to_at - from_at;
    if (clip->incident->count == 1 || length <= clip_slack) {
        float depth_from = glms_vec2_dot(clip->normal, from);
        float depth_to = glms_vec2_dot(clip->normal, to);
        add_point(manifold, clip, depth_from < depth_to ? from : to, margin, id);
        return;
    }
    vec2s low_end =
        from_at < low ? point_between(from, to, fminf((low - from_at) / length, 1.0f)) : from;
    vec2s high_end =
        to_at > high ? point_between(from, to, fmaxf((high - from_at) / length, 0.0f)) : to;
    vec2s ends[2] = {a_is_reference ? low_end : high_end, a_is_reference ? high_end : low_end};
    add_point(manifold, clip, ends[0], margin, id);
    add_point(manifold, clip, ends[1], margin, id | 1 << 8);
}

/// One point halfway between two corners.
static void add_corners(Manifold *manifold, const Pair *pair, const Axis *axis) {
    float separation = axis->distance - pair->a->radius - pair->b->radius;
    float along = pair->a->radius + 0.5f * separation;
    vec2s at = point_of(&pair->a_points, axis->corner_a);
    manifold->points[manifold->count++] = (ManifoldPoint){
        .point = vec2_make(at.x + along * axis->normal.x, at.y + along * axis->normal.y),
        .separation = separation,
        .id = (uint16_t)(1 << 12 | axis->corner_a | axis->corner_b << 4)};
}

Manifold manifold_make(const Shape *a, const Shape *b, Transform b_in_a, float margin,
                       const Outline *outline_b) {
    ASSERT(a && b && margin >= 0.0f);
    Pair pair = {.a = a,
                 .b = b,
                 .a_points = shape_points_at(a, transform_identity()),
                 .b_points = shape_points_at(b, b_in_a),
                 .b_in_a = b_in_a,
                 .outline = b->count > 1 ? outline_b : NULL};
    ShapePoints a_in_b = shape_points_at(a, transform_relative(b_in_a, transform_identity()));
    measure_edges(a, &pair.b_points, &pair.of_a);
    measure_edges(b, &a_in_b, &pair.of_b);
    Axis axis = choose_axis(&pair, margin + a->radius + b->radius);
    Manifold manifold = {.normal = axis.normal};
    if (!axis.found) {
        return manifold;
    }
    if (axis.edge_a < 0 && axis.edge_b < 0) {
        add_corners(&manifold, &pair, &axis);
    } else {
        Clip clip = clip_make(&pair, &axis);
        clip_edge(&manifold, &clip, margin, axis.edge_a >= 0);
    }
    return manifold;
}
