#include "collision/manifold.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "collision/edges.h"
#include "collision/tolerances.h"

#include <math.h>

/// The axis that a manifold stands on.
typedef struct Axis {
    bool found;
    float distance;         ///< m between the points along it; radii are left out.
    int edge;               ///< Reference edge: of a, or SHAPE_POINTS_MAX + of b; -1: two corners.
    int corner_a, corner_b; ///< Those corners ...
    vec2s normal;           ///< ... and the axis from a to b, in the frame of a.
} Axis;

/// Everything that choosing an axis looks at.
typedef struct Pair {
    const Shape *a, *b;
    Transform b_in_a, a_in_b;
    EdgeDistances of_a, of_b;
    const Outline *outline_a, *outline_b; ///< NULL for a shape that is no part of a larger one.
} Pair;

static const Axis no_axis = {.edge = -1};

static vec2s corner_of_b(const Pair *pair, int corner) {
    return transform_apply(pair->b_in_a, shape_point(pair->b, corner));
}

/// `normal` of a as b sees it.
static vec2s seen_from_b(const Pair *pair, vec2s normal) {
    return rotation_undo(pair->b_in_a.rotation, normal);
}

static bool edge_exposed(const Outline *outline, int edge) {
    return !outline || ((outline->exposed >> edge) & 1) != 0;
}

/// Whether `direction` (out of the shape, in its frame) is about the normal of exposed edge `edge`.
static bool along_exposed_edge(const Shape *shape, const Outline *outline, int edge,
                               vec2s direction) {
    vec2s normal = shape_normal(shape, edge);
    return edge_exposed(outline, edge) &&
           fabsf(glms_vec2_cross(normal, direction)) <= ANGULAR_SLOP &&
           glms_vec2_dot(normal, direction) > 0.0f;
}

/// Whether the whole outline has `direction` (out of the shape, in its frame) at corner `corner`.
/// At a reflex corner, where cone_to lies clockwise of cone_from, it has none.
static bool corner_has(const Shape *shape, const Outline *outline, int corner, vec2s direction) {
    if (!outline) {
        return true;
    }
    vec2s from = outline->cone_from[corner];
    vec2s to = outline->cone_to[corner];
    bool convex = glms_vec2_cross(from, to) > 0.0f;
    if (convex && glms_vec2_cross(from, direction) >= -ANGULAR_SLOP &&
        glms_vec2_cross(direction, to) >= -ANGULAR_SLOP &&
        glms_vec2_dot(glms_vec2_add(from, to), direction) > 0.0f) {
        return true;
    }
    int before = corner > 0 ? corner - 1 : shape->count - 1;
    return along_exposed_edge(shape, outline, corner, direction) ||
           along_exposed_edge(shape, outline, before, direction);
}

/// Whether both outlines have the axis that edge `edge` of a gives: the edge itself lies on its
/// outline, and the corner of b that it meets looks its way.
static bool edge_of_a_allowed(const Pair *pair, int edge) {
    if (!edge_exposed(pair->outline_a, edge)) {
        return false;
    }
    if (!pair->outline_b) {
        return true;
    }
    vec2s seen = seen_from_b(pair, shape_normal(pair->a, edge));
    return corner_has(pair->b, pair->outline_b, shape_lowest_point(pair->b, seen),
                      vec2_make(-seen.x, -seen.y));
}

/// The same for edge `edge` of b.
static bool edge_of_b_allowed(const Pair *pair, int edge) {
    if (!edge_exposed(pair->outline_b, edge)) {
        return false;
    }
    if (!pair->outline_a) {
        return true;
    }
    vec2s out = rotation_apply(pair->b_in_a.rotation, shape_normal(pair->b, edge));
    return corner_has(pair->a, pair->outline_a, shape_lowest_point(pair->a, out),
                      vec2_make(-out.x, -out.y));
}

