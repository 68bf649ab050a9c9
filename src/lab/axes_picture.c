/// The picture of the first panel (lab/axes.h).
#include "collision/edges.h"
#include "lab/axes.h"
#include "lab/panel_style.h"

#include <math.h>
#include <stdio.h>

#define FOOT_AWAY 0.25f ///< Of the size of the shapes: how far the drawn axis lies from them.
#define AXIS_PAST 0.08f ///< Of the shadows: how far the drawn axis goes on beyond them.

/// What the drawing of a scene needs.
typedef struct Drawing {
    Sheet *sheet;
    const Scene *scene;
    const Solid *solids;
    Axes axes;
    int shown;              ///< The row whose shadows are drawn.
    const AxesWrong *wrong; ///< The answer to compare with; NULL: none.
} Drawing;

static vec2s to_world(const Drawing *drawing, vec2s point) {
    return transform_apply(drawing->solids[0].at, point);
}

static vec2s turn_to_world(const Drawing *drawing, vec2s direction) {
    return rotation_apply(drawing->solids[0].at.rotation, direction);
}

/// Where the second solid stands after it was moved by `normal` (as the first sees it) x `depth`.
static Transform moved_by(const Drawing *drawing, vec2s normal, float depth) {
    Transform at = drawing->solids[1].at;
    vec2s step = glms_vec2_scale(turn_to_world(drawing, normal), depth);
    at.position = glms_vec2_add(at.position, step);
    return at;
}

// ---------------------------------------------------------------- the shapes and one axis

/// The drawn axis: a line through `foot` along `axis`, beside both shapes.
typedef struct AxisLine {
    vec2s foot; ///< Where a's origin falls onto it.
    vec2s axis, side;
} AxisLine;

static AxisLine axis_line(const Drawing *drawing) {
    const AxesRow *row = &drawing->axes.rows[drawing->shown];
    vec2s axis = turn_to_world(drawing, row->axis);
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
static void draw_shadow(Drawing *drawing, const AxisLine *line, const Shape *shape, Transform at,
                        Interval shadow, float aside_px, uint32_t color) {
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
        sheet_dashes(drawing->sheet, to_world(drawing, rim), on_line(line, edge, aside), 1.0f,
                     color);
    }
    sheet_bar(drawing->sheet, on_line(line, shadow.low, aside), on_line(line, shadow.high, aside),
              7.0f, color);
}

