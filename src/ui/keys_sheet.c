#include "ui/keys_sheet.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/menu_parts.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Units.
#define PAD        36.0f
#define HEAD       92.0f
#define FOOT       64.0f
#define ROW        46.0f
#define COLUMN_GAP 56.0f
#define TEXT       26.0f
#define KEY        23.0f ///< Letters on keys.
#define KEY_GAP    8.0f
#define KEYS_GAP   14.0f ///< Between the keys and what they do.
#define MARK       28.0f ///< The disc before a heading, with the room behind it.

#define ENOUGH      0.9f  ///< Of the size of other texts: more pages are not worth the rest.
#define SHEET_SHARE 0.96f ///< Of the window, that the sheet may take.

enum {
    COLUMNS_MAX = 4,
    PAGES_MAX = 4,
    KEYS_SHEET_TEXT = 96, ///< Bytes of what a row says.
};

void keys_sheet_heading(KeysSheet *sheet, const char *text, uint32_t color) {
    if (sheet->count < KEYS_SHEET_ROWS) {
        sheet->rows[sheet->count++] = (KeysSheetRow){.text = text, .color = color};
    }
}

KeysSheetRow *keys_sheet_row(KeysSheet *sheet, const char *text) {
    if (sheet->count >= KEYS_SHEET_ROWS) {
        return NULL;
    }
    sheet->rows[sheet->count] = (KeysSheetRow){.text = text};
    return &sheet->rows[sheet->count++];
}

void keys_sheet_key(KeysSheetRow *row, const char *label) {
    if (row == NULL || label[0] == '\0' || row->key_count >= KEYS_SHEET_KEYS) {
        return;
    }
    for (int i = 0; i < row->key_count; i++) {
        if (strcmp(row->keys[i], label) == 0) {
            return;
        }
    }
    snprintf(row->keys[row->key_count++], KEYS_SHEET_BYTES, "%s", label);
}

/// How the rows of a sheet stand in columns, and how wide those are, units.
typedef struct Layout {
    int columns, column_rows;
    int first[COLUMNS_MAX + 1]; ///< Row of the sheet with which each column begins.
    float keys[COLUMNS_MAX];    ///< Of the widest keys of each column, with the room behind them.
    float wide[COLUMNS_MAX];    ///< Of each column.
    float unit;                 ///< px
} Layout;

/// The row behind the part of the sheet that begins with the heading `first`.
static int part_end(const KeysSheet *sheet, int first) {
    int end = first + 1;
    while (end < sheet->count && sheet->rows[end].key_count > 0) {
        end++;
    }
    return end;
}

/// Lays the parts whole into columns of `column_rows`. False where more than `columns` are needed.
static bool flow(const KeysSheet *sheet, int columns, int column_rows, Layout *out) {
    int column = 0;
    out->first[0] = 0;
    for (int first = 0; first < sheet->count; first = part_end(sheet, first)) {
        int end = part_end(sheet, first);
        if (end - first > column_rows) {
            return false;
        }
        if (end - out->first[column] > column_rows) {
            if (++column == columns) {
                return false;
            }
            out->first[column] = first;
        }
    }
    out->columns = column + 1;
    out->column_rows = column_rows;
    out->first[out->columns] = sheet->count;
    return true;
}

/// What a row says. Tables write their words large or small, a sheet writes all of them large.
static void row_text(const KeysSheetRow *row, char out[KEYS_SHEET_TEXT]) {
    snprintf(out, KEYS_SHEET_TEXT, "%s", row->text);
    out[0] = out[0] >= 'a' && out[0] <= 'z' ? (char)(out[0] - 'a' + 'A') : out[0];
}

/// Units.
static float keys_width(const Canvas *canvas, const KeysSheetRow *row) {
    float wide = 0.0f;
    for (int i = 0; i < row->key_count; i++) {
        wide += prompt_key_width(canvas, KEY, row->keys[i]) + KEY_GAP;
    }
    return wide;
}

/// Measures the columns: the texts of each begin at one place.
static void measure(const Canvas *canvas, const KeysSheet *sheet, Layout *layout) {
    for (int column = 0; column < layout->columns; column++) {
        float keys = 0.0f, texts = 0.0f, heading = 0.0f;
        for (int i = layout->first[column]; i < layout->first[column + 1]; i++) {
            const KeysSheetRow *row = &sheet->rows[i];
            char text[KEYS_SHEET_TEXT];
            row_text(row, text);
            float wide = canvas_text_width(canvas, TEXT, text);
            keys = fmaxf(keys, keys_width(canvas, row));
            texts = row->key_count > 0 ? fmaxf(texts, wide) : texts;
            heading = row->key_count > 0 ? heading : fmaxf(heading, wide + MARK);
        }
        layout->keys[column] = keys + KEYS_GAP;
        layout->wide[column] = fmaxf(layout->keys[column] + texts, heading);
    }
}

/// Units of the columns with what lies between them.
static float inner_width(const Layout *layout) {
    float wide = COLUMN_GAP * (float)(layout->columns - 1);
    for (int column = 0; column < layout->columns; column++) {
        wide += layout->wide[column];
    }
    return wide;
}

static float outer_height(const Layout *layout) {
    return HEAD + FOOT + 2.0f * PAD + ROW * (float)layout->column_rows;
}

