/// The picture of the first panel (lab/axes.h).
#include "collision/edges.h"
#include "lab/axes_drawing.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

#define FOOT_AWAY     0.25f ///< Of the size of the shapes: how far the drawn axis lies from them.
#define DISTANCE_MORE 1e-3f ///< m: what the distance is more than the largest gap, to be said.
#define AXIS_PAST     0.08f ///< Of the shadows: how far the drawn axis goes on beyond them.

/// Where the second solid stands after it was moved by `normal` (as the first sees it) x `depth`.
static Transform moved_by(const AxesDrawing *drawing, vec2s normal, float depth) {
    Transform at = drawing->solids[1].at;
    vec2s step = glms_vec2_scale(axes_turn(drawing, normal), depth);
    at.position = glms_vec2_add(at.position, step);
    return at;
}

// ---------------------------------------------------------------- the shapes and one axis

/// The drawn axis: a line through `foot` along `axis`, beside both shapes.
typedef struct AxisLine {
    vec2s foot; ///< Where a's origin falls onto it.
    vec2s axis, side;
} AxisLine;

static AxisLine axis_line(const AxesDrawing *drawing) {
    const AxesRow *row = &drawing->axes.rows[drawing->shown];
    vec2s axis = axes_turn(drawing, row->axis);
    vec2s side = vec2_left(axis);
    if (side.y > 0.0f || (side.y >= 0.0f && side.x > 0.0f)) { // below the shapes, or left of them
        side = glms_vec2_scale(side, -1.0f);
    }
    vec2s local = rotation_undo(drawing->solids[0].at.rotation, side);
    Interval a = interval_of(&drawing->axes.a, transform_identity(), local);
    Interval b = interval_of(&drawing->axes.b, drawing->axes.b_in_a, local);
    float size = fmaxf(a.high, b.high) - fminf(a.low, b.low);
    float away = fmaxf(a.high, b.high) + FOOT_AWAY * fminf(size, 3.0f);
    vec2s foot = glms_vec2_add(drawing->solids[0].at.position, glms_vec2_scale(side, away));
    return (AxisLine){foot, axis, side};
}

static vec2s on_line(const AxisLine *line, float along, float aside_m) {
    return glms_vec2_add(glms_vec2_add(line->foot, glms_vec2_scale(line->axis, along)),
                         glms_vec2_scale(line->side, aside_m));
}

/// Draws where the ends of a shadow come from, and the shadow.
static void draw_shadow(AxesDrawing *drawing, const AxisLine *line, const Shape *shape,
                        Transform at, Interval shadow, float aside_px, uint32_t color) {
    float aside = aside_px / drawing->sheet->scale;
    const AxesRow *row = &drawing->axes.rows[drawing->shown];
    vec2s side = rotation_undo(drawing->solids[0].at.rotation, line->side);
    for (int end = 0; end < 2; end++) {
        float edge = end == 0 ? shadow.low : shadow.high;
        vec2s rim = vec2_make(0.0f, 0.0f);
        float nearest = -INFINITY; // of corners that end the shadow the one next to the line
        for (int i = 0; i < shape->count; i++) {
            vec2s point = transform_apply(at, shape_point(shape, i));
            float along = glms_vec2_dot(row->axis, point);
            float reach = end == 0 ? along - shape->radius : along + shape->radius;
            if (fabsf(reach - edge) < 1e-4f && glms_vec2_dot(side, point) > nearest) {
                nearest = glms_vec2_dot(side, point);
                rim = glms_vec2_add(point, glms_vec2_scale(row->axis, edge - along));
            }
        }
        sheet_dashes(drawing->sheet, axes_place(drawing, rim), on_line(line, edge, aside), 1.0f,
                     color);
    }
    sheet_bar(drawing->sheet, on_line(line, shadow.low, aside), on_line(line, shadow.high, aside),
              7.0f, color);
}

