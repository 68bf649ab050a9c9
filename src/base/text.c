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

uint32_t text_code_point(const char *text, int *size) {
    static const unsigned char masks[] = {0, 0x7F, 0x1F, 0x0F, 0x07}; // of the first byte, by size
    const unsigned char *bytes = (const unsigned char *)text;
    int count = sequence_size(bytes);
    *size = count > 0 ? count : 1;
    if (count == 0) {
        return TEXT_INVALID;
    }
    uint32_t code = bytes[0] & masks[count];
    for (int i = 1; i < count; i++) {
        code = code << 6 | (bytes[i] & 0x3Fu);
    }
    return code;
}

bool text_is_shown(uint32_t code) {
    bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    bool separator = code == 0x2028 || code == 0x2029;
    bool turns = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return !control && !separator && !turns && code != TEXT_INVALID;
}

void text_mask(char *text) {
    ASSERT(text != NULL);
    for (int size; *text; text += size) {
        if (!text_is_shown(text_code_point(text, &size))) {
            memset(text, '?', (size_t)size);
        }
    }
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

void text_add_spaces(TextBuffer *buffer, int count) {
    for (int i = 0; i < count; i++) {
        text_add(buffer, " ", 1);
    }
}
