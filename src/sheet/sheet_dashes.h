/// The dashes of a line.
#pragma once

#include "sheet/sheet.h"

#define SHEET_DASH 5.0f ///< px, of a dash and of the gap behind it.

/// A stretch of a dash, straight.
typedef struct SheetDash {
    vec2s from, to; ///< px
    bool bends;     ///< The dash goes on round a corner, with the next one.
} SheetDash;

/// Cuts the line `mark` of `sheet` into dashes, along its whole way. Returns how many; `out` is
/// freed by the caller with free(), NULL where there are none.
int sheet_dashes_of(const Sheet *sheet, const Mark *mark, SheetDash **out);