/// Of parts of larger outlines: the best of the edges that those allow. Those of b come first:
/// where it is a wall, its normals stand still while the car's turn.
static Axis choose_allowed_edge(const Pair *pair) {
    float best = -INFINITY;
    int edge = -1;
    float distances[SHAPE_POINTS_MAX];
    edges_store(pair->b, &pair->of_b, distances);
    unsigned left = pair->b->count > 1 ? (1u << pair->b->count) - 1u : 0u;
    left &= pair->outline_b ? pair->outline_b->exposed : left;
    for (; left != 0; left &= left - 1u) {
        int i = bits_lowest(left);
        if (distances[i] > best + MANIFOLD_TIE_BIAS && edge_of_b_allowed(pair, i)) {
            best = distances[i];
            edge = SHAPE_POINTS_MAX + i;
        }
    }
    left = pair->a->count > 1 ? (1u << pair->a->count) - 1u : 0u;
    left &= edges_from(pair->a, &pair->of_a, best + MANIFOLD_TIE_BIAS);
    if (left != 0) {
        edges_store(pair->a, &pair->of_a, distances);
    }
    for (; left != 0; left &= left - 1u) {
        int i = bits_lowest(left);
        if (distances[i] > best + MANIFOLD_TIE_BIAS && edge_of_a_allowed(pair, i)) {
            best = distances[i];
            edge = i;
        }
    }
    return (Axis){.found = edge >= 0, .distance = best, .edge = edge};
}

/// Whether the nearest point of the other shape lies over the edge that `axis` stands on. Its
/// distance then is a true one, which no other axis can beat.
static bool nearest_is_over(const Pair *pair, const Axis *axis) {
    bool of_b = axis->edge >= SHAPE_POINTS_MAX;
    const Shape *shape = of_b ? pair->b : pair->a;
    const Shape *other = of_b ? pair->a : pair->b;
    const Transform *place = of_b ? &pair->a_in_b : &pair->b_in_a;
    int edge = axis->edge % SHAPE_POINTS_MAX;
    int next = edge + 1 < shape->count ? edge + 1 : 0;
    vec2s normal = shape_normal(shape, edge);
    int lowest = shape_lowest_point(other, rotation_undo(place->rotation, normal));
    float at = glms_vec2_cross(normal, transform_apply(*place, shape_point(other, lowest)));
    return at >= glms_vec2_cross(normal, shape_point(shape, edge)) &&
           at <= glms_vec2_cross(normal, shape_point(shape, next));
}

/// Distance of the points along `normal`.
static float distance_along(const Pair *pair, vec2s normal) {
    vec2s down = vec2_make(-normal.x, -normal.y);
    vec2s top = shape_point(pair->a, shape_lowest_point(pair->a, down));
    int bottom = shape_lowest_point(pair->b, seen_from_b(pair, normal));
    return glms_vec2_dot(normal, glms_vec2_sub(corner_of_b(pair, bottom), top));
}

/// The axis between the two corners that are nearest to each other, where it is better than `best`
/// and allowed, and where nothing of the shapes is nearer along it: else an edge that is left out
/// meets a corner, and how far that axis says they are apart is not so of these corners. It has no
/// tie to break: where an edge is as good, a round corner lies over its end,
/// and with a bias might lie over neither. False where it shows the shapes more than `limit` m
/// apart.
static bool try_corners(const Pair *pair, float limit, Axis *best) {
    vec2s between = vec2_make(0.0f, 0.0f);
    float nearest2 = INFINITY;
    Axis axis = {.found = true, .edge = -1};
    for (int k = 0; k < pair->b->count; k++) {
        vec2s corner = corner_of_b(pair, k);
        for (int i = 0; i < pair->a->count; i++) {
            vec2s gap = vec2_make(corner.x - pair->a->x[i], corner.y - pair->a->y[i]);
            float gap2 = glms_vec2_norm2(gap);
            if (gap2 < nearest2) {
                nearest2 = gap2;
                between = gap;
                axis.corner_a = i;
                axis.corner_b = k;
            }
        }
    }
    float gap = sqrtf(nearest2);
    bool points = pair->a->count == 1 && pair->b->count == 1;
    if (gap <= MANIFOLD_CORNER_GAP && !points) {
        return true;
    }
    axis.normal =
        gap > POINT_GAP_MIN ? vec2_make(between.x / gap, between.y / gap) : vec2_make(1.0f, 0.0f);
    axis.distance = distance_along(pair, axis.normal);
    vec2s seen = seen_from_b(pair, axis.normal);
    bool nearest = axis.distance >= gap - MANIFOLD_TIE_BIAS;
    if (nearest && (!best->found || axis.distance > best->distance) &&
        corner_has(pair->a, pair->outline_a, axis.corner_a, axis.normal) &&
        corner_has(pair->b, pair->outline_b, axis.corner_b, vec2_make(-seen.x, -seen.y))) {
        *best = axis;
    }
    return axis.distance <= limit;
}

