/// Manifolds of two shapes, one pair at a time.
///
/// The algorithm (docs/collision.md, sections 3 to 5):
///
/// 1. Measure. The normal of each edge is an axis. How far above the edge is the lowest point of
///    the other shape (edges.h)? Stop as soon as one axis shows a gap wider than the margin.
/// 2. Choose the axis of the largest distance. Its edge is the reference edge. Of shapes that are
///    apart, the axis between the two nearest corners may be better still.
/// 3. Clip the edge of the other shape that faces the reference edge most (clip.h). The two ends of
///    what is left become the points. Two corners make one point, halfway between them.
/// 4. Name each point after both edges and its end, so that the next step finds it again.
///
/// Four routes lead to a manifold; manifold_of_pieces (kernels.c) and careful_manifold take the
/// first that fits:
///
/// - pieces_manifold, where an outline allows only some of the axes;
/// - fallback_manifold, for two circles;
/// - whole_manifold (manifold_kernel.h), for all other whole shapes: nearly always enough;
/// - fallback_manifold again, where that chose an edge that does not do.
///
/// Many pairs at a time take the same steps with a pair in each lane: box_pairs.h for whole boxes,
/// quad_pairs.h for pieces.
///
/// Two rules choose the edge:
///
/// - Whole shapes (here, box_pairs_kernel.h, sat.c): the first edge within the bias of the largest
///   distance, edges of a before those of b. All edges are compared at once.
/// - Pieces (here, quad_pairs_kernel.h): edges of b first, because a wall stands still while a car
///   turns; then each allowed edge that is better by more than the bias. Whether an edge is allowed
///   costs more than its distance, so only better edges are asked.
///
/// One rule for both costs time. By that for pieces, whole shapes take 1.31 of the time
/// (manifold-50); with every edge of a asked, as the rule for whole shapes would have to, a step of
/// 200 cars takes 1.04 (world-200; medians of 11 alternating runs). The kernels must repeat the
/// rules, because here the lanes are edges: two boxes take 44 ns here and 13 there (boxes-50).
#include "base/assert.h"
#include "base/scalar.h"
#include "collision/edges.h"
#include "collision/manifold_kernel.h"
#include "collision/tolerances.h"

#include <math.h>

// ---- the axis -------------------------------------------------------------------------------

/// The axis that a manifold stands on.
typedef struct Axis {
    bool found;
    float distance;         ///< m between the points along it; radii are left out.
    int edge;               ///< Reference edge: of a, or SHAPE_POINTS_MAX + of b; -1: two corners.
    int corner_a, corner_b; ///< Those corners ...
    vec2s normal;           ///< ... and the axis from a to b, in the frame of a.
} Axis;

/// The inputs of choosing an axis.
typedef struct Pair {
    const Shape *a, *b;
    Transform b_in_a, a_in_b;
    EdgeDistances of_a, of_b;
    const Outline *outline_a, *outline_b; ///< NULL for a shape that is no part of a larger one.
} Pair;

static const Axis no_axis = {.edge = -1};

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

/// Whether the outline of b has the axis of edge `edge` of a: the corner below it has the
/// direction.
static bool edge_of_a_allowed(const Pair *pair, int edge) {
    if (!pair->outline_b) {
        return true;
    }
    vec2s seen = seen_from_b(pair, shape_normal(pair->a, edge));
    return corner_has(pair->b, pair->outline_b, shape_lowest_point(pair->b, seen),
                      vec2_make(-seen.x, -seen.y));
}

/// The same for edge `edge` of b.
static bool edge_of_b_allowed(const Pair *pair, int edge) {
    if (!pair->outline_a) {
        return true;
    }
    vec2s out = rotation_apply(pair->b_in_a.rotation, shape_normal(pair->b, edge));
    return corner_has(pair->a, pair->outline_a, shape_lowest_point(pair->a, out),
                      vec2_make(-out.x, -out.y));
}

/// Chooses the edge of two pieces: the rule for pieces, at the top of this file.
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
    left &= pair->outline_a ? pair->outline_a->exposed : left;
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

