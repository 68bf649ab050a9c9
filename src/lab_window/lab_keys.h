/// The keys of the laboratory, from one table (lab_keys.def).
#pragma once

#include "platform/window.h"

typedef enum LabKey {
#define LAB_KEY(id, moment, ctrl, first, second, third, fourth, label) LAB_KEY_##id,
#include "lab_window/lab_keys.def"
#undef LAB_KEY
    LAB_KEY_COUNT,
} LabKey;

enum {
    LAB_KEY_KEYS = 4,
};

typedef enum LabMoment {
    LAB_WHEN_DESK,
    LAB_WHEN_CORNER, ///< Arrows move a corner.
    LAB_WHEN_PEN,    ///< A polygon is drawn.
    LAB_WHEN_NAME,   ///< The name is typed.
} LabMoment;

typedef struct LabKeyRow {
    LabMoment moment;
    bool ctrl;
    int keys[LAB_KEY_KEYS]; ///< KEY_NONE where it has fewer.
    const char *label;
} LabKeyRow;

extern const LabKeyRow lab_key_rows[LAB_KEY_COUNT];

/// What people call a moment.
const char *lab_moment_label(LabMoment moment);

/// How many of its keys the row has.
int lab_key_count(const LabKeyRow *row);

/// Which of its keys the press is, with Ctrl as it wants it: from 0, -1 for none.
int lab_key_of(LabKey key, const KeyPress *press);

/// The first press of one of its keys in the frame; NULL: none.
const KeyPress *lab_key_press(LabKey key, const InputFrame *frame);

/// Which of its keys that is: from 0, -1 for none.
int lab_key_pressed(LabKey key, const InputFrame *frame);

// What is held now, for what goes on while a key is held, and for the mouse.

bool lab_keys_shift(const InputFrame *frame);
bool lab_keys_ctrl(const InputFrame *frame);
