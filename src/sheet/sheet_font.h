/// The letters of a sheet where they are drawn as pixels. They come from one font alone, since
/// another one would give another picture.
#pragma once

#include "base/file.h"
#include "formats/font_outline.h"

typedef struct SheetFont {
    FileBytes bytes;
    FontOutline *outline;
} SheetFont;

/// Opens DejaVu Sans 2.37 as it is installed. False with E960 where it is not or is of another
/// version, E901 or E954 where its file cannot be read. About 10 ms.
bool sheet_font_open(SheetFont *out, MessageList *messages);
void sheet_font_close(SheetFont *font);

/// The glyph of a code point: a space for what controls, glyph 0 (a box) for what the font has not
/// or the check of its letters leaves out.
int sheet_font_glyph(const FontOutline *outline, uint32_t code_point);