/// Takes the axis between the two nearest corners where it is better than `best` and allowed, and
/// where nothing of the shapes is nearer along it. If something is, an edge that is left out
/// touches a corner, and the distance along the axis is not that of these two corners. No bias
/// breaks ties: where an edge is as good, a round corner lies over its end, and with a bias might
/// lie over neither. False where the axis shows the shapes more than `limit` m apart.
static bool try_corners(const Pair *pair, float limit, Axis *best) {
    vec2s between = vec2_make(0.0f, 0.0f);
    float nearest2 = INFINITY;
    Axis axis = {.found = true, .edge = -1};
    for (int k = 0; k < pair->b->count; k++) {
        vec2s corner = transform_apply(pair->b_in_a, shape_point(pair->b, k));
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
    axis.distance = shapes_distance_along(pair->a, pair->b, pair->b_in_a, axis.normal);
    vec2s seen = seen_from_b(pair, axis.normal);
    bool nearest = axis.distance >= gap - MANIFOLD_TIE_BIAS;
    if (nearest && (!best->found || axis.distance > best->distance) &&
        corner_has(pair->a, pair->outline_a, axis.corner_a, axis.normal) &&
        corner_has(pair->b, pair->outline_b, axis.corner_b, vec2_make(-seen.x, -seen.y))) {
        *best = axis;
    }
    return axis.distance <= limit;
}

/// Chooses the best of the axes that are allowed. None where any axis, allowed or not, shows the
/// shapes farther apart than `limit`.
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

// ---- points ---------------------------------------------------------------------------------

/// One point halfway between two corners.
static Manifold corner_manifold(const Pair *pair, const Axis *axis, float margin) {
    float separation = axis->distance - pair->a->radius - pair->b->radius;
    float along = pair->a->radius + 0.5f * separation;
    vec2s at = shape_point(pair->a, axis->corner_a);
    ClipPoint between = {at.x + along * axis->normal.x, at.y + along * axis->normal.y, separation};
    return one_point(axis->normal, between, margin, 1 << 12 | axis->corner_a | axis->corner_b << 4);
}

// ---- routes ---------------------------------------------------------------------------------

/// Makes the manifold of two whole shapes where the first edge within the bias does not do. Tries
/// that edge with care, then the edge of the largest distance, then the two nearest corners, and at
/// last takes that edge with a point beside it.
Manifold fallback_manifold(const Shape *a, const Shape *b, Transform b_in_a, float margin) {
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

/// m: how far the reference edge may reach beyond its end at corner `corner` of its outline. Where
/// the outline goes straight on or turns inward, a corner about to cross the joint touches both
/// edges. Where it turns outward there is free space.
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

/// Drops the manifold of two pieces where it says that one is much deeper in the other than it is.
/// Then the axis of the nearest features is left out, and the best of the rest is that of two sides
/// that do not face each other. The nearest features belong to neighbours of the pieces, and those
/// make the contact. Of pieces that are apart, "much" is the margin: nothing about to cross a joint
/// is deeper. Of pieces that overlap it is MANIFOLD_DETOUR. But pieces of cars that are far inside
/// each other part by the shortest way, whatever it is.
static Manifold drop_detour(const Pair *pair, const Manifold *manifold, float margin) {
    float deepest = deepest_of(manifold);
    if (deepest >= -margin && !pair->outline_a) {
        return *manifold;
    }
    float radii = pair->a->radius + pair->b->radius;
    float largest = edges_largest(pair->a, &pair->of_a, pair->b, &pair->of_b) - radii;
    bool detour = pair->outline_a && deepest < largest - MANIFOLD_DETOUR;
    bool deep = pair->outline_a && largest < -MANIFOLD_DETOUR;
    if (deep && (detour || manifold->count == 0)) {
        return fallback_manifold(pair->a, pair->b, pair->b_in_a, margin);
    }
    bool beside = detour || (deepest < -margin && largest > 0.0f);
    return beside ? (Manifold){.count = 0} : *manifold;
}

/// Makes the manifold of two shapes of which at least one has an outline.
static Manifold pieces_manifold(Pair *pair, float margin) {
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
    return drop_detour(pair, &manifold, margin);
}

Manifold careful_manifold(const Shape *a, const Outline *outline_a, const Shape *b,
                          const Outline *outline_b, Transform b_in_a, float margin) {
    if ((outline_a && a->count > 1) || (outline_b && b->count > 1)) {
        Pair pair = {.a = a, .b = b, .b_in_a = b_in_a};
        pair.a_in_b = transform_relative(b_in_a, transform_identity());
        pair.outline_a = a->count > 1 ? outline_a : NULL;
        pair.outline_b = b->count > 1 ? outline_b : NULL;
        return pieces_manifold(&pair, margin);
    }
    if (a->count == 1 && b->count == 1) {
        return fallback_manifold(a, b, b_in_a, margin);
    }
    return whole_manifold_narrow(a, b, b_in_a, margin);
}

Manifold whole_manifold_narrow(const Shape *a, const Shape *b, Transform b_in_a, float margin) {
    return whole_manifold(a, b, b_in_a, margin);
}
