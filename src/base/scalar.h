/// Constants that every room shares, and the least, the greatest and the clamped of floats. Where
/// one of two is NaN, the second argument comes back. The C library's fminf and fmaxf are slower
/// calls, and leave open which zero they return.
#pragma once

#define GRAVITY     9.81f ///< m/s2
#define AIR_DENSITY 1.2f  ///< kg/m3, at sea level and 20 degrees.

static inline float float_min(float a, float b) { return a < b ? a : b; }

static inline float float_max(float a, float b) { return a > b ? a : b; }

/// `value` within [low, high].
static inline float float_clamp(float value, float low, float high) {
    return float_min(float_max(value, low), high);
}

/// The order of two doubles, for qsort.
static inline int double_compare(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/// The order of two floats, for qsort.
static inline int float_compare(const void *a, const void *b) {
    float x = *(const float *)a;
    float y = *(const float *)b;
    return (x > y) - (x < y);
}
