#include "collision/sat.h"

#include <math.h>

#include "figures.h"

/// A quadrilateral and a pentagon that all figures of this file share.
static Shape first_shape(void) {
    static const vec2s points[] = {
        {{-1.2f, -0.8f}}, {{0.5f, -1.0f}}, {{1.1f, 0.1f}}, {{0.3f, 1.0f}}, {{-1.0f, 0.7f}}};
    Shape shape = {.count = 0};
    shape_make(points, 5, 0.0f, &shape);
    return shape;
}

static Shape second_shape(void) {
    static const vec2s points[] = {
        {{-0.9f, -0.6f}}, {{0.8f, -0.7f}}, {{0.9f, 0.5f}}, {{-0.7f, 0.8f}}};
    Shape shape = {.count = 0};
    shape_make(points, 4, 0.0f, &shape);
    return shape;
}

/// `b` moved by `normal` * `depth`.
static Transform moved(Transform at, vec2s normal, float depth) {
    at.position = glms_vec2_add(at.position, glms_vec2_scale(normal, depth));
    return at;
}

/// From where to where a shape reaches along an axis.
typedef struct Interval {
    float low, high;
} Interval;

static Interval interval_of(const Shape *shape, Transform at, vec2s axis) {
    Interval interval = {INFINITY, -INFINITY};
    for (int i = 0; i < shape->count; i++) {
        float along = glms_vec2_dot(axis, transform_apply(at, shape_point(shape, i)));
        interval.low = fminf(interval.low, along - shape->radius);
        interval.high = fmaxf(interval.high, along + shape->radius);
    }
    return interval;
}

// ---- an axis that separates, and the best of those that do not --------------------------------

/// Draws the shadow of a shape on the line through `foot` along `axis`, and where its ends come
/// from.
static void draw_shadow(Canvas *canvas, const Shape *shape, Transform at, vec2s axis, vec2s foot,
                        uint32_t color) {
    Interval interval = interval_of(shape, at, axis);
    float zero = glms_vec2_dot(axis, foot);
    for (int i = 0; i < shape->count; i++) {
        vec2s point = transform_apply(at, shape_point(shape, i));
        float along = glms_vec2_dot(axis, point);
        if (along <= interval.low + 1e-4f || along >= interval.high - 1e-4f) {
            vec2s down = glms_vec2_add(foot, glms_vec2_scale(axis, along - zero));
            canvas_dashes(canvas, point, down, 1.0f, color);
        }
    }
    canvas_line(canvas, glms_vec2_add(foot, glms_vec2_scale(axis, interval.low - zero)),
                glms_vec2_add(foot, glms_vec2_scale(axis, interval.high - zero)), 7.0f, color);
}

static void draw_axis_panel(Canvas *canvas, Transform b_at, vec2s foot) {
    Shape a = first_shape();
    Shape b = second_shape();
    Separation best = sat_separation(&a, &b, b_at);
    vec2s axis = best.normal;
    canvas_line(canvas, glms_vec2_sub(foot, glms_vec2_scale(axis, 1.6f)),
                glms_vec2_add(foot, glms_vec2_scale(axis, 3.4f)), 1.0f, FAINT);
    canvas_shape(canvas, &b, b_at, paint_second);
    canvas_shape(canvas, &a, transform_identity(), paint_first);
    canvas_shape(canvas, &b, b_at, (Paint){0, GREEN, 2.0f, false});
    draw_shadow(canvas, &a, transform_identity(), axis, foot, BLUE);
    draw_shadow(canvas, &b, b_at, axis,
                glms_vec2_add(foot, glms_vec2_scale(vec2_left(axis), -0.13f)), GREEN);
    canvas_label(canvas, a.centroid, LABEL_CENTER, BLUE, "a");
    canvas_label(canvas, transform_apply(b_at, b.centroid), LABEL_CENTER, GREEN, "b");
    Overlap overlap = sat_overlap(&a, &b, b_at);
    if (overlap.hit) {
        Transform out = moved(b_at, overlap.normal, overlap.depth);
        canvas_shape(canvas, &b, out, paint_answer);
        vec2s corner = shape_point(&b, 2);
        canvas_arrow(canvas, transform_apply(b_at, corner), transform_apply(out, corner), 2.5f,
                     VERMILION);
    }
    vec2s middle = glms_vec2_add(
        foot, glms_vec2_scale(axis, interval_of(&a, transform_identity(), axis).high +
                                        0.5f * best.distance - glms_vec2_dot(axis, foot)));
    middle = glms_vec2_sub(middle, glms_vec2_scale(vec2_left(axis), 0.3f));
    canvas_label(canvas, middle, LABEL_BELOW, VERMILION,
                 overlap.hit ? "depth %.2f m" : "gap %.2f m", (double)fabsf(best.distance));
}

