#include "sheet/working.h"

#include "base/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add_line(Working *working, WorkingKind kind, const char *name, double value,
                     const char *unit, const char *format, va_list arguments) {
    if (working->count == WORKING_LINES_MAX) {
        return;
    }
    WorkingLine *line = &working->lines[working->count++];
    line->kind = kind;
    line->value = value;
    line->unit = unit;
    text_copy(name, line->name, sizeof line->name);
    vsnprintf(line->text, sizeof line->text, format, arguments);
}

void working_number(Working *working, const char *name, double value, const char *unit,
                    const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_line(working, WORKING_NUMBER, name, value, unit, format, arguments);
    va_end(arguments);
}

void working_truth(Working *working, const char *name, bool value, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_line(working, WORKING_TRUTH, name, value ? 1.0 : 0.0, "", format, arguments);
    va_end(arguments);
}

int working_decimals(const WorkingLine *line) {
    bool whole = line->unit[0] == '\0' && floor(line->value) == line->value;
    return whole ? 0 : WORKING_DECIMALS;
}

const WorkingLine *working_find(const Working *working, const char *name) {
    for (int i = 0; i < working->count; i++) {
        if (strcmp(working->lines[i].name, name) == 0) {
            return &working->lines[i];
        }
    }
    return NULL;
}

const char *digits_of(Digits *digits, double value, int decimals) {
    char *text = digits->texts[digits->next++ % DIGITS_TEXTS];
    if (isfinite(value)) {
        return number_text_fixed(value, decimals, text);
    }
    text_copy(isnan(value) ? "nan" : value > 0.0 ? "inf" : "-inf", text, DIGITS_SIZE);
    return text;
}

const char *digits_taken(Digits *digits, double value, int decimals) {
    const char *bare = digits_of(digits, value, decimals);
    char *text = digits->texts[digits->next++ % DIGITS_TEXTS];
    snprintf(text, DIGITS_SIZE, bare[0] == '-' ? "(%s)" : "%s", bare);
    return text;
}

const char *digits_point(Digits *digits, vec2s point) {
    char *text = digits->texts[digits->next++ % DIGITS_TEXTS];
    char x[NUMBER_TEXT_MAX], y[NUMBER_TEXT_MAX];
    snprintf(text, DIGITS_SIZE, "(%s, %s)", number_text_fixed((double)point.x, 2, x),
             number_text_fixed((double)point.y, 2, y));
    return text;
}

static void add_text(TextBuffer *out, const char *text) { text_add(out, text, strlen(text)); }

/// A field of CSV, in quotes where it holds a comma (RFC 4180). None holds a quote.
static void add_field(TextBuffer *out, const char *text, const char *behind) {
    const char *quote = strchr(text, ',') ? "\"" : "";
    add_text(out, quote);
    add_text(out, text);
    add_text(out, quote);
    add_text(out, behind);
}

void working_csv(const Working *working, TextBuffer *out) {
    add_text(out, "name,value,unit,working\n");
    for (int i = 0; i < working->count; i++) {
        const WorkingLine *line = &working->lines[i];
        Digits digits = {0};
        add_field(out, line->name, ",");
        char value[NUMBER_TEXT_MAX];
        bool finite = isfinite(line->value);
        add_field(out,
                  finite ? number_text(line->value, WORKING_DECIMALS, value)
                         : digits_of(&digits, line->value, 0),
                  ",");
        add_field(out, line->unit, ",");
        add_field(out, line->text, "\n");
    }
}
