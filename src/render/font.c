#include "render/font.h"

#include "base/scalar.h"
#include "base/text.h"
#include "formats/font_outline.h"
#include "geometry/transform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATLAS_SIZE = 1024,
    EM_TEXELS = 64, ///< Sharp up to about 120 px; 240 glyphs fill three quarters of the atlas.
    CELL_MAX = 192, ///< Texels of a glyph's side; larger ones (none in sane fonts) are left out.
    SEGMENTS_MAX = 4096,
    SEGMENT_TEXELS = 2, ///< Curves become chords of this length: 0.03 texels off the curve.
    LAST_ASCII = 126,
};

/// Beyond Latin-1: arrows, dashes, quotes, dots, a tick and a cross, a minus, a triangle.
static const uint32_t extra[FONT_EXTRA] = {
    0x2190, 0x2191, 0x2192, 0x2193, 0x2013, 0x2014, 0x2026, 0x2713,
    0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2212, 0x2717, 0x25B6,
};

/// A chord of a glyph's outline, in texels of its cell, y down.
typedef struct Segment {
    vec2s from, to;
} Segment;

/// What baking one glyph needs; too large for a stack.
typedef struct Bake {
    Segment segments[SEGMENTS_MAX];
    int segment_count;
    float distance2[CELL_MAX * CELL_MAX];
    int winding[CELL_MAX * (CELL_MAX + 1)];
    int shelf_x, shelf_y, shelf_height; ///< Free place of the atlas: rows of cells.
} Bake;

/// Point at `t` of the curve with `degree` 1 to 3 through `degree` + 1 control points.
static vec2s curve_point(const vec2s *control, int degree, float t) {
    vec2s p[4];
    memcpy(p, control, (size_t)(degree + 1) * sizeof *p);
    for (int level = degree; level > 0; level--) { // de Casteljau
        for (int i = 0; i < level; i++) {
            p[i] = glms_vec2_lerp(p[i], p[i + 1], t);
        }
    }
    return p[0];
}

static void add_curve(Bake *bake, const vec2s *control, int degree) {
    float length = 0.0f;
    for (int i = 0; i < degree; i++) {
        length += glms_vec2_distance(control[i], control[i + 1]);
    }
    int count = degree == 1 ? 1 : (int)fminf(length / SEGMENT_TEXELS, 30.0f) + 2;
    vec2s last = control[0];
    for (int i = 1; i <= count && bake->segment_count < SEGMENTS_MAX; i++) {
        vec2s next =
            i == count ? control[degree] : curve_point(control, degree, (float)i / (float)count);
        bake->segments[bake->segment_count++] = (Segment){last, next};
        last = next;
    }
}

/// Cuts the outline of `glyph` into segments, with `origin` as its place in the cell.
static void add_outline(Bake *bake, const FontOutline *outline, int glyph, float scale,
                        vec2s origin) {
    FontCurve *curves = NULL;
    int count = font_outline_curves(outline, glyph, &curves);
    bake->segment_count = 0;
    for (int i = 0; i < count; i++) {
        vec2s control[4];
        for (int k = 0; k <= curves[i].degree; k++) {
            control[k] = vec2_make(origin.x + scale * (float)curves[i].x[k],
                                   origin.y - scale * (float)curves[i].y[k]);
        }
        add_curve(bake, control, curves[i].degree);
    }
    free(curves);
}

static int clamp_int(float value, int high) { return (int)float_clamp(value, 0.0f, (float)high); }

