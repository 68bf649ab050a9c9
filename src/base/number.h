/// Numbers as text, the same in every locale: the grammar of JSON in, the shortest text out.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    NUMBER_TEXT_MAX = 32
};

/// Reads the whole of `text` as a number: optional sign, digits, optional fraction, optional
/// exponent. No hex, octal, `_`, inf or nan, no leading zeros, no blanks. Correctly rounded. False
/// where it is none or does not fit a double; `out` is then as it was.
bool number_parse(const char *text, double *out);

/// Reads the whole of `text` as an integer without fraction or exponent; false where it is none.
bool number_parse_integer(const char *text, int *out);

/// Writes `value` with at most `decimals` digits behind the point, no trailing zeros, no "-0".
/// `out` holds NUMBER_TEXT_MAX bytes; returned for use in calls. `value` is finite, below 1e15.
char *number_text(double value, int decimals, char *out);
