/// Files that people have of circuits and Axle does not read: what they are and what to do instead.
///
/// Private to src/import/. They are known by their content, since any of them may be called .xml or
/// .txt.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    UNKNOWN_ROOT_MAX = 32 ///< Bytes of the name of an XML file's root, with its terminator.
};

typedef struct UnknownFormat {
    const char *what; ///< "a drawing of a CAD program (DXF)"
    const char *help;
} UnknownFormat;

/// Which of them the `text` is, which ends in a zero; NULL where it is none. A zero byte among its
/// `size` bytes counts: some are no text.
const UnknownFormat *unknown_find(const char *text, size_t size);

/// The same of those whose content looks like that of other formats: none of a table, by its name.
const UnknownFormat *unknown_find_lines(const char *text);

/// The name of the first element of a text that is XML, without its prefix, in `out`. False where
/// it begins with none; `out` is then empty.
bool unknown_xml_root(const char *text, char out[UNKNOWN_ROOT_MAX]);
