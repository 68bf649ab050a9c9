#include "lab_window/lab_layout.h"

#include "sheet/panel_style.h"

#include <math.h>

// Units, as of a canvas.
#define TEXT           20.0f
#define TEXT_PRESENTED 36.0f
#define PAD            12.0f

#define LINE          1.4f  ///< Of the size of letters.
#define ROW           1.55f ///< Likewise.
#define WHOLE_FROM    0.68f ///< px for one of the sheet: below it its letters are too small.
#define LINES_LEAST   20.0f ///< Letters are no larger than leaves room for so many lines ...
#define LETTERS_LEAST 26.0f ///< ... and so many of their sizes beside each other.
#define SIDE_ROWS     22.0f ///< Letters' sizes that the column is wide, at least.
#define WIDE_FROM     52.0f ///< Likewise of a line of the working with how it comes about.
#define WIDE          1.55f ///< Width by height from which figures stand beside the shapes, ...
#define FIGURES_WIDE  0.64f ///< ... with this share of the width; else below them ...
#define FIGURES_TALL  0.6f  ///< ... with this share of the height.

// The part of the sheet that shapes take, px of the sheet, y up.
#define SHAPES_LEFT   4.0f
#define SHAPES_RIGHT  (STYLE_MIDDLE - 8.0f)
#define SHAPES_BOTTOM (STYLE_BOTTOM - 14.0f)
#define SHAPES_TOP    (STYLE_TOP + 10.0f)

static Area cut_low(Area *area, float height) {
    height = fminf(height, area->height);
    area->height -= height;
    return (Area){area->x, area->y + area->height, area->width, height};
}

static Area cut_high(Area *area, float height) {
    height = fminf(height, area->height);
    Area cut = {area->x, area->y, area->width, height};
    area->y += height;
    area->height -= height;
    return cut;
}

static Area cut_right(Area *area, float width) {
    width = fminf(width, area->width);
    area->width -= width;
    return (Area){area->x + area->width, area->y, width, area->height};
}

/// Puts the whole sheet, or its shapes alone, as large as it gets into `area`, and says what of it
/// the sheet takes.
static void place_sheet(LabLayout *layout, Area area, bool whole) {
    float width = whole ? STYLE_WIDTH : SHAPES_RIGHT - SHAPES_LEFT;
    float height = whole ? STYLE_HEIGHT : SHAPES_TOP - SHAPES_BOTTOM;
    float margin = whole ? 0.0f : 2.0f * layout->text; // letters stay large beside small shapes
    float scale =
        fmaxf(fminf((area.width - margin) / width, (area.height - margin) / height), 0.05f);
    layout->whole = whole;
    layout->sheet_scale = scale;
    layout->sheet = whole ? (Area){area.x, area.y, width * scale, height * scale} : area;
    float x = whole ? area.x : area.x + 0.5f * (area.width - width * scale);
    float y = whole ? area.y : area.y + 0.5f * (area.height - height * scale);
    layout->sheet_x = whole ? x : x - SHAPES_LEFT * scale;
    layout->sheet_y = whole ? y : y - (STYLE_HEIGHT - SHAPES_TOP) * scale;
    layout->shapes =
        whole ? (Area){x + SHAPES_LEFT * scale, y + (STYLE_HEIGHT - SHAPES_TOP) * scale,
                       (SHAPES_RIGHT - SHAPES_LEFT) * scale, (SHAPES_TOP - SHAPES_BOTTOM) * scale}
              : area;
}

/// Scrolls so that the focus is seen, and places the rows in `area`.
static void place_rows(LabLayout *layout, const LabDesk *desk, const LabRows *rows, Area area) {
    float high = ROW * layout->text;
    int fits = (int)(area.height / high);
    fits = fits < 1 ? 1 : fits;
    int first = desk->row - fits / 2, last = rows->count - fits;
    first = first > last ? last : first;
    first = first < 0 ? 0 : first;
    layout->first = first;
    layout->shown = rows->count < fits ? rows->count : fits;
    for (int i = 0; i < rows->count; i++) {
        bool seen = i >= first && i < first + layout->shown;
        layout->rows[i] =
            seen ? (Area){area.x, area.y + (float)(i - first) * high, area.width, high} : (Area){0};
    }
}

/// The column: what the panel is about, the rows, and a foot.
static void place_side(LabLayout *layout, const LabDesk *desk, const LabRows *rows) {
    Area rest = layout->side;
    rest.x += layout->pad;
    rest.width -= 2.0f * layout->pad;
    rest.y += layout->pad;
    rest.height -= 2.0f * layout->pad;
    if (desk->page == LAB_PAGE_ABOUT) {
        layout->about = rest;
        return;
    }
    bool presents = desk->presents;
    float foot = (presents ? 3.2f : 4.2f) * layout->line;
    layout->foot = cut_low(&rest, fminf(foot, 0.3f * rest.height));
    float wanted = (float)rows->count * ROW * layout->text;
    float least = fminf(wanted, (presents ? 4.0f : 7.0f) * ROW * layout->text);
    float text = (presents ? 9.5f : 16.0f) * layout->line; // three sentences and a source
    float about = fmaxf(rest.height - wanted, fminf(text, rest.height - least));
    layout->about = cut_high(&rest, fmaxf(fminf(about, text), 0.0f));
    place_rows(layout, desk, rows, rest);
}

