#include "formats/font_outline.h"

#include "base/assert.h"

#include <stdlib.h>

// All of stb_truetype is static here: other libraries (libstb, Dear ImGui) carry a copy too. As a
// system header it is spared our warnings.
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>

struct FontOutline {
    stbtt_fontinfo info;
    int em;
};

static uint32_t big_endian(const uint8_t *bytes, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; i++) {
        value = value << 8 | bytes[i];
    }
    return value;
}

/// Whether all tables of the font lie within its bytes: stb_truetype believes what it is told.
static bool tables_fit(const uint8_t *bytes, size_t size) {
    int start = size >= 16 ? stbtt_GetFontOffsetForIndex(bytes, 0) : -1;
    if (start < 0 || (size_t)start + 12 > size) {
        return false;
    }
    const uint8_t *directory = bytes + start;
    size_t count = big_endian(directory + 4, 2);
    if ((size_t)start + 12 + 16 * count > size) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t offset = big_endian(directory + 12 + 16 * i + 8, 4);
        uint64_t length = big_endian(directory + 12 + 16 * i + 12, 4);
        if (offset + length > size) {
            return false;
        }
    }
    return true;
}

FontOutline *font_outline_open(const uint8_t *bytes, size_t size, MessageList *messages) {
    FontOutline *font = calloc(1, sizeof *font);
    ASSERT(font != NULL);
    bool fine = tables_fit(bytes, size) &&
                stbtt_InitFont(&font->info, bytes, stbtt_GetFontOffsetForIndex(bytes, 0)) != 0;
    // the head table is there where the font is one; an em has 16 to 16384 units
    font->em = fine ? (int)big_endian(bytes + font->info.head + 18, 2) : 0;
    if (font->em == 0) {
        message_add(messages, MESSAGE_E954, (Place){0}, "it is no TrueType or OpenType font");
        font_outline_close(font);
        return NULL;
    }
    return font;
}

void font_outline_close(FontOutline *font) { free(font); }

int font_outline_em(const FontOutline *font) { return font->em; }

int font_outline_glyph(const FontOutline *font, uint32_t code_point) {
    return stbtt_FindGlyphIndex(&font->info, (int)code_point);
}

int font_outline_advance(const FontOutline *font, int glyph) {
    int advance = 0, bearing = 0;
    stbtt_GetGlyphHMetrics(&font->info, glyph, &advance, &bearing);
    return advance;
}

FontBox font_outline_box(const FontOutline *font, int glyph) {
    FontBox box = {0};
    if (!stbtt_GetGlyphBox(&font->info, glyph, &box.x0, &box.y0, &box.x1, &box.y1)) {
        return (FontBox){0};
    }
    return box;
}

/// From `from` to `to` with a control point between them. Where that lies on the way it is a line:
/// builds of one font write either.
static FontCurve quadratic(const stbtt_vertex *from, const stbtt_vertex *to) {
    int64_t dx = to->x - from->x, dy = to->y - from->y;
    if (dx * (to->cy - from->y) == dy * (to->cx - from->x)) {
        return (FontCurve){1, {from->x, to->x}, {from->y, to->y}};
    }
    return (FontCurve){2, {from->x, to->cx, to->x}, {from->y, to->cy, to->y}};
}

int font_outline_curves(const FontOutline *font, int glyph, FontCurve **out) {
    stbtt_vertex *path = NULL;
    int length = stbtt_GetGlyphShape(&font->info, glyph, &path), count = 0;
    FontCurve *curves = length > 0 ? malloc((size_t)length * sizeof *curves) : NULL;
    ASSERT(curves != NULL || length <= 0);
    for (int i = 1; i < length; i++) {
        const stbtt_vertex *from = &path[i - 1], *to = &path[i];
        if (to->type == STBTT_vline) {
            curves[count++] = (FontCurve){1, {from->x, to->x}, {from->y, to->y}};
        } else if (to->type == STBTT_vcurve) {
            curves[count++] = quadratic(from, to);
        } else if (to->type == STBTT_vcubic) {
            curves[count++] = (FontCurve){
                3, {from->x, to->cx, to->cx1, to->x}, {from->y, to->cy, to->cy1, to->y}};
        }
    }
    stbtt_FreeShape(&font->info, path);
    *out = curves;
    return count;
}
