#include "lab/axes_difference.h"

#include "lab/axes_drawing.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

#define LABEL_PX 80.0f ///< What "no move" takes, at most.

// ---------------------------------------------------------------- the polygon

typedef struct Edge {
    vec2s along;
    int row;
} Edge;

/// Whether the direction `a` comes before `b` on the way round from (1, 0).
static bool turns_before(vec2s a, vec2s b) {
    bool low_a = a.y < 0.0f || (a.y <= 0.0f && a.x < 0.0f);
    bool low_b = b.y < 0.0f || (b.y <= 0.0f && b.x < 0.0f);
    return low_a != low_b ? low_b : glms_vec2_cross(a, b) > 0.0f;
}

/// The lowest point of `shape`, the left one of two, where `sign` turns it about or not.
static vec2s lowest_point(const Shape *shape, Transform at, float sign) {
    vec2s best = glms_vec2_scale(transform_apply(at, shape_point(shape, 0)), sign);
    for (int i = 1; i < shape->count; i++) {
        vec2s point = glms_vec2_scale(transform_apply(at, shape_point(shape, i)), sign);
        if (point.y < best.y || (point.y <= best.y && point.x < best.x)) {
            best = point;
        }
    }
    return best;
}

AxesDifference axes_difference_make(const Axes *axes) {
    AxesDifference out = {.radius = axes->a.radius + axes->b.radius};
    Edge edges[AXES_MAX];
    int count = 0;
    for (int i = 0; i < axes->count; i++) {
        const AxesRow *row = &axes->rows[i];
        if (row->edge < 0) {
            continue;
        }
        bool of_a = row->edge < SHAPE_POINTS_MAX;
        const Shape *shape = of_a ? &axes->a : &axes->b;
        Transform at = of_a ? transform_identity() : axes->b_in_a;
        int from = row->edge % SHAPE_POINTS_MAX;
        vec2s start = transform_apply(at, shape_point(shape, from));
        vec2s end = transform_apply(at, shape_point(shape, shape_next(from)));
        vec2s along = of_a ? glms_vec2_sub(end, start) : glms_vec2_sub(start, end);
        int k = count++;
        for (; k > 0 && turns_before(along, edges[k - 1].along); k--) {
            edges[k] = edges[k - 1];
        }
        edges[k] = (Edge){along, i};
    }
    vec2s at = glms_vec2_add(lowest_point(&axes->a, transform_identity(), 1.0f),
                             lowest_point(&axes->b, axes->b_in_a, -1.0f));
    out.points[0] = at;
    out.count = count > 0 ? count : 1;
    for (int i = 0; i < count; i++) {
        out.points[i] = at;
        out.normals[i] = axes->rows[edges[i].row].axis;
        out.rows[i] = edges[i].row;
        at = glms_vec2_add(at, edges[i].along);
    }
    return out;
}

// ---------------------------------------------------------------- its picture

/// Turns all of it from the frame of the first shape into the scene.
static AxesDifference turned(const AxesDrawing *drawing, AxesDifference difference) {
    for (int i = 0; i < difference.count; i++) {
        difference.points[i] = axes_turn(drawing, difference.points[i]);
        difference.normals[i] = axes_turn(drawing, difference.normals[i]);
    }
    return difference;
}

static void draw_edges(AxesDrawing *drawing, const AxesDifference *difference) {
    Sheet *sheet = drawing->sheet;
    for (int i = 0; i < difference->count && difference->count > 1; i++) {
        const AxesRow *row = &drawing->axes.rows[difference->rows[i]];
        vec2s normal = difference->normals[i];
        vec2s out = glms_vec2_scale(normal, difference->radius);
        vec2s from = glms_vec2_add(difference->points[i], out);
        vec2s to = glms_vec2_add(difference->points[(i + 1) % difference->count], out);
        sheet_line(sheet, from, to, 3.0f, axes_row_color(row));
        vec2s label = glms_vec2_scale(glms_vec2_add(from, to), 0.5f);
        label = glms_vec2_add(label, glms_vec2_scale(normal, 14.0f / sheet->scale));
        label.y -= 4.5f / sheet->scale;
        char text[12];
        snprintf(text, sizeof text, "%d", difference->rows[i] + 1);
        sheet_text(sheet, label, STYLE_TEXT - 1.0f, MARK_MIDDLE, axes_row_color(row), text);
    }
}

/// "No move", and the shortest one to the rim.
static void draw_moves(AxesDrawing *drawing) {
    const Axes *axes = &drawing->axes;
    Sheet *sheet = drawing->sheet;
    vec2s none = vec2_make(0.0f, 0.0f);
    vec2s move =
        glms_vec2_scale(axes_turn(drawing, axes->distance.normal), -axes->distance.distance);
    if (drawing->wrong && drawing->wrong->hit) {
        vec2s wrong =
            glms_vec2_scale(axes_turn(drawing, drawing->wrong->normal), drawing->wrong->depth);
        sheet_arrow(sheet, none, wrong, 2.5f, SHEET_PURPLE);
    }
    sheet_arrow(sheet, none, move, 2.5f, SHEET_VERMILION);
    sheet_dot(sheet, none, 4.5f, SHEET_INK);
    float px = 1.0f / sheet->scale;
    // The label stands on the other side, unless the sheet ends there.
    bool right = move.x > 0.0f || sheet->zero.x > STYLE_RIGHT - LABEL_PX;
    sheet_text(sheet, vec2_make(right ? -9.0f * px : 9.0f * px, -5.0f * px), STYLE_TEXT,
               right ? MARK_RIGHT : MARK_LEFT, SHEET_INK, "no move");
}

void axes_difference_draw(AxesDrawing *drawing) {
    Sheet *sheet = drawing->sheet;
    AxesDifference difference = turned(drawing, axes_difference_make(&drawing->axes));
    Box box = {vec2_make(0.0f, 0.0f), vec2_make(0.0f, 0.0f)};
    for (int i = 0; i < difference.count; i++) {
        vec2s reach = vec2_make(difference.radius, difference.radius);
        box = box_add(box, glms_vec2_sub(difference.points[i], reach));
        box = box_add(box, glms_vec2_add(difference.points[i], reach));
    }
    sheet_figure(sheet);
    sheet_text(sheet, vec2_make(STYLE_MIDDLE + 30.0f, STYLE_TOP + 6.0f), STYLE_TEXT, MARK_LEFT,
               SHEET_FAINT, "All moves of b after which it overlaps a");
    sheet_fit(sheet, box, vec2_make(STYLE_MIDDLE + 54.0f, STYLE_BOTTOM + 30.0f),
              vec2_make(STYLE_RIGHT - 24.0f, STYLE_TOP - 36.0f), 120.0f);
    sheet_rounded(sheet, difference.points, difference.normals, difference.count, difference.radius,
                  (Paint){SHEET_YELLOW, SHEET_FAINT, 1.0f, false});
    draw_edges(drawing, &difference);
    draw_moves(drawing);
}
