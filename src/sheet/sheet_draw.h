/// A sheet as a draw list, for the window and for PNG.
#pragma once

#include "render/draw_list.h"
#include "sheet/sheet.h"

/// Adds the sheet to `list`, which is in pixels with y down: its top left corner at `at`, `scale`
/// px of the list for one of the sheet.
void sheet_draw(const Sheet *sheet, DrawList *list, const Font *font, vec2s at, float scale);
