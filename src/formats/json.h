/// Writes JSON (RFC 8259) into a growing text, on one line: commas, quoting and number form are its
/// business. What terminals would not show is escaped.
#pragma once

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/// The zero value is ready for use.
typedef struct Json {
    TextBuffer written;
    bool after_value; ///< Whether the next value needs a comma.
} Json;

/// Each of these takes the key of the value; NULL in an array, and for the whole.
void json_object(Json *json, const char *key); ///< "{" ... json_end_object
void json_end_object(Json *json);
void json_array(Json *json, const char *key); ///< "[" ... json_end_array
void json_end_array(Json *json);
void json_text(Json *json, const char *key, const char *value); ///< NULL gives null.
/// At most `decimals` digits behind the point (0 to 12); NaN and infinity give null.
void json_number(Json *json, const char *key, double value, int decimals);
void json_integer(Json *json, const char *key, int64_t value);
void json_bool(Json *json, const char *key, bool value);
void json_null(Json *json, const char *key);

void json_print(Json *json); ///< To stdout, with a line feed; then json_destroy.
void json_destroy(Json *json);
