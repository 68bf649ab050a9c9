/// All axes as bars, beside the shapes of the first panel, and the arithmetic of one of them.
#include "lab/axes_drawing.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

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

uint32_t axes_row_color(const AxesRow *row) {
    if (row->edge < 0) {
        return SHEET_INK;
    }
    return row->edge < SHAPE_POINTS_MAX ? SHEET_BLUE : SHEET_GREEN;
}

/// Lays colour under the row of the answer, or of the wrong one, or a frame around the one that
/// was chosen by hand.
static void mark_row(Sheet *sheet, const Bars *bars, float y, Paint paint) {
    Box box = {vec2_make(STYLE_MIDDLE, y - 0.5f * bars->step + 0.5f),
               vec2_make(STYLE_RIGHT + 6.0f, y + 0.5f * bars->step - 0.5f)};
    sheet_box(sheet, box, paint);
}

/// Whether the wrong method is that of axes that are no units.
static bool is_scaled(const AxesDrawing *drawing) {
    return drawing->wrong == &drawing->axes.unnormalised;
}

static void draw_bars_row(AxesDrawing *drawing, const Bars *bars, int i, float y) {
    const Axes *axes = &drawing->axes;
    const AxesRow *row = &axes->rows[i];
    Sheet *sheet = drawing->sheet;
    bool best = axes_number(axes, axes->best_row) == i + 1;
    bool wrong = drawing->wrong && drawing->wrong->hit && drawing->wrong->row == i;
    if (best || wrong) {
        mark_row(sheet, bars, y, (Paint){.fill = best ? 0xFBE6D9FFu : 0xF2E2ECFFu});
    }
    if (drawing->scene->options.axis == i + 1) {
        mark_row(sheet, bars, y, (Paint){.line = SHEET_INK, .width = 1.0f});
    }
    char text[64];
    Digits digits = {0};
    snprintf(text, sizeof text, "%d", i + 1);
    bool crossed = row->same_as >= 0;
    bars_text(sheet, STYLE_MIDDLE + 22.0f, y, MARK_RIGHT, crossed ? SHEET_FAINT : SHEET_INK, text);
    snprintf(text, sizeof text, row->edge < 0 ? "corners" : "edge %d",
             row->edge % SHAPE_POINTS_MAX + 1);
    bars_text(sheet, STYLE_MIDDLE + 28.0f, y, MARK_LEFT,
              crossed ? SHEET_FAINT : axes_row_color(row), text);
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
static void draw_arithmetic(AxesDrawing *drawing) {
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
    sheet_figure(drawing->sheet);
    for (int i = 0; i < 4; i++) {
        sheet_text(drawing->sheet, vec2_make(STYLE_MIDDLE + 8.0f, 168.0f - 20.0f * (float)i),
                   STYLE_TEXT - 1.0f, MARK_LEFT, i == 0 ? SHEET_FAINT : SHEET_INK, text[i]);
    }
}

void axes_bars_draw(AxesDrawing *drawing) {
    const Axes *axes = &drawing->axes;
    Sheet *sheet = drawing->sheet;
    Bars bars = {.all = {INFINITY, -INFINITY}};
    for (int i = 0; i < axes->count; i++) {
        const AxesRow *row = &axes->rows[i];
        bars.all.low = fminf(bars.all.low, fminf(row->a.low, row->b.low));
        bars.all.high = fmaxf(bars.all.high, fmaxf(row->a.high, row->b.high));
    }
    bars.step = fminf(26.0f, (STYLE_TOP - 8.0f - BARS_BOTTOM) / (float)axes->count);
    sheet_figure(sheet);
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
