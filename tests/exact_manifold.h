/// What every manifold must be, whichever kernel made it: points where the shapes are near, on both
/// surfaces, the deepest as deep as the overlap.
#pragma once

#include "exact_case.h"

enum {
    ROW_MANIFOLD_MISSES,
    ROW_MANIFOLD_FINDS,
    ROW_MANIFOLD_MARGIN,
    ROW_MANIFOLD_DEEPEST,
    ROW_MANIFOLD_APART,
    ROW_MANIFOLD_UNIT,
    ROW_POINT_ON_A,
    ROW_POINT_ON_B,
    ROW_NAMES_TWICE,
    ROW_MANIFOLD_COUNT
};

static const Worst manifold_rows[ROW_MANIFOLD_COUNT] = {
    [ROW_MANIFOLD_MISSES] = {.what = "manifold empty though nearer than its margin by (m)",
                             .limit = 1e-4},
    [ROW_MANIFOLD_FINDS] = {.what = "manifold not empty though beyond its margin by (m)",
                            .limit = 1e-4},
    [ROW_MANIFOLD_MARGIN] = {.what = "a point's separation above the margin (m)", .limit = 1e-5},
    [ROW_MANIFOLD_DEEPEST] = {.what = "deepest point off the depth (m)", .limit = 1e-3},
    [ROW_MANIFOLD_APART] = {.what = "nearest point off the distance, when apart (m)",
                            .limit = 1e-3},
    [ROW_MANIFOLD_UNIT] = {.what = "length of a manifold's normal off 1", .limit = 1e-6},
    [ROW_POINT_ON_A] = {.what = "a point's foot off the first surface (m)", .limit = 1e-3},
    [ROW_POINT_ON_B] = {.what = "a point's foot off the second surface (m)", .limit = 1e-3},
    [ROW_NAMES_TWICE] = {.what = "manifolds with one name twice", .limit = 0.0},
};

/// How far `foot` is from where the points of `shape` end in direction `out`, as seen along it:
/// on the outline, and with none of the shape before it.
static inline double foot_off(const RefShape *shape, RefPoint foot, RefPoint out) {
    const double before = 0.01;
    double off = fabs(ref_point_distance(shape, foot));
    double covered = -ref_point_distance(shape, ref_moved(foot, out, before));
    return shape->count > 2 ? fmax(off, covered) : off;
}

static inline void check_manifold_point(Worst *rows, const Case *c, const ManifoldPoint *point) {
    RefPoint out = ref_of(c->answers.manifold.normal);
    RefPoint in = {-out.x, -out.y};
    double half = 0.5 * (double)point->separation;
    RefPoint at = ref_of(point->point);
    note(&rows[ROW_POINT_ON_A], c, foot_off(&c->a, ref_moved(at, in, half + c->a.radius), out));
    note(&rows[ROW_POINT_ON_B], c, foot_off(&c->b, ref_moved(at, out, half + c->b.radius), in));
    note(&rows[ROW_MANIFOLD_MARGIN], c, (double)(point->separation - c->margin));
}

/// Judges the manifold among the case's answers.
static inline void check_manifold(Worst *rows, const Case *c) {
    double exact = c->exact.distance;
    double beyond = exact - (double)c->margin;
    const Manifold *manifold = &c->answers.manifold;
    if (manifold->count == 0) {
        note(&rows[ROW_MANIFOLD_MISSES], c, -beyond);
        return;
    }
    note(&rows[ROW_MANIFOLD_FINDS], c, beyond);
    note(&rows[ROW_MANIFOLD_UNIT], c, length_off_one(manifold->normal));
    double deepest = (double)INFINITY;
    for (int i = 0; i < manifold->count; i++) {
        deepest = fmin(deepest, (double)manifold->points[i].separation);
        check_manifold_point(rows, c, &manifold->points[i]);
    }
    note(&rows[exact < 0.0 ? ROW_MANIFOLD_DEEPEST : ROW_MANIFOLD_APART], c, fabs(deepest - exact));
    bool twice = manifold->count == 2 && manifold->points[0].id == manifold->points[1].id;
    note(&rows[ROW_NAMES_TWICE], c, manifold->count > 2 ? 1.0 : (double)twice);
}