static void draw_axis(Drawing *drawing) {
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
static void draw_manifold(Drawing *drawing) {
    const Axes *axes = &drawing->axes;
    Sheet *sheet = drawing->sheet;
    const Manifold *manifold = &axes->manifold;
    for (int i = 0; i < axes->count && manifold->count > 0; i++) {
        const AxesRow *row = &axes->rows[i];
        if (row->edge < 0 || glms_vec2_dot(row->axis, manifold->normal) < 1.0f - 1e-6f) {
            continue;
        }
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
        break;
    }
    for (int i = 0; i < manifold->count; i++) {
        vec2s point = to_world(drawing, manifold->points[i].point);
        sheet_dot(sheet, point, 5.5f, SHEET_PAPER);
        sheet_dot(sheet, point, 4.0f, SHEET_INK);
    }
}

static void draw_answer(Drawing *drawing) {
    const Axes *axes = &drawing->axes;
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
static Box shown_box(const Drawing *drawing) {
    const Axes *axes = &drawing->axes;
    const AxesRow *row = &axes->rows[drawing->shown];
    Box box = style_bounds(&drawing->solids[0], drawing->solids[0].at);
    box = box_union(box, style_bounds(&drawing->solids[1], drawing->solids[1].at));
    if (axes->overlap.hit) {
        Transform to = moved_by(drawing, axes->overlap.normal, axes->overlap.depth);
        box = box_union(box, style_bounds(&drawing->solids[1], to));
    }
    if (drawing->wrong && drawing->wrong->hit) {
        Transform to = moved_by(drawing, drawing->wrong->normal, drawing->wrong->depth);
        box = box_union(box, style_bounds(&drawing->solids[1], to));
    }
    AxisLine line = axis_line(drawing);
    float low = fminf(row->a.low, row->b.low), high = fmaxf(row->a.high, row->b.high);
    box = box_add(box, on_line(&line, low - AXIS_PAST * (high - low), 0.0f));
    return box_add(box, on_line(&line, high + AXIS_PAST * (high - low), 0.0f));
}

static void draw_shapes(Drawing *drawing) {
    Sheet *sheet = drawing->sheet;
    sheet_fit(sheet, shown_box(drawing), vec2_make(STYLE_LEFT + 20.0f, STYLE_BOTTOM + 26.0f),
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

// ---------------------------------------------------------------- all axes as bars

// px
#define BARS_LEFT   620.0f
#define BARS_RIGHT  800.0f
#define BARS_BOTTOM 200.0f
#define OVERLAP_AT  870.0f

/// Where the rows stand, and what of the axes they show.
typedef struct Bars {
    Interval all; ///< m
    float step;   ///< px from row to row.
} Bars;

static float bars_x(const Bars *bars, float along) {
    float scale = (BARS_RIGHT - BARS_LEFT) / fmaxf(bars->all.high - bars->all.low, 1e-3f);
    return BARS_LEFT + (along - bars->all.low) * scale;
}

static void bars_text(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color,
                      const char *text) {
    sheet_text(sheet, vec2_make(x, y - 4.5f), STYLE_TEXT - 1.0f, align, color, text);
}

static void draw_bar(Sheet *sheet, const Bars *bars, Interval shadow, float y, uint32_t color) {
    sheet_bar(sheet, vec2_make(bars_x(bars, shadow.low), y),
              vec2_make(bars_x(bars, shadow.high), y), 4.5f, color);
}

/// Lays colour under the row of the answer, or of the wrong one.
static void mark_row(Sheet *sheet, const Bars *bars, float y, uint32_t color) {
    Box box = {vec2_make(STYLE_MIDDLE, y - 0.5f * bars->step + 0.5f),
               vec2_make(STYLE_RIGHT + 6.0f, y + 0.5f * bars->step - 0.5f)};
    sheet_box(sheet, box, (Paint){.fill = color});
}

/// Whether the wrong method is that of axes that are no units.
static bool is_scaled(const Drawing *drawing) {
    return drawing->wrong == &drawing->axes.unnormalised;
}

static void draw_bars_row(Drawing *drawing, const Bars *bars, int i, float y) {
    const Axes *axes = &drawing->axes;
    const AxesRow *row = &axes->rows[i];
    Sheet *sheet = drawing->sheet;
    bool best = axes_number(axes, axes->best_row) == i + 1;
    bool wrong = drawing->wrong && drawing->wrong->hit && drawing->wrong->row == i;
    if (best || wrong) {
        mark_row(sheet, bars, y, best ? 0xFBE6D9FFu : 0xF2E2ECFFu);
    }
    char text[64];
    Digits digits = {0};
    snprintf(text, sizeof text, "%d", i + 1);
    bool crossed = row->same_as >= 0;
    uint32_t owner = row->edge < 0                  ? SHEET_INK
                     : row->edge < SHAPE_POINTS_MAX ? SHEET_BLUE
                                                    : SHEET_GREEN;
    bars_text(sheet, STYLE_MIDDLE + 22.0f, y, MARK_RIGHT, crossed ? SHEET_FAINT : SHEET_INK, text);
    snprintf(text, sizeof text, row->edge < 0 ? "corners" : "edge %d",
             row->edge % SHAPE_POINTS_MAX + 1);
    bars_text(sheet, STYLE_MIDDLE + 28.0f, y, MARK_LEFT, crossed ? SHEET_FAINT : owner, text);
    if (crossed) {
        snprintf(text, sizeof text, "parallel to axis %d", row->same_as + 1);
        bars_text(sheet, BARS_LEFT, y, MARK_LEFT, SHEET_FAINT, text);
        sheet_line(sheet, vec2_make(STYLE_MIDDLE + 8.0f, y), vec2_make(STYLE_MIDDLE + 70.0f, y),
                   1.5f, SHEET_FAINT);
        return;
    }
    float from = fmaxf(row->a.low, row->b.low), to = fminf(row->a.high, row->b.high);
    Box common = {vec2_make(bars_x(bars, fminf(from, to)), y - 7.0f),
                  vec2_make(bars_x(bars, fmaxf(from, to)), y + 7.0f)};
    bool gap = row->overlap < 0.0f;
    sheet_box(sheet, common, (Paint){.fill = gap ? 0xF2B795FFu : 0xF3DC86FFu});
    draw_bar(sheet, bars, row->a, y + 3.0f, SHEET_BLUE);
    draw_bar(sheet, bars, row->b, y - 3.0f, SHEET_GREEN);
    float other = is_scaled(drawing) ? row->overlap * row->length : row->overlap;
    bars_text(sheet, OVERLAP_AT, y, MARK_RIGHT, wrong && !best ? SHEET_PURPLE : SHEET_FAINT,
              digits_of(&digits, (double)other, 2));
    bars_text(sheet, STYLE_RIGHT, y, MARK_RIGHT, best ? SHEET_VERMILION : SHEET_INK,
              digits_of(&digits, (double)axes_way_out(row), 2));
}

/// How the numbers of one axis come about.
static void draw_arithmetic(Drawing *drawing) {
    const AxesRow *row = &drawing->axes.rows[drawing->shown];
    Digits d = {0};
    char text[4][120];
    const char *a_low = digits_of(&d, (double)row->a.low, 2);
    const char *a_high = digits_of(&d, (double)row->a.high, 2);
    const char *b_low = digits_of(&d, (double)row->b.low, 2);
    const char *b_high = digits_of(&d, (double)row->b.high, 2);
    snprintf(text[0], sizeof text[0],
             "Along axis %d, from the origin of a:", axes_number(&drawing->axes, drawing->shown));
    snprintf(text[1], sizeof text[1], "a from %s to %s, b from %s to %s m", a_low, a_high, b_low,
             b_high);
    snprintf(text[2], sizeof text[2], "overlap = min(%s, %s) \u2212 max(%s, %s) = %s", a_high,
             b_high, a_low, b_low, digits_of(&d, (double)row->overlap, 2));
    snprintf(text[3], sizeof text[3], "depth = min(%s \u2212 %s, %s \u2212 %s) = %s", a_high,
             digits_taken(&d, (double)row->b.low, 2), b_high,
             digits_taken(&d, (double)row->a.low, 2), digits_of(&d, (double)axes_way_out(row), 2));
    for (int i = 0; i < 4; i++) {
        sheet_text(drawing->sheet, vec2_make(STYLE_MIDDLE + 8.0f, 168.0f - 20.0f * (float)i),
                   STYLE_TEXT - 1.0f, MARK_LEFT, i == 0 ? SHEET_FAINT : SHEET_INK, text[i]);
    }
}

static void draw_bars(Drawing *drawing) {
    const Axes *axes = &drawing->axes;
    Sheet *sheet = drawing->sheet;
    Bars bars = {.all = {INFINITY, -INFINITY}};
    for (int i = 0; i < axes->count; i++) {
        const AxesRow *row = &axes->rows[i];
        bars.all.low = fminf(bars.all.low, fminf(row->a.low, row->b.low));
        bars.all.high = fmaxf(bars.all.high, fmaxf(row->a.high, row->b.high));
    }
    bars.step = fminf(26.0f, (STYLE_TOP - 8.0f - BARS_BOTTOM) / (float)axes->count);
    sheet_view_pixels(sheet);
    bars_text(sheet, STYLE_MIDDLE + 8.0f, STYLE_TOP + 6.0f, MARK_LEFT, SHEET_FAINT, "axis");
    bars_text(sheet, BARS_LEFT, STYLE_TOP + 6.0f, MARK_LEFT, SHEET_FAINT, "shadows of a and b");
    bars_text(sheet, OVERLAP_AT, STYLE_TOP + 6.0f, MARK_RIGHT, SHEET_FAINT,
              is_scaled(drawing) ? "\u00d7 length" : "overlap");
    bars_text(sheet, STYLE_RIGHT, STYLE_TOP + 6.0f, MARK_RIGHT, SHEET_FAINT, "depth");
    for (int i = 0; i < axes->count; i++) {
        draw_bars_row(drawing, &bars, i, STYLE_TOP - 18.0f - bars.step * (float)i);
    }
    draw_arithmetic(drawing);
}

static void draw_sentences(const Drawing *drawing) {
    const Axes *axes = &drawing->axes;
    Digits d = {0};
    if (!axes->overlap.hit) {
        style_sentence(drawing->sheet, 0, SHEET_VERMILION,
                       "Axis %d has a gap of %s m: the shapes are apart, and no other axis needs "
                       "to be asked.",
                       axes_number(axes, axes->best_row),
                       digits_of(&d, (double)axes->best.distance, 2));
    } else {
        style_sentence(
            drawing->sheet, 0, SHEET_VERMILION,
            "No axis has a gap: they overlap. Moving b by %s m along axis %d parts %s.",
            digits_of(&d, (double)axes->overlap.depth, 3), axes_number(axes, axes->best_row),
            drawing->solids[0].piece_count + drawing->solids[1].piece_count > 2 ? "these two pieces"
                                                                                : "them");
    }
    const AxesWrong *wrong = drawing->wrong;
    if (!wrong && axes->manifold.count > 0) {
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
    Drawing drawing = {.sheet = sheet,
                       .scene = scene,
                       .solids = solids,
                       .axes = axes_make(solids, scene->options.axes_margin)};
    int wanted = scene->options.axis - 1;
    drawing.shown = wanted >= 0 && wanted < drawing.axes.count ? wanted : drawing.axes.best_row;
    drawing.wrong = scene->options.compare == 1   ? &drawing.axes.intervals
                    : scene->options.compare == 2 ? &drawing.axes.unnormalised
                                                  : NULL;
    draw_shapes(&drawing);
    draw_bars(&drawing);
    draw_sentences(&drawing);
}
