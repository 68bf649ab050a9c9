/// A sheet of keys: what each of them does now, in columns over the darkened race.
#pragma once

#include "ui/prompts.h"

enum {
    KEYS_SHEET_ROWS = 72,
    KEYS_SHEET_KEYS = 4,
    KEYS_SHEET_BYTES = 20, ///< Of the label of a key.
};

typedef struct KeysSheetRow {
    char keys[KEYS_SHEET_KEYS][KEYS_SHEET_BYTES];
    int key_count;    ///< 0: a heading of the rows below it.
    const char *text; ///< What they do.
    uint32_t color;   ///< Of a heading's mark, 0xRRGGBBAA; 0: it has none.
} KeysSheetRow;

/// A value; the zero value is empty. Rows beyond KEYS_SHEET_ROWS are left out.
typedef struct KeysSheet {
    KeysSheetRow rows[KEYS_SHEET_ROWS];
    int count;
} KeysSheet;

/// Appends a heading. `text` lives as long as the sheet.
void keys_sheet_heading(KeysSheet *sheet, const char *text, uint32_t color);

/// Appends a row without keys; NULL where there is no room. keys_sheet_key adds a key to it, but
/// not an empty label, and not the same one twice.
KeysSheetRow *keys_sheet_row(KeysSheet *sheet, const char *text);
void keys_sheet_key(KeysSheetRow *row, const char *label);

/// Everything darkened, the sheet over it, with a line that says how it is closed. Where texts are
/// as large that it does not fit, it has pages: `page` is any number, which goes round them.
void keys_sheet_draw(const Canvas *canvas, const KeysSheet *sheet, PromptDevice device, int page);
