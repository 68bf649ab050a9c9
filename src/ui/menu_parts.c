#include "ui/menu_parts.h"

#include "geometry/transform.h"
#include "ui/palette.h"
#include "ui/text_lines.h"

#include <math.h>

#define VEIL 0x0D101780u // over the race behind a menu

void menu_sheet_draw(const Canvas *canvas, Area area, float unit) {
    draw_rect(canvas->list, 0.0f, 0.0f, (float)canvas->width, (float)canvas->height, VEIL);
    canvas_fill(canvas, area, 22.0f * unit, PALETTE_SCREEN);
}

void menu_arrow_draw(const Canvas *canvas, float x, float y, float size, float way,
                     uint32_t color) {
    vec2s points[3] = {vec2_make(x - 0.65f * way * size, y - size),
                       vec2_make(x + 0.65f * way * size, y),
                       vec2_make(x - 0.65f * way * size, y + size)};
    draw_convex(canvas->list, points, 3, color);
}

void menu_tick_draw(const Canvas *canvas, float x, float y, float unit, uint32_t color) {
    vec2s points[3] = {vec2_make(x - 8.0f * unit, y), vec2_make(x - 2.0f * unit, y + 7.0f * unit),
                       vec2_make(x + 9.0f * unit, y - 7.0f * unit)};
    draw_polyline(canvas->list, points, 3, false, 4.0f * unit, color);
}

void menu_scroll_draw(const Canvas *canvas, Area rows, float unit, int first, int shown,
                      int count) {
    if (shown == 0 || shown >= count) {
        return;
    }
    float wide = MENU_SCROLL_WIDE * unit;
    Area line = {rows.x + rows.width + 2.0f * wide, rows.y, wide, rows.height};
    canvas_fill(canvas, line, 0.5f * wide, PALETTE_WITH(PALETTE_TEXT, 0x20));
    // one of many thousands is still seen
    float tall = fmaxf(rows.height * (float)shown / (float)count, 4.0f * wide);
    line.y += (rows.height - tall) * (float)first / (float)(count - shown);
    line.height = tall;
    canvas_fill(canvas, line, 0.5f * wide, PALETTE_MUTED);
}

void menu_lines_draw(const Canvas *canvas, float x, float y, float size, float room, uint32_t color,
                     const char *text) {
    TextLines lines = text_lines_break(canvas->font, text, room / size, 2);
    size = fminf(size, room / fmaxf(lines.widest, 0.1f));
    for (int i = 0; i < lines.count; i++) {
        canvas_text(canvas, x, y + (1.0f + 1.3f * (float)i) * size, size, TEXT_LEFT, color,
                    lines.text[i]);
    }
}