/// Keeps the least squared distance to `s` in all texels that lie within the spread of it.
static void add_distance(Bake *bake, Segment s, int width, int height) {
    float margin = (float)FONT_SPREAD + 1.0f;
    int x0 = clamp_int(fminf(s.from.x, s.to.x) - margin, width);
    int x1 = clamp_int(fmaxf(s.from.x, s.to.x) + margin, width);
    int y0 = clamp_int(fminf(s.from.y, s.to.y) - margin, height);
    int y1 = clamp_int(fmaxf(s.from.y, s.to.y) + margin, height);
    vec2s way = glms_vec2_sub(s.to, s.from);
    float inverse = 1.0f / fmaxf(glms_vec2_norm2(way), 1e-12f);
    for (int y = y0; y < y1; y++) {
        float *row = bake->distance2 + y * width;
        float py = (float)y + 0.5f - s.from.y;
        for (int x = x0; x < x1; x++) {
            float px = (float)x + 0.5f - s.from.x;
            float t = float_clamp((px * way.x + py * way.y) * inverse, 0.0f, 1.0f);
            float dx = px - t * way.x;
            float dy = py - t * way.y;
            row[x] = fminf(row[x], dx * dx + dy * dy);
        }
    }
}

/// Notes where `s` crosses the rows of texel centres; summed along a row the notes tell inside
/// from outside (nonzero rule).
static void add_winding(Bake *bake, Segment s, int width, int height) {
    bool down = s.to.y > s.from.y;
    vec2s top = down ? s.from : s.to;
    vec2s bottom = down ? s.to : s.from;
    int y0 = clamp_int(ceilf(top.y - 0.5f), height);
    int y1 = clamp_int(ceilf(bottom.y - 0.5f), height);
    for (int y = y0; y < y1; y++) {
        float t = ((float)y + 0.5f - top.y) / (bottom.y - top.y);
        float x = top.x + t * (bottom.x - top.x);
        bake->winding[y * (width + 1) + clamp_int(ceilf(x - 0.5f), width)] += down ? 1 : -1;
    }
}

/// Writes the distances of the cell's texels to `out`, a place in the atlas.
static void write_cell(Bake *bake, int width, int height, uint8_t *out) {
    for (int i = 0; i < width * height; i++) {
        bake->distance2[i] = (float)(4 * FONT_SPREAD * FONT_SPREAD);
    }
    memset(bake->winding, 0, (size_t)((width + 1) * height) * sizeof *bake->winding);
    for (int i = 0; i < bake->segment_count; i++) {
        add_distance(bake, bake->segments[i], width, height);
        add_winding(bake, bake->segments[i], width, height);
    }
    for (int y = 0; y < height; y++) {
        int turns = 0;
        for (int x = 0; x < width; x++) {
            turns += bake->winding[y * (width + 1) + x];
            float distance = sqrtf(bake->distance2[y * width + x]);
            float inside = turns != 0 ? distance : -distance;
            float value = 127.5f + inside * (127.5f / (float)FONT_SPREAD);
            out[y * ATLAS_SIZE + x] = (uint8_t)clamp_int(value + 0.5f, 255);
        }
    }
}

/// Finds a free place for a cell in the atlas; false where it is full.
static bool take_cell(Bake *bake, int width, int height, int *x, int *y) {
    if (bake->shelf_x + width > ATLAS_SIZE) {
        bake->shelf_y += bake->shelf_height;
        bake->shelf_x = 0;
        bake->shelf_height = 0;
    }
    if (bake->shelf_y + height > ATLAS_SIZE) {
        return false;
    }
    *x = bake->shelf_x;
    *y = bake->shelf_y;
    bake->shelf_x += width;
    bake->shelf_height = height > bake->shelf_height ? height : bake->shelf_height;
    return true;
}

