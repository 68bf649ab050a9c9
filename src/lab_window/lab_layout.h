/// Where the parts of the laboratory lie in its window, and how metres lie there. Whoever draws and
/// whoever asks what lies under the mouse use the same one. It needs no font.
#pragma once

#include "lab_window/lab_rows.h"
#include "sheet/sheet.h"
#include "ui/canvas.h"

enum {
    LAB_FIGURES_MAX = 8, ///< Of a sheet.
};

/// px of the window, y down.
typedef struct LabLayout {
    float text, line; ///< Size of letters, and from one line of text to the next.
    float pad;
    float values; ///< Share of a row that its value has, with the arrows beside it.
    bool whole;   ///< The whole sheet is shown, not the shapes alone.
    float sheet_x, sheet_y, sheet_scale; ///< Where the sheet's top left corner would lie.
    Area sheet;                          ///< What of the window it takes ...
    Area shapes;             ///< ... and the part of that in which shapes are taken hold of.
    Area side;               ///< The column: rows, working or figures. Empty: there is none.
    Area about;              ///< Of the column, or below the sheet: title, sentences, source.
    Area foot;               ///< Of the column: what the row with the focus means, and the cost.
    Area hints;              ///< The keys.
    Area rows[LAB_ROWS_MAX]; ///< Empty where one is scrolled away.
    int first, shown; ///< The rows that are seen; of the working its lines; the first figure.
    int figures;      ///< Tables and charts of the sheet that the column has in large letters.
    int number_lines; ///< Of the working: lines of text that a number has, 1 to 3.
} LabLayout;

/// `figures`: how many the sheet has.
LabLayout lab_layout(const LabDesk *desk, const LabRows *rows, int figures, CanvasSize size);

/// Places the shapes of a sheet alone, as large as they get, in `area`; the size of letters is set.
void lab_layout_shapes(LabLayout *layout, Area area);

/// Of a row: its slider, and the arrows beside it.
Area lab_layout_bar(const LabLayout *layout, int row);
Area lab_layout_arrow(const LabLayout *layout, int row, int way);

/// How metres lie in the window: p is at (zero.x + scale * p.x, zero.y - scale * p.y).
typedef struct LabMap {
    vec2s zero;
    float scale; ///< 0: the panel shows no scene.
} LabMap;

LabMap lab_map(const LabLayout *layout, const SheetView *view);
vec2s lab_map_pixel(const LabMap *map, vec2s point);
vec2s lab_map_point(const LabMap *map, vec2s pixel);
