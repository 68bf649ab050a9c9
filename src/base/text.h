/// Small questions about strings, and a text that grows.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Whether `text` ends in `end`, case and all.
bool text_ends_with(const char *text, const char *end);

/// Writes to `out` (of `size` bytes) what `text` would be as an id: small letters, digits, - and _,
/// other stretches made one -, from its first letter on. False, and "" written, where nothing is
/// left.
bool text_as_id(const char *text, char *out, size_t size);

/// A text that grows. The zero value is empty; `text` is NULL until something is added, then ended
/// by a zero, and is to be freed.
typedef struct TextBuffer {
    char *text;
    size_t size, capacity; ///< Bytes: without the end, and with room.
} TextBuffer;

/// Adds the `size` bytes at `added`.
void text_add(TextBuffer *buffer, const char *added, size_t size);
