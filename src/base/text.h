/// Small helpers for strings, and a text that grows.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether `text` ends in `end`, case and all.
bool text_ends_with(const char *text, const char *end);

/// The first byte behind the digits that `text` begins with; NULL where it begins with none.
const char *text_skip_digits(const char *text);

/// The name at the end of `path`, behind its last slash.
const char *text_file_name(const char *path);

/// Which of `count` names `text` is, from 0 on; -1 for none.
int text_find(const char *text, const char *const *names, int count);

/// Writes to `out` (of `size` bytes) the id that is nearest to `text`: from its first letter on, in
/// lower case, with one - for each stretch of what is no letter, digit, - or _. False, and ""
/// written, where nothing is left.
bool text_as_id(const char *text, char *out, size_t size);

#define TEXT_INVALID UINT32_MAX ///< No code point: a byte that begins no well-formed UTF-8.

/// The code point at the beginning of `text`, which ends in a zero, and how many bytes it has (1 to
/// 4; of TEXT_INVALID one).
uint32_t text_code_point(const char *text, int *size);

/// The same for a text of `size` bytes, 1 or more. Returns how many bytes the code point has; 0
/// where they are no well-formed UTF-8.
size_t text_decode(const char *text, size_t size, uint32_t *code);

/// Whether the `size` bytes of `text` begin as text in UTF-16 does: with its mark, or with letters
/// that have a zero byte each.
bool text_is_utf16(const char *text, size_t size);

/// A capital of ASCII as its small letter; any other byte as it is.
static inline char text_lower(char byte) {
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

/// The other way: a small letter of ASCII as its capital.
static inline char text_upper(char byte) {
    return byte >= 'a' && byte <= 'z' ? (char)(byte - 'a' + 'A') : byte;
}

/// Whether `text` begins with the `size` bytes of `begin`, capitals of ASCII or not. The locale has
/// no say in it: in a Turkish one strcasecmp finds PIT and pit different.
bool text_begins_any_case(const char *text, const char *begin, size_t size);

/// Whether `a` and `b` are the same text, in capitals of ASCII or not, whatever the locale.
bool text_equal_any_case(const char *a, const char *b);

/// Whether `byte` belongs to a code point that began before it.
static inline bool text_continues(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

/// At most `size` bytes of `text`, as many as end between two code points. `text` has a byte behind
/// them.
size_t text_cut(const char *text, size_t size);

/// Copies `text` to `out`, which has room for `size` bytes; a longer one is cut between code
/// points.
void text_copy(const char *text, char *out, size_t size);

/// Whether a terminal shows `code` and does nothing else: false for control characters (C0, DEL,
/// C1), line and paragraph separators, marks that turn the direction of writing, and TEXT_INVALID.
bool text_is_shown(uint32_t code);

/// Puts '?' in the place of every byte of `text` that is not shown.
void text_mask(char *text);

/// A text that grows. The zero value is empty, and its `text` is NULL. Once something was added,
/// `text` ends in a zero and is to be freed.
typedef struct TextBuffer {
    char *text;
    size_t size, capacity; ///< Bytes: without the end, and with room.
} TextBuffer;

/// Adds the `size` bytes at `added`.
void text_add(TextBuffer *buffer, const char *added, size_t size);

void text_add_spaces(TextBuffer *buffer, int count);
