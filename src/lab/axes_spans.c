#include "lab/axes_spans.h"

#include <math.h>
#include <stdio.h>

static AxesSpan span_of(const AxesRow *row, vec2s move) {
    float speed = glms_vec2_dot(row->axis, move);
    if (fabsf(speed) < 1e-6f) { // along this axis nothing moves
        bool apart = row->overlap < 0.0f;
        return apart ? (AxesSpan){INFINITY, -INFINITY} : (AxesSpan){-INFINITY, INFINITY};
    }
    float a = (row->b.low - row->a.high) / speed, b = (row->b.high - row->a.low) / speed;
    return (AxesSpan){fminf(a, b), fmaxf(a, b)};
}

AxesSpans axes_spans_make(const Axes *axes, const Scene *scene, const Solid solids[SCENE_SHAPES],
                          float step) {
    vec2s faster = glms_vec2_sub(scene->shapes[0].velocity, scene->shapes[1].velocity);
    AxesSpans spans = {
        .move = rotation_undo(solids[0].at.rotation, glms_vec2_scale(faster, step)),
        .all = {-INFINITY, INFINITY},
    };
    for (int i = 0; i < axes->count; i++) {
        spans.rows[i] = span_of(&axes->rows[i], spans.move);
        if (axes->rows[i].edge < 0) {
            continue; // the corners that are nearest change on the way
        }
        if (spans.rows[i].enter > spans.all.enter) {
            spans.all.enter = spans.rows[i].enter;
            spans.last = i;
        }
        if (spans.rows[i].leave < spans.all.leave) {
            spans.all.leave = spans.rows[i].leave;
            spans.first = i;
        }
    }
    spans.hit = sweep_translate(&axes->a, spans.move, &axes->b, axes->b_in_a);
    return spans;
}

void axes_spans_work(const Axes *axes, const AxesSpans *spans, Working *working) {
    for (int i = 0; i < axes->count; i++) {
        const AxesRow *row = &axes->rows[i];
        if (row->same_as >= 0 || row->edge < 0) {
            continue;
        }
        double speed = (double)glms_vec2_dot(row->axis, spans->move);
        Digits d = {0};
        char name[WORKING_NAME_MAX];
        snprintf(name, sizeof name, "axis %d enters", i + 1);
        working_number(working, name, (double)spans->rows[i].enter, "",
                       "share of the motion; along the axis it is %s m", digits_of(&d, speed, 3));
        snprintf(name, sizeof name, "axis %d leaves", i + 1);
        working_number(working, name, (double)spans->rows[i].leave, "", "gap / motion along it");
    }
    working_number(working, "last axis enters", (double)spans->all.enter, "", "axis %d",
                   axes_number(axes, spans->last));
    working_number(working, "first axis leaves", (double)spans->all.leave, "", "axis %d",
                   axes_number(axes, spans->first));
    working_truth(working, "swept hit", spans->hit.hit,
                  "the last enters before the first leaves, and within the motion");
    if (spans->hit.hit) {
        working_number(working, "swept time", (double)spans->hit.time, "", "share of the motion");
    }
}
