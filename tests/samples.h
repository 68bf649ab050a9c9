/// What tests measure on samples.
#pragma once

#include "audio/audio.h"
#include "base/hash.h"

#include <math.h>

static inline float samples_peak(const float *samples, int count) {
    float peak = 0.0f;
    for (int i = 0; i < count; i++) {
        peak = fmaxf(peak, fabsf(samples[i]));
    }
    return peak;
}

/// The root of their mean square, in dB of full scale.
static inline float samples_level(const float *samples, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += (double)samples[i] * (double)samples[i];
    }
    return (float)(10.0 * log10(sum / count + 1e-20));
}

/// Their sharpest corner: a click is one.
static inline float samples_corner(const float *samples, int count) {
    float corner = 0.0f;
    for (int i = 2; i < count; i++) {
        corner = fmaxf(corner, fabsf(samples[i] - 2.0f * samples[i - 1] + samples[i - 2]));
    }
    return corner;
}

/// Whether all of them are numbers within -bound and bound.
static inline bool samples_within(const float *samples, int count, float bound) {
    for (int i = 0; i < count; i++) {
        if (!(fabsf(samples[i]) <= bound)) {
            return false;
        }
    }
    return true;
}

static inline uint64_t samples_hash(const float *samples, int count) {
    Hash hash = hash_begin();
    hash_f32s(&hash, samples, (size_t)count);
    return hash_end64(&hash);
}

/// Fails where `samples` have another hash than the golden one; says which it is.
#define assert_golden(name, samples, count, golden)                           \
    do {                                                                      \
        uint64_t found_ = samples_hash(samples, count);                       \
        if (found_ != (golden)) {                                             \
            print_error("%s: 0x%016llx\n", name, (unsigned long long)found_); \
        }                                                                     \
        assert_true(found_ == (golden));                                      \
    } while (0)