/// The best of the axes that are allowed; none where any axis, allowed or not, shows the shapes
/// farther apart than `limit`. Of two whole shapes the first edge within the bias of the best.
static Axis choose_axis(Pair *pair, float limit) {
    const Shape *a = pair->a;
    const Shape *b = pair->b;
    if (!edges_measure_both(a, b, pair->b_in_a, pair->a_in_b, limit, &pair->of_a, &pair->of_b)) {
        return no_axis;
    }
    float largest = edges_largest(a, &pair->of_a, b, &pair->of_b);
    Axis best = no_axis;
    if (pair->outline_a || pair->outline_b) {
        best = choose_allowed_edge(pair);
    } else if (largest > -INFINITY) {
        best.found = true;
        best.distance = largest;
        best.edge = edges_first(a, &pair->of_a, b, &pair->of_b, largest - MANIFOLD_TIE_BIAS);
    }
    // Points and lines can lie apart on one line, where no edge normal tells them apart.
    bool flat = a->count <= 2 && b->count <= 2;
    if ((largest <= 0.0f && !flat) || (best.found && nearest_is_over(pair, &best))) {
        return best;
    }
    return try_corners(pair, limit, &best) ? best : no_axis;
}

/// A place between both surfaces, in the frame of a, and how far they are apart there.
typedef struct ClipPoint {
    float x, y, separation;
} ClipPoint;

/// The manifold of one point, or none where it is farther than the margin.
static Manifold one_point(vec2s normal, ClipPoint at, float margin, int id) {
    return (Manifold){
        .normal = normal,
        .points = {{.point = {{at.x, at.y}}, .separation = at.separation, .id = (uint16_t)id}},
        .count = at.separation <= margin};
}

/// The manifold of those of two points that are not farther than the margin.
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

/// One point halfway between two corners.
static Manifold corner_manifold(const Pair *pair, const Axis *axis, float margin) {
    float separation = axis->distance - pair->a->radius - pair->b->radius;
    float along = pair->a->radius + 0.5f * separation;
    vec2s at = shape_point(pair->a, axis->corner_a);
    ClipPoint between = {at.x + along * axis->normal.x, at.y + along * axis->normal.y, separation};
    return one_point(axis->normal, between, margin, 1 << 12 | axis->corner_a | axis->corner_b << 4);
}

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
    float origin_x, origin_y,
        offset; ///< m: its frame's origin there, and its edge along the normal.
} Clip;

