/// The text of a YAML file by its lines, and where its nodes stand in it.
#pragma once

#include "formats/yaml.h"

typedef struct SourceText {
    const char *text;
    size_t size;
    bool crlf;        ///< Whether its lines end in two bytes.
    YamlNode **nodes; ///< In the order of the text: by `begin`, the outer one first.
    int node_count;
} SourceText;

/// Of `size` bytes at `text`, which were read as `root` with its comments. Lives in `arena`; text
/// and tree must outlive it.
SourceText source_text_make(const char *text, size_t size, YamlNode *root, Arena *arena);

/// First byte of the line of byte `at`.
size_t source_line_start(const SourceText *source, size_t at);

/// The byte of the line break that ends the line of byte `at`, or the size of the text.
size_t source_line_end(const SourceText *source, size_t at);

/// Past the line break at byte `at`, if there is one.
size_t source_skip_break(const SourceText *source, size_t at);

/// The first byte from `at` on that is no space or tab.
size_t source_skip_blanks(const SourceText *source, size_t at);

/// Bytes of its line before byte `at`.
int source_column(const SourceText *source, size_t at);

/// Whether byte `at` is the first of its line that is no blank.
bool source_starts_line(const SourceText *source, size_t at);

/// Whether the line from byte `at` on holds nothing more but a comment (and, with `comma`, a comma
/// before it).
bool source_ends_line(const SourceText *source, size_t at, bool comma);

/// Whether `node` stands on more than one line.
bool source_has_break(const SourceText *source, const YamlNode *node);

/// Whether the line that begins at byte `at` is a comment, and how deep.
bool source_is_comment(const SourceText *source, size_t at, int *column);

/// The lines directly above the line of byte `start` that are comments of `node`: the first byte of
/// them, or of that line where there are none.
size_t source_comments(const SourceText *source, const YamlNode *node, size_t start);

/// The node of the text that `node` was copied from, or NULL. O(log nodes).
YamlNode *source_node(const SourceText *source, const YamlNode *node);

/// First byte of the item `item` of the block `list`, its dash, behind the item `before` (NULL: it
/// is the first).
size_t source_dash(const SourceText *source, const YamlNode *list, const YamlNode *before);
