/// A float and its 32 bits, a double and its 64.
#pragma once

#include <stdint.h>
#include <string.h>

static inline uint32_t bits_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float bits_to_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t bits_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double bits_to_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// Index of the lowest bit that is set; `bits` is not 0.
static inline int bits_lowest(unsigned bits) { return __builtin_ctz(bits); }

/// The same of 64 bits.
static inline int bits_lowest64(uint64_t bits) { return __builtin_ctzll(bits); }

/// How many bits are set.
static inline int bits_count(unsigned bits) { return __builtin_popcount(bits); }
