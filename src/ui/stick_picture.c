#include "ui/stick_picture.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/palette.h"

#include <math.h>

static float curved(const StickPicture *stick, float x) {
    float value = (x - stick->rest) / fmaxf(stick->end - stick->rest, 0.01f);
    return powf(fminf(fmaxf(value, 0.0f), 1.0f), stick->curve);
}

static void draw_stick(const Canvas *canvas, Area area, float unit, const StickPicture *stick) {
    float radius = 0.45f * fminf(area.width, area.height), line = fmaxf(2.0f * unit, 1.0f);
    vec2s middle = vec2_make(area.x + 0.5f * area.width, area.y + 0.5f * area.height);
    draw_circle(canvas->list, middle, radius, PALETTE_INK);
    draw_ring(canvas->list, middle, radius, line, PALETTE_MUTED);
    draw_ring(canvas->list, middle, stick->end * radius, 0.5f * line, PALETTE_MUTED);
    draw_circle(canvas->list, middle, stick->rest * radius, PALETTE_WITH(PALETTE_MUTED, 0x60));
    float x = fminf(fmaxf(stick->x, -1.0f), 1.0f), y = fminf(fmaxf(stick->y, -1.0f), 1.0f);
    vec2s at = vec2_make(middle.x + radius * x, middle.y + radius * y);
    draw_circle(canvas->list, at, 0.12f * radius, PALETTE_TEXT);
    float steered = 0.5f * area.width * fminf(fmaxf(stick->steer, -1.0f), 1.0f);
    float bar = area.y + area.height;
    draw_rect(canvas->list, steered < 0.0f ? middle.x + steered : middle.x, bar, fabsf(steered),
              8.0f * unit, PALETTE_ACCENT);
    draw_rect(canvas->list, middle.x - 0.5f * line, bar - 4.0f * unit, line, 16.0f * unit,
              PALETTE_TEXT);
}

static void draw_curve(const Canvas *canvas, Area area, float unit, const StickPicture *stick) {
    enum {
        POINTS = 40
    };
    vec2s points[POINTS + 1];
    canvas_fill(canvas, area, 8.0f * unit, PALETTE_INK);
    for (int i = 0; i <= POINTS; i++) {
        float x = (float)i / (float)POINTS;
        points[i] =
            vec2_make(area.x + x * area.width, area.y + (1.0f - curved(stick, x)) * area.height);
    }
    draw_polyline(canvas->list, points, POINTS + 1, false, fmaxf(3.0f * unit, 1.5f),
                  PALETTE_ACCENT);
    float x = fminf(fabsf(stick->x), 1.0f);
    vec2s at = vec2_make(area.x + x * area.width, area.y + (1.0f - curved(stick, x)) * area.height);
    draw_circle(canvas->list, at, 7.0f * unit, PALETTE_TEXT);
}

void stick_picture_draw(const Canvas *canvas, Area area, float unit, const StickPicture *stick) {
    ASSERT(canvas != NULL && stick != NULL);
    float gap = 32.0f * unit, side = fminf(area.width, area.height - gap);
    if (side <= 0.0f) {
        return;
    }
    float below = area.height - side - gap;
    if (below < 0.4f * side) { // too low for both one above the other
        side = fminf(area.width, 0.6f * area.height - gap);
        below = area.height - side - gap;
    }
    float left = area.x + 0.5f * (area.width - side);
    draw_stick(canvas, (Area){left, area.y, side, side}, unit, stick);
    float tall = fminf(below, 0.6f * side);
    draw_curve(canvas, (Area){left, area.y + side + gap, side, tall}, unit, stick);
}
