/// The working of a panel: its numbers by name, each with how it comes about, in order.
#pragma once

#include "base/text.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>

enum {
    WORKING_LINES_MAX = 192,
    WORKING_NAME_MAX = 56,  ///< Bytes, with the terminator.
    WORKING_TEXT_MAX = 136, ///< Bytes, with the terminator.
    WORKING_DECIMALS = 4,
};

typedef enum WorkingKind {
    WORKING_NUMBER,
    WORKING_TRUTH, ///< `value` is 0 or 1.
} WorkingKind;

typedef struct WorkingLine {
    char
        name[WORKING_NAME_MAX]; ///< Words that stay the same from scene to scene: "axis 2 overlap".
    WorkingKind kind;
    double value;                ///< May be no number where a wrong method gives none.
    const char *unit;            ///< "m", "s", "" ...
    char text[WORKING_TEXT_MAX]; ///< How the value comes about, with the current numbers.
} WorkingLine;

/// The zero value is empty. Lines past the last are not kept.
typedef struct Working {
    WorkingLine lines[WORKING_LINES_MAX];
    int count;
} Working;

/// Adds a number, or whether something holds. `format` is printf's with texts alone (%s): numbers
/// go in by working_digits, which every locale writes alike.
void working_number(Working *working, const char *name, double value, const char *unit,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
void working_truth(Working *working, const char *name, bool value, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// How many decimals people read of a line's value: none of a whole number without a unit.
int working_decimals(const WorkingLine *line);

/// The line called `name`, or NULL.
const WorkingLine *working_find(const Working *working, const char *name);

enum {
    DIGITS_TEXTS = 16,
    DIGITS_SIZE = 72,
};

/// Numbers as texts for one sentence: at most DIGITS_TEXTS of them live at a time. The zero value
/// is ready for use.
typedef struct Digits {
    char texts[DIGITS_TEXTS][DIGITS_SIZE];
    int next;
} Digits;

/// `value` with just `decimals` digits behind the point; "inf", "-inf" or "nan" where it is no
/// number.
const char *digits_of(Digits *digits, double value, int decimals);

/// The same for a number that is taken from another: in brackets where it is below 0.
const char *digits_taken(Digits *digits, double value, int decimals);

/// "(x, y)", with two decimals each.
const char *digits_point(Digits *digits, vec2s point);

/// Adds the lines as comma-separated values below a head line: name, value, unit, working.
void working_csv(const Working *working, TextBuffer *out);