/// As many columns as let the sheet be largest, at most as large as other texts are; of equal ones
/// the fewest.
static Layout layout_make(const Canvas *canvas, const KeysSheet *sheet) {
    float wide = SHEET_SHARE * (float)canvas->width, tall = SHEET_SHARE * (float)canvas->height;
    Layout best = {.unit = 0.0f};
    for (int columns = 1; columns <= COLUMNS_MAX; columns++) {
        Layout layout = {.columns = 1};
        int rows = (sheet->count + columns - 1) / columns;
        while (!flow(sheet, columns, rows, &layout)) {
            rows++;
        }
        measure(canvas, sheet, &layout);
        layout.unit = fminf(canvas->unit, fminf(wide / (inner_width(&layout) + 2.0f * PAD),
                                                tall / outer_height(&layout)));
        best = layout.unit > best.unit ? layout : best;
    }
    return best;
}

/// Page `page` of `pages`, of whole parts and about as long as the others.
static KeysSheet page_of(const KeysSheet *sheet, int page, int pages) {
    KeysSheet out = {.count = 0};
    for (int first = 0; first < sheet->count; first = part_end(sheet, first)) {
        int end = part_end(sheet, first), middle = (first + end) / 2;
        for (int i = first; i < end && middle * pages / sheet->count == page; i++) {
            out.rows[out.count++] = sheet->rows[i];
        }
    }
    return out;
}

/// px of a unit with which every one of `pages` fits; 0 where one would be empty.
static float pages_unit(const Canvas *canvas, const KeysSheet *sheet, int pages) {
    float unit = canvas->unit;
    for (int page = 0; page < pages; page++) {
        KeysSheet part = page_of(sheet, page, pages);
        unit = part.count > 0 ? fminf(unit, layout_make(canvas, &part).unit) : 0.0f;
        if (unit <= 0.0f) {
            break;
        }
    }
    return unit;
}

/// The fewest pages on which texts are about as large as all others, else those with the largest.
static int count_pages(const Canvas *canvas, const KeysSheet *sheet) {
    int best = 1;
    float unit = 0.0f;
    for (int pages = 1; pages <= PAGES_MAX && unit < ENOUGH * canvas->unit; pages++) {
        float its = pages_unit(canvas, sheet, pages);
        best = its > 1.05f * unit ? pages : best;
        unit = fmaxf(unit, its);
    }
    return best;
}

/// A heading, or keys and what they do. `keys`: the room for the keys, units.
static void draw_row(const Canvas *canvas, float unit, const KeysSheetRow *row, float x,
                     float middle, float keys) {
    float size = TEXT * unit;
    char text[KEYS_SHEET_TEXT];
    row_text(row, text);
    if (row->key_count == 0) {
        float radius = 0.34f * size;
        if (row->color != 0) {
            draw_circle(canvas->list, vec2_make(x + radius, middle), radius, row->color);
            x += MARK * unit;
        }
        canvas_text(canvas, x, middle + 0.35f * size, size, TEXT_LEFT, PALETTE_ACCENT, text);
        return;
    }
    float at = x;
    for (int i = 0; i < row->key_count; i++) {
        prompt_key_draw(canvas, at, middle, KEY * unit, row->keys[i]);
        at += prompt_key_width(canvas, KEY * unit, row->keys[i]) + KEY_GAP * unit;
    }
    canvas_text(canvas, x + keys * unit, middle + 0.35f * size, size, TEXT_LEFT, PALETTE_TEXT,
                text);
}

void keys_sheet_draw(const Canvas *canvas, const KeysSheet *sheet, PromptDevice device, int page) {
    ASSERT(canvas != NULL && sheet != NULL);
    int pages = count_pages(canvas, sheet), shown = (page % pages + pages) % pages;
    KeysSheet part = page_of(sheet, shown, pages);
    Layout layout = layout_make(canvas, &part);
    float u = layout.unit, wide = (inner_width(&layout) + 2.0f * PAD) * u;
    float tall = outer_height(&layout) * u;
    Area panel = {0.5f * ((float)canvas->width - wide), 0.5f * ((float)canvas->height - tall), wide,
                  tall};
    float left = panel.x + PAD * u;
    int first_index = canvas->list->index_count;
    menu_sheet_draw(canvas, panel, u);
    canvas_text(canvas, left, panel.y + (PAD + 44.0f) * u, 48.0f * u, TEXT_LEFT, PALETTE_TEXT,
                "Keys");
    float x = left;
    for (int column = 0; column < layout.columns; column++) {
        int first = layout.first[column], end = layout.first[column + 1];
        for (int i = first; i < end; i++) {
            float y = panel.y + (PAD + HEAD + ROW * ((float)(i - first) + 0.5f)) * u;
            draw_row(canvas, u, &part.rows[i], x, y, layout.keys[column]);
        }
        x += (layout.wide[column] + COLUMN_GAP) * u;
    }
    char turn[32];
    snprintf(turn, sizeof turn, "page %d of %d", shown + 1, pages);
    const PromptText prompts[] = {{PROMPT_BACK, "close"}, {PROMPT_CHANGE, turn}};
    prompts_draw(canvas, left, panel.y + panel.height - (PAD + 16.0f) * u, 27.0f * u,
                 wide - 2.0f * PAD * u, device, prompts, pages > 1 ? 2 : 1);
    draw_list_texts_last(canvas->list, first_index);
}
