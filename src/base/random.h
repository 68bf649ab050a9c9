/// Random numbers that are the same everywhere: PCG32 (O'Neill 2014, pcg-random.org).
#pragma once

#include <stdint.h>

typedef struct Random {
    uint64_t state, stream;
} Random;

/// `stream` picks one of 2^63 sequences (its top bit does not count), `seed` the place in it.
Random random_make(uint64_t seed, uint64_t stream);

/// Uniform over all 32-bit numbers; period 2^64.
uint32_t random_u32(Random *random);

/// Uniform in [low, high), in steps of (high - low) / 2^24; `low` where both are equal.
float random_range(Random *random, float low, float high);
