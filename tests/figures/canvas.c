#include "canvas.h"

#include "base/assert.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    POINTS_MAX = 512
};

static const float text_px = 14.0f;
static const float dash_px = 5.0f;
static const float arrow_px = 11.0f;

const Paint paint_first = {BLUE_FILL, BLUE, 2.0f, false};
const Paint paint_wall = {GREY_FILL, FAINT, 1.5f, false};

/// Two decimals: a hundredth of a pixel.
static vec2s round_point(vec2s point) {
    return vec2_make(roundf(point.x * 100.0f) / 100.0f, roundf(point.y * 100.0f) / 100.0f);
}

static vec2s to_pixel(const Canvas *canvas, vec2s point) {
    return round_point(vec2_make(canvas->zero.x + canvas->scale * point.x,
                                 canvas->zero.y + canvas->scale * point.y));
}

Canvas canvas_make(float width, float height) {
    Canvas canvas = {.size = vec2_make(width, height), .scale = 1.0f};
    svg_begin(&canvas.svg, vec2_make(0.0f, 0.0f), canvas.size, width);
    vec2s sheet[] = {vec2_make(0.0f, 0.0f), vec2_make(width, 0.0f), canvas.size,
                     vec2_make(0.0f, height)};
    svg_polygon(&canvas.svg, sheet, 4, 0xFBFAF6FF);
    vec2s frame[] = {vec2_make(0.5f, 0.5f), vec2_make(width - 0.5f, 0.5f),
                     vec2_make(width - 0.5f, height - 0.5f), vec2_make(0.5f, height - 0.5f)};
    svg_line(&canvas.svg, frame, 4, true, 1.0f, HAIR);
    return canvas;
}

void canvas_view(Canvas *canvas, vec2s zero, float scale) {
    canvas->zero = zero;
    canvas->scale = scale;
}

vec2s canvas_point(const Canvas *canvas, vec2s pixel) {
    return vec2_make((pixel.x - canvas->zero.x) / canvas->scale,
                     (pixel.y - canvas->zero.y) / canvas->scale);
}

/// Draws the line around an area that is dashed: the closing edge too.
static void draw_dashed_outline(Canvas *canvas, vec2s *pixels, int count, Paint paint) {
    pixels[count] = pixels[0];
    svg_dashes(&canvas->svg, pixels, count + 1, paint.width, dash_px, paint.line);
}

void canvas_polygon(Canvas *canvas, const vec2s *points, int count, Paint paint) {
    ASSERT(count < POINTS_MAX);
    vec2s pixels[POINTS_MAX];
    for (int i = 0; i < count; i++) {
        pixels[i] = to_pixel(canvas, points[i]);
    }
    if (paint.fill) {
        svg_polygon(&canvas->svg, pixels, count, paint.fill);
    }
    if (paint.line && paint.dashed) {
        draw_dashed_outline(canvas, pixels, count, paint);
    } else if (paint.line) {
        svg_line(&canvas->svg, pixels, count, true, paint.width, paint.line);
    }
}

void canvas_box(Canvas *canvas, Box box, Paint paint) {
    vec2s points[] = {box.low, vec2_make(box.high.x, box.low.y), box.high,
                      vec2_make(box.low.x, box.high.y)};
    canvas_polygon(canvas, points, 4, paint);
}

void canvas_shape(Canvas *canvas, const Shape *shape, Transform at, Paint paint) {
    ASSERT(shape->count >= 3 && shape->radius <= 0.0f);
    vec2s points[SHAPE_POINTS_MAX];
    for (int i = 0; i < shape->count; i++) {
        points[i] = transform_apply(at, shape_point(shape, i));
    }
    canvas_polygon(canvas, points, shape->count, paint);
}

void canvas_line(Canvas *canvas, vec2s from, vec2s to, float width, uint32_t color) {
    vec2s points[] = {to_pixel(canvas, from), to_pixel(canvas, to)};
    svg_line(&canvas->svg, points, 2, false, width, color);
}

void canvas_dashes(Canvas *canvas, vec2s from, vec2s to, float width, uint32_t color) {
    vec2s points[] = {to_pixel(canvas, from), to_pixel(canvas, to)};
    svg_dashes(&canvas->svg, points, 2, width, dash_px, color);
}

void canvas_arrow(Canvas *canvas, vec2s from, vec2s to, float width, uint32_t color) {
    vec2s a = to_pixel(canvas, from);
    vec2s b = to_pixel(canvas, to);
    vec2s along = glms_vec2_sub(b, a);
    float length = sqrtf(glms_vec2_norm2(along));
    if (!(length > 0.0f)) {
        return;
    }
    along = glms_vec2_scale(along, 1.0f / length);
    float head = fminf(arrow_px, 0.7f * length);
    vec2s neck = glms_vec2_sub(b, glms_vec2_scale(along, head));
    vec2s side = glms_vec2_scale(vec2_left(along), 0.42f * head);
    vec2s shaft[] = {a, round_point(neck)};
    vec2s tip[] = {b, round_point(glms_vec2_add(neck, side)),
                   round_point(glms_vec2_sub(neck, side))};
    svg_line(&canvas->svg, shaft, 2, false, width, color);
    svg_polygon(&canvas->svg, tip, 3, color);
}

void canvas_dot(Canvas *canvas, vec2s at, float radius, uint32_t color) {
    svg_circle(&canvas->svg, to_pixel(canvas, at), radius, color);
}

void canvas_label(Canvas *canvas, vec2s at, LabelSide side, uint32_t color, const char *format,
                  ...) {
    static const vec2s shift[] = {[LABEL_RIGHT] = {{9.0f, -5.0f}},
                                  [LABEL_LEFT] = {{-9.0f, -5.0f}},
                                  [LABEL_ABOVE] = {{0.0f, 9.0f}},
                                  [LABEL_BELOW] = {{0.0f, -19.0f}},
                                  [LABEL_CENTER] = {{0.0f, -5.0f}}};
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    vec2s place = round_point(glms_vec2_add(to_pixel(canvas, at), shift[side]));
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
