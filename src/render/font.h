/// A glyph atlas baked by stb_truetype from a font file's bytes: signed distances, so that one
/// atlas serves all sizes.
#pragma once

#include "base/messages.h"

#include <stddef.h>
#include <stdint.h>

enum {
    FONT_FIRST = 32,
    FONT_LAST = 255, ///< Latin-1, plus the FONT_EXTRA listed in font.c: arrows, dashes, a tick.
    FONT_EXTRA = 16,
    FONT_GLYPHS = FONT_LAST - FONT_FIRST + 1 + FONT_EXTRA,
    FONT_SPREAD = 6, ///< Atlas texels of distance on either side of an outline: value 0 lies this
                     ///< far outside, 255 this far inside.
};

typedef struct FontGlyph {
    float u0, v0, u1, v1;          ///< Atlas, 0 to 1.
    float x0, y0, x1, y1, advance; ///< In ems, y down from the baseline; x1 = x0: nothing to draw.
    bool present;                  ///< The font has it.
} FontGlyph;

typedef struct Font {
    FontGlyph glyphs[FONT_GLYPHS];
    uint8_t *atlas; ///< `atlas_size` squared bytes; freed by font_destroy.
    int atlas_size;
    float digit_advance; ///< ems, of the widest digit.
    float margin;        ///< ems, around an outline, that the box of its glyph reaches.
} Font;

/// Bakes `bytes` (TTF or OTF, needed during the call alone). About 40 ms. False with E954 where
/// they are no font that stb_truetype reads. Only the outermost structure is checked: the bytes
/// come from an installed font.
bool font_make(const uint8_t *bytes, size_t size, Font *out, MessageList *messages);
void font_destroy(Font *font);

/// The code point at `*text`, which moves behind it; 0xFFFD for a byte that is no UTF-8, 0 at the
/// end (where it stays).
uint32_t font_next(const char **text);

/// What to draw for a code point; '?' where the font has none.
const FontGlyph *font_glyph(const Font *font, uint32_t code_point);

/// How far `code_point` moves the pen, in ems: all digits as far as the widest.
float font_advance(const Font *font, uint32_t code_point);

/// Width in ems of UTF-8 `text`.
float font_text_width(const Font *font, const char *text);
