/// A sheet as an SVG document.
#pragma once

#include "formats/svg.h"
#include "sheet/sheet.h"

/// Appends the whole document. The same sheet gives the same bytes everywhere.
void sheet_svg(const Sheet *sheet, Svg *svg);
