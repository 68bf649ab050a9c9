#include "canvas.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const float text_px = 14.0f;
static const float dash_px = 5.0f;

/// Two decimals: a hundredth of a pixel.
static vec2s round_point(vec2s point) {
    return vec2_make(roundf(point.x * 100.0f) / 100.0f, roundf(point.y * 100.0f) / 100.0f);
}

Canvas canvas_make(float width, float height) {
    Canvas canvas = {.size = vec2_make(width, height)};
    svg_begin(&canvas.svg, vec2_make(0.0f, 0.0f), canvas.size, width);
    Box all = {vec2_make(0.0f, 0.0f), canvas.size};
    canvas_box(&canvas, all, (Paint){.fill = 0xFBFAF6FF});
    canvas_box(&canvas, box_grow(all, -0.5f), (Paint){.line = HAIR, .width = 1.0f});
    return canvas;
}

void canvas_box(Canvas *canvas, Box box, Paint paint) {
    vec2s points[] = {round_point(box.low), round_point(vec2_make(box.high.x, box.low.y)),
                      round_point(box.high), round_point(vec2_make(box.low.x, box.high.y))};
    if (paint.fill) {
        svg_polygon(&canvas->svg, points, 4, paint.fill);
    }
    if (paint.line) {
        svg_line(&canvas->svg, points, 4, true, paint.width, paint.line);
    }
}

void canvas_dashes(Canvas *canvas, vec2s from, vec2s to, float width, uint32_t color) {
    vec2s points[] = {round_point(from), round_point(to)};
    svg_dashes(&canvas->svg, points, 2, width, dash_px, color);
}

void canvas_label(Canvas *canvas, vec2s at, LabelSide side, uint32_t color, const char *format,
                  ...) {
    static const vec2s shift[] = {[LABEL_RIGHT] = {{9.0f, -5.0f}},
                                  [LABEL_LEFT] = {{-9.0f, -5.0f}},
                                  [LABEL_BELOW] = {{0.0f, -19.0f}}};
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    vec2s place = round_point(glms_vec2_add(round_point(at), shift[side]));
    if (side == LABEL_RIGHT) {
        svg_text(&canvas->svg, place, text_px, color, text);
    } else if (side == LABEL_LEFT) {
        svg_text_end(&canvas->svg, place, text_px, color, text);
    } else {
        svg_text_middle(&canvas->svg, place, text_px, color, text);
    }
}

void canvas_title(Canvas *canvas, vec2s at, const char *text) {
    svg_text(&canvas->svg, at, text_px + 1.0f, INK, text);
}

void canvas_end(Canvas *canvas) { svg_end(&canvas->svg); }
