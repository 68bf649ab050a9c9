/// The picture of the panel of points around a car (lab/border.h).
#include "lab/border.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

enum {
    ROWS_MAX = 12, ///< Of the table; of more points the first.
};

// px: the columns of the table.
#define LOCAL_AT     596.0f
#define WORLD_AT     700.0f
#define POLYGON_AT   826.0f
#define RECTANGLE_AT 902.0f

// ---------------------------------------------------------------- the shapes

static void draw_box_at(Sheet *sheet, Box box, Transform at, Paint paint) {
    vec2s corners[] = {box.low, vec2_make(box.high.x, box.low.y), box.high,
                       vec2_make(box.low.x, box.high.y)};
    for (int i = 0; i < 4; i++) {
        corners[i] = transform_apply(at, corners[i]);
    }
    sheet_polygon(sheet, corners, 4, paint);
}

static Box box_bounds(Box box, Transform at) {
    vec2s middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f);
    vec2s half = rotation_box(at.rotation, glms_vec2_sub(box.high, middle));
    vec2s center = transform_apply(at, middle);
    return (Box){glms_vec2_sub(center, half), glms_vec2_add(center, half)};
}

static void draw_points(Sheet *sheet, const Border *border) {
    for (int i = 0; i < border->count; i++) {
        const BorderPoint *point = &border->points[i];
        sheet_dot(sheet, point->at, 6.0f, SHEET_PAPER);
        sheet_dot(sheet, point->at, 4.5f, point->in_polygon ? SHEET_VERMILION : SHEET_INK);
        if (border->count <= 16) {
            char text[8];
            snprintf(text, sizeof text, "%d", i + 1);
            vec2s beside = vec2_make(9.0f / sheet->scale, 6.0f / sheet->scale);
            sheet_text(sheet, glms_vec2_add(point->at, beside), STYLE_TEXT - 2.0f, MARK_LEFT,
                       SHEET_INK, text);
        }
    }
}

/// Rings the corners of the second shape that lie in the first.
static void draw_unseen(Sheet *sheet, const Border *border, const Solid solids[SCENE_SHAPES]) {
    const Solid *wall = &solids[1];
    for (int i = 0; i < wall->outline_count && wall->outline_count >= 3; i++) {
        vec2s corner = transform_apply(wall->at, wall->outline[i]);
        if (box_contains(border->box, transform_undo(solids[0].at, corner))) {
            sheet_circle(sheet, corner, 10.0f / sheet->scale,
                         (Paint){.line = SHEET_PURPLE, .width = 2.5f});
        }
    }
}

static void draw_shapes(Sheet *sheet, const Scene *scene, const Solid solids[SCENE_SHAPES],
                        const Border *border) {
    Box shown = box_union(border->rectangle, box_bounds(border->box, solids[0].at));
    if (border->moved) {
        shown = box_union(shown, box_bounds(border->box, border->before));
    }
    if (border->hit) {
        shown = box_union(shown, box_bounds(border->box, border->corrected));
    }
    sheet_fit_scene(sheet, shown, vec2_make(STYLE_LEFT + 16.0f, STYLE_BOTTOM + 8.0f),
                    vec2_make(STYLE_MIDDLE - 30.0f, STYLE_TOP - 6.0f), 120.0f);
    sheet_solid(sheet, &solids[1], solids[1].at, style_of(scene, 1));
    for (int i = 0; i < solids[1].piece_count && solids[1].piece_count > 1; i++) {
        sheet_box(sheet, shape_bounds(&solids[1].pieces[i], solids[1].at),
                  (Paint){.line = SHEET_FAINT, .width = 1.0f, .dashed = true});
    }
    sheet_box(sheet, border->rectangle,
              (Paint){.line = SHEET_PURPLE, .width = 1.5f, .dashed = true});
    sheet_solid(sheet, &solids[0], solids[0].at, style_of(scene, 0));
    sheet_solid(sheet, &solids[1], solids[1].at, style_outline(scene, 1));
    if (border->moved) {
        draw_box_at(sheet, border->box, border->before, style_ghost);
    }
    draw_box_at(sheet, border->box, solids[0].at,
                (Paint){.line = SHEET_BLUE, .width = 1.5f, .dashed = true});
    if (border->hit) {
        draw_box_at(sheet, border->box, border->corrected, style_answer);
        sheet_arrow(sheet, solids[0].at.position, border->corrected.position, 2.5f,
                    SHEET_VERMILION);
    }
    draw_unseen(sheet, border, solids);
    draw_points(sheet, border);
    style_letter(sheet, &solids[0], 0);
    style_letter(sheet, &solids[1], 1);
}

// ---------------------------------------------------------------- the table

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

static void draw_row(Sheet *sheet, const Border *border, int i, float y) {
    const BorderPoint *point = &border->points[i];
    Digits d = {0};
    char text[8];
    snprintf(text, sizeof text, "%d", i + 1);
    put(sheet, STYLE_MIDDLE + 26.0f, y, MARK_RIGHT, SHEET_INK, text);
    put(sheet, LOCAL_AT, y, MARK_LEFT, SHEET_FAINT, digits_point(&d, point->local));
    put(sheet, WORLD_AT, y, MARK_LEFT, SHEET_INK, digits_point(&d, point->at));
    put(sheet, POLYGON_AT, y, MARK_MIDDLE, point->in_polygon ? SHEET_VERMILION : SHEET_FAINT,
        point->in_polygon ? "in" : "out");
    put(sheet, RECTANGLE_AT, y, MARK_MIDDLE, point->in_rectangle ? SHEET_PURPLE : SHEET_FAINT,
        point->in_rectangle ? "in" : "out");
}

