/// A tree as text, in one form: two spaces a level, short things on one line, one point a line.
///
///     ribbons:
///       - id: main
///         points:
///           - [0, 0]
///           - {at: [120.5, 0], r: 30}
///         shoulder: {surface: gravel, width: 6}
///
/// In brackets stands what is short (YAML_WRITE_COLUMNS), holds no list of collections, and has no
/// comment inside; all else is a block. Lines end in LF. Reading the text gives the tree again.
#pragma once

#include "base/text.h"
#include "formats/yaml.h"

enum {
    YAML_WRITE_COLUMNS = 120, ///< Longest line that holds a whole collection.
};

/// Adds the text of `root` (a map or a list) to `out`: members in the order of the tree, comments
/// where yaml_comments_read put them.
void yaml_write(const YamlNode *root, TextBuffer *out);

/// Adds `node` alone, as it stands behind `key: ` or `- ` of a line that is indented by `indent`
/// columns; `column` is where on its line it starts (both from 0). A block begins with a line feed,
/// and none ends it.
void yaml_write_value(const YamlNode *node, int indent, int column, TextBuffer *out);

/// Adds a member of a map as `key: value`, on a line indented by `indent`; no line feed ends it.
void yaml_write_member(const YamlNode *member, int indent, TextBuffer *out);

/// Adds an item of a list as `- item`, on a line indented by `indent`; no line feed ends it.
void yaml_write_item(const YamlNode *item, int indent, TextBuffer *out);

/// Adds `node` in brackets (a scalar: as it stands there), on one line whatever its length.
void yaml_write_flow(const YamlNode *node, TextBuffer *out);
