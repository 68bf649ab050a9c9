/// A sheet as a draw list, for the window.
#pragma once

#include "render/draw_list.h"
#include "sheet/sheet.h"

/// Which marks are drawn, and how.
typedef struct SheetDrawing {
    vec2s at;       ///< px of the list: the top left corner of the sheet.
    float scale;    ///< px of the list for one of the sheet.
    unsigned parts; ///< A bit for each SheetPart; 0: all.
    int figure;     ///< Of the figures this one alone, from 1; 0: all.
    bool no_texts;  ///< Somebody else writes them.
} SheetDrawing;

/// Whether `how` shows the mark.
bool sheet_draws(const SheetDrawing *how, const Mark *mark);

/// How the list names an alignment.
TextAlign sheet_text_align(MarkAlign align);

/// Where `point` (px of the sheet) lies in the list.
vec2s sheet_place(const Sheet *sheet, const SheetDrawing *how, vec2s point);

/// Adds marks of the sheet to `list`, as `sheet_draw` does.
void sheet_draw_parts(const Sheet *sheet, DrawList *list, const Font *font,
                      const SheetDrawing *how);

/// Adds the sheet to `list`, which is in pixels with y down: its top left corner at `at`, `scale`
/// px of the list for one of the sheet.
void sheet_draw(const Sheet *sheet, DrawList *list, const Font *font, vec2s at, float scale);
