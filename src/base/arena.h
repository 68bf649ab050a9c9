/// Memory that is freed all at once: one owner per lifetime (program, track, frame).
#pragma once

#include <stddef.h>

typedef struct ArenaChunk ArenaChunk;

/// The zero value is an empty arena, ready for use.
typedef struct Arena {
    ArenaChunk *chunks; ///< Newest first.
} Arena;

/// `size` zeroed bytes, aligned to 32, valid until arena_destroy. Never NULL: ends the program with
/// a message when memory runs out. O(1) apart from the zeroing.
void *arena_alloc(Arena *arena, size_t size);

/// Room for `count` elements of `size` bytes; checks the product.
void *arena_array(Arena *arena, size_t count, size_t size);

/// An array that only this function makes larger: `items`, its `count` elements of `size` bytes,
/// moved where it is full, with room for one more. NULL is the empty array. O(1) on average.
void *arena_grow(Arena *arena, void *items, int count, size_t size);

/// A copy of `size` bytes of `data`, with a zero byte behind them.
char *arena_copy(Arena *arena, const char *data, size_t size);

/// A copy of `text`, which may be NULL (gives "").
char *arena_copy_text(Arena *arena, const char *text);

/// A copy of `count` elements of `size` bytes; `items` may be NULL where there are none.
void *arena_copy_array(Arena *arena, const void *items, size_t count, size_t size);

/// Frees everything and leaves an empty arena.
void arena_destroy(Arena *arena);