static inline void clip_make(const Shape *a, const Shape *b, Transform b_in_a, Transform a_in_b,
                             int axis_edge, Clip *clip) {
    const bool of_b = axis_edge >= SHAPE_POINTS_MAX;
    const int edge = of_b ? axis_edge - SHAPE_POINTS_MAX : axis_edge;
    const Shape *reference = of_b ? b : a;
    const Shape *incident = of_b ? a : b;
    // The incident shape as the reference sees it.
    const float c = b_in_a.rotation.c;
    const float s = of_b ? -b_in_a.rotation.s : b_in_a.rotation.s;
    const float x = of_b ? a_in_b.position.x : b_in_a.position.x;
    const float y = of_b ? a_in_b.position.y : b_in_a.position.y;
    const float nx = reference->normal_x[edge];
    const float ny = reference->normal_y[edge];
    const float offset = reference->offset[edge];
    // And the normal as the incident shape sees it: its edge is measured where it is.
    const float seen_x = c * nx + s * ny;
    const float seen_y = c * ny - s * nx;
    const int facing = shape_facing_edge(incident, vec2_make(seen_x, seen_y));
    const int next = edge + 1 < reference->count ? edge + 1 : 0;
    const int facing_next = facing + 1 < incident->count ? facing + 1 : 0;
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

/// The deeper end of the incident edge alone, wherever it lies.
static inline Manifold clip_one(const Clip *clip, float margin) {
    bool to_is_deeper = clip->to_height < clip->from_height;
    ClipPoint deeper = clip_point(clip, to_is_deeper ? clip->to : clip->from,
                                  to_is_deeper ? clip->to_height : clip->from_height);
    return one_point(clip_normal(clip), deeper, margin, clip->id);
}

/// What of the incident edge lies over the reference edge.
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

/// Cuts the incident edge to what lies over the reference edge. Points come in the order of
/// left(normal of the manifold) and are named by both edges and which end they are, so that a
/// change of the reference shape keeps the names.
static inline Manifold clip_ends(const Clip *clip, float margin) {
    if (clip->incident_is_point || clip->to - clip->from <= MANIFOLD_CLIP_SLACK) {
        return clip_one(clip, margin);
    }
    ClipSpan span = clip_span(clip);
    bool turned = clip->of_b; // chosen number by number: a branch would be a guess
    ClipPoint first = clip_point(clip, turned ? span.end : span.start,
                                 turned ? span.end_height : span.start_height);
    ClipPoint second = clip_point(clip, turned ? span.start : span.end,
                                  turned ? span.start_height : span.end_height);
    return two_points(clip_normal(clip), first, second, margin, clip->id);
}

/// m: the least separation that clip_ends gives, whatever the margin.
static inline float clip_least(const Clip *clip) {
    ClipSpan span = clip_span(clip);
    return float_min(span.start_height, span.end_height) - clip->radius - clip->incident_radius;
}

/// The manifold of two whole shapes where the first edge within the bias of the best does not do:
/// the edge of the largest distance, or the two nearest corners, or at last that edge with a point
/// beside it.
static Manifold careful_manifold(const Shape *a, const Shape *b, Transform b_in_a, float margin) {
    Pair pair = {.a = a, .b = b, .b_in_a = b_in_a};
    pair.a_in_b = transform_relative(b_in_a, transform_identity());
    float radii = a->radius + b->radius;
    Axis axis = choose_axis(&pair, margin + radii);
    if (!axis.found) {
        return (Manifold){.count = 0};
    }
    if (axis.edge < 0) {
        return corner_manifold(&pair, &axis, margin);
    }
    float largest = edges_largest(a, &pair.of_a, b, &pair.of_b);
    float deepest = largest - radii + 2.0f * MANIFOLD_TIE_BIAS;
    int edges[2] = {axis.edge, edges_first(a, &pair.of_a, b, &pair.of_b, largest)};
    Clip clip;
    for (int i = 0; i < 2; i++) {
        clip_make(a, b, b_in_a, pair.a_in_b, edges[i], &clip);
        if (clip_over(&clip) && clip_least(&clip) <= deepest) {
            return clip_ends(&clip, margin);
        }
    }
    Axis corners = no_axis;
    if (largest > 0.0f && try_corners(&pair, INFINITY, &corners) && corners.found &&
        corners.distance >= largest - 2.0f * MANIFOLD_TIE_BIAS) {
        return corner_manifold(&pair, &corners, margin);
    }
    return clip_over(&clip) ? clip_ends(&clip, margin) : clip_one(&clip, margin);
}

/// m: how far the reference edge may be taken beyond its end at corner `corner` of its outline.
/// Where that goes straight on or turns inward, what lies beyond is behind the next edge's line
/// too, and a corner that is about to cross the joint meets both; where it turns outward there is
/// free space.
static float beyond_corner(const Outline *outline, int corner, float margin) {
    float turn = glms_vec2_cross(outline->cone_from[corner], outline->cone_to[corner]);
    return turn <= MANIFOLD_STRAIGHT_SLACK ? margin : 0.0f;
}

/// m, the least separation of the points; none where there are none.
static float deepest_of(const Manifold *manifold) {
    float deepest = INFINITY;
    for (int i = 0; i < manifold->count; i++) {
        deepest = float_min(deepest, manifold->points[i].separation);
    }
    return deepest;
}

/// The manifold of two pieces unless it says that one is much deeper in the other than it is: the
/// nearest features have an axis that is left out, and the best of the rest is about two sides that
/// do not face each other. What is nearest then belongs to neighbours of the pieces, and these see
/// to it. Where the pieces are apart, much is more than anything about to cross a joint can be;
/// where they overlap, another way out may be longer than the shortest. But pieces of cars that are
/// far inside each other part by the shortest way, whatever it is.
static Manifold to_the_point(const Pair *pair, const Manifold *manifold, float margin) {
    float deepest = deepest_of(manifold);
    if (deepest >= -margin && !pair->outline_a) {
        return *manifold;
    }
    float radii = pair->a->radius + pair->b->radius;
    float largest = edges_largest(pair->a, &pair->of_a, pair->b, &pair->of_b) - radii;
    bool detour = pair->outline_a && deepest < largest - MANIFOLD_DETOUR;
    bool deep = pair->outline_a && largest < -MANIFOLD_DETOUR;
    if (deep && (detour || manifold->count == 0)) {
        return careful_manifold(pair->a, pair->b, pair->b_in_a, margin);
    }
    bool beside = detour || (deepest < -margin && largest > 0.0f);
    return beside ? (Manifold){.count = 0} : *manifold;
}

/// Where an outline, of either, leaves some axes out.
static Manifold parts_manifold(Pair *pair, float margin) {
    Axis axis = choose_axis(pair, margin + pair->a->radius + pair->b->radius);
    if (!axis.found) {
        return (Manifold){.count = 0};
    }
    if (axis.edge < 0) {
        return corner_manifold(pair, &axis, margin);
    }
    Clip clip;
    clip_make(pair->a, pair->b, pair->b_in_a, pair->a_in_b, axis.edge, &clip);
    const Outline *outline = clip.of_b ? pair->outline_b : pair->outline_a;
    if (outline) {
        int count = clip.of_b ? pair->b->count : pair->a->count;
        int edge = axis.edge % SHAPE_POINTS_MAX;
        clip.low -= beyond_corner(outline, edge, margin);
        clip.high += beyond_corner(outline, edge + 1 < count ? edge + 1 : 0, margin);
    }
    Manifold manifold = clip_over(&clip) ? clip_ends(&clip, margin) : (Manifold){.count = 0};
    return to_the_point(pair, &manifold, margin);
}

Manifold manifold_make(const Shape *a, const Shape *b, Transform b_in_a, float margin,
                       const Outline *outline_b) {
    return manifold_of_parts(a, NULL, b, outline_b, b_in_a, margin);
}

Manifold manifold_of_parts(const Shape *a, const Outline *outline_a, const Shape *b,
                           const Outline *outline_b, Transform b_in_a, float margin) {
    ASSERT(a && b && margin >= 0.0f);
    Transform a_in_b = transform_relative(b_in_a, transform_identity());
    if ((outline_a && a->count > 1) || (outline_b && b->count > 1)) {
        Pair pair = {.a = a, .b = b, .b_in_a = b_in_a, .a_in_b = a_in_b};
        pair.outline_a = a->count > 1 ? outline_a : NULL;
        pair.outline_b = b->count > 1 ? outline_b : NULL;
        return parts_manifold(&pair, margin);
    }
    if (a->count == 1 && b->count == 1) {
        return careful_manifold(a, b, b_in_a, margin);
    }
    // The straight way for two whole shapes, nothing of which leaves this function.
    float radii = a->radius + b->radius;
    EdgeDistances of_a;
    EdgeDistances of_b;
    if (!edges_measure_both(a, b, b_in_a, a_in_b, margin + radii, &of_a, &of_b)) {
        return (Manifold){.count = 0};
    }
    float largest = edges_largest(a, &of_a, b, &of_b);
    Clip clip;
    clip_make(a, b, b_in_a, a_in_b, edges_first(a, &of_a, b, &of_b, largest - MANIFOLD_TIE_BIAS),
              &clip);
    // Where the shapes are apart, two corners may be nearer; where nothing as deep as the axis says
    // lies over its edge, the bias or rounding chose the wrong one.
    bool apart = largest > 0.0f && !clip_deepest_over(&clip);
    if (apart || !clip_over(&clip) ||
        clip_least(&clip) > largest - radii + 2.0f * MANIFOLD_TIE_BIAS) {
        return careful_manifold(a, b, b_in_a, margin);
    }
    return clip_ends(&clip, margin);
}
