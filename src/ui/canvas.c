#include "ui/canvas.h"

#include "base/assert.h"

#include <math.h>

Canvas canvas_make(DrawList *list, const Font *font, int width, int height) {
    ASSERT(list != NULL && font != NULL);
    list->feather = 1.0f;
    list->height = 0.0f;
    return (Canvas){list, font, width, height, canvas_unit((float)width, (float)height)};
}

float canvas_unit(float width_px, float height_px) {
    return fmaxf(fminf(width_px, height_px) / 1080.0f, 0.6f);
}

void canvas_fill(const Canvas *canvas, Area area, float radius, uint32_t color) {
    draw_round_rect(canvas->list, area.x, area.y, area.width, area.height, radius, color);
}

float canvas_text(const Canvas *canvas, float x, float y, float size, TextAlign align,
                  uint32_t color, const char *text) {
    return draw_text(canvas->list, canvas->font, x, y, size, align, color, text);
}

float canvas_text_width(const Canvas *canvas, float size, const char *text) {
    return size * font_text_width(canvas->font, text);
}

float canvas_fitting(const Canvas *canvas, float size, float room, const char *text) {
    return fminf(size, room / fmaxf(font_text_width(canvas->font, text), 0.1f));
}