static void draw_axis(AxesDrawing *drawing) {
    const Axes *axes = &drawing->axes;
    const AxesRow *row = &axes->rows[drawing->shown];
    AxisLine line = axis_line(drawing);
    float low = fminf(row->a.low, row->b.low), high = fmaxf(row->a.high, row->b.high);
    float past = AXIS_PAST * (high - low);
    sheet_line(drawing->sheet, on_line(&line, low - past, 0.0f), on_line(&line, high + past, 0.0f),
               1.0f, SHEET_FAINT);
    draw_shadow(drawing, &line, &axes->a, transform_identity(), row->a, -5.0f, SHEET_BLUE);
    draw_shadow(drawing, &line, &axes->b, axes->b_in_a, row->b, 5.0f, SHEET_GREEN);
    char text[32];
    snprintf(text, sizeof text, "axis %d", axes_number(&drawing->axes, drawing->shown));
    vec2s at = on_line(&line, high + past, 0.0f);
    at.y += (line.axis.y < -0.3f ? -18.0f : 6.0f) / drawing->sheet->scale;
    sheet_text(drawing->sheet, at, STYLE_TEXT, MARK_MIDDLE, SHEET_FAINT, text);
}

/// The reference and the incident edge of the manifold, the side planes and the points.
static void draw_manifold(AxesDrawing *drawing) {
    const Axes *axes = &drawing->axes;
    Sheet *sheet = drawing->sheet;
    const Manifold *manifold = &axes->manifold;
    int reference = axes_reference_row(axes);
    if (reference >= 0) {
        const AxesRow *row = &axes->rows[reference];
        bool of_a = row->edge < SHAPE_POINTS_MAX;
        const Shape *shape = of_a ? &axes->a : &axes->b;
        Transform at = of_a ? drawing->solids[0].at : drawing->solids[1].at;
        int edge = row->edge % SHAPE_POINTS_MAX;
        vec2s out = rotation_apply(at.rotation, shape_normal(shape, edge));
        for (int end = 0; end < 2; end++) {
            vec2s corner = shape_point(shape, end == 0 ? edge : shape_next(edge));
            corner = transform_apply(at, corner);
            float reach = 22.0f / sheet->scale;
            sheet_dashes(sheet, glms_vec2_sub(corner, glms_vec2_scale(out, 3.0f * reach)),
                         glms_vec2_add(corner, glms_vec2_scale(out, reach)), 1.0f, SHEET_INK);
        }
        sheet_line(sheet, transform_apply(at, shape_point(shape, edge)),
                   transform_apply(at, shape_point(shape, shape_next(edge))), 4.0f,
                   of_a ? SHEET_BLUE : SHEET_GREEN);
    }
    for (int i = 0; i < manifold->count; i++) {
        vec2s point = axes_place(drawing, manifold->points[i].point);
        sheet_dot(sheet, point, 5.5f, SHEET_PAPER);
        sheet_dot(sheet, point, 4.0f, SHEET_INK);
    }
}

/// The shortest line between shapes that are apart.
static void draw_distance(AxesDrawing *drawing) {
    const Axes *axes = &drawing->axes;
    Manifold near =
        manifold_make(&axes->a, &axes->b, axes->b_in_a, axes->distance.distance + 1e-3f, NULL);
    int best = near.count > 1 && near.points[1].separation < near.points[0].separation;
    if (near.count > 0) {
        vec2s half = glms_vec2_scale(near.normal, 0.5f * near.points[best].separation);
        vec2s middle = near.points[best].point;
        sheet_line(drawing->sheet, axes_place(drawing, glms_vec2_sub(middle, half)),
                   axes_place(drawing, glms_vec2_add(middle, half)), 3.0f, SHEET_VERMILION);
    }
}

static void draw_answer(AxesDrawing *drawing) {
    const Axes *axes = &drawing->axes;
    if (!axes->overlap.hit) {
        draw_distance(drawing);
    }
    vec2s from = transform_apply(drawing->solids[1].at, axes->b.centroid);
    if (drawing->wrong && drawing->wrong->hit) {
        Transform to = moved_by(drawing, drawing->wrong->normal, drawing->wrong->depth);
        sheet_solid(drawing->sheet, &drawing->solids[1], to, style_wrong);
        sheet_arrow(drawing->sheet, from, transform_apply(to, axes->b.centroid), 2.5f,
                    SHEET_PURPLE);
    }
    if (axes->overlap.hit) {
        Transform to = moved_by(drawing, axes->overlap.normal, axes->overlap.depth);
        sheet_solid(drawing->sheet, &drawing->solids[1], to, style_answer);
        sheet_arrow(drawing->sheet, from, transform_apply(to, axes->b.centroid), 2.5f,
                    SHEET_VERMILION);
    }
}

