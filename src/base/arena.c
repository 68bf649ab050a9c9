#include "base/arena.h"

#include "base/assert.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = 32,         ///< Bytes; what AVX loads and cglm's mat4 want.
    CHUNK_MIN = 16 * 1024,  ///< Bytes of the first chunk: a car file fits.
    CHUNK_MAX = 1024 * 1024 ///< Chunks double up to this, so that little is left unused at the end.
};

/// A header in front of `size` bytes, of which `used` are given out.
struct ArenaChunk {
    ArenaChunk *next;
    unsigned char *data; ///< Aligned start, within the same allocation.
    size_t size, used;
};

_Noreturn static void out_of_memory(size_t size) {
    fprintf(stderr, "axle: out of memory (%zu bytes wanted)\n", size);
    abort();
}

/// A zeroed chunk with room for `size` bytes.
static ArenaChunk *chunk_create(size_t size) {
    size_t header = sizeof(ArenaChunk) + ALIGNMENT;
    ArenaChunk *chunk = size < SIZE_MAX - header ? calloc(1, header + size) : NULL;
    if (!chunk) {
        out_of_memory(size);
    }
    uintptr_t first = (uintptr_t)(chunk + 1);
    size_t padding = (size_t)((ALIGNMENT - first % ALIGNMENT) % ALIGNMENT);
    chunk->data = (unsigned char *)(chunk + 1) + padding;
    chunk->size = size;
    return chunk;
}

void *arena_alloc(Arena *arena, size_t size) {
    ASSERT(arena != NULL);
    if (size > SIZE_MAX - ALIGNMENT) {
        out_of_memory(size);
    }
    size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (rounded == 0) {
        rounded = ALIGNMENT; // every allocation has an address of its own
    }
    ArenaChunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < rounded) {
        size_t capacity = chunk ? chunk->size * 2 : CHUNK_MIN;
        capacity = capacity > CHUNK_MAX ? CHUNK_MAX : capacity;
        chunk = chunk_create(rounded > capacity ? rounded : capacity);
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    void *memory = chunk->data + chunk->used;
    chunk->used += rounded;
    return memory;
}

void *arena_array(Arena *arena, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) {
        out_of_memory(SIZE_MAX);
    }
    return arena_alloc(arena, count * size);
}

void *arena_grow(Arena *arena, void *items, int count, size_t size) {
    // The room is a power of two from 4 on: `count` tells when it is used up.
    bool is_full = count == 0 || (count >= 4 && (count & (count - 1)) == 0);
    if (!is_full) {
        return items;
    }
    void *grown = arena_array(arena, count < 4 ? 4 : 2 * (size_t)count, size);
    if (count > 0) {
        memcpy(grown, items, (size_t)count * size);
    }
    return grown;
}

char *arena_copy(Arena *arena, const char *data, size_t size) {
    char *copy = arena_alloc(arena, size + 1);
    if (size > 0) {
        memcpy(copy, data, size);
    }
    return copy;
}

char *arena_copy_text(Arena *arena, const char *text) {
    return arena_copy(arena, text, text ? strlen(text) : 0);
}

void *arena_copy_array(Arena *arena, const void *items, size_t count, size_t size) {
    void *copy = arena_array(arena, count, size);
    if (count > 0) {
        memcpy(copy, items, count * size);
    }
    return copy;
}

void arena_destroy(Arena *arena) {
    ASSERT(arena != NULL);
    while (arena->chunks) {
        ArenaChunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
}
