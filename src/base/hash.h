/// Hashes over numbers, field by field and never over padding: XXH3 from the xxHash library.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HASH_TEXT_MAX = 40
};

typedef struct Hash128 {
    uint64_t high, low;
} Hash128;

static inline bool hash_equal128(Hash128 a, Hash128 b) {
    return a.high == b.high && a.low == b.low;
}

/// A hash under way. Make with hash_begin, end with one of the ends.
typedef struct Hash {
    struct XXH3_state_s *state;
} Hash;

/// An empty hash; owns memory until it is ended.
Hash hash_begin(void);
void hash_u32(Hash *hash, uint32_t value);
void hash_u64(Hash *hash, uint64_t value);
void hash_f32(Hash *hash, float value);  ///< By its bits; -0 counts as 0.
void hash_f64(Hash *hash, double value); ///< The same.
void hash_f32s(Hash *hash, const float *values, size_t count);
void hash_bytes(Hash *hash, const void *data, size_t size);

/// Both ends free what hash_begin took.
uint64_t hash_end64(Hash *hash);
Hash128 hash_end128(Hash *hash);

/// Lower-case hex, 16 or 32 digits, into `out` of HASH_TEXT_MAX bytes; returned for use in calls.
char *hash_text64(uint64_t value, char *out);
char *hash_text128(Hash128 value, char *out);
