#include "base/hash.h"

#include "base/assert.h"
#include "base/bits.h"

#include <stdio.h>
#include <xxhash.h>

Hash hash_begin(void) {
    XXH3_state_t *state = XXH3_createState();
    ASSERT(state != NULL);
    // The 64 and 128 bit forms take their input alike; only the digest differs (tests/test_hash.c).
    XXH3_128bits_reset(state);
    return (Hash){.state = state};
}

void hash_bytes(Hash *hash, const void *data, size_t size) {
    ASSERT(hash != NULL && hash->state != NULL && (data != NULL || size == 0));
    XXH3_128bits_update(hash->state, data, size);
}

/// The lower `size` bytes of `value`, little-endian on every machine.
static void add_integer(Hash *hash, uint64_t value, int size) {
    unsigned char bytes[8];
    for (int i = 0; i < size; i++) {
        bytes[i] = (unsigned char)(value >> (8 * i));
    }
    hash_bytes(hash, bytes, (size_t)size);
}

void hash_u32(Hash *hash, uint32_t value) { add_integer(hash, value, 4); }

void hash_u64(Hash *hash, uint64_t value) { add_integer(hash, value, 8); }

void hash_f32(Hash *hash, float value) {
    // 0 and -0 compare equal and so must hash alike.
    hash_u32(hash, value == 0.0f ? 0u : bits_of_float(value));
}

void hash_f32s(Hash *hash, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hash_f32(hash, values[i]);
    }
}

void hash_f64(Hash *hash, double value) {
    hash_u64(hash, value == 0.0 ? 0u : bits_of_double(value));
}

uint64_t hash_end64(Hash *hash) {
    ASSERT(hash != NULL && hash->state != NULL);
    uint64_t digest = XXH3_64bits_digest(hash->state);
    XXH3_freeState(hash->state);
    hash->state = NULL;
    return digest;
}

Hash128 hash_end128(Hash *hash) {
    ASSERT(hash != NULL && hash->state != NULL);
    XXH128_hash_t digest = XXH3_128bits_digest(hash->state);
    XXH3_freeState(hash->state);
    hash->state = NULL;
    return (Hash128){.high = digest.high64, .low = digest.low64};
}

char *hash_text64(uint64_t value, char *out) {
    snprintf(out, HASH_TEXT_MAX, "%016llx", (unsigned long long)value);
    return out;
}

char *hash_text128(Hash128 value, char *out) {
    snprintf(out, HASH_TEXT_MAX, "%016llx%016llx", (unsigned long long)value.high,
             (unsigned long long)value.low);
    return out;
}