/// The shapes, and the working beside them.
static void place_working(LabLayout *layout, const LabDesk *desk, Area rest) {
    float shapes = rest.height * (SHAPES_RIGHT - SHAPES_LEFT) / (SHAPES_TOP - SHAPES_BOTTOM);
    float least = (desk->presents ? 0.64f : 0.5f) * rest.width;
    layout->side = cut_right(&rest, fmaxf(rest.width - shapes, least));
    cut_right(&rest, layout->pad);
    place_sheet(layout, rest, false);
    bool wide = layout->side.width >= WIDE_FROM * layout->text;
    layout->number_lines = wide ? 1 : desk->presents ? 3 : 2;
    float high = (float)layout->number_lines * layout->line;
    layout->shown = (int)((layout->side.height - 2.0f * layout->pad - 2.0f * layout->line) / high);
    layout->shown = layout->shown < 1 ? 1 : layout->shown;
    layout->first = desk->line;
}

/// The shapes and what the panel says of them, and its figures beside both; below both in a window
/// that is not wide.
static void place_figures(LabLayout *layout, const LabDesk *desk, int figures, Area rest) {
    bool wide = rest.width > WIDE * rest.height;
    Area scene = rest;
    if (figures > 0 && wide) {
        layout->side = cut_right(&scene, FIGURES_WIDE * rest.width);
        cut_right(&scene, layout->pad);
    } else if (figures > 0) {
        layout->side = cut_low(&scene, FIGURES_TALL * rest.height);
        cut_low(&scene, layout->pad);
    }
    if (figures > 0 && !wide) {
        layout->about = cut_right(&scene, 0.5f * scene.width);
    } else {
        float shapes = scene.width * (SHAPES_TOP - SHAPES_BOTTOM) / (SHAPES_RIGHT - SHAPES_LEFT);
        float text = 6.0f * layout->line;
        layout->about = cut_low(&scene, fmaxf(text, scene.height - shapes));
    }
    place_sheet(layout, scene, false);
    layout->figures = figures < LAB_FIGURES_MAX ? figures : LAB_FIGURES_MAX;
    layout->first = desk->line < layout->figures ? desk->line : layout->figures - 1;
}

LabLayout lab_layout(const LabDesk *desk, const LabRows *rows, int figures, CanvasSize size) {
    LabLayout layout = {0};
    float unit = size.unit;
    layout.text = (desk->presents ? TEXT_PRESENTED : TEXT) * unit;
    layout.text = fminf(layout.text, fminf(size.height / LINES_LEAST, size.width / LETTERS_LEAST));
    layout.line = LINE * layout.text;
    layout.pad = PAD * unit;
    layout.values = desk->presents ? 0.48f : 0.36f;
    Area rest = {layout.pad, layout.pad, size.width - 2.0f * layout.pad,
                 size.height - 2.0f * layout.pad};
    float columns = rest.width / (TEXT * unit);
    float lines = columns < 50.0f ? 4.0f : columns < 90.0f ? 3.0f : 2.0f;
    layout.hints =
        cut_low(&rest, desk->presents ? 1.12f * layout.line : lines * LINE * TEXT * unit);
    cut_low(&rest, 0.5f * layout.pad);
    if (desk->page == LAB_PAGE_SHEET) {
        float scale = fminf(rest.width / STYLE_WIDTH, rest.height / STYLE_HEIGHT);
        if (desk->presents || scale < WHOLE_FROM) {
            place_figures(&layout, desk, figures, rest);
            return layout;
        }
        scale = rest.width / STYLE_WIDTH;
        if (scale * STYLE_HEIGHT + 4.0f * layout.line < rest.height) {
            layout.about = cut_low(&rest, 6.0f * layout.line);
        }
        place_sheet(&layout, rest, true);
        return layout;
    }
    float narrow = SIDE_ROWS * layout.text;
    if (desk->page == LAB_PAGE_WORKING) {
        place_working(&layout, desk, rest);
        return layout;
    }
    float sheet =
        fminf((rest.width - narrow - layout.pad) / STYLE_WIDTH, rest.height / STYLE_HEIGHT);
    bool whole = !desk->presents && sheet >= WHOLE_FROM;
    float shapes = rest.height * (SHAPES_RIGHT - SHAPES_LEFT) / (SHAPES_TOP - SHAPES_BOTTOM);
    float left =
        whole ? sheet * STYLE_WIDTH : fminf(shapes, fmaxf(rest.width - narrow, 0.42f * rest.width));
    layout.side = cut_right(&rest, rest.width - left - layout.pad);
    cut_right(&rest, layout.pad);
    place_sheet(&layout, rest, whole);
    place_side(&layout, desk, rows);
    return layout;
}

void lab_layout_shapes(LabLayout *layout, Area area) { place_sheet(layout, area, false); }

Area lab_layout_bar(const LabLayout *layout, int row) {
    Area area = layout->rows[row];
    float left = 0.34f * area.width, right = layout->values * area.width;
    return (Area){area.x + left, area.y, area.width - left - right, area.height};
}

Area lab_layout_arrow(const LabLayout *layout, int row, int way) {
    Area area = layout->rows[row];
    float x =
        way < 0 ? area.x + (1.0f - layout->values) * area.width : area.x + area.width - area.height;
    return (Area){x, area.y, area.height, area.height};
}

LabMap lab_map(const LabLayout *layout, const SheetView *view) {
    float scale = layout->sheet_scale;
    return (LabMap){
        vec2_make(layout->sheet_x + scale * view->zero.x,
                  layout->sheet_y + scale * (STYLE_HEIGHT - view->zero.y)),
        scale * view->scale,
    };
}

vec2s lab_map_pixel(const LabMap *map, vec2s point) {
    return vec2_make(map->zero.x + map->scale * point.x, map->zero.y - map->scale * point.y);
}

vec2s lab_map_point(const LabMap *map, vec2s pixel) {
    return vec2_make((pixel.x - map->zero.x) / map->scale, (map->zero.y - pixel.y) / map->scale);
}
