/// Text of draw_list.h: one quad a glyph, whose place in the atlas the shader turns into coverage.
#include "geometry/transform.h"
#include "render/draw_list.h"

#include <math.h>

#define MARGIN_PX 1.25f ///< Around an outline: half a pixel is partly covered, the rest is in hand.

/// Where text runs: `along` and `up` are an em's worth of list units each.
typedef struct Baseline {
    vec2s start, along, up;
    float trim; ///< ems that are cut off the boxes of glyphs on all sides: there is nothing.
} Baseline;

static vec2s on_baseline(const Baseline *line, float x, float y_down) {
    return glms_vec2_add(line->start, glms_vec2_sub(glms_vec2_scale(line->along, x),
                                                    glms_vec2_scale(line->up, y_down)));
}

/// A glyph whose box is smaller by `trim` ems on all sides.
static FontGlyph trimmed(FontGlyph glyph, float trim) {
    float u = trim * (glyph.u1 - glyph.u0) / (glyph.x1 - glyph.x0);
    float v = trim * (glyph.v1 - glyph.v0) / (glyph.y1 - glyph.y0);
    return (FontGlyph){.u0 = glyph.u0 + u,
                       .v0 = glyph.v0 + v,
                       .u1 = glyph.u1 - u,
                       .v1 = glyph.v1 - v,
                       .x0 = glyph.x0 + trim,
                       .y0 = glyph.y0 + trim,
                       .x1 = glyph.x1 - trim,
                       .y1 = glyph.y1 - trim};
}

static void draw_glyph(DrawList *list, const FontGlyph *whole, const Baseline *line, float x,
                       uint32_t color) {
    if (whole->x1 <= whole->x0) {
        return; // a space
    }
    FontGlyph box = trimmed(*whole, line->trim);
    const FontGlyph *glyph = &box;
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
    // every point of a box costs as much as one of the letter
    float trim = size > 0.0f && list->feather > 0.0f
                     ? fmaxf(font->margin - MARGIN_PX * list->feather / size, 0.0f)
                     : 0.0f;
    Baseline line = {vec2_make(x, y), vec2_make(size, 0.0f), vec2_make(0.0f, -size), trim};
    return size * draw_glyphs(list, font, line, align, color, text);
}

void draw_text_world(DrawList *list, const Font *font, vec2s at, float angle, float size,
                     TextAlign align, uint32_t color, const char *text) {
    vec2s along = rotation_apply(rotation_make(angle), vec2_make(size, 0.0f));
    Baseline line = {at, along, vec2_left(along), 0.0f}; // who knows how large it will be seen
    draw_glyphs(list, font, line, align, color, text);
}
