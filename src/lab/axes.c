#include "lab/axes.h"

#include "collision/edges.h"

#include <math.h>
#include <string.h>

/// Sine of the angle up to which two axes are one: what floats leave of parallel edges.
#define SAME_LINE 2e-6f

// ---------------------------------------------------------------- the rows

static void measure_row(const Axes *axes, AxesRow *row) {
    row->a = interval_of(&axes->a, transform_identity(), row->axis);
    row->b = interval_of(&axes->b, axes->b_in_a, row->axis);
    row->overlap = interval_overlap(row->a, row->b);
    row->same_as = -1;
    for (int i = 0; i < axes->count && row->same_as < 0; i++) {
        const AxesRow *before = &axes->rows[i];
        if (before->same_as < 0 && fabsf(glms_vec2_cross(before->axis, row->axis)) < SAME_LINE) {
            row->same_as = i;
        }
    }
}

/// Adds the edges of `shape`, whose distances the library has measured.
static void add_edges(Axes *axes, const Shape *shape, const EdgeDistances *distances, int first) {
    float above[SHAPE_POINTS_MAX];
    edges_store(shape, distances, above);
    for (int i = 0; i < shape->count && shape->count > 1; i++) {
        vec2s along = glms_vec2_sub(shape_point(shape, shape_next(i)), shape_point(shape, i));
        AxesRow row = {.edge = first + i,
                       .axis = edge_normal(&axes->a, &axes->b, axes->b_in_a, first + i),
                       .gap = above[i] - axes->a.radius - axes->b.radius,
                       .length = sqrtf(glms_vec2_norm2(along))};
        measure_row(axes, &row);
        axes->rows[axes->count++] = row;
    }
}

/// Adds the axis between the nearest corners, which round shapes have as well.
static void add_corners(Axes *axes) {
    vec2s between = vec2_make(0.0f, 0.0f);
    float nearest2 = INFINITY;
    for (int i = 0; i < axes->a.count; i++) {
        for (int k = 0; k < axes->b.count; k++) {
            vec2s corner = transform_apply(axes->b_in_a, shape_point(&axes->b, k));
            vec2s to = glms_vec2_sub(corner, shape_point(&axes->a, i));
            if (glms_vec2_norm2(to) < nearest2) {
                nearest2 = glms_vec2_norm2(to);
                between = to;
            }
        }
    }
    float length = sqrtf(nearest2);
    AxesRow row = {.edge = -1,
                   .axis = length > 0.0f ? glms_vec2_scale(between, 1.0f / length)
                                         : vec2_make(1.0f, 0.0f),
                   .length = length};
    measure_row(axes, &row);
    row.gap = row.b.low - row.a.high;
    axes->rows[axes->count++] = row;
}

static int row_of_edge(const Axes *axes, int edge) {
    for (int i = 0; i < axes->count; i++) {
        if (axes->rows[i].edge == edge) {
            return i;
        }
    }
    return 0;
}

// ---------------------------------------------------------------- the wrong methods

/// What becomes of the pair when the second shape is moved as `wrong` says.
static void follow(const Axes *axes, AxesWrong *wrong) {
    Transform moved = axes->b_in_a;
    moved.position = glms_vec2_add(moved.position, glms_vec2_scale(wrong->normal, wrong->depth));
    float distance = sat_signed_distance(&axes->a, &axes->b, moved).distance;
    wrong->inside = fmaxf(-distance, 0.0f);
    wrong->apart = fmaxf(distance, 0.0f);
}

/// The least overlap of intervals, as articles take it for the depth. `scaled`: along axes as long
/// as their edges, which multiplies each overlap by that length.
static AxesWrong least_overlap(const Axes *axes, bool scaled) {
    AxesWrong wrong = {.hit = true, .row = 0, .depth = INFINITY};
    for (int i = 0; i < axes->count; i++) {
        const AxesRow *row = &axes->rows[i];
        float depth = scaled ? row->overlap * row->length : row->overlap;
        wrong.hit = wrong.hit && row->overlap >= 0.0f;
        if (row->same_as < 0 && depth < wrong.depth) {
            wrong.depth = depth;
            wrong.row = i;
        }
    }
    if (!wrong.hit) {
        return (AxesWrong){.row = wrong.row};
    }
    const AxesRow *row = &axes->rows[wrong.row];
    bool behind = row->b.low + row->b.high < row->a.low + row->a.high;
    wrong.normal = glms_vec2_scale(row->axis, behind ? -1.0f : 1.0f);
    follow(axes, &wrong);
    return wrong;
}

Axes axes_make(const Solid solids[SCENE_SHAPES], float margin) {
    Axes axes;
    memset(&axes, 0, sizeof axes);
    axes.pair = solid_pair(&solids[0], &solids[1]);
    axes.a = solids[0].pieces[axes.pair.a];
    axes.b = solids[1].pieces[axes.pair.b];
    axes.b_in_a = transform_relative(solids[0].at, solids[1].at);
    Transform a_in_b = transform_relative(axes.b_in_a, transform_identity());
    EdgeDistances of_a = edges_measure_all(&axes.a, &axes.b, axes.b_in_a);
    EdgeDistances of_b = edges_measure_all(&axes.b, &axes.a, a_in_b);
    add_edges(&axes, &axes.a, &of_a, 0);
    add_edges(&axes, &axes.b, &of_b, SHAPE_POINTS_MAX);
    axes.best = sat_separation(&axes.a, &axes.b, axes.b_in_a);
    axes.distance = sat_signed_distance(&axes.a, &axes.b, axes.b_in_a);
    if (axes.best.edge < 0 || axes.a.radius + axes.b.radius > 0.0f) {
        add_corners(&axes);
    }
    axes.best_row = row_of_edge(&axes, axes.best.edge);
    axes.overlap = sat_overlap(&axes.a, &axes.b, axes.b_in_a);
    axes.manifold = manifold_make(&axes.a, &axes.b, axes.b_in_a, margin, NULL);
    axes.intervals = least_overlap(&axes, false);
    axes.unnormalised = least_overlap(&axes, true);
    return axes;
}
