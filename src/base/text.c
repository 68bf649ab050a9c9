#include "base/text.h"

#include "base/assert.h"

#include <string.h>

bool text_ends_with(const char *text, const char *end) {
    ASSERT(text != NULL && end != NULL);
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}
