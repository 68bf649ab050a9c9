/// Lines of a YAML text: where they begin, and lists in them that YAML does not see as such.
///
/// A list below a value is more text of that value to YAML, and so is a line whose dash has no
/// space after it. Both are named here for what the writer meant.
#pragma once

#include "base/messages.h"

#include <stddef.h>

enum {
    YAML_WORDS_MAX = 48 ///< Bytes of the file quoted in a message, with the terminator.
};

/// Line and column of byte `at` of `text`, a file called `name`.
Place yaml_place(const char *text, size_t at, const char *name);

/// The first byte of the line that holds byte `at` of `text`.
size_t yaml_line_begin(const char *text, size_t at);

/// The first byte of the line below, or of the end of the text.
size_t yaml_line_next(const char *text, size_t at);

/// The first byte of the line above the one that begins at `line`; `line` where that is the first.
size_t yaml_line_before(const char *text, size_t line);

/// Copies the line at `text`, without a comment and cut to YAML_WORDS_MAX, to `out`.
const char *yaml_line_words(const char *text, char out[YAML_WORDS_MAX]);

static inline bool yaml_is_blank(char byte) { return byte == ' ' || byte == '\t'; }

static inline bool yaml_is_break(char byte) { return byte == '\n' || byte == '\r' || byte == '\0'; }

/// Whether an item of a list starts at `text`, with a dash and a space.
bool yaml_is_item(const char *text);

/// Whether a plain scalar at bytes `begin` to `end` of `text` is a list whose dashes have no space:
/// `-[1, 2]`, or lines that all begin with a dash. A single `-5` is a number.
bool yaml_is_dashes(const char *text, size_t begin, size_t end);

/// Whether a dash without a space and then a list, a map or a word start at `text`.
bool yaml_is_joined_dash(const char *text);

/// Adds E112 at byte `at` of `text` and at the lines below that begin like it and are as deep, for
/// each place once.
void yaml_refuse_dashes(const char *text, size_t at, const char *name, MessageList *messages);

/// Whether line 2 or a later one of the bytes `begin` to `end` of `text` is an item of a list.
bool yaml_has_list_below(const char *text, size_t begin, size_t end);

/// The line above the one at byte `line` of `text` that the latter stands below, as a list or a map
/// below its key: less deep, or for an item of a list as deep and no item. `line` itself where
/// there is none.
size_t yaml_line_above(const char *text, size_t line);

/// The key and the value of the line at `text`, behind any dashes, where it has both and the value
/// is no block; false otherwise. `*value_at` is where the value starts, from `text` on.
bool yaml_line_pair(const char *text, char key[YAML_WORDS_MAX], char value[YAML_WORDS_MAX],
                    size_t *value_at);
