/// Unpacks files that were compressed by gzip, as .svgz files are (RFC 1952).
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum GzipResult {
    GZIP_UNPACKED,
    GZIP_BROKEN,    ///< Cut off, or its checksum is wrong.
    GZIP_TOO_LARGE, ///< More than `limit` bytes come out.
} GzipResult;

/// Whether these bytes begin as a compressed file does.
bool gzip_is(const char *data, size_t size);

/// Unpacks `size` bytes into `*out`, `*out_size` bytes and a '\0', which live in `arena`. What
/// follows the compressed data is left out. Takes no more than `limit` bytes of memory, and some
/// 20 ms for 4 MiB.
GzipResult gzip_unpack(const char *data, size_t size, size_t limit, Arena *arena, char **out,
                       size_t *out_size);
