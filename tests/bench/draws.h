/// Uniform numbers in double for the seeded work of the benchmarks: splitmix64 (Steele, Lea &
/// Flood 2014).
#pragma once

#include <stdint.h>

/// Starts at its seed.
typedef struct Draws {
    uint64_t state;
} Draws;

static inline uint64_t draws_u64(Draws *draws) {
    draws->state += 0x9E3779B97F4A7C15u;
    uint64_t z = draws->state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// In [0, 1), in steps of 2^-53.
static inline double draws_unit(Draws *draws) {
    return (double)(draws_u64(draws) >> 11) * (1.0 / 9007199254740992.0);
}

static inline double draws_range(Draws *draws, double low, double high) {
    return low + (high - low) * draws_unit(draws);
}