/// All that the view has to show.
static Box shown_box(const AxesDrawing *drawing) {
    const Axes *axes = &drawing->axes;
    const AxesRow *row = &axes->rows[drawing->shown];
    Box box = solid_bounds(&drawing->solids[0], drawing->solids[0].at);
    box = box_union(box, solid_bounds(&drawing->solids[1], drawing->solids[1].at));
    if (axes->overlap.hit) {
        Transform to = moved_by(drawing, axes->overlap.normal, axes->overlap.depth);
        box = box_union(box, solid_bounds(&drawing->solids[1], to));
    }
    if (drawing->wrong && drawing->wrong->hit) {
        Transform to = moved_by(drawing, drawing->wrong->normal, drawing->wrong->depth);
        box = box_union(box, solid_bounds(&drawing->solids[1], to));
    }
    AxisLine line = axis_line(drawing);
    float low = fminf(row->a.low, row->b.low), high = fmaxf(row->a.high, row->b.high);
    box = box_add(box, on_line(&line, low - AXIS_PAST * (high - low), 0.0f));
    return box_add(box, on_line(&line, high + AXIS_PAST * (high - low), 0.0f));
}

static void draw_shapes(AxesDrawing *drawing) {
    Sheet *sheet = drawing->sheet;
    sheet_fit_scene(sheet, shown_box(drawing), vec2_make(STYLE_LEFT + 20.0f, STYLE_BOTTOM + 26.0f),
                    vec2_make(STYLE_MIDDLE - 36.0f, STYLE_TOP - 6.0f), 120.0f);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        sheet_solid(sheet, &drawing->solids[i], drawing->solids[i].at, style_of(drawing->scene, i));
    }
    sheet_solid(sheet, &drawing->solids[0], drawing->solids[0].at,
                style_outline(drawing->scene, 0));
    const int piece_of[] = {drawing->axes.pair.a, drawing->axes.pair.b};
    for (int i = 0; i < SCENE_SHAPES; i++) { // of several pieces the one that is looked at
        const Solid *solid = &drawing->solids[i];
        if (solid->piece_count > 1) {
            sheet_shape(sheet, &solid->pieces[piece_of[i]], solid->at,
                        (Paint){0, style_color(i), 1.5f, true});
        }
        style_letter(sheet, solid, i);
    }
    draw_axis(drawing);
    draw_answer(drawing);
    draw_manifold(drawing);
}

// ---------------------------------------------------------------- sentences

/// What the axes say of the two pieces that are looked at, which is not all of the shapes.
static void draw_pair_sentence(const AxesDrawing *drawing, int pairs) {
    const Axes *axes = &drawing->axes;
    const int piece_of[] = {axes->pair.a, axes->pair.b};
    char names[SCENE_SHAPES][24];
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const char *letter = i == 0 ? "a" : "b";
        if (drawing->solids[i].piece_count > 1) {
            snprintf(names[i], sizeof names[i], "piece %d of %s", piece_of[i] + 1, letter);
        } else {
            snprintf(names[i], sizeof names[i], "%s", letter);
        }
    }
    Digits d = {0};
    if (axes->overlap.hit) {
        style_sentence(drawing->sheet, 0, SHEET_VERMILION,
                       "No axis parts %s and %s, the deepest of %d pairs of pieces. Moving b by "
                       "%s m along axis %d does.",
                       names[0], names[1], pairs, digits_of(&d, (double)axes->overlap.depth, 3),
                       axes_number(axes, axes->best_row));
    } else {
        style_sentence(drawing->sheet, 0, SHEET_VERMILION,
                       "Axis %d has a gap of %s m between %s and %s, the nearest of %d pairs of "
                       "pieces: all are apart.",
                       axes_number(axes, axes->best_row),
                       digits_of(&d, (double)axes->best.distance, 2), names[0], names[1], pairs);
    }
}

