#include "base/text.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

bool text_ends_with(const char *text, const char *end) {
    ASSERT(text != NULL && end != NULL);
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

const char *text_skip_digits(const char *text) {
    const char *at = text;
    while (*at >= '0' && *at <= '9') {
        at++;
    }
    return at > text ? at : NULL;
}

const char *text_file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

int text_find(const char *text, const char *const *names, int count) {
    for (int i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

bool text_begins_any_case(const char *text, const char *begin, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (text_lower(text[i]) != text_lower(begin[i])) {
            return false;
        }
        if (!text[i]) {
            return true;
        }
    }
    return true;
}

bool text_equal_any_case(const char *a, const char *b) {
    return text_begins_any_case(a, b, strlen(b) + 1);
}

static char id_byte(char byte) {
    byte = text_lower(byte);
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

size_t text_decode(const char *text, size_t size, uint32_t *code) {
    unsigned char first = (unsigned char)text[0];
    size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || first > 0xF4 || length > size) {
        return 0;
    }
    *code = length == 1 ? first : first & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (!text_continues(text[i])) {
            return 0;
        }
        *code = *code << 6 | ((unsigned char)text[i] & 0x3Fu);
    }
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    bool surrogate = *code >= 0xD800 && *code < 0xE000;
    return *code < smallest[length] || *code > 0x10FFFF || surrogate ? 0 : length;
}

uint32_t text_code_point(const char *text, int *size) {
    uint32_t code;
    size_t length = text_decode(text, 4, &code); // reads no further than a zero
    *size = length > 0 ? (int)length : 1;
    return length > 0 ? code : TEXT_INVALID;
}

bool text_is_utf16(const char *text, size_t size) {
    bool mark = size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0);
    bool little = size >= 4 && text[0] && !text[1] && text[2] && !text[3];
    bool big = size >= 4 && !text[0] && text[1] && !text[2] && text[3];
    return mark || little || big;
}

size_t text_cut(const char *text, size_t size) {
    while (size > 0 && text_continues(text[size])) {
        size--;
    }
    return size;
}

void text_copy(const char *text, char *out, size_t size) {
    size_t length = strlen(text);
    length = length < size ? length : text_cut(text, size - 1);
    memcpy(out, text, length);
    out[length] = '\0';
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
