/// Numbers as text, the same in every locale: the grammar of JSON in, the shortest text out.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    NUMBER_TEXT_MAX = 32,     ///< Bytes of a number as text, with its terminator.
    NUMBER_DECIMALS_MAX = 12, ///< With 15 digits before the point, sign and point it just fits.
};

/// Whether the whole of `text` is a number: optional sign, digits, optional fraction, optional
/// exponent. No hex, octal, `_`, inf or nan, no leading zeros, no blanks. It may be too large for a
/// double.
bool number_is_number(const char *text);

/// Reads the whole of `text` as a number, correctly rounded. False where it is none or does not fit
/// a double; `out` is then as it was.
bool number_parse(const char *text, double *out);

/// Reads the whole of `text` as an integer without fraction or exponent; false where it is none or
/// does not fit.
bool number_parse_integer(const char *text, int *out);

/// Writes `value` with at most `decimals` digits behind the point, no trailing zeros, no "-0"; from
/// 1e15 on with 17 digits and perhaps an exponent. `out` holds NUMBER_TEXT_MAX bytes; returned for
/// use in calls. `value` is finite.
char *number_text(double value, int decimals, char *out);

/// Writes `value` with just `decimals` digits behind the point (0 to 9), for columns: zeros stay,
/// and there is no "-0". Quicker than the others where |value| < 1e9. `out` as above.
char *number_text_fixed(double value, int decimals, char *out);

/// Writes `value` with at most `digits` significant digits (1 to 17) as printf's %g does; 9 bring
/// back every float, 17 every double. `out` as above.
char *number_text_digits(double value, int digits, char *out);
