#include "ui/canvas.h"

#include "base/assert.h"

#include <math.h>
#include <stdio.h>

// Of letters, in ems.
#define CAPITAL_TALL 0.73f
#define FOOT_DEEP    0.21f

Canvas canvas_make(DrawList *list, const Font *font, int width, int height) {
    ASSERT(list != NULL && font != NULL);
    list->feather = 1.0f;
    list->height = 0.0f;
    return (Canvas){list, font, width, height, canvas_unit((float)width, (float)height), NULL};
}

float canvas_unit(float width_px, float height_px) {
    return fmaxf(fminf(width_px, height_px) / 1080.0f, 0.6f);
}

CanvasSize canvas_size(const Canvas *canvas) {
    return (CanvasSize){(float)canvas->width, (float)canvas->height, canvas->unit};
}

bool canvas_holds(Area area, float x, float y) {
    return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}

void canvas_fill(const Canvas *canvas, Area area, float radius, uint32_t color) {
    draw_round_rect(canvas->list, area.x, area.y, area.width, area.height, radius, color);
}

Area canvas_text_area(float x, float y, float size, TextAlign align, float width) {
    float share = align == TEXT_LEFT ? 0.0f : align == TEXT_CENTER ? 0.5f : 1.0f;
    return (Area){x - share * width, y - CAPITAL_TALL * size, width,
                  (CAPITAL_TALL + FOOT_DEEP) * size};
}

static void note_text(const Canvas *canvas, float x, float y, float size, TextAlign align,
                      uint32_t color, float width, const char *text) {
    CanvasTexts *texts = canvas->texts;
    if (width > 0.0f && texts->count++ < CANVAS_TEXTS_MAX) {
        texts->areas[texts->count - 1] = canvas_text_area(x, y, size, align, width);
        texts->colors[texts->count - 1] = color;
        snprintf(texts->texts[texts->count - 1], CANVAS_TEXT_BYTES, "%s", text);
    }
}

float canvas_text(const Canvas *canvas, float x, float y, float size, TextAlign align,
                  uint32_t color, const char *text) {
    float width = draw_text(canvas->list, canvas->font, x, y, size, align, color, text);
    if (canvas->texts) {
        note_text(canvas, x, y, size, align, color, width, text);
    }
    return width;
}

float canvas_text_width(const Canvas *canvas, float size, const char *text) {
    return size * font_text_width(canvas->font, text);
}

float canvas_fitting(const Canvas *canvas, float size, float room, const char *text) {
    return fminf(size, room / fmaxf(font_text_width(canvas->font, text), 0.1f));
}
