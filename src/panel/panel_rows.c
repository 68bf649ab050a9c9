#include "panel/panel_rows.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/scalar.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LOGARITHMIC_FROM 60.0f ///< Ratio of the ends of a range.
enum {
    WORD_MAX = 48,
};

static void to_lower(char *text) {
    for (; *text; text++) {
        *text = text_lower(*text);
    }
}

/// `name` with blanks for its underscores.
static void spaced(const char *name, char *out, size_t size) {
    snprintf(out, size, "%s", name);
    for (; *out; out++) {
        *out = *out == '_' ? ' ' : *out;
    }
}

static PanelRow row_make(const ParamRow *row) {
    PanelRow out = {.row = row, .partner = -1};
    snprintf(out.id, sizeof out.id, "%.16s.%.44s", row->group, row->name);
    snprintf(out.of_setup[0], PANEL_ID_MAX, "a.%.61s", out.id);
    snprintf(out.of_setup[1], PANEL_ID_MAX, "b.%.61s", out.id);
    char name[PANEL_ID_MAX];
    spaced(row->name, name, sizeof name);
    snprintf(out.label, sizeof out.label, "%.63s", row->label ? row->label : name);
    snprintf(out.words, sizeof out.words, "%s %s %s %s", out.id, name, out.label, row->about);
    to_lower(out.words);
    if (strcmp(row->unit, "1") != 0) {
        size_t size = strlen(row->unit);
        bool square = size >= 2 && strcmp(row->unit + size - 2, "m2") == 0;
        snprintf(out.unit, sizeof out.unit, " %.*s%s", (int)(size - square), row->unit,
                 square ? "\u00B2" : "");
    }
    out.decimals = param_decimals(row);
    snprintf(out.format, sizeof out.format, "%%.%df%s", out.decimals, out.unit);
    out.logarithmic = row->min > 0.0f && row->max / row->min > LOGARITHMIC_FROM &&
                      !strchr(row->name, '['); // entries of lists only reach a little way
    return out;
}

/// The row that is called like `of` but for the other axle, -1 none.
static int find_partner(const PanelRow *rows, int count, const PanelRow *of) {
    const char *front = strstr(of->id, "_front");
    const char *rear = strstr(of->id, "_rear");
    const char *at = front ? front : rear;
    if (!at) {
        return -1;
    }
    char name[PANEL_ID_MAX + 8];
    snprintf(name, sizeof name, "%.*s%s%s", (int)(at - of->id), of->id, front ? "_rear" : "_front",
             at + strlen(front ? "_front" : "_rear"));
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].id, name) == 0) {
            return i;
        }
    }
    return -1;
}

/// Adds the rows of `table` that are of `group`.
static int add_rows(const ParamTable *table, const char *group, PanelRow *rows, int count) {
    for (int i = 0; i < table->count && count < PANEL_ROWS_MAX; i++) {
        const ParamRow *row = &table->rows[i];
        if (!row->file_only && strcmp(row->group, group) == 0) {
            rows[count++] = row_make(row);
        }
    }
    return count;
}

int panel_rows_make(const ParamTable *table, const ParamTable *lists,
                    PanelRow rows[PANEL_ROWS_MAX]) {
    ASSERT(table != NULL && lists != NULL && rows != NULL);
    int count = 0;
    const char *group = "";
    for (int i = 0; i < table->count; i++) {
        if (strcmp(table->rows[i].group, group) != 0) {
            group = table->rows[i].group;
            count = add_rows(table, group, rows, count);
            count = add_rows(lists, group, rows, count);
        }
    }
    for (int i = 0; i < count; i++) {
        rows[i].partner = find_partner(rows, count, &rows[i]);
    }
    return count;
}

bool panel_row_is_found(const PanelRow *row, const char *search) {
    ASSERT(row != NULL && search != NULL);
    while (*search) {
        size_t size = strcspn(search, " ");
        char word[WORD_MAX];
        snprintf(word, sizeof word, "%.*s", (int)(size < WORD_MAX ? size : WORD_MAX - 1), search);
        to_lower(word);
        if (!strstr(row->words, word)) { // an empty word stands everywhere
            return false;
        }
        search += size + (search[size] == ' ');
    }
    return true;
}

float panel_row_snapped(const PanelRow *row, float value) {
    ASSERT(row != NULL && isfinite(value));
    double step = (double)param_step(row->row);
    char text[NUMBER_TEXT_MAX];
    double snapped = (double)value;
    number_parse(number_text(round(snapped / step) * step, row->decimals, text), &snapped);
    return (float)snapped;
}

float panel_row_share(const PanelRow *row, float min, float max, float value) {
    ASSERT(row != NULL && min <= max);
    float share = row->logarithmic ? logf(value / min) / logf(max / min)
                                   : (value - min) / fmaxf(max - min, 1e-9f);
    return float_clamp(share, 0.0f, 1.0f);
}
