/// The rows of the desk: every number and choice of the scene that a slider, a key or a gamepad may
/// change. The same rows are drawn and acted on.
#pragma once

#include "lab_window/lab_desk.h"

enum {
    LAB_ROWS_MAX = 40,
    LAB_ROW_LABEL = 32,
    LAB_ROW_TEXT = 64,
};

typedef enum LabRowKind {
    LAB_ROW_GUESS,  ///< What is expected: the verdict ...
    LAB_ROW_AMOUNT, ///< ... and an amount.
    LAB_ROW_REVEAL, ///< An action, as the name is.
    LAB_ROW_PANEL,
    LAB_ROW_OPTION, ///< Of the panel.
    LAB_ROW_GLANCING,
    LAB_ROW_SHAPE, ///< Which of the two the rows below are about.
    LAB_ROW_KIND,
    LAB_ROW_CAR,
    LAB_ROW_SIZE,
    LAB_ROW_LENGTH,
    LAB_ROW_X,
    LAB_ROW_Y,
    LAB_ROW_ANGLE,
    LAB_ROW_SPEED,
    LAB_ROW_DIRECTION,
    LAB_ROW_TURN,
    LAB_ROW_NAME, ///< An action.
} LabRowKind;

typedef struct LabRow {
    LabRowKind kind;
    int option;  ///< Index into scene_options.
    bool choice; ///< Values are 0, 1, ... and follow each other round and round.
    bool bar;    ///< It has a slider.
    float bend;  ///< Of the slider: its end is coarser than its begin. 1 is even.
    float value, low, high, step;
    char label[LAB_ROW_LABEL];
    char text[LAB_ROW_TEXT]; ///< The value as it is shown.
    const char *about;       ///< One sentence; NULL: none.
} LabRow;

/// All of a desk that rows are made from: they are as they were while it is the same.
typedef struct LabRowsKey {
    int revision; ///< Of the scene and what the panel says of it. 0: of no desk.
    int selected;
    LabGuess guess;
    LabNaming naming;
} LabRowsKey;

typedef struct LabRows {
    LabRowsKey key;
    LabRow items[LAB_ROWS_MAX];
    int count;
} LabRows;

/// All rows of `desk` now, those of the selected shape alone.
LabRows lab_rows_make(const LabDesk *desk);

/// Makes `rows` those of `desk` now, anew only where its key has changed. The zero value has none.
void lab_rows_refresh(LabRows *rows, const LabDesk *desk);

/// Sets the value of `row`, which is of these. What cannot be is refused, with a note.
void lab_row_set(LabDesk *desk, const LabRow *row, float value);

/// Moves it by `steps`, which may be parts of one; choices go round by whole ones, and pass over
/// what the scene refuses.
void lab_row_move(LabDesk *desk, const LabRow *row, float steps);

/// Whether it has no value: choosing it does something.
bool lab_row_is_action(const LabRow *row);

/// Where the value stands on its slider, 0 to 1, and the value there.
float lab_row_part(const LabRow *row);
float lab_row_value(const LabRow *row, float part);
