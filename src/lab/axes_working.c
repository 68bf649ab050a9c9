/// The working of the first panel: its numbers, each with how it comes about.
#include "lab/axes.h"
#include "lab/axes_spans.h"

#include <stdio.h>

static void name_row(char out[WORKING_NAME_MAX], int row, const char *what) {
    snprintf(out, WORKING_NAME_MAX, "axis %d %s", row + 1, what);
}

enum {
    WHOSE_MAX = 40
};

/// Which axis an AxesRow.edge means.
static void name_owner(char out[WHOSE_MAX], int edge) {
    if (edge < 0) {
        snprintf(out, WHOSE_MAX, "between the nearest corners");
    } else {
        snprintf(out, WHOSE_MAX, "normal of edge %d of %s", edge % SHAPE_POINTS_MAX + 1,
                 edge < SHAPE_POINTS_MAX ? "a" : "b");
    }
}

static void work_row(const Axes *axes, int i, Working *working) {
    const AxesRow *row = &axes->rows[i];
    Digits d = {0};
    char name[WORKING_NAME_MAX], whose[WHOSE_MAX];
    name_owner(whose, row->edge);
    if (row->same_as >= 0) {
        name_row(name, i, "is one of before");
        working_truth(working, name, true, "%s: parallel to axis %d", whose, row->same_as + 1);
        return;
    }
    name_row(name, i, "a from");
    working_number(working, name, (double)row->a.low, "m", "%s", whose);
    name_row(name, i, "a to");
    working_number(working, name, (double)row->a.high, "m", "%s", whose);
    name_row(name, i, "b from");
    working_number(working, name, (double)row->b.low, "m", "%s", whose);
    name_row(name, i, "b to");
    working_number(working, name, (double)row->b.high, "m", "%s", whose);
    name_row(name, i, "depth");
    working_number(working, name, (double)axes_way_out(row), "m", "min(%s - %s, %s - %s)",
                   digits_of(&d, (double)row->a.high, 3), digits_taken(&d, (double)row->b.low, 3),
                   digits_of(&d, (double)row->b.high, 3), digits_taken(&d, (double)row->a.low, 3));
    name_row(name, i, "overlap of intervals");
    working_number(working, name, (double)row->overlap, "m", "min(%s, %s) - max(%s, %s)%s",
                   digits_of(&d, (double)row->a.high, 3), digits_of(&d, (double)row->b.high, 3),
                   digits_of(&d, (double)row->a.low, 3), digits_of(&d, (double)row->b.low, 3),
                   interval_holds(row->a, row->b) ? "; one holds the other" : "");
}

static void work_answer(const Axes *axes, Working *working) {
    Digits d = {0};
    char from[WHOSE_MAX] = "between the nearest corners";
    if (axes->best.edge >= 0) {
        snprintf(from, sizeof from, "above edge %d of %s", axes->best.edge % SHAPE_POINTS_MAX + 1,
                 axes->best.edge < SHAPE_POINTS_MAX ? "a" : "b");
    }
    working_number(working, "axis of the answer", axes_number(axes, axes->best_row), "",
                   "the largest gap, or the least depth");
    working_truth(working, "overlap", axes->overlap.hit, "%s",
                  axes->overlap.hit ? "no axis has a gap" : "an axis has a gap");
    working_number(working, "separation", (double)axes->best.distance, "m",
                   "on axis %d, measured %s", axes_number(axes, axes->best_row), from);
    if (!axes->overlap.hit) {
        working_number(working, "distance", (double)axes->distance.distance, "m",
                       "the shortest move after which they touch; no gap is larger");
        return;
    }
    working_number(working, "depth", (double)axes->overlap.depth, "m", "-(%s)",
                   digits_of(&d, (double)axes->best.distance, 4));
    working_number(working, "normal x", (double)axes->overlap.normal.x, "",
                   "unit, from a to b, as a sees it");
    working_number(working, "normal y", (double)axes->overlap.normal.y, "",
                   "moving b by normal x depth parts the two");
}

static void work_manifold(const Axes *axes, Working *working) {
    working_number(working, "contact points", axes->manifold.count, "",
                   "the incident edge, clipped at the ends of the reference edge");
    for (int i = 0; i < axes->manifold.count; i++) {
        const ManifoldPoint *point = &axes->manifold.points[i];
        Digits d = {0};
        char name[WORKING_NAME_MAX];
        snprintf(name, sizeof name, "contact %d separation", i + 1);
        working_number(working, name, (double)point->separation, "m", "at %s as a sees it, id %d",
                       digits_point(&d, point->point), point->id);
    }
}

static void work_wrong(const char *method, const Axes *axes, const AxesWrong *wrong, bool scaled,
                       Working *working) {
    const AxesRow *row = &axes->rows[wrong->row];
    Digits d = {0};
    char name[WORKING_NAME_MAX];
    snprintf(name, sizeof name, "%s: overlap", method);
    working_truth(working, name, wrong->hit, "%s",
                  wrong->hit == axes->overlap.hit ? "the verdict is right" : "wrong");
    if (!wrong->hit) {
        return;
    }
    snprintf(name, sizeof name, "%s: depth", method);
    if (scaled) {
        working_number(working, name, (double)wrong->depth, "m",
                       "axis %d: overlap %s x length %s of the axis", axes_number(axes, wrong->row),
                       digits_of(&d, (double)row->overlap, 4),
                       digits_of(&d, (double)row->length, 4));
    } else {
        working_number(working, name, (double)wrong->depth, "m",
                       "axis %d has the least overlap of intervals", axes_number(axes, wrong->row));
    }
    snprintf(name, sizeof name, "%s: still inside", method);
    working_number(working, name, (double)wrong->inside, "m", "after moving b by that depth");
    snprintf(name, sizeof name, "%s: too far apart", method);
    working_number(working, name, (double)wrong->apart, "m", "after moving b by that depth");
}

static bool is_moving(const SceneShape *shape) { return glms_vec2_norm2(shape->velocity) > 0.0f; }

void axes_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    Axes axes = axes_make(solids, scene->options.axes_margin);
    if (solids[0].piece_count > 1 || solids[1].piece_count > 1) {
        working_number(working, "piece of a", axes.pair.a + 1, "", "of %d: of %d pairs the %s",
                       solids[0].piece_count, solids[0].piece_count * solids[1].piece_count,
                       axes.overlap.hit ? "deepest" : "nearest");
        working_number(working, "piece of b", axes.pair.b + 1, "", "of %d", solids[1].piece_count);
    }
    for (int i = 0; i < axes.count; i++) {
        work_row(&axes, i, working);
    }
    work_answer(&axes, working);
    work_manifold(&axes, working);
    work_wrong("intervals", &axes, &axes.intervals, false, working);
    work_wrong("unnormalised", &axes, &axes.unnormalised, true, working);
    if (is_moving(&scene->shapes[0]) || is_moving(&scene->shapes[1])) {
        AxesSpans spans = axes_spans_make(&axes, scene, solids, scene->options.axes_step);
        axes_spans_work(&axes, &spans, working);
    }
}