Canvas figure_axis(void) {
    Canvas canvas = canvas_make(700.0f, 300.0f);
    canvas_title(&canvas, vec2_make(20.0f, 272.0f), "One axis with a gap: apart");
    canvas_title(&canvas, vec2_make(370.0f, 272.0f),
                 "No gap on any: the least overlap is the push");
    canvas_view(&canvas, vec2_make(112.0f, 168.0f), 62.0f);
    Transform apart = {vec2_make(2.25f, 0.35f), rotation_make(0.25f)};
    draw_axis_panel(&canvas, apart, vec2_make(0.0f, -1.85f));
    canvas_view(&canvas, vec2_make(462.0f, 168.0f), 62.0f);
    Transform together = {vec2_make(1.45f, 0.3f), rotation_make(0.25f)};
    draw_axis_panel(&canvas, together, vec2_make(0.0f, -1.85f));
    return canvas;
}

// ---- the difference of two shapes -----------------------------------------------------------

/// The corner of `shape` that lies farthest along `direction`.
static vec2s support(const Shape *shape, Transform at, vec2s direction) {
    vec2s best = transform_apply(at, shape_point(shape, 0));
    for (int i = 1; i < shape->count; i++) {
        vec2s point = transform_apply(at, shape_point(shape, i));
        best = glms_vec2_dot(direction, point) > glms_vec2_dot(direction, best) ? point : best;
    }
    return best;
}

typedef struct DifferenceEdge {
    vec2s from, to;
    vec2s normal;
    bool of_first;
} DifferenceEdge;

/// Whether the direction `a` comes before `b` on the way round from (-1, 0).
static bool turns_before(vec2s a, vec2s b) {
    bool lower_a = a.y < 0.0f;
    bool lower_b = b.y < 0.0f;
    return lower_a != lower_b ? lower_a : glms_vec2_cross(a, b) > 0.0f;
}

/// The edges of {p - q: p in a, q in b}, counter-clockwise: those of a, moved by a corner of b, and
/// those of b turned about.
static int difference_edges(const Shape *a, const Shape *b, Transform b_at, DifferenceEdge *edges) {
    int count = 0;
    for (int i = 0; i < a->count; i++) {
        vec2s normal = shape_normal(a, i);
        vec2s shift = support(b, b_at, glms_vec2_scale(normal, -1.0f));
        edges[count++] = (DifferenceEdge){glms_vec2_sub(shape_point(a, i), shift),
                                          glms_vec2_sub(shape_point(a, (i + 1) % a->count), shift),
                                          normal, true};
    }
    for (int i = 0; i < b->count; i++) {
        vec2s normal = glms_vec2_scale(rotation_apply(b_at.rotation, shape_normal(b, i)), -1.0f);
        vec2s shift = support(a, transform_identity(), normal);
        vec2s from = transform_apply(b_at, shape_point(b, i));
        vec2s to = transform_apply(b_at, shape_point(b, (i + 1) % b->count));
        edges[count++] =
            (DifferenceEdge){glms_vec2_sub(shift, from), glms_vec2_sub(shift, to), normal, false};
    }
    for (int i = 1; i < count; i++) {
        DifferenceEdge edge = edges[i];
        int k = i;
        for (; k > 0 && turns_before(edge.normal, edges[k - 1].normal); k--) {
            edges[k] = edges[k - 1];
        }
        edges[k] = edge;
    }
    return count;
}

