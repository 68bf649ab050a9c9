/// Parts of a sheet in a window whose letters are larger than the sheet's own: texts are moved
/// apart where they would lie over each other, or left out.
#pragma once

#include "sheet/sheet_draw.h"
#include "ui/canvas.h"

typedef struct LabLabels {
    SheetDrawing drawing; ///< Where the marks lie, and which of them.
    Area within;          ///< px: no text leaves it.
    float text_min;       ///< px: no letters are smaller.
    bool moves;           ///< A text may stand beside its place; false: it is left out instead.
} LabLabels;

/// Writes the texts of `sheet` that `how` names. Of two that want the same place the one that the
/// sheet draws last stays. One that would lie outside is left out. O(texts^2).
void lab_labels_draw(const Canvas *canvas, const Sheet *sheet, const LabLabels *how);

/// Whether it would leave none of them out.
bool lab_labels_fit(const Canvas *canvas, const Sheet *sheet, const LabLabels *how);