static void draw_sentences(const AxesDrawing *drawing) {
    const Axes *axes = &drawing->axes;
    Digits d = {0};
    int pairs = drawing->solids[0].piece_count * drawing->solids[1].piece_count;
    if (pairs > 1) {
        draw_pair_sentence(drawing, pairs);
    } else if (!axes->overlap.hit) {
        style_sentence(drawing->sheet, 0, SHEET_VERMILION,
                       "Axis %d has a gap of %s m: the shapes are apart, and no other axis needs "
                       "to be asked.",
                       axes_number(axes, axes->best_row),
                       digits_of(&d, (double)axes->best.distance, 2));
    } else {
        style_sentence(
            drawing->sheet, 0, SHEET_VERMILION,
            "No axis has a gap: they overlap. Moving b by %s m along axis %d parts them.",
            digits_of(&d, (double)axes->overlap.depth, 3), axes_number(axes, axes->best_row));
    }
    const AxesWrong *wrong = drawing->wrong;
    if (!wrong && drawing->scene->options.axes_show == AXES_NORMALS) {
        bool corners = axes->rows[axes->count - 1].edge < 0;
        char last[64] = "";
        if (corners) {
            snprintf(last, sizeof last, " Axis %d lies between the nearest corners.", axes->count);
        }
        style_sentence(drawing->sheet, 1, SHEET_INK,
                       "Each edge's normal is an axis. Grey: parallel to one before.%s", last);
    } else if (!wrong && drawing->scene->options.axes_show == AXES_DIFFERENCE) {
        style_sentence(drawing->sheet, 1, SHEET_INK,
                       "Right: the edges of a (blue) and of b, turned about (green). \"No move\" "
                       "lies %s m %s them.",
                       digits_of(&d, (double)fabsf(axes->distance.distance), 3),
                       axes->overlap.hit ? "inside of" : "outside of");
    } else if (!wrong && !axes->overlap.hit &&
               axes->distance.distance > axes->best.distance + DISTANCE_MORE) {
        style_sentence(
            drawing->sheet, 1, SHEET_INK,
            "From corner to corner it is %s m: no edge's axis shows all of the distance.",
            digits_of(&d, (double)axes->distance.distance, 2));
    } else if (!wrong && axes->manifold.count > 0) {
        style_sentence(drawing->sheet, 1, SHEET_INK, "%s",
                       axes->manifold.count > 1
                           ? "Two contact points: the edge that faces the thick one, clipped at "
                             "its ends."
                           : "One contact point, halfway between both.");
    }
    if (!wrong) {
        return;
    }
    const char *method =
        wrong == &axes->intervals ? "Least overlap of intervals" : "Axes that are no units";
    if (!wrong->hit) {
        style_sentence(drawing->sheet, 1, SHEET_PURPLE, "%s: apart as well.", method);
    } else if (wrong->inside > 1e-3f) {
        style_sentence(drawing->sheet, 1, SHEET_PURPLE,
                       "%s: %s m along axis %d, and they are still %s m deep in each other.",
                       method, digits_of(&d, (double)wrong->depth, 3),
                       axes_number(axes, wrong->row), digits_of(&d, (double)wrong->inside, 3));
    } else if (wrong->apart <= 1e-3f) {
        style_sentence(drawing->sheet, 1, SHEET_PURPLE,
                       "%s: %s m along axis %d, too. Here it is right.", method,
                       digits_of(&d, (double)wrong->depth, 3), axes_number(axes, wrong->row));
    } else {
        style_sentence(drawing->sheet, 1, SHEET_PURPLE, "%s: %s m along axis %d, which is %s m %s.",
                       method, digits_of(&d, (double)wrong->depth, 3),
                       axes_number(axes, wrong->row), digits_of(&d, (double)wrong->apart, 3),
                       "too far apart");
    }
}

void axes_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    AxesDrawing drawing = {.sheet = sheet,
                           .scene = scene,
                           .solids = solids,
                           .axes = axes_make(solids, scene->options.axes_margin)};
    int wanted = scene->options.axis - 1;
    drawing.shown = wanted >= 0 && wanted < drawing.axes.count ? wanted : drawing.axes.best_row;
    drawing.wrong = scene->options.compare == 1   ? &drawing.axes.intervals
                    : scene->options.compare == 2 ? &drawing.axes.unnormalised
                                                  : NULL;
    if (scene->options.axes_show == AXES_SPANS) {
        axes_spans_draw(&drawing);
        return;
    }
    draw_shapes(&drawing);
    static void (*const beside[])(AxesDrawing *) = {[AXES_BARS] = axes_bars_draw,
                                                    [AXES_NORMALS] = axes_normals_draw,
                                                    [AXES_DIFFERENCE] = axes_difference_draw,
                                                    [AXES_CONTACT] = axes_contact_draw};
    beside[scene->options.axes_show](&drawing);
    draw_sentences(&drawing);
}
