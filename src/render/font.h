/// A glyph atlas baked by stb_truetype from a font file's bytes: signed distances, so that one
/// atlas serves all sizes.
#pragma once

#include "base/messages.h"

#include <stddef.h>
#include <stdint.h>

enum {
    FONT_FIRST = 32,
    FONT_LAST = 255, ///< Latin-1, plus a few of FONT_EXTRA.
    FONT_EXTRA = 16,
};

typedef struct FontGlyph {
    float u0, v0, u1, v1;          ///< Atlas, 0 to 1.
    float x0, y0, x1, y1, advance; ///< In ems, y down from the baseline.
} FontGlyph;

typedef struct Font {
    FontGlyph glyphs[FONT_LAST - FONT_FIRST + 1 + FONT_EXTRA];
    uint8_t *atlas; ///< `atlas_size` squared bytes; freed by font_destroy.
    int atlas_size;
    float digit_advance, ascent, descent; ///< ems
} Font;

/// False with E954 where the bytes are no font that stb_truetype reads.
bool font_make(const uint8_t *bytes, size_t size, Font *out, MessageList *messages);
void font_destroy(Font *font);

/// Width in ems of UTF-8 `text`; digits count `digit_advance`. Unknown characters count as '?'.
float font_text_width(const Font *font, const char *text);
const FontGlyph *font_glyph(const Font *font, uint32_t code_point);
