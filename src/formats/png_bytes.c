#include "formats/png_bytes.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// What is packed: RFC 1950 and 1951, in one block of fixed Huffman codes. A match is looked for in
// two places: where the next four bytes stood last, and in the row above.

enum {
    MATCH_MIN = 4,
    MATCH_MAX = 258,
    DISTANCE_MAX = 32768,
    HASH_BITS = 16,
    END_OF_BLOCK = 256,
    FIRST_LENGTH = 257,
    SIZE_MAX_BYTES = 1 << 30,
};

/// Bits on their way into a text, the lowest first.
typedef struct BitStream {
    TextBuffer *out;
    uint32_t bits;
    int count; ///< Of `bits`, fewer than 8 between two calls.
} BitStream;

static void put_bits(BitStream *stream, uint32_t value, int count) {
    stream->bits |= value << stream->count;
    stream->count += count;
    for (; stream->count >= 8; stream->count -= 8) {
        char byte = (char)(stream->bits & 0xFF);
        text_add(stream->out, &byte, 1);
        stream->bits >>= 8;
    }
}

/// Huffman codes alone stand with their highest bit first.
static void put_code(BitStream *stream, uint32_t code, int count) {
    uint32_t turned = 0;
    for (int i = 0; i < count; i++) {
        turned |= (code >> i & 1u) << (count - 1 - i);
    }
    put_bits(stream, turned, count);
}

/// A byte, the end of the block, or the symbol of a length (RFC 1951, section 3.2.6).
static void put_symbol(BitStream *stream, uint32_t symbol) {
    if (symbol < 144) {
        put_code(stream, 0x30 + symbol, 8);
    } else if (symbol < 256) {
        put_code(stream, 0x190 + symbol - 144, 9);
    } else if (symbol < 280) {
        put_code(stream, symbol - 256, 7);
    } else {
        put_code(stream, 0xC0 + symbol - 280, 8);
    }
}

/// A number as a symbol and bits behind it: the symbol has its highest `kept` + 1 bits and how many
/// follow (RFC 1951, section 3.2.5).
typedef struct Split {
    uint32_t symbol, rest;
    int rest_bits;
} Split;

static Split split(uint32_t number, int kept) {
    int rest_bits = 0;
    while (number >> rest_bits >= 2u << kept) {
        rest_bits++;
    }
    return (Split){.symbol = ((uint32_t)rest_bits << kept) + (number >> rest_bits),
                   .rest = number & ((1u << rest_bits) - 1),
                   .rest_bits = rest_bits};
}

static void put_match(BitStream *stream, int length, int distance) {
    if (length == MATCH_MAX) {
        put_symbol(stream, FIRST_LENGTH + 28);
    } else {
        Split of_length = split((uint32_t)(length - 3), 2);
        put_symbol(stream, FIRST_LENGTH + of_length.symbol);
        put_bits(stream, of_length.rest, of_length.rest_bits);
    }
    Split of_distance = split((uint32_t)(distance - 1), 1);
    put_code(stream, of_distance.symbol, 5);
    put_bits(stream, of_distance.rest, of_distance.rest_bits);
}

/// How many bytes at `at` are those at `from`, which is before it. 0 where that is too far away.
static int match_length(const uint8_t *data, int size, int from, int at) {
    if (from < 0 || at - from > DISTANCE_MAX) {
        return 0;
    }
    int most = size - at < MATCH_MAX ? size - at : MATCH_MAX, length = 0;
    while (length < most && data[from + length] == data[at + length]) {
        length++;
    }
    return length;
}

static int *place_of(int *last, const uint8_t *data) {
    uint32_t four =
        data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
    return &last[four * 2654435761u >> (32 - HASH_BITS)]; // Knuth, TAOCP 3, section 6.4
}

/// Packs rows of `row` bytes each.
static void pack(TextBuffer *out, const uint8_t *data, int size, int row) {
    int *last = malloc(sizeof *last << HASH_BITS); // where four bytes of this hash stood last
    ASSERT(last != NULL);
    memset(last, 0xFF, sizeof *last << HASH_BITS);
    BitStream stream = {.out = out};
    text_add(out, "\x78\x01", 2);
    put_bits(&stream, 3, 3); // the last block, of fixed codes
    for (int at = 0; at < size;) {
        int from = at + 4 <= size ? *place_of(last, data + at) : -1;
        int length = match_length(data, size, from, at);
        int above = match_length(data, size, at - row, at);
        if (above > length) {
            from = at - row;
            length = above;
        }
        bool matches = length >= MATCH_MIN;
        if (matches) {
            put_match(&stream, length, at - from);
        } else {
            put_symbol(&stream, data[at]);
        }
        for (int end = at + (matches ? length : 1); at < end; at++) {
            if (at + 4 <= size) {
                *place_of(last, data + at) = at;
            }
        }
    }
    put_symbol(&stream, END_OF_BLOCK);
    put_bits(&stream, 0, 7); // fills the last byte
    free(last);
}

static void add_number(TextBuffer *out, uint32_t number) {
    const uint8_t bytes[] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16),
                             (uint8_t)(number >> 8), (uint8_t)number};
    text_add(out, (const char *)bytes, sizeof bytes);
}

static void add_chunk(TextBuffer *out, const char *type, const TextBuffer *data) {
    add_number(out, (uint32_t)data->size);
    size_t from = out->size;
    text_add(out, type, 4);
    text_add(out, data->text, data->size);
    add_number(out, (uint32_t)crc32(0, (const Bytef *)out->text + from, (uInt)(out->size - from)));
}

void png_bytes_add(TextBuffer *out, const uint8_t *rgb, int width, int height) {
    ASSERT(rgb != NULL && width > 0 && height > 0 && width < SIZE_MAX_BYTES / 4 &&
           height <= SIZE_MAX_BYTES / (3 * width + 1));
    int row = 3 * width + 1, size = row * height; // each row begins with its filter: none
    uint8_t *rows = malloc((size_t)size);
    ASSERT(rows != NULL);
    for (int y = 0; y < height; y++) {
        rows[(size_t)y * (size_t)row] = 0;
        memcpy(rows + (size_t)y * (size_t)row + 1, rgb + (size_t)y * (size_t)(3 * width),
               (size_t)(3 * width));
    }
    TextBuffer head = {0}, packed = {0}, nothing = {0};
    add_number(&head, (uint32_t)width);
    add_number(&head, (uint32_t)height);
    text_add(&head, "\x08\x02\0\0\0", 5); // 8 bits of red, green and blue each, not interlaced
    pack(&packed, rows, size, row);
    add_number(&packed, (uint32_t)adler32(1, rows, (uInt)size));
    text_add(out, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(out, "IHDR", &head);
    add_chunk(out, "IDAT", &packed);
    add_chunk(out, "IEND", &nothing);
    free(head.text);
    free(packed.text);
    free(rows);
}
