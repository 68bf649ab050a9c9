#include "base/json.h"

#include "base/assert.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Appends `size` bytes of `text` as they are.
static void append(Json *json, const char *text, size_t size) {
    ASSERT(json != NULL);
    text_add(&json->written, text, size);
}

/// Appends a whole value: number, bool, null.
static void append_value(Json *json, const char *text) {
    if (json->after_value) {
        append(json, ",", 1);
    }
    append(json, text, strlen(text));
    json->after_value = true;
}

/// Appends "[" or "{".
static void open_collection(Json *json, const char *bracket) {
    append_value(json, bracket);
    json->after_value = false;
}

/// Appends "]" or "}".
static void close_collection(Json *json, const char *bracket) {
    json->after_value = false; // a comma before it would be one too many
    append_value(json, bracket);
}

void json_object(Json *json) { open_collection(json, "{"); }

void json_end_object(Json *json) { close_collection(json, "}"); }

void json_array(Json *json) { open_collection(json, "["); }

void json_end_array(Json *json) { close_collection(json, "]"); }

/// Bytes of the well-formed UTF-8 sequence at `text`, 1 to 4; 0 where there is none.
static int sequence_size(const unsigned char *text) {
    unsigned char first = text[0];
    int size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first > 0xF4) {
        return 0;
    }
    for (int i = 1; i < size; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool overlong = (first == 0xE0 && text[1] < 0xA0) || (first == 0xF0 && text[1] < 0x90);
    bool surrogate = first == 0xED && text[1] >= 0xA0;
    bool too_large = first == 0xF4 && text[1] >= 0x90;
    return overlong || surrogate || too_large ? 0 : size;
}

/// Appends `text` in quotes. Bytes that are no UTF-8, as file names may hold, become U+FFFD: a
/// reader of JSON would refuse the whole text for them.
static void append_quoted(Json *json, const char *text) {
    append(json, "\"", 1);
    while (*text) {
        char escaped[8];
        int size = sequence_size((const unsigned char *)text);
        if (size == 0) {
            append(json, "\xEF\xBF\xBD", 3);
        } else if (*text == '"' || *text == '\\') {
            snprintf(escaped, sizeof escaped, "\\%c", *text);
            append(json, escaped, 2);
        } else if ((unsigned char)*text < 0x20 || *text == 0x7F) {
            const char *letter = strchr("n\nt\tr\r", *text); // every second one is the character
            if (letter) {
                snprintf(escaped, sizeof escaped, "\\%c", letter[-1]);
            } else {
                snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*text);
            }
            append(json, escaped, strlen(escaped));
        } else {
            append(json, text, (size_t)size);
        }
        text += size > 0 ? size : 1;
    }
    append(json, "\"", 1);
}

void json_key(Json *json, const char *key) {
    ASSERT(key != NULL);
    append_value(json, "");
    append_quoted(json, key);
    append(json, ":", 1);
    json->after_value = false;
}

void json_text(Json *json, const char *value) {
    if (!value) {
        json_null(json);
        return;
    }
    append_value(json, "");
    append_quoted(json, value);
}

void json_number(Json *json, double value, int decimals) {
    char text[NUMBER_TEXT_MAX];
    append_value(json, isfinite(value) ? number_text(value, decimals, text) : "null");
}

void json_integer(Json *json, int64_t value) {
    char text[NUMBER_TEXT_MAX];
    snprintf(text, sizeof text, "%lld", (long long)value);
    append_value(json, text);
}

void json_bool(Json *json, bool value) { append_value(json, value ? "true" : "false"); }

void json_null(Json *json) { append_value(json, "null"); }

void json_destroy(Json *json) {
    ASSERT(json != NULL);
    free(json->written.text);
    *json = (Json){0};
}
