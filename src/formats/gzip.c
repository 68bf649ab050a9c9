#include "formats/gzip.h"

#include "base/assert.h"

#include <string.h>
#include <zlib.h>

enum {
    WINDOW_BITS = 15 + 16, ///< The largest window, and gzip's header and checksum.
    CHUNK = 64 * 1024,
};

bool gzip_is(const char *data, size_t size) {
    return size >= 2 && (unsigned char)data[0] == 0x1f && (unsigned char)data[1] == 0x8b;
}

/// Unpacks into `out`, which has room for `room` bytes.
static GzipResult unpack(z_stream *stream, char *out, size_t room, size_t *out_size) {
    stream->next_out = (unsigned char *)out;
    stream->avail_out = (unsigned)room;
    int state = inflate(stream, Z_FINISH);
    *out_size = room - stream->avail_out;
    if (state == Z_STREAM_END) {
        return GZIP_UNPACKED;
    }
    return stream->avail_out == 0 ? GZIP_TOO_LARGE : GZIP_BROKEN;
}

GzipResult gzip_unpack(const char *data, size_t size, size_t limit, Arena *arena, char **out,
                       size_t *out_size) {
    ASSERT(data != NULL && size <= 0x7fffffff && limit <= 0x7ffffff0);
    // Small files take little: room grows until all fits, each time from the beginning.
    for (size_t room = CHUNK;; room *= 4) {
        room = room < limit + 1 ? room : limit + 1;
        z_stream stream = {.next_in = (unsigned char *)data, .avail_in = (unsigned)size};
        if (inflateInit2(&stream, WINDOW_BITS) != Z_OK) {
            return GZIP_BROKEN;
        }
        Arena scratch = {0};
        char *text = arena_alloc(&scratch, room);
        GzipResult result = unpack(&stream, text, room, out_size);
        inflateEnd(&stream);
        if (result == GZIP_UNPACKED && *out_size > limit) {
            result = GZIP_TOO_LARGE;
        }
        if (result == GZIP_UNPACKED) {
            *out = arena_alloc(arena, *out_size + 1);
            memcpy(*out, text, *out_size);
            (*out)[*out_size] = '\0';
        }
        arena_destroy(&scratch);
        if (result != GZIP_TOO_LARGE || room > limit) {
            return result;
        }
    }
}
