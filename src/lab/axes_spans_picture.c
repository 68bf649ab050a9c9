/// The picture of a shape that moves past another (lab/axes_spans.h).
#include "lab/axes_drawing.h"
#include "lab/axes_spans.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

// px
#define SPANS_LEFT  640.0f ///< Where the motion begins ...
#define SPANS_RIGHT 900.0f ///< ... and ends.
#define SPANS_PAST  30.0f  ///< What is shown of the time before and after.
#define SPANS_STEP  28.0f

static Transform moved_by(Transform at, vec2s move, float time) {
    at.position = glms_vec2_add(at.position, glms_vec2_scale(move, time));
    return at;
}

// ---------------------------------------------------------------- the shapes

static void draw_shapes(AxesDrawing *drawing, const AxesSpans *spans) {
    Sheet *sheet = drawing->sheet;
    const Solid *a = &drawing->solids[0], *b = &drawing->solids[1];
    vec2s move = axes_turn(drawing, spans->move);
    Transform end = moved_by(a->at, move, 1.0f);
    Box box = box_union(solid_bounds(a, a->at), solid_bounds(a, end));
    sheet_fit_scene(sheet, box_union(box, solid_bounds(b, b->at)),
                    vec2_make(STYLE_LEFT + 16.0f, STYLE_BOTTOM + 26.0f),
                    vec2_make(STYLE_MIDDLE - 20.0f, STYLE_TOP - 16.0f), 120.0f);
    sheet_arrow(sheet, a->at.position, end.position, 1.5f, SHEET_BLUE);
    sheet_solid(sheet, b, b->at, style_of(drawing->scene, 1));
    sheet_solid(sheet, a, a->at, style_of(drawing->scene, 0));
    sheet_solid(sheet, a, end, style_ghost);
    if (spans->hit.hit) {
        sheet_solid(sheet, a, moved_by(a->at, move, spans->hit.time), style_answer);
    }
    style_letter(sheet, a, 0);
    style_letter(sheet, b, 1);
}

// ---------------------------------------------------------------- a span for each axis

static float time_x(float time) {
    float x = SPANS_LEFT + time * (SPANS_RIGHT - SPANS_LEFT);
    return fminf(fmaxf(x, SPANS_LEFT - SPANS_PAST), SPANS_RIGHT + SPANS_PAST);
}

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

static void draw_row(AxesDrawing *drawing, const AxesSpans *spans, int i, float y) {
    Sheet *sheet = drawing->sheet;
    uint32_t color = axes_row_color(&drawing->axes.rows[i]);
    char text[32];
    snprintf(text, sizeof text, "axis %d", i + 1);
    put(sheet, SPANS_LEFT - SPANS_PAST - 12.0f, y - 4.5f, MARK_RIGHT, color, text);
    sheet_line(sheet, vec2_make(SPANS_LEFT - SPANS_PAST, y), vec2_make(SPANS_RIGHT + SPANS_PAST, y),
               1.0f, SHEET_HAIR);
    float from = time_x(spans->rows[i].enter), to = time_x(spans->rows[i].leave);
    if (to > from) {
        sheet_bar(sheet, vec2_make(from, y), vec2_make(to, y), 9.0f, color);
    }
}

static void draw_spans(AxesDrawing *drawing, const AxesSpans *spans) {
    const Axes *axes = &drawing->axes;
    Sheet *sheet = drawing->sheet;
    int shown = 0;
    for (int i = 0; i < axes->count; i++) {
        shown += axes->rows[i].same_as < 0 && axes->rows[i].edge >= 0;
    }
    float top = STYLE_TOP - 16.0f;
    float step = fminf(SPANS_STEP, (top - STYLE_BOTTOM - 40.0f) / (float)(shown > 0 ? shown : 1));
    float bottom = top - step * (float)shown;
    sheet_figure(sheet);
    put(sheet, SPANS_LEFT - SPANS_PAST - 56.0f, STYLE_TOP + 6.0f, MARK_LEFT, SHEET_FAINT,
        "when the shadows overlap, axis by axis");
    if (spans->all.enter <= spans->all.leave) {
        Box all = {vec2_make(time_x(spans->all.enter), bottom),
                   vec2_make(time_x(spans->all.leave), top)};
        sheet_box(sheet, all, (Paint){.fill = SHEET_YELLOW});
    }
    int row = 0;
    for (int i = 0; i < axes->count; i++) {
        if (axes->rows[i].same_as < 0 && axes->rows[i].edge >= 0) {
            draw_row(drawing, spans, i, top - step * ((float)row++ + 0.5f));
        }
    }
    for (int end = 0; end < 2; end++) {
        float x = time_x((float)end);
        sheet_dashes(sheet, vec2_make(x, bottom - 4.0f), vec2_make(x, top), 1.0f, SHEET_FAINT);
        put(sheet, x, bottom - 20.0f, MARK_MIDDLE, SHEET_FAINT, end == 0 ? "t = 0" : "t = 1");
    }
    if (spans->hit.hit) {
        float x = time_x(spans->hit.time);
        sheet_line(sheet, vec2_make(x, bottom - 4.0f), vec2_make(x, top), 2.5f, SHEET_VERMILION);
    }
}

// ---------------------------------------------------------------- sentences

static void draw_sentences(AxesDrawing *drawing, const AxesSpans *spans) {
    const Axes *axes = &drawing->axes;
    Sheet *sheet = drawing->sheet;
    Digits d = {0};
    const char *enter = digits_of(&d, (double)spans->all.enter, 2);
    const char *leave = digits_of(&d, (double)spans->all.leave, 2);
    int last = axes_number(axes, spans->last), first = axes_number(axes, spans->first);
    if (spans->hit.hit) {
        style_sentence(sheet, 0, SHEET_VERMILION, "They meet at t = %s.",
                       digits_of(&d, (double)spans->hit.time, 3));
    } else {
        style_sentence(sheet, 0, SHEET_VERMILION, "They do not meet in this motion.");
    }
    if (spans->all.enter < 0.0f && isinf(spans->all.enter)) {
        bool edges = axes->a.count > 1 || axes->b.count > 1;
        style_sentence(sheet, 1, SHEET_INK, "%s",
                       edges ? "All shadows overlap all the time."
                             : "Two circles have no edges: the panel of moving circles is theirs.");
    } else if (spans->all.enter <= spans->all.leave) {
        style_sentence(sheet, 1, SHEET_INK,
                       "All shadows overlap from t = %s, when axis %d is the last to close, to "
                       "t = %s.",
                       enter, last, leave);
    } else if (isinf(spans->all.enter)) { // above 0
        style_sentence(sheet, 1, SHEET_INK, "Along axis %d there is a gap all the time.", last);
    } else {
        style_sentence(sheet, 1, SHEET_INK,
                       "Axis %d opens again at t = %s, before axis %d closes at t = %s.", first,
                       leave, last, enter);
    }
    if (axes->a.radius + axes->b.radius > 0.0f) {
        style_sentence(sheet, 2, SHEET_FAINT,
                       "Round corners meet later than their edges say, or not at all.");
    } else if (glms_vec2_norm2(drawing->scene->shapes[1].velocity) > 0.0f) {
        style_sentence(sheet, 2, SHEET_FAINT,
                       "Both move. Drawn as b sees it: only the difference of both moves counts.");
    }
}

void axes_spans_draw(AxesDrawing *drawing) {
    AxesSpans spans = axes_spans_make(&drawing->axes, drawing->scene, drawing->solids,
                                      drawing->scene->options.axes_step);
    draw_shapes(drawing, &spans);
    draw_spans(drawing, &spans);
    draw_sentences(drawing, &spans);
}
