#include "base/text_edits.h"

#include "base/array.h"

#include <stdlib.h>

void text_edits_add(TextEdits *edits, size_t begin, size_t end, const char *added, size_t size) {
    ASSERT(edits != NULL && begin <= end);
    edits->items =
        array_reserve(edits->items, edits->count + 1, &edits->capacity, sizeof *edits->items);
    edits->items[edits->count] = (TextEdit){.begin = begin,
                                            .end = end,
                                            .added = edits->added.size,
                                            .added_size = size,
                                            .number = edits->count};
    edits->count++;
    text_add(&edits->added, added, size);
}

void text_edits_cut(TextEdits *edits, int count) {
    ASSERT(edits != NULL && count >= 0 && count <= edits->count);
    edits->count = count;
}

static int compare_edits(const void *left, const void *right) {
    const TextEdit *a = left;
    const TextEdit *b = right;
    if (a->begin != b->begin) {
        return a->begin < b->begin ? -1 : 1;
    }
    return a->number - b->number;
}

void text_edits_apply(TextEdits *edits, const char *text, size_t size, TextBuffer *out) {
    ASSERT(edits != NULL && (text != NULL || size == 0) && out != NULL);
    size_t at = 0;
    if (edits->count > 0) {
        qsort(edits->items, (size_t)edits->count, sizeof *edits->items, compare_edits);
    }
    for (int i = 0; i < edits->count; i++) {
        const TextEdit *edit = &edits->items[i];
        ASSERT(edit->end <= size);
        if (edit->begin > at) {
            text_add(out, text + at, edit->begin - at);
            at = edit->begin;
        }
        text_add(out, edits->added.text + edit->added, edit->added_size);
        at = edit->end > at ? edit->end : at;
    }
    text_add(out, text + at, size - at);
}

void text_edits_destroy(TextEdits *edits) {
    ASSERT(edits != NULL);
    free(edits->items);
    free(edits->added.text);
    *edits = (TextEdits){0};
}