static bool bake_glyph(Bake *bake, const FontOutline *outline, uint32_t code_point, uint8_t *atlas,
                       FontGlyph *out) {
    int glyph = font_outline_glyph(outline, code_point);
    if (glyph == 0) {
        return true;
    }
    float em = 1.0f / (float)font_outline_em(outline);
    float scale = em * (float)EM_TEXELS;
    *out =
        (FontGlyph){.advance = (float)font_outline_advance(outline, glyph) * em, .present = true};
    FontBox box = font_outline_box(outline, glyph);
    int x0 = (int)floorf((float)box.x0 * scale), x1 = (int)ceilf((float)box.x1 * scale);
    int y0 = (int)floorf((float)-box.y1 * scale), y1 = (int)ceilf((float)-box.y0 * scale);
    int width = x1 - x0 + 2 * FONT_SPREAD;
    int height = y1 - y0 + 2 * FONT_SPREAD;
    if (x1 <= x0 || y1 <= y0 || width > CELL_MAX || height > CELL_MAX) {
        return true;
    }
    int x = 0;
    int y = 0;
    if (!take_cell(bake, width, height, &x, &y)) {
        return false;
    }
    vec2s origin = vec2_make((float)(FONT_SPREAD - x0), (float)(FONT_SPREAD - y0));
    add_outline(bake, outline, glyph, scale, origin);
    write_cell(bake, width, height, atlas + y * ATLAS_SIZE + x);
    out->u0 = (float)x / ATLAS_SIZE;
    out->v0 = (float)y / ATLAS_SIZE;
    out->u1 = (float)(x + width) / ATLAS_SIZE;
    out->v1 = (float)(y + height) / ATLAS_SIZE;
    out->x0 = -origin.x / EM_TEXELS;
    out->y0 = -origin.y / EM_TEXELS;
    out->x1 = ((float)width - origin.x) / EM_TEXELS;
    out->y1 = ((float)height - origin.y) / EM_TEXELS;
    return true;
}

bool font_make(const uint8_t *bytes, size_t size, Font *out, MessageList *messages) {
    FontOutline *outline = font_outline_open(bytes, size, messages);
    if (!outline) {
        return false;
    }
    Font font = {.atlas = calloc(ATLAS_SIZE, ATLAS_SIZE), .atlas_size = ATLAS_SIZE};
    Bake *bake = calloc(1, sizeof *bake);
    bool fits = font.atlas && bake;
    for (int i = 0; fits && i < FONT_GLYPHS; i++) {
        int latin = FONT_LAST - FONT_FIRST + 1;
        uint32_t code_point = i < latin ? (uint32_t)(FONT_FIRST + i) : extra[i - latin];
        if (code_point > LAST_ASCII && code_point <= 0xA0) {
            continue; // control codes, and the no-break space, which is drawn as a space
        }
        fits = bake_glyph(bake, outline, code_point, font.atlas, &font.glyphs[i]);
    }
    free(bake);
    font_outline_close(outline);
    if (!fits || !font.glyphs['?' - FONT_FIRST].present) {
        message_add(messages, MESSAGE_E954, (Place){0},
                    fits ? "it has no letters" : "its glyphs are too large");
        font_destroy(&font);
        return false;
    }
    for (int digit = '0'; digit <= '9'; digit++) {
        font.digit_advance = fmaxf(font.digit_advance, font.glyphs[digit - FONT_FIRST].advance);
    }
    font.margin = (float)FONT_SPREAD / (float)EM_TEXELS;
    *out = font;
    return true;
}

void font_destroy(Font *font) {
    free(font->atlas);
    *font = (Font){0};
}

uint32_t font_next(const char **text) {
    int size = 0;
    uint32_t code_point = text_code_point(*text, &size);
    *text += code_point ? size : 0;
    return code_point == TEXT_INVALID ? 0xFFFD : code_point;
}

const FontGlyph *font_glyph(const Font *font, uint32_t code_point) {
    int index = '?' - FONT_FIRST;
    if (code_point >= FONT_FIRST && code_point <= FONT_LAST) {
        index = (int)(code_point == 0xA0 ? ' ' : code_point) - FONT_FIRST;
    }
    for (int i = 0; code_point > FONT_LAST && i < FONT_EXTRA; i++) {
        index = extra[i] == code_point ? FONT_LAST - FONT_FIRST + 1 + i : index;
    }
    return &font->glyphs[font->glyphs[index].present ? index : '?' - FONT_FIRST];
}

float font_advance(const Font *font, uint32_t code_point) {
    bool digit = code_point >= '0' && code_point <= '9';
    return digit ? font->digit_advance : font_glyph(font, code_point)->advance;
}

float font_text_width(const Font *font, const char *text) {
    float width = 0.0f;
    for (const char *rest = text; *rest;) {
        width += font_advance(font, font_next(&rest));
    }
    return width;
}
