#include "ui/keys_sheet.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/menu_panel.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Units.
#define PAD         36.0f
#define HEAD        92.0f
#define FOOT        64.0f
#define ROW         46.0f
#define COLUMN_WIDE 430.0f
#define COLUMN_GAP  40.0f
#define TEXT        26.0f
#define MARK        28.0f ///< The disc before a heading, with the room behind it.

enum {
    COLUMNS_MAX = 4,
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

/// Where the columns of a sheet lie, px.
typedef struct Layout {
    Area panel;
    int columns, column_rows;
    int first[COLUMNS_MAX + 1]; ///< Row of the sheet with which each column begins.
    float row, size, column;
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

/// As many columns as keep all rows at their usual height, or as the width has room for.
static void choose_columns(const KeysSheet *sheet, int most, int rows_fit, Layout *out) {
    for (int columns = 1; columns <= most; columns++) {
        int rows = (sheet->count + columns - 1) / columns;
        while (!flow(sheet, columns, rows, out)) {
            rows++;
        }
        if (rows <= rows_fit) {
            return;
        }
    }
}

static Layout layout_make(const Canvas *canvas, const KeysSheet *sheet) {
    float u = canvas->unit, wide = 0.96f * (float)canvas->width - 2.0f * PAD * u;
    float fixed = (HEAD + FOOT + 2.0f * PAD) * u, tall = 0.96f * (float)canvas->height - fixed;
    int most = (int)((wide + COLUMN_GAP * u) / ((COLUMN_WIDE + COLUMN_GAP) * u));
    most = most < 1 ? 1 : most > COLUMNS_MAX ? COLUMNS_MAX : most;
    Layout layout = {.columns = 1, .column_rows = 1};
    choose_columns(sheet, most, (int)(tall / (ROW * u)), &layout);
    layout.row = fminf(ROW * u, tall / (float)layout.column_rows);
    layout.size = fminf(TEXT * u, TEXT / ROW * layout.row);
    float gaps = COLUMN_GAP * u * (float)(layout.columns - 1);
    layout.column = fminf(1.2f * COLUMN_WIDE * u, (wide - gaps) / (float)layout.columns);
    float inner = layout.column * (float)layout.columns + gaps;
    float height = fixed + layout.row * (float)layout.column_rows;
    layout.panel = (Area){0.5f * ((float)canvas->width - inner) - PAD * u,
                          0.5f * ((float)canvas->height - height), inner + 2.0f * PAD * u, height};
    return layout;
}

static float keys_width(const Canvas *canvas, const KeysSheetRow *row, float size) {
    float wide = 0.0f;
    for (int i = 0; i < row->key_count; i++) {
        wide += prompt_key_width(canvas, size, row->keys[i]) + 0.3f * size;
    }
    return wide;
}

static void draw_row(const Canvas *canvas, const Layout *layout, const KeysSheetRow *row, float x,
                     float middle, float keys) {
    float size = layout->size, at = x;
    if (row->key_count == 0) {
        float radius = 0.34f * size;
        if (row->color != 0) {
            draw_circle(canvas->list, vec2_make(x + radius, middle), radius, row->color);
            at += MARK / TEXT * size;
        }
        float fits = canvas_fitting(canvas, size, layout->column - (at - x), row->text);
        canvas_text(canvas, at, middle + 0.35f * fits, fits, TEXT_LEFT, PALETTE_ACCENT, row->text);
        return;
    }
    for (int i = 0; i < row->key_count; i++) {
        prompt_key_draw(canvas, at, middle, 0.9f * size, row->keys[i]);
        at += prompt_key_width(canvas, 0.9f * size, row->keys[i]) + 0.3f * size;
    }
    char text[96]; // tables write their words large or small, a sheet writes all of them large
    snprintf(text, sizeof text, "%s", row->text);
    text[0] = text[0] >= 'a' && text[0] <= 'z' ? (char)(text[0] - 'a' + 'A') : text[0];
    float fits = canvas_fitting(canvas, size, layout->column - keys, text);
    canvas_text(canvas, x + keys, middle + 0.35f * fits, fits, TEXT_LEFT, PALETTE_TEXT, text);
}

void keys_sheet_draw(const Canvas *canvas, const KeysSheet *sheet, PromptDevice device) {
    ASSERT(canvas != NULL && sheet != NULL);
    Layout layout = layout_make(canvas, sheet);
    float u = canvas->unit, left = layout.panel.x + PAD * u;
    int first_index = canvas->list->index_count;
    menu_veil(canvas);
    canvas_fill(canvas, layout.panel, 22.0f * u, PALETTE_SCREEN);
    canvas_text(canvas, left, layout.panel.y + PAD * u + 44.0f * u, 48.0f * u, TEXT_LEFT,
                PALETTE_TEXT, "Keys");
    for (int column = 0; column < layout.columns; column++) {
        int first = layout.first[column], end = layout.first[column + 1];
        float keys = 0.0f; // the texts of a column begin at one place
        for (int i = first; i < end; i++) {
            keys = fmaxf(keys, keys_width(canvas, &sheet->rows[i], 0.9f * layout.size));
        }
        keys = fminf(keys + 0.5f * layout.size, 0.62f * layout.column);
        float x = left + (layout.column + COLUMN_GAP * u) * (float)column;
        for (int i = first; i < end; i++) {
            const KeysSheetRow *row = &sheet->rows[i];
            float own = keys_width(canvas, row, 0.9f * layout.size) + 0.5f * layout.size;
            float y = layout.panel.y + (PAD + HEAD) * u + layout.row * ((float)(i - first) + 0.5f);
            draw_row(canvas, &layout, row, x, y, fmaxf(keys, own));
        }
    }
    static const PromptText close = {PROMPT_BACK, "close"};
    prompts_draw(canvas, left, layout.panel.y + layout.panel.height - PAD * u - 16.0f * u,
                 27.0f * u, layout.panel.width - 2.0f * PAD * u, device, &close, 1);
    draw_list_texts_last(canvas->list, first_index);
}
