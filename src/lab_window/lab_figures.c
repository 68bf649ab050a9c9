#include "lab_window/lab_figures.h"

#include "lab_window/lab_labels.h"
#include "ui/menu_parts.h"

#include <math.h>

#define GAP    18.0f ///< px of the sheet: between two figures.
#define LARGER 1.4f  ///< How much larger letters get than those of the window.
#define GROWN  1.3f  ///< How much larger letters get than their figure, of one that is too tall.

/// The figures of a sheet, and what of it each takes (px of the sheet, y up).
typedef struct Figures {
    Box boxes[LAB_FIGURES_MAX];
    int count;
    float letters; ///< px of the sheet: the smallest ones.
} Figures;

static Box mark_box(const Canvas *canvas, const Sheet *sheet, const Mark *mark, float letters) {
    if (mark->kind == MARK_AREA || mark->kind == MARK_LINE) {
        return box_of(sheet->points + mark->first, mark->count);
    }
    if (mark->kind == MARK_DISC) {
        return box_grow(box_of(&mark->at, 1), mark->size);
    }
    float size = fmaxf(mark->size, letters);
    float width = canvas_text_width(canvas, size, sheet->texts + mark->first);
    Area area =
        canvas_text_area(mark->at.x, -mark->at.y, size, sheet_text_align(mark->align), width);
    return (Box){vec2_make(area.x, -area.y - area.height), vec2_make(area.x + area.width, -area.y)};
}

/// Measures them, with letters of `letters` px of the sheet at least.
static Figures figures_of(const Canvas *canvas, const Sheet *sheet, float letters) {
    Figures figures = {.count = sheet->figure_count, .letters = INFINITY};
    figures.count = figures.count < LAB_FIGURES_MAX ? figures.count : LAB_FIGURES_MAX;
    for (int i = 0; i < figures.count; i++) {
        figures.boxes[i] = box_of(NULL, 0);
    }
    for (int i = 0; i < sheet->mark_count; i++) {
        const Mark *mark = &sheet->marks[i];
        if (mark->figure > 0 && mark->figure <= figures.count) {
            Box *box = &figures.boxes[mark->figure - 1];
            *box = box_union(*box, mark_box(canvas, sheet, mark, letters));
            figures.letters =
                mark->kind == MARK_TEXT ? fminf(figures.letters, mark->size) : figures.letters;
        }
    }
    return figures;
}

/// Which figures are shown, and how large.
typedef struct Shown {
    int first, count;
    float left; ///< px of the sheet
    float scale;
} Shown;

/// Chooses as many figures from `first` on as fit into `area` with letters of `text` px, and makes
/// them as large as they get.
static Shown choose(const Figures *figures, int first, Area area, float text) {
    Shown shown = {.first = first};
    Box all = box_of(NULL, 0);
    float tall = 0.0f, letters = text / figures->letters;
    for (int i = first; i < figures->count; i++) {
        Box box = figures->boxes[i], with = box_union(all, box);
        float height = box.high.y - box.low.y + (i > first ? GAP : 0.0f);
        float wide = area.width / (with.high.x - with.low.x);
        if (i > first && (tall + height) * fminf(letters, wide) > area.height) {
            break;
        }
        all = with;
        tall += height;
        shown.left = all.low.x;
        shown.count++;
        shown.scale = fminf(fminf(wide, area.height / tall), LARGER * letters);
    }
    return shown;
}

/// Draws those that are shown into `area`, with letters of `letters` px of the sheet at least;
/// where not `draws`, only says whether all their texts stand clear.
static bool draw_shown(const Canvas *canvas, const Sheet *sheet, const Figures *figures,
                       const Shown *shown, Area area, float letters, bool draws) {
    bool clear = true;
    float y = area.y;
    for (int i = shown->first; i < shown->first + shown->count; i++) {
        Box box = figures->boxes[i];
        LabLabels how = {
            .drawing = {.at = vec2_make(area.x - shown->scale * shown->left,
                                        y - shown->scale * (sheet->size.y - box.high.y)),
                        .scale = shown->scale,
                        .figure = i + 1,
                        .no_texts = true},
            .within = area,
            .text_min = letters * shown->scale,
        };
        if (draws) {
            sheet_draw_parts(sheet, canvas->list, canvas->font, &how.drawing);
            lab_labels_draw(canvas, sheet, &how);
        } else {
            clear &= lab_labels_fit(canvas, sheet, &how);
        }
        y += shown->scale * (box.high.y - box.low.y + GAP);
    }
    return clear;
}

int lab_figures_draw(const Canvas *canvas, const Sheet *sheet, const LabLayout *layout) {
    Area side = layout->side;
    float pad = layout->pad;
    canvas_fill(canvas, side, 0.4f * layout->text, SHEET_PAPER);
    Area area = {side.x + pad, side.y + pad, side.width - 3.0f * pad, side.height - 2.0f * pad};
    Figures figures = figures_of(canvas, sheet, 0.0f);
    Shown shown = choose(&figures, layout->first, area, layout->text);
    float letters = figures.letters;
    // one that is too tall: its letters grow alone, and take some of its room
    for (int turn = 0; turn < 2 && letters * shown.scale < layout->text; turn++) {
        float grown = fminf(layout->text / shown.scale, GROWN * figures.letters);
        Figures larger = figures_of(canvas, sheet, grown);
        Shown with = choose(&larger, layout->first, area, grown * shown.scale);
        if (draw_shown(canvas, sheet, &larger, &with, area, grown, false)) {
            figures = larger;
            shown = with;
            letters = grown;
        }
    }
    draw_shown(canvas, sheet, &figures, &shown, area, letters, true);
    menu_scroll_draw(canvas, area, canvas->unit, shown.first, shown.count, figures.count);
    return shown.count;
}
