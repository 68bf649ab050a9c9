#include "sheet/sheet_png.h"

#include "base/scalar.h"
#include "formats/png_bytes.h"
#include "geometry/trig.h"
#include "sheet/raster.h"
#include "sheet/sheet_dashes.h"
#include "sheet/sheet_font.h"

#include <math.h>
#include <stdlib.h>

#define PNG_SCALE 2.0f     ///< px of a PNG for one of the sheet: letters stay sharp.
#define FAR_PX    30000.0f ///< Of a PNG; what lies beyond is drawn there.

enum {
    CIRCLE_POINTS = 64, ///< 0.02 px inside a circle of 16 px.
    CURVE_STEPS = 8,    ///< Of a letter's curve: 0.05 px off it where it bends most.
};

typedef struct Drawing {
    Raster raster;
    const FontOutline *font;
    float height;                ///< px of the sheet.
    vec2s circle[CIRCLE_POINTS]; ///< Of radius 1, counter-clockwise.
} Drawing;

/// px of the PNG in units of the raster.
static int units(float px) {
    return (int)roundf(float_clamp(px, -FAR_PX, FAR_PX) * (float)RASTER_ONE);
}

static int units_x(vec2s point) { return units(PNG_SCALE * point.x); }

static int units_y(const Drawing *drawing, vec2s point) {
    return units(PNG_SCALE * (drawing->height - point.y));
}

static void add_contour(Drawing *drawing, const vec2s *points, int count) {
    for (int i = 0; i < count; i++) {
        vec2s from = points[i], to = points[(i + 1) % count];
        raster_edge(&drawing->raster, units_x(from), units_y(drawing, from), units_x(to),
                    units_y(drawing, to));
    }
}

static void add_disc(Drawing *drawing, vec2s center, float radius) {
    vec2s points[CIRCLE_POINTS];
    int skip = radius < 2.0f ? 4 : 1, count = CIRCLE_POINTS / skip;
    for (int i = 0; i < count; i++) {
        points[i] = glms_vec2_add(center, glms_vec2_scale(drawing->circle[skip * i], radius));
    }
    add_contour(drawing, points, count);
}

/// Counter-clockwise like a disc, so that a line may lie over itself.
static void add_bar(Drawing *drawing, vec2s from, vec2s to, float width) {
    vec2s across = vec2_left(glms_vec2_sub(to, from));
    float length = sqrtf(glms_vec2_norm2(across));
    if (!(length > 0.0f)) {
        return;
    }
    across = glms_vec2_scale(across, 0.5f * width / length);
    vec2s corners[] = {glms_vec2_sub(from, across), glms_vec2_sub(to, across),
                       glms_vec2_add(to, across), glms_vec2_add(from, across)};
    add_contour(drawing, corners, 4);
}

/// With round ends and corners.
static void add_line(Drawing *drawing, const Mark *mark, const vec2s *points) {
    for (int i = 0; i < mark->count; i++) {
        add_disc(drawing, points[i], 0.5f * mark->size);
        if (i + 1 < mark->count || mark->closed) {
            add_bar(drawing, points[i], points[(i + 1) % mark->count], mark->size);
        }
    }
}

static void add_dashes(Drawing *drawing, const Sheet *sheet, const Mark *mark) {
    SheetDash *dashes = NULL;
    int count = sheet_dashes_of(sheet, mark, &dashes);
    for (int i = 0; i < count; i++) {
        add_bar(drawing, dashes[i].from, dashes[i].to, mark->size);
        if (dashes[i].bends) {
            add_disc(drawing, dashes[i].to, 0.5f * mark->size);
        }
    }
    free(dashes);
}