Canvas figure_difference(void) {
    Canvas canvas = canvas_make(700.0f, 290.0f);
    canvas_title(&canvas, vec2_make(20.0f, 262.0f), "Two shapes");
    canvas_title(&canvas, vec2_make(340.0f, 262.0f), "All moves of b after which they overlap");
    Shape a = first_shape();
    Shape b = second_shape();
    Transform b_at = {vec2_make(1.45f, 0.3f), rotation_make(0.25f)};
    Overlap overlap = sat_overlap(&a, &b, b_at);
    canvas_view(&canvas, vec2_make(100.0f, 120.0f), 58.0f);
    canvas_shape(&canvas, &a, transform_identity(), paint_first);
    canvas_shape(&canvas, &b, b_at, paint_second);
    canvas_shape(&canvas, &a, transform_identity(), (Paint){0, BLUE, 2.0f, false});
    canvas_label(&canvas, a.centroid, LABEL_CENTER, BLUE, "a");
    canvas_label(&canvas, transform_apply(b_at, b.centroid), LABEL_CENTER, GREEN, "b");

    DifferenceEdge edges[2 * SHAPE_POINTS_MAX];
    vec2s corners[2 * SHAPE_POINTS_MAX];
    int count = difference_edges(&a, &b, b_at, edges);
    canvas_view(&canvas, vec2_make(560.0f, 138.0f), 58.0f);
    for (int i = 0; i < count; i++) {
        corners[i] = edges[i].from;
    }
    canvas_polygon(&canvas, corners, count, (Paint){.fill = YELLOW_FILL});
    for (int i = 0; i < count; i++) {
        canvas_line(&canvas, edges[i].from, edges[i].to, 3.0f, edges[i].of_first ? BLUE : GREEN);
    }
    vec2s zero = vec2_make(0.0f, 0.0f);
    vec2s push = glms_vec2_scale(overlap.normal, overlap.depth);
    canvas_arrow(&canvas, zero, push, 2.5f, VERMILION);
    canvas_dot(&canvas, zero, 4.0f, INK);
    canvas_label(&canvas, zero, LABEL_LEFT, INK, "no move");
    canvas_label(&canvas, push, LABEL_RIGHT, VERMILION, "%.2f m", (double)overlap.depth);
    canvas_label(&canvas, vec2_make(-2.3f, 0.15f), LABEL_CENTER, BLUE, "edges of a");
    canvas_label(&canvas, vec2_make(-2.3f, -0.2f), LABEL_CENTER, GREEN, "edges of b");
    return canvas;
}

// ---- corners --------------------------------------------------------------------------------

/// A line along edge `i` of `shape`, `away` m outside it, drawn well past both ends.
static void draw_edge_line(Canvas *canvas, const Shape *shape, int i, float away, float past) {
    vec2s normal = glms_vec2_scale(shape_normal(shape, i), away);
    vec2s from = glms_vec2_add(shape_point(shape, i), normal);
    vec2s to = glms_vec2_add(shape_point(shape, (i + 1) % shape->count), normal);
    vec2s along = glms_vec2_scale(vec2_left(shape_normal(shape, i)), past);
    canvas_dashes(canvas, glms_vec2_sub(from, along), glms_vec2_add(to, along), 1.0f, FAINT);
}

Canvas figure_corner(void) {
    Canvas canvas = canvas_make(700.0f, 300.0f);
    canvas_title(&canvas, vec2_make(20.0f, 270.0f), "Round: the corner has an axis of its own");
    canvas_title(&canvas, vec2_make(370.0f, 270.0f), "Sharp: an edge's axis has a gap too");
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 2.4f, 1.4f);
    Shape circle = shape_circle(vec2_make(0.0f, 0.0f), 0.7f);
    Transform at = {vec2_make(1.2f + 0.58f, 0.7f + 0.58f), {1.0f, 0.0f}};
    canvas_view(&canvas, vec2_make(115.0f, 105.0f), 66.0f);
    Separation apart = sat_separation(&box, &circle, at);
    canvas_shape(&canvas, &box, transform_identity(), paint_first);
    canvas_shape(&canvas, &circle, at, paint_second);
    draw_edge_line(&canvas, &box, 1, 0.0f, 0.7f);
    draw_edge_line(&canvas, &box, 2, 0.0f, 0.7f);
    vec2s corner = shape_point(&box, 2);
    vec2s near = glms_vec2_sub(at.position, glms_vec2_scale(apart.normal, circle.radius));
    canvas_line(&canvas, corner, near, 3.0f, VERMILION);
    canvas_dashes(&canvas, near, at.position, 1.0f, VERMILION);
    canvas_dot(&canvas, at.position, 3.5f, GREEN);
    canvas_label(&canvas, vec2_make(corner.x, corner.y + 0.3f), LABEL_LEFT, VERMILION, "gap %.2f m",
                 (double)apart.distance);
    canvas_label(&canvas, vec2_make(0.0f, 0.0f), LABEL_CENTER, BLUE, "both edges: overlap");

    Shape other = shape_box(vec2_make(0.0f, 0.0f), 1.5f, 1.0f);
    at = (Transform){vec2_make(2.38f, 1.62f), rotation_make(0.05f)};
    Separation face = sat_separation(&box, &other, at);
    vec2s direction;
    float distance = sat_distance(&box, &other, at, &direction);
    canvas_view(&canvas, vec2_make(455.0f, 105.0f), 66.0f);
    canvas_shape(&canvas, &box, transform_identity(), paint_first);
    canvas_shape(&canvas, &other, at, paint_second);
    vec2s away = glms_vec2_scale(face.normal, face.distance);
    vec2s tip = glms_vec2_add(corner, glms_vec2_scale(direction, distance));
    canvas_line(&canvas, corner, tip, 3.0f, VERMILION);
    canvas_arrow(&canvas, corner, glms_vec2_add(corner, away), 2.0f, INK);
    canvas_label(&canvas, vec2_make(0.0f, 0.1f), LABEL_CENTER, INK, "edge's normal:");
    canvas_label(&canvas, vec2_make(0.0f, -0.2f), LABEL_CENTER, INK, "%.2f m",
                 (double)face.distance);
    canvas_label(&canvas, vec2_make(2.35f, 0.25f), LABEL_CENTER, VERMILION, "distance %.2f m",
                 (double)distance);
    return canvas;
}

