/// Where the axes come from: both shapes with their points and the normals of their edges.
#include "lab/axes_drawing.h"
#include "sheet/panel_style.h"

#include <stdio.h>

#define ARROW_PX  24.0f
#define NUMBER_PX 36.0f ///< From the edge to the middle of its axis's number.

/// Draws the normal of a row's edge with the number of its axis. Of parallel ones the first counts.
static void draw_normal(AxesDrawing *drawing, int i, const Shape *shape, Transform at) {
    const AxesRow *row = &drawing->axes.rows[i];
    Sheet *sheet = drawing->sheet;
    int edge = row->edge % SHAPE_POINTS_MAX;
    float px = 1.0f / sheet->scale;
    vec2s normal = rotation_apply(at.rotation, shape_normal(shape, edge));
    vec2s middle = glms_vec2_scale(
        glms_vec2_add(shape_point(shape, edge), shape_point(shape, shape_next(edge))), 0.5f);
    vec2s from = glms_vec2_add(transform_apply(at, middle), glms_vec2_scale(normal, shape->radius));
    uint32_t color = row->same_as < 0 ? SHEET_INK : SHEET_FAINT;
    sheet_arrow(sheet, from, glms_vec2_add(from, glms_vec2_scale(normal, ARROW_PX * px)),
                row->same_as < 0 ? 2.0f : 1.0f, color);
    vec2s number = glms_vec2_add(from, glms_vec2_scale(normal, NUMBER_PX * px));
    char text[8];
    snprintf(text, sizeof text, "%d", i + 1);
    sheet_text(sheet, vec2_make(number.x, number.y - 4.5f * px), STYLE_TEXT - 1.0f, MARK_MIDDLE,
               color, text);
}

/// Draws one shape between the heights `low` and `high` (px).
static void draw_specimen(AxesDrawing *drawing, int index, float low, float high) {
    const Shape *shape = index == 0 ? &drawing->axes.a : &drawing->axes.b;
    Transform at = drawing->solids[index].at;
    Sheet *sheet = drawing->sheet;
    Digits d = {0};
    char text[64], radius[32] = "no radius";
    if (shape->radius > 0.0f) {
        snprintf(radius, sizeof radius, "radius %s m", digits_of(&d, (double)shape->radius, 2));
    }
    snprintf(text, sizeof text, "%s: %d point%s, %s", index == 0 ? "a" : "b", shape->count,
             shape->count == 1 ? "" : "s", radius);
    sheet_figure(sheet);
    sheet_text(sheet, vec2_make(STYLE_MIDDLE + 30.0f, high - 14.0f), STYLE_TEXT, MARK_LEFT,
               style_color(index), text);
    sheet_fit(sheet, shape_bounds(shape, at), vec2_make(STYLE_MIDDLE + 80.0f, low + 44.0f),
              vec2_make(STYLE_RIGHT - 40.0f, high - 62.0f), 120.0f);
    sheet_shape(sheet, shape, at, style_of(drawing->scene, index));
    for (int i = 0; i < shape->count && shape->radius > 0.0f && shape->count > 1; i++) {
        sheet_dashes(sheet, transform_apply(at, shape_point(shape, i)),
                     transform_apply(at, shape_point(shape, (i + 1) % shape->count)), 1.0f,
                     style_color(index));
    }
    for (int i = 0; i < drawing->axes.count; i++) {
        int edge = drawing->axes.rows[i].edge;
        if (edge >= 0 && edge / SHAPE_POINTS_MAX == index) {
            draw_normal(drawing, i, shape, at);
        }
    }
    for (int i = 0; i < shape->count; i++) {
        sheet_dot(sheet, transform_apply(at, shape_point(shape, i)), 4.0f, style_color(index));
    }
}

void axes_normals_draw(AxesDrawing *drawing) {
    float middle = 0.5f * (STYLE_BOTTOM + STYLE_TOP + 20.0f);
    draw_specimen(drawing, 0, middle, STYLE_TOP + 20.0f);
    draw_specimen(drawing, 1, STYLE_BOTTOM, middle);
}
