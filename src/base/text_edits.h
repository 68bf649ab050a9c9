/// Changes of a text, gathered in any order and made at once.
#pragma once

#include "base/text.h"

typedef struct TextEdit {
    size_t begin, end; ///< Bytes of the old text that go; begin = end: nothing goes.
    size_t added;      ///< Where in `TextEdits.added` what comes stands,
    size_t added_size; ///< and how much that is.
    int number;        ///< In the order they were gathered: of two at one place the first is first.
} TextEdit;

/// The zero value is no change. Ended by text_edits_destroy.
typedef struct TextEdits {
    TextEdit *items;
    int count, capacity;
    TextBuffer added;
} TextEdits;

/// Puts the `size` bytes at `added` in the place of bytes `begin` to `end`. Where edits overlap,
/// what any of them takes away goes, and what each of them adds stays.
void text_edits_add(TextEdits *edits, size_t begin, size_t end, const char *added, size_t size);

/// Takes back all edits but the first `count`.
void text_edits_cut(TextEdits *edits, int count);

/// Adds the `size` bytes of `text`, changed, to `out`. O(size + edits * log edits).
void text_edits_apply(TextEdits *edits, const char *text, size_t size, TextBuffer *out);

void text_edits_destroy(TextEdits *edits);
