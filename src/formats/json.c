#include "formats/json.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Appends `size` bytes of `text` as they are.
static void append(Json *json, const char *text, size_t size) {
    ASSERT(json != NULL);
    text_add(&json->written, text, size);
}

/// Appends `text` in quotes. Bytes that are no UTF-8, as file names may hold, become U+FFFD: a
/// reader of JSON would refuse the whole text for them. What is not shown is escaped, as JSON goes
/// to terminals too.
static void append_quoted(Json *json, const char *text) {
    append(json, "\"", 1);
    for (int size; *text; text += size) {
        char escaped[12];
        uint32_t code = text_code_point(text, &size);
        if (code == TEXT_INVALID) {
            append(json, "\xEF\xBF\xBD", 3);
        } else if (*text == '"' || *text == '\\') {
            snprintf(escaped, sizeof escaped, "\\%c", *text);
            append(json, escaped, 2);
        } else if (!text_is_shown(code)) {
            const char *letter = code < 0x80 ? strchr("n\nt\tr\r", *text) : NULL;
            if (letter) { // every second one is the character
                snprintf(escaped, sizeof escaped, "\\%c", letter[-1]);
            } else {
                snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)code);
            }
            append(json, escaped, strlen(escaped));
        } else {
            append(json, text, (size_t)size);
        }
    }
    append(json, "\"", 1);
}

/// Appends a whole value as it is (number, bool, null) behind its key, where it has one.
static void append_value(Json *json, const char *key, const char *text) {
    if (json->after_value) {
        append(json, ",", 1);
    }
    if (key) {
        append_quoted(json, key);
        append(json, ":", 1);
    }
    append(json, text, strlen(text));
    json->after_value = true;
}

/// Appends "[" or "{".
static void open_collection(Json *json, const char *key, const char *bracket) {
    append_value(json, key, bracket);
    json->after_value = false;
}

/// Appends "]" or "}".
static void close_collection(Json *json, const char *bracket) {
    json->after_value = false; // a comma before it would be one too many
    append_value(json, NULL, bracket);
}

void json_object(Json *json, const char *key) { open_collection(json, key, "{"); }

void json_end_object(Json *json) { close_collection(json, "}"); }

void json_array(Json *json, const char *key) { open_collection(json, key, "["); }

void json_end_array(Json *json) { close_collection(json, "]"); }

void json_text(Json *json, const char *key, const char *value) {
    append_value(json, key, value ? "" : "null");
    if (value) {
        append_quoted(json, value);
    }
}

void json_number(Json *json, const char *key, double value, int decimals) {
    char text[NUMBER_TEXT_MAX];
    append_value(json, key, isfinite(value) ? number_text(value, decimals, text) : "null");
}

void json_integer(Json *json, const char *key, int64_t value) {
    char text[NUMBER_TEXT_MAX];
    snprintf(text, sizeof text, "%lld", (long long)value);
    append_value(json, key, text);
}

void json_bool(Json *json, const char *key, bool value) {
    append_value(json, key, value ? "true" : "false");
}

void json_null(Json *json, const char *key) { append_value(json, key, "null"); }

void json_print(Json *json) {
    ASSERT(json != NULL);
    print_as_is(stdout, json->written.text, json->written.size);
    print("\n");
    json_destroy(json);
}

void json_destroy(Json *json) {
    ASSERT(json != NULL);
    free(json->written.text);
    *json = (Json){0};
}
