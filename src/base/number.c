#include "base/number.h"

#include "base/assert.h"
#include "base/text.h"

#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LENGTH_MAX = 1100, ///< Characters of a number; the smallest double in full has 1077.
    POINT_MAX = 8,     ///< Bytes of a decimal point; U+066B has two.
};

/// The part of `text` behind a sign and an integer without leading zeros, or NULL.
static const char *skip_integer(const char *text) {
    const char *first = *text == '-' || *text == '+' ? text + 1 : text;
    const char *end = text_skip_digits(first);
    return end && (first[0] != '0' || end == first + 1) ? end : NULL;
}

bool number_is_number(const char *text) {
    ASSERT(text != NULL);
    const char *at = skip_integer(text);
    if (at && *at == '.') {
        at = text_skip_digits(at + 1);
    }
    if (at && (*at == 'e' || *at == 'E')) {
        at = text_skip_digits(at + (at[1] == '-' || at[1] == '+' ? 2 : 1));
    }
    return at && *at == '\0' && at - text <= LENGTH_MAX;
}

/// strtod for a text in our grammar. It rounds correctly but wants the decimal point of the locale,
/// which a library may have set behind our back: so that is what it gets.
static double convert(const char *text) {
    const char *point = localeconv()->decimal_point;
    const char *ours = strchr(text, '.');
    if (!ours || strcmp(point, ".") == 0) {
        return strtod(text, NULL);
    }
    char local[LENGTH_MAX + POINT_MAX + 1];
    snprintf(local, sizeof local, "%.*s%s%s", (int)(ours - text), text, point, ours + 1);
    return strtod(local, NULL);
}

bool number_parse(const char *text, double *out) {
    ASSERT(text != NULL && out != NULL);
    if (!number_is_number(text)) {
        return false;
    }
    double value = convert(text);
    if (!isfinite(value)) {
        return false;
    }
    *out = value;
    return true;
}

bool number_parse_integer(const char *text, int *out) {
    ASSERT(text != NULL && out != NULL);
    const char *end = skip_integer(text);
    if (!end || *end != '\0') {
        return false;
    }
    long long value = 0;
    for (const char *at = text + strspn(text, "+-"); *at; at++) {
        value = value * 10 + (*at - '0');
        if (value > (long long)INT_MAX + 1) {
            return false;
        }
    }
    value = text[0] == '-' ? -value : value;
    if (value < INT_MIN || value > INT_MAX) {
        return false;
    }
    *out = (int)value;
    return true;
}

/// Puts "." where printf wrote the decimal point of the locale.
static void restore_point(char *text) {
    const char *point = localeconv()->decimal_point;
    char *theirs = strcmp(point, ".") == 0 ? NULL : strstr(text, point);
    if (theirs) {
        *theirs = '.';
        memmove(theirs + 1, theirs + strlen(point), strlen(theirs + strlen(point)) + 1);
    }
}

char *number_text(double value, int decimals, char *out) {
    ASSERT(out != NULL && isfinite(value) && decimals >= 0 && decimals <= NUMBER_DECIMALS_MAX);
    char text[NUMBER_TEXT_MAX + POINT_MAX];
    if (fabs(value) >= 1e15) {
        snprintf(text, sizeof text, "%.17g", value); // all digits; a fraction is beyond its steps
    } else {
        snprintf(text, sizeof text, "%.*f", decimals, value);
    }
    restore_point(text);
    if (strchr(text, '.') && !strchr(text, 'e')) {
        size_t size = strlen(text);
        while (text[size - 1] == '0') {
            size--;
        }
        size -= text[size - 1] == '.';
        text[size] = '\0';
    }
    return strcpy(out, strcmp(text, "-0") == 0 ? "0" : text);
}

char *number_text_digits(double value, int digits, char *out) {
    ASSERT(out != NULL && isfinite(value) && digits >= 1 && digits <= 17);
    char text[NUMBER_TEXT_MAX + POINT_MAX];
    snprintf(text, sizeof text, "%.*g", digits, value);
    restore_point(text);
    return strcpy(out, strcmp(text, "-0") == 0 ? "0" : text);
}

char *number_text_fixed(double value, int decimals, char *out) {
    static const double scales[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    ASSERT(out != NULL && isfinite(value) && decimals >= 0 && decimals <= 9);
    if (fabs(value) >= 1e9) {
        char text[LENGTH_MAX];
        snprintf(text, sizeof text, "%.*f", decimals, value);
        restore_point(text);
        return strlen(text) < NUMBER_TEXT_MAX ? strcpy(out, text)
                                              : number_text_digits(value, 17, out);
    }
    uint64_t scaled = (uint64_t)(fabs(value) * scales[decimals] + 0.5); // below 2^63
    bool negative = value < 0.0 && scaled > 0;
    char digits[NUMBER_TEXT_MAX] = "";
    char *at = digits + sizeof digits - 1; // from the last digit to the first
    for (int i = 0; scaled > 0 || i <= decimals; i++) {
        if (i == decimals && decimals > 0) {
            *--at = '.';
        }
        *--at = (char)('0' + scaled % 10);
        scaled /= 10;
    }
    if (negative) {
        *--at = '-';
    }
    return strcpy(out, at);
}
