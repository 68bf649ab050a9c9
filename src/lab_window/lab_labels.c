#include "lab_window/lab_labels.h"

#include <math.h>

#define GAP  0.12f ///< Of the size of letters: between two texts.
#define MOVE 0.75f ///< Likewise: how far a text is moved: farther off it seems to name another.

enum {
    TEXTS_MAX = 256, ///< Those beyond are left out.
};

/// The texts that stand already.
typedef struct Taken {
    Area areas[TEXTS_MAX];
    int count;
} Taken;

static bool is_free(const Taken *taken, Area area, float gap) {
    Area grown = {area.x - gap, area.y - gap, area.width + 2.0f * gap, area.height + 2.0f * gap};
    for (int i = 0; i < taken->count; i++) {
        if (canvas_overlap(taken->areas[i], grown)) {
            return false;
        }
    }
    return taken->count < TEXTS_MAX;
}

/// Moves `area` into `within`, which it may be larger than.
static Area moved_into(Area area, Area within) {
    area.x = fminf(area.x, within.x + within.width - area.width);
    area.y = fminf(area.y, within.y + within.height - area.height);
    area.x = fmaxf(area.x, within.x);
    area.y = fmaxf(area.y, within.y);
    return area;
}

/// Finds a free place for `area` near where it is. False where there is none.
static bool find_place(const Taken *taken, const LabLabels *how, float size, Area *area) {
    static const float ways[][2] = {{0, -1}, {0, 1},  {1, 0}, {-1, 0},
                                    {1, -1}, {-1, 1}, {1, 1}, {-1, -1}};
    Area wanted = *area = moved_into(*area, how->within);
    float gap = how->moves ? GAP * size : 0.0f; // the columns of a table may stand near each other
    bool fits = is_free(taken, wanted, gap);
    for (int i = 0; how->moves && i < 8 && !fits; i++) {
        Area moved = wanted;
        moved.x += ways[i][0] * MOVE * size;
        moved.y += ways[i][1] * MOVE * size;
        *area = moved_into(moved, how->within);
        fits = is_free(taken, *area, gap);
    }
    return fits;
}

/// Places them all; draws them too where `draws`. Returns whether each has a place.
static bool place_all(const Canvas *canvas, const Sheet *sheet, const LabLabels *how, bool draws) {
    const SheetDrawing *drawing = &how->drawing;
    Taken taken = {.count = 0};
    bool all = true;
    for (int i = sheet->mark_count - 1; i >= 0; i--) {
        const Mark *mark = &sheet->marks[i];
        if (mark->kind != MARK_TEXT || !sheet_draws(drawing, mark)) {
            continue;
        }
        vec2s at = sheet_place(sheet, drawing, mark->at);
        const char *text = sheet->texts + mark->first;
        float size = fmaxf(mark->size * drawing->scale, how->text_min);
        TextAlign align = sheet_text_align(mark->align);
        float width = canvas_text_width(canvas, size, text);
        Area area = canvas_text_area(at.x, at.y, size, align, width), wanted = area;
        bool fits = canvas_overlap(how->within, area) && find_place(&taken, how, size, &area);
        all &= fits;
        if (fits) {
            taken.areas[taken.count++] = area;
        }
        if (fits && draws) {
            canvas_text(canvas, at.x + area.x - wanted.x, at.y + area.y - wanted.y, size, align,
                        mark->color, text);
        }
    }
    return all;
}

void lab_labels_draw(const Canvas *canvas, const Sheet *sheet, const LabLabels *how) {
    place_all(canvas, sheet, how, true);
}

bool lab_labels_fit(const Canvas *canvas, const Sheet *sheet, const LabLabels *how) {
    return place_all(canvas, sheet, how, false);
}
