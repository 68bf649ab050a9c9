/// Random numbers that are the same everywhere: PCG32 (O'Neill 2014, pcg-random.org).
#pragma once

#include <stdint.h>

typedef struct Random {
    uint64_t state, stream;
} Random;

Random random_make(uint64_t seed, uint64_t stream);
uint32_t random_u32(Random *random);

/// Uniform in [low, high).
float random_range(Random *random, float low, float high);