/// The point `step` of CURVE_STEPS on a curve with these control points, times CURVE_STEPS to the
/// power of `degree`.
static int64_t curve_at(const int *control, int degree, int step) {
    static const int binomial[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    int64_t sum = 0;
    for (int i = 0; i <= degree; i++) {
        int64_t weight = binomial[degree][i];
        for (int k = 0; k < degree; k++) {
            weight *= k < i ? step : CURVE_STEPS - step;
        }
        sum += weight * control[i];
    }
    return sum;
}

/// `number` / `by`, to the nearest whole number.
static int nearest(int64_t number, int64_t by) {
    int64_t twice = 2 * number + by;
    int64_t quotient = twice / (2 * by);
    return (int)(twice % (2 * by) < 0 ? quotient - 1 : quotient);
}

/// Where a letter stands.
typedef struct Pen {
    int x, y; ///< Units of the raster: of the text.
    int em;   ///< Units of the raster in an em.
    int at;   ///< Units of the font: how far the letter stands from there.
} Pen;

static void add_curve(Drawing *drawing, const Pen *pen, const FontCurve *curve) {
    int steps = curve->degree == 1 ? 1 : CURVE_STEPS, last_x = 0, last_y = 0;
    int64_t whole = font_outline_em(drawing->font);
    for (int i = 0; i < curve->degree; i++) {
        whole *= CURVE_STEPS;
    }
    int64_t offset = pen->at * (whole / font_outline_em(drawing->font));
    for (int i = 0; i <= steps; i++) {
        int step = i * CURVE_STEPS / steps;
        int64_t along = curve_at(curve->x, curve->degree, step) + offset;
        int x = pen->x + nearest(along * pen->em, whole);
        int y = pen->y - nearest(curve_at(curve->y, curve->degree, step) * pen->em, whole);
        if (i > 0) {
            raster_edge(&drawing->raster, last_x, last_y, x, y);
        }
        last_x = x;
        last_y = y;
    }
}

static int text_advance(const FontOutline *font, const char *text) {
    int sum = 0, size = 0;
    for (; *text; text += size) {
        sum += font_outline_advance(font, sheet_font_glyph(font, text_code_point(text, &size)));
    }
    return sum;
}

/// Letters stand as far apart as their advances say, without kerning, as they do in the window.
static void add_text(Drawing *drawing, const Mark *mark, const char *text) {
    int width = text_advance(drawing->font, text), size = 0;
    Pen pen = {.x = units_x(mark->at),
               .y = units_y(drawing, mark->at),
               .em = units(PNG_SCALE * mark->size),
               .at = mark->align == MARK_LEFT     ? 0
                     : mark->align == MARK_MIDDLE ? -width / 2
                                                  : -width};
    for (; *text; text += size) {
        int glyph = sheet_font_glyph(drawing->font, text_code_point(text, &size));
        FontCurve *curves = NULL;
        int count = font_outline_curves(drawing->font, glyph, &curves);
        for (int i = 0; i < count; i++) {
            add_curve(drawing, &pen, &curves[i]);
        }
        free(curves);
        pen.at += font_outline_advance(drawing->font, glyph);
    }
}

static void draw_mark(Drawing *drawing, const Sheet *sheet, const Mark *mark) {
    switch (mark->kind) {
    case MARK_AREA:
        add_contour(drawing, sheet->points + mark->first, mark->count);
        break;
    case MARK_LINE:
        if (mark->dashed) {
            add_dashes(drawing, sheet, mark);
        } else {
            add_line(drawing, mark, sheet->points + mark->first);
        }
        break;
    case MARK_DISC:
        add_disc(drawing, mark->at, mark->size);
        break;
    case MARK_TEXT:
        add_text(drawing, mark, sheet->texts + mark->first);
        break;
    }
    raster_fill(&drawing->raster, mark->color);
}

bool sheet_png(const Sheet *sheet, TextBuffer *out, MessageList *messages) {
    SheetFont font;
    if (!sheet_font_open(&font, messages)) {
        return false;
    }
    int width = (int)(PNG_SCALE * sheet->size.x), height = (int)(PNG_SCALE * sheet->size.y);
    Drawing drawing = {
        .raster = raster_make(width, height), .font = font.outline, .height = sheet->size.y};
    for (int i = 0; i < CIRCLE_POINTS; i++) {
        TrigPair turn = trig_sincos(TRIG_PI * (2.0f * (float)i / CIRCLE_POINTS - 1.0f));
        drawing.circle[i] = vec2_make(turn.cos, turn.sin);
    }
    for (int i = 0; i < sheet->mark_count; i++) {
        draw_mark(&drawing, sheet, &sheet->marks[i]);
    }
    png_bytes_add(out, drawing.raster.rgb, width, height);
    raster_destroy(&drawing.raster);
    sheet_font_close(&font);
    return true;
}
