/// A sheet as a PNG, with soft edges and the letters of DejaVu Sans.
#pragma once

#include "base/messages.h"
#include "base/text.h"
#include "sheet/sheet.h"

/// Appends the file to `out`, two pixels for one of the sheet. It has the same bytes on every
/// machine: all is rounded to 1/256 of a pixel and drawn in whole numbers (sheet/raster.h), and
/// there is one font. False with messages where that is missing (sheet/sheet_font.h); `out` is then
/// as it was. About 60 ms, of which 10 go to the font and 20 to packing.
bool sheet_png(const Sheet *sheet, TextBuffer *out, MessageList *messages);