/// How the place of a point comes about.
static void draw_formula(Sheet *sheet, const Border *border, const Solid *car, float y) {
    const BorderPoint *point = &border->points[0];
    Digits d = {0};
    char text[160];
    put(sheet, STYLE_MIDDLE + 8.0f, y, MARK_LEFT, SHEET_FAINT,
        "Where a corner lies: turned, then moved");
    for (int axis = 0; axis < 2; axis++) {
        float c = axis == 0 ? car->at.rotation.c : car->at.rotation.s;
        float s = axis == 0 ? car->at.rotation.s : car->at.rotation.c;
        snprintf(text, sizeof text, "%s1 = %s + %s \u00d7 %s %s %s \u00d7 %s = %s",
                 axis == 0 ? "x" : "y",
                 digits_of(&d, (double)(axis == 0 ? car->at.position.x : car->at.position.y), 2),
                 digits_taken(&d, (double)point->local.x, 2), digits_taken(&d, (double)c, 3),
                 axis == 0 ? "\u2212" : "+", digits_taken(&d, (double)point->local.y, 2),
                 digits_taken(&d, (double)s, 3),
                 digits_of(&d, (double)(axis == 0 ? point->at.x : point->at.y), 2));
        sheet_text(sheet, vec2_make(STYLE_MIDDLE + 8.0f, y - 20.0f - 20.0f * (float)axis),
                   STYLE_TEXT - 2.0f, MARK_LEFT, SHEET_INK, text);
    }
}

static void draw_verdict(Sheet *sheet, float y, uint32_t color, const char *method,
                         const char *answer) {
    put(sheet, STYLE_MIDDLE + 8.0f, y, MARK_LEFT, SHEET_INK, method);
    put(sheet, STYLE_RIGHT, y, MARK_RIGHT, color, answer);
}

static void draw_verdicts(Sheet *sheet, const Border *border, float y) {
    char method[64], answer[64];
    Digits d = {0};
    snprintf(method, sizeof method, "%d points in the polygon", border->count);
    draw_verdict(sheet, y, border->points_hit == border->hit ? SHEET_INK : SHEET_PURPLE, method,
                 border->points_hit ? "hit" : "free");
    draw_verdict(sheet, y - 20.0f, border->rectangle_hit == border->hit ? SHEET_INK : SHEET_PURPLE,
                 "points in the rectangle around b", border->rectangle_hit ? "hit" : "free");
    draw_verdict(sheet, y - 40.0f, border->pieces_hit == border->hit ? SHEET_INK : SHEET_PURPLE,
                 "points in the rectangles around its pieces", border->pieces_hit ? "hit" : "free");
    snprintf(answer, sizeof answer, border->hit ? "hit, %s m deep" : "free, %s m apart",
             digits_of(&d, fabs((double)border->separation.distance), 2));
    draw_verdict(sheet, y - 60.0f, SHEET_VERMILION, "separating axes", answer);
}

static void draw_sentences(Sheet *sheet, const Border *border) {
    Digits d = {0};
    if (border->points_hit == border->hit) {
        style_sentence(sheet, 0, SHEET_INK,
                       "Here the points are right. Between two of them a "
                       "corner can slip in by %s m unseen.",
                       digits_of(&d, 0.5 * (double)border->widest, 2));
    } else {
        style_sentence(sheet, 0, SHEET_PURPLE,
                       "No point lies in the wall, and yet they overlap: between two points there "
                       "are up to %s m.",
                       digits_of(&d, (double)border->widest, 2));
    }
    if (border->moved && border->hit) {
        style_sentence(sheet, 1, SHEET_VERMILION,
                       "Refusing the move leaves a at the grey place, %s m off the wall. The "
                       "shortest way out lets it slide on.",
                       digits_of(&d, (double)border->refused_gap, 2));
    } else if (border->rectangle_hit && !border->hit) {
        style_sentence(sheet, 1, SHEET_PURPLE,
                       "The rectangle around b says hit: it fills what is open.");
    }
    const BorderCost *cost = &border->cost;
    if (cost->edges > 0) {
        style_sentence(sheet, 2, SHEET_FAINT,
                       "Cost: polygon %d edges; rectangle %d comparisons; the rectangle first "
                       "leaves the polygon %d edges.",
                       cost->edges, cost->comparisons, cost->edges_left);
    }
}

void border_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    Border border = border_make(scene, solids);
    draw_shapes(sheet, scene, solids, &border);
    sheet_figure(sheet);
    put(sheet, STYLE_MIDDLE + 8.0f, STYLE_TOP, MARK_LEFT, SHEET_FAINT, "point");
    put(sheet, LOCAL_AT, STYLE_TOP, MARK_LEFT, SHEET_FAINT, "in the car");
    put(sheet, WORLD_AT, STYLE_TOP, MARK_LEFT, SHEET_FAINT, "in the world");
    put(sheet, POLYGON_AT, STYLE_TOP, MARK_MIDDLE, SHEET_FAINT, "polygon");
    put(sheet, RECTANGLE_AT, STYLE_TOP, MARK_MIDDLE, SHEET_FAINT, "rectangle");
    int rows = border.count < ROWS_MAX ? border.count : ROWS_MAX;
    for (int i = 0; i < rows; i++) {
        draw_row(sheet, &border, i, STYLE_TOP - 22.0f - 18.0f * (float)i);
    }
    float below = STYLE_TOP - 22.0f - 18.0f * (float)rows;
    if (rows < border.count) {
        char text[40];
        snprintf(text, sizeof text, "and %d more", border.count - rows);
        put(sheet, LOCAL_AT, below, MARK_LEFT, SHEET_FAINT, text);
    }
    sheet_figure(sheet);
    draw_formula(sheet, &border, &solids[0], below - 22.0f);
    sheet_figure(sheet);
    draw_verdicts(sheet, &border, 164.0f);
    draw_sentences(sheet, &border);
}
