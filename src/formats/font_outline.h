/// Letters of a TrueType or OpenType font as outlines. Everything is in the font's own units, in
/// whole numbers, so that all who draw them draw the same; y points up.
#pragma once

#include "base/messages.h"

#include <stddef.h>
#include <stdint.h>

/// A font that is open. Ended by font_outline_close.
typedef struct FontOutline FontOutline;

/// A Bézier curve of an outline with `degree` 1 (a straight line) to 3: `degree` + 1 control
/// points.
typedef struct FontCurve {
    int degree;
    int x[4], y[4];
} FontCurve;

typedef struct FontBox {
    int x0, y0, x1, y1; ///< x1 = x0: there is nothing to draw.
} FontBox;

/// Opens the font in `bytes`, which the caller keeps until it is closed. NULL with E954 where they
/// are no font that stb_truetype reads. Only the outermost structure is checked: the bytes come
/// from an installed font.
FontOutline *font_outline_open(const uint8_t *bytes, size_t size, MessageList *messages);

/// NULL does nothing.
void font_outline_close(FontOutline *font);

/// How many units an em has.
int font_outline_em(const FontOutline *font);

/// The glyph of a code point; 0, which is what the font draws for what it has not, where there is
/// none.
int font_outline_glyph(const FontOutline *font, uint32_t code_point);

/// How far `glyph` moves the pen.
int font_outline_advance(const FontOutline *font, int glyph);

/// The box around the control points of `glyph`.
FontBox font_outline_box(const FontOutline *font, int glyph);

/// The outline of `glyph`, contour after contour, each of which ends where it begins. Returns how
/// many curves it has; `out` is freed by the caller with free(), NULL where there are none.
int font_outline_curves(const FontOutline *font, int glyph, FontCurve **out);