// ---- one inside the other ---------------------------------------------------------------------

/// What comes out where the overlap of intervals is taken for the depth.
static Overlap interval_overlap(const Shape *a, const Shape *b, Transform b_at) {
    Overlap best = {.hit = true, .depth = INFINITY};
    for (int i = 0; i < a->count + b->count; i++) {
        vec2s axis = i < a->count ? shape_normal(a, i)
                                  : rotation_apply(b_at.rotation, shape_normal(b, i - a->count));
        Interval of_a = interval_of(a, transform_identity(), axis);
        Interval of_b = interval_of(b, b_at, axis);
        float depth = fminf(of_a.high, of_b.high) - fmaxf(of_a.low, of_b.low);
        bool behind = of_b.low + of_b.high < of_a.low + of_a.high;
        if (depth < best.depth) {
            best.depth = depth;
            best.normal = glms_vec2_scale(axis, behind ? -1.0f : 1.0f);
        }
    }
    return best;
}

Canvas figure_engulfed(void) {
    Canvas canvas = canvas_make(700.0f, 270.0f);
    canvas_title(&canvas, vec2_make(20.0f, 242.0f), "Wrong: least overlap of intervals");
    canvas_title(&canvas, vec2_make(370.0f, 242.0f), "Right: shortest way out");
    Shape a = shape_box(vec2_make(0.0f, 0.0f), 4.2f, 2.6f);
    Shape b = shape_box(vec2_make(0.0f, 0.0f), 1.0f, 0.5f);
    Transform at = {vec2_make(0.75f, 0.12f), rotation_make(0.2f)};
    Overlap wrong = interval_overlap(&a, &b, at);
    Overlap right = sat_overlap(&a, &b, at);
    for (int k = 0; k < 2; k++) {
        Overlap overlap = k == 0 ? wrong : right;
        uint32_t color = k == 0 ? PURPLE : VERMILION;
        canvas_view(&canvas, vec2_make(k == 0 ? 165.0f : 515.0f, 100.0f), 56.0f);
        canvas_shape(&canvas, &a, transform_identity(), paint_first);
        canvas_shape(&canvas, &b, at, paint_second);
        Transform out = moved(at, overlap.normal, overlap.depth);
        canvas_shape(&canvas, &b, out, k == 0 ? paint_wrong : paint_answer);
        canvas_arrow(&canvas, at.position, out.position, 2.5f, color);
        Overlap left = sat_overlap(&a, &b, out);
        canvas_label(&canvas, vec2_make(-1.0f, -0.7f), LABEL_CENTER, color, "moved by %.2f m",
                     (double)overlap.depth);
        canvas_label(&canvas, vec2_make(-1.0f, -1.0f), LABEL_CENTER, color,
                     k == 0 ? "still %.2f m inside" : "%.2f m left", (double)fabsf(left.depth));
    }
    return canvas;
}
