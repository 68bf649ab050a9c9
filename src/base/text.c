#include "base/text.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

bool text_ends_with(const char *text, const char *end) {
    ASSERT(text != NULL && end != NULL);
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static char id_byte(char byte) {
    if (byte >= 'A' && byte <= 'Z') {
        return (char)(byte - 'A' + 'a');
    }
    bool fits = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '_';
    return fits ? byte : '-';
}

bool text_as_id(const char *text, char *out, size_t size) {
    size_t used = 0;
    for (; *text && used + 1 < size; text++) {
        char byte = id_byte(*text);
        bool starts = byte >= 'a' && byte <= 'z';
        if (used == 0 ? starts : byte != '-' || out[used - 1] != '-') {
            out[used++] = byte;
        }
    }
    while (used > 0 && out[used - 1] == '-') {
        used--;
    }
    out[used] = '\0';
    return used > 0;
}

void text_add(TextBuffer *buffer, const char *added, size_t size) {
    ASSERT(buffer != NULL && (added != NULL || size == 0));
    if (buffer->size + size + 1 > buffer->capacity) {
        buffer->capacity = (buffer->size + size + 1) * 2;
        char *grown = realloc(buffer->text, buffer->capacity);
        ASSERT(grown != NULL);
        buffer->text = grown;
    }
    if (size > 0) {
        memcpy(buffer->text + buffer->size, added, size);
    }
    buffer->size += size;
    buffer->text[buffer->size] = '\0';
}
