/// Text of draw_list.h: one quad a glyph, whose place in the atlas the shader turns into coverage.
#include "geometry/transform.h"
#include "render/draw_list.h"

/// Where text runs: `along` and `up` are an em's worth of list units each.
typedef struct Baseline {
    vec2s start, along, up;
} Baseline;

static vec2s on_baseline(const Baseline *line, float x, float y_down) {
    return glms_vec2_add(line->start, glms_vec2_sub(glms_vec2_scale(line->along, x),
                                                    glms_vec2_scale(line->up, y_down)));
}

static void draw_glyph(DrawList *list, const FontGlyph *glyph, const Baseline *line, float x,
                       uint32_t color) {
    if (glyph->x1 <= glyph->x0) {
        return; // a space
    }
    vec2s corners[4] = {
        on_baseline(line, x + glyph->x0, glyph->y0), on_baseline(line, x + glyph->x1, glyph->y0),
        on_baseline(line, x + glyph->x1, glyph->y1), on_baseline(line, x + glyph->x0, glyph->y1)};
    uint32_t first = (uint32_t)list->vertex_count;
    draw_quad(list, corners, color);
    for (uint32_t i = 0; i < 4; i++) {
        list->vertices[first + i].u = i == 1 || i == 2 ? glyph->u1 : glyph->u0;
        list->vertices[first + i].v = i >= 2 ? glyph->v1 : glyph->v0;
    }
}

/// Draws `text` from `line`; returns its width in ems.
static float draw_glyphs(DrawList *list, const Font *font, Baseline line, TextAlign align,
                         uint32_t color, const char *text) {
    float width = font_text_width(font, text);
    float x = align == TEXT_LEFT ? 0.0f : align == TEXT_CENTER ? -0.5f * width : -width;
    for (const char *rest = text; *rest;) {
        uint32_t code_point = font_next(&rest);
        const FontGlyph *glyph = font_glyph(font, code_point);
        float advance = font_advance(font, code_point);
        draw_glyph(list, glyph, &line, x + 0.5f * (advance - glyph->advance), color);
        x += advance;
    }
    return width;
}

float draw_text(DrawList *list, const Font *font, float x, float y, float size, TextAlign align,
                uint32_t color, const char *text) {
    Baseline line = {vec2_make(x, y), vec2_make(size, 0.0f), vec2_make(0.0f, -size)};
    return size * draw_glyphs(list, font, line, align, color, text);
}

void draw_text_world(DrawList *list, const Font *font, vec2s at, float angle, float size,
                     TextAlign align, uint32_t color, const char *text) {
    vec2s along = rotation_apply(rotation_make(angle), vec2_make(size, 0.0f));
    Baseline line = {at, along, vec2_left(along)};
    draw_glyphs(list, font, line, align, color, text);
}
