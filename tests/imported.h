/// What a foreign file becomes, for the tests of imports.
#pragma once

#include "import/import.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

typedef struct Imported {
    Arena arena;
    MessageList messages;
    YamlNode *root;
} Imported;

/// Reads `text` in the format that the name `file` and itself tell; ended by imported_free.
static inline Imported *import_text(const char *file, const char *text,
                                    const ImportOptions *options) {
    Imported *out = calloc(1, sizeof *out);
    assert_non_null(out);
    out->root = import_read(import_format(file, text), text, strlen(text), file, options,
                            &out->arena, &out->messages);
    return out;
}

static inline void imported_free(Imported *imported) {
    arena_destroy(&imported->arena);
    free(imported);
}

static inline int count_of(const Imported *imported, MessageCode code) {
    int count = 0;
    for (int i = 0; i < imported->messages.count; i++) {
        count += imported->messages.items[i].code == code;
    }
    return count;
}

/// The first message of this code; NULL: there is none.
static inline const Message *message_of(const Imported *imported, MessageCode code) {
    for (int i = 0; i < imported->messages.count; i++) {
        if (imported->messages.items[i].code == code) {
            return &imported->messages.items[i];
        }
    }
    return NULL;
}
