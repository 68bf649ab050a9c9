/// A table of records: what is chosen to be seen above it, each record a row. Plain values; the hit
/// test uses the layout that the drawing uses.
#pragma once

#include "ui/prompts.h"

enum {
    RECORD_TABLE_ROWS_MAX = 64, ///< That are seen at once, at most.
    RECORD_TABLE_TEXT_MAX = 64,
    RECORD_TABLE_CHOICES = 2,
};

/// One that is seen. Empty texts show nothing.
typedef struct RecordTableRow {
    bool heading; ///< `name` alone, over the rows below it; cannot be chosen.
    char name[RECORD_TABLE_TEXT_MAX], car[RECORD_TABLE_TEXT_MAX];
    char place[12], time[24], gap[24], date[16], state[16];
    uint32_t state_color;
    bool champion; ///< It has the champion's medal.
    bool chosen;   ///< It has a tick.
} RecordTableRow;

typedef struct RecordTable {
    const char *title;
    const char *choices[RECORD_TABLE_CHOICES];  ///< What is shown: of which track, of which car.
    bool moves[RECORD_TABLE_CHOICES];           ///< There is something else to choose.
    int count;                                  ///< Rows in all.
    int first;                                  ///< The one at the top.
    int focus;                                  ///< -1: nothing stands out.
    RecordTableRow rows[RECORD_TABLE_ROWS_MAX]; ///< From RecordTableLayout.first on: set them last.
    const char *empty;                          ///< Said in place of rows. NULL: nothing.
    const char *help;                           ///< Said of the focused row. NULL: nothing.
    bool warns;                                 ///< The help is a warning.
    const char *accept;                         ///< What accepting does. NULL: nothing.
    PromptDevice device;
} RecordTable;

/// Where the parts lie, px.
typedef struct RecordTableLayout {
    Area panel, choices[RECORD_TABLE_CHOICES], rows; ///< `rows` holds those that are seen.
    float row;                                       ///< Height of one.
    int first, shown;                                ///< Rows that are seen.
    float unit, title_y, help_y, prompts_y;
} RecordTableLayout;

/// Scrolls so that the focus is seen. Asks for nothing of `rows`.
RecordTableLayout record_table_layout(const RecordTable *table, const CanvasSize *size);

/// What lies under the mouse.
typedef struct RecordTableHit {
    int row;    ///< Of all rows; -1 none.
    int choice; ///< -1 none.
    int way;    ///< Of a choice: -1 its left half, 1 its right one.
} RecordTableHit;

RecordTableHit record_table_hit(const RecordTable *table, const CanvasSize *size, float x, float y);

void record_table_draw(const Canvas *canvas, const RecordTable *table);
