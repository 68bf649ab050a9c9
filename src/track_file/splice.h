/// Saves a changed track into the text that it was read from. All that did not change keeps its
/// bytes.
///
/// An editor keeps the bytes of the file and the tree that yaml_read made of them, changes a copy
/// (yaml_build_copy) as it likes with formats/yaml_build.h, and saves by splice_write. Every node
/// knows from its span (`begin`, `end`) which part of the text it is; made ones have none (end =
/// 0).
#pragma once

#include "base/text.h"
#include "formats/yaml.h"

/// How splice_write got the text.
typedef enum SpliceResult {
    SPLICE_SAME,  ///< Nothing changed: the same bytes.
    SPLICE_PARTS, ///< Only the changes were written.
    SPLICE_WHOLE, ///< All was written anew, as track_write does, with the comments.
} SpliceResult;

/// Adds to `out` the `size` bytes of `text` with what differs from them in `after`, a tree made
/// from a copy of the one that yaml_read made of them.
///
/// Changed values are written in place in the form of track_write. A node made anew takes the place
/// of the one under its key, and in a list that of an item that went between the same neighbours;
/// else it comes behind the item before it. New keys come last in their map. A deleted node takes
/// the comments directly above it along; comments inside a list or map are lost only where it was
/// in brackets on one line. Line ends stay LF or CRLF as they were. The new text is read again:
/// where it differs from `after`, or no splice is known, all is written anew. `text` must be
/// such that yaml_read takes it. About three times the cost of yaml_read.
SpliceResult splice_write(const char *text, size_t size, const YamlNode *after, TextBuffer *out);
