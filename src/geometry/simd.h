/// Floats side by side: SIMD_LANES of them, eight where this file is compiled for AVX2, four with
/// SSE2 (every x86-64) and in plain C elsewhere. Every operation gives each lane the bits that the
/// same float operation gives alone, so that no result depends on the machine: no fused
/// multiply-add, no approximate reciprocals.
///
/// A kernel written with these is compiled once for each instruction set that it is worth; which
/// one runs is chosen at run time (simd_has_avx2). SIMD_SCALAR before the include asks for the
/// plain C.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX2__) && !defined(SIMD_SCALAR)
#define SIMD_AVX2 1
#include <immintrin.h>
#elif defined(__SSE2__) && !defined(SIMD_SCALAR)
#define SIMD_SSE2 1
#include <emmintrin.h>
#endif

#if defined(SIMD_AVX2)
enum {
    SIMD_LANES = 8
};
#else
enum {
    SIMD_LANES = 4
};
#endif

/// Compiled into its caller: for each kind by itself, however long it is. Not in a debug build, as
/// every one under sanitizers is: compilers would work on a file of kernels for two minutes.
#if defined(__GNUC__) && defined(NDEBUG)
#define KERNEL static inline __attribute__((always_inline))
#else
#define KERNEL static inline
#endif

/// Whether this machine runs what was compiled for AVX2; false where simd.c is compiled with
/// SIMD_SCALAR.
bool simd_has_avx2(void);

/// Whether `count` elements are worth the lanes of AVX2, where there are such: so few as fit into
/// the narrow ones would leave most of the wide ones empty. Not for files compiled for AVX2.
static inline bool simd_worth_avx2(bool avx2, int count) { return avx2 && count > SIMD_LANES; }

/// Whether a function that was compiled for narrow lanes should hand its work to the one that was
/// compiled for AVX2. Inline: for one pair of shapes a call costs too much. SIMD_OWN_LANES asks for
/// a copy that does not (tests).
static inline bool simd_prefers_avx2(void) {
#if defined(SIMD_SSE2) && defined(__x86_64__) && defined(__GNUC__) && !defined(SIMD_OWN_LANES)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

#if defined(SIMD_AVX2)
typedef __m256 Lanes;
#define SIMD_PS(operation) _mm256_##operation##_ps
#elif defined(SIMD_SSE2)
typedef __m128 Lanes;
#define SIMD_PS(operation) _mm_##operation##_ps
#endif

#if defined(SIMD_PS)

typedef Lanes LaneMask;

static inline Lanes lanes_all(float value) { return SIMD_PS(set1)(value); }
/// From memory aligned to 16 bytes: instructions of AVX2 want no more.
static inline Lanes lanes_load(const float *from) {
#if defined(SIMD_AVX2)
    return SIMD_PS(loadu)(from);
#else
    return SIMD_PS(load)(from);
#endif
}
static inline Lanes lanes_load_any(const float *from) { return SIMD_PS(loadu)(from); }
static inline void lanes_store(Lanes lanes, float *to) { SIMD_PS(storeu)(to, lanes); }
static inline Lanes lanes_add(Lanes a, Lanes b) { return SIMD_PS(add)(a, b); }
static inline Lanes lanes_sub(Lanes a, Lanes b) { return SIMD_PS(sub)(a, b); }
static inline Lanes lanes_mul(Lanes a, Lanes b) { return SIMD_PS(mul)(a, b); }
static inline Lanes lanes_div(Lanes a, Lanes b) { return SIMD_PS(div)(a, b); }
static inline Lanes lanes_sqrt(Lanes a) { return SIMD_PS(sqrt)(a); }
/// a < b ? a : b, and a > b ? a : b.
static inline Lanes lanes_min(Lanes a, Lanes b) { return SIMD_PS(min)(a, b); }
static inline Lanes lanes_max(Lanes a, Lanes b) { return SIMD_PS(max)(a, b); }
static inline Lanes lanes_negate(Lanes a) { return SIMD_PS(xor)(a, lanes_all(-0.0f)); }
static inline Lanes lanes_abs(Lanes a) { return SIMD_PS(andnot)(lanes_all(-0.0f), a); }
/// |size| with the sign of `sign`.
static inline Lanes lanes_with_sign(Lanes size, Lanes sign) {
    return SIMD_PS(or)(lanes_abs(size), SIMD_PS(and)(lanes_all(-0.0f), sign));
}
static inline LaneMask mask_and(LaneMask a, LaneMask b) { return SIMD_PS(and)(a, b); }
static inline LaneMask mask_or(LaneMask a, LaneMask b) { return SIMD_PS(or)(a, b); }
/// a and not b.
static inline LaneMask mask_without(LaneMask a, LaneMask b) { return SIMD_PS(andnot)(b, a); }
/// Bit i: lane i is set.
static inline unsigned mask_bits(LaneMask mask) { return (unsigned)SIMD_PS(movemask)(mask); }
/// The value where the mask is set, else 0.
static inline Lanes lanes_keep(LaneMask mask, Lanes value) { return SIMD_PS(and)(mask, value); }

#undef SIMD_PS

static inline float simd_largest_of_4(__m128 m) {
    m = _mm_max_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(1, 0, 3, 2)));
    m = _mm_max_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtss_f32(m);
}

static inline float simd_smallest_of_4(__m128 m) {
    m = _mm_min_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(1, 0, 3, 2)));
    m = _mm_min_ps(m, _mm_shuffle_ps(m, m, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtss_f32(m);
}

#endif

#if defined(SIMD_AVX2)

static inline LaneMask lanes_less(Lanes a, Lanes b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
static inline LaneMask lanes_at_most(Lanes a, Lanes b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
static inline LaneMask lanes_equal(Lanes a, Lanes b) { return _mm256_cmp_ps(a, b, _CMP_EQ_OQ); }
static inline Lanes lanes_select(LaneMask mask, Lanes yes, Lanes no) {
    return _mm256_blendv_ps(no, yes, mask);
}

static inline float lanes_largest(Lanes a) {
    return simd_largest_of_4(_mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1)));
}

static inline float lanes_smallest(Lanes a) {
    return simd_smallest_of_4(_mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1)));
}

/// Undoes mask_bits.
static inline LaneMask mask_of_bits(unsigned bits) {
    __m256i own = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i set = _mm256_and_si256(_mm256_set1_epi32((int)bits), own);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(set, own));
}

/// Four floats from each of two places aligned to 16 bytes.
static inline Lanes lanes_load_halves(const float *low, const float *high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(low)), _mm_load_ps(high), 1);
}

/// The float at each of SIMD_LANES indices.
static inline Lanes lanes_gather(const float *from, const uint32_t indices[SIMD_LANES]) {
    return _mm256_setr_ps(from[indices[0]], from[indices[1]], from[indices[2]], from[indices[3]],
                          from[indices[4]], from[indices[5]], from[indices[6]], from[indices[7]]);
}

/// Undoes lanes_load_halves.
static inline void lanes_store_halves(Lanes lanes, float *low, float *high) {
    _mm_store_ps(low, _mm256_castps256_ps128(lanes));
    _mm_store_ps(high, _mm256_extractf128_ps(lanes, 1));
}

/// Reads four floats, aligned to 16 bytes, from each of SIMD_LANES places: out[k] holds their k-th.
KERNEL void lanes_gather4(const float *const rows[SIMD_LANES], Lanes out[4]) {
    __m256 r[4];
    for (int i = 0; i < 4; i++) {
        r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(rows[i])),
                                    _mm_load_ps(rows[i + 4]), 1);
    }
    __m256 low01 = _mm256_unpacklo_ps(r[0], r[1]);
    __m256 high01 = _mm256_unpackhi_ps(r[0], r[1]);
    __m256 low23 = _mm256_unpacklo_ps(r[2], r[3]);
    __m256 high23 = _mm256_unpackhi_ps(r[2], r[3]);
    out[0] = _mm256_shuffle_ps(low01, low23, _MM_SHUFFLE(1, 0, 1, 0));
    out[1] = _mm256_shuffle_ps(low01, low23, _MM_SHUFFLE(3, 2, 3, 2));
    out[2] = _mm256_shuffle_ps(high01, high23, _MM_SHUFFLE(1, 0, 1, 0));
    out[3] = _mm256_shuffle_ps(high01, high23, _MM_SHUFFLE(3, 2, 3, 2));
}

/// Undoes lanes_gather4. Of rows that are one place the last lane's stays.
KERNEL void lanes_scatter4(const Lanes in[4], float *const rows[SIMD_LANES]) {
    __m256 low01 = _mm256_unpacklo_ps(in[0], in[1]);
    __m256 high01 = _mm256_unpackhi_ps(in[0], in[1]);
    __m256 low23 = _mm256_unpacklo_ps(in[2], in[3]);
    __m256 high23 = _mm256_unpackhi_ps(in[2], in[3]);
    __m256 r[4] = {_mm256_shuffle_ps(low01, low23, _MM_SHUFFLE(1, 0, 1, 0)),
                   _mm256_shuffle_ps(low01, low23, _MM_SHUFFLE(3, 2, 3, 2)),
                   _mm256_shuffle_ps(high01, high23, _MM_SHUFFLE(1, 0, 1, 0)),
                   _mm256_shuffle_ps(high01, high23, _MM_SHUFFLE(3, 2, 3, 2))};
    for (int i = 0; i < 4; i++) {
        _mm_store_ps(rows[i], _mm256_castps256_ps128(r[i]));
    }
    for (int i = 0; i < 4; i++) {
        _mm_store_ps(rows[i + 4], _mm256_extractf128_ps(r[i], 1));
    }
}

#elif defined(SIMD_SSE2)

static inline Lanes lanes_of(float a, float b, float c, float d) { return _mm_setr_ps(a, b, c, d); }

/// The float at each of SIMD_LANES indices.
static inline Lanes lanes_gather(const float *from, const uint32_t indices[SIMD_LANES]) {
    return lanes_of(from[indices[0]], from[indices[1]], from[indices[2]], from[indices[3]]);
}

/// Each lane as a whole number, rounded toward 0; it has to be one that an int32_t holds.
static inline void lanes_store_whole(Lanes a, int32_t *to) {
    _mm_storeu_si128((__m128i *)(void *)to, _mm_cvttps_epi32(a));
}

/// (a + b) + (c + d) of the four lanes.
static inline float lanes_sum(Lanes a) {
    Lanes pairs = _mm_add_ps(a, _mm_shuffle_ps(a, a, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_movehl_ps(pairs, pairs)));
}

static inline LaneMask lanes_less(Lanes a, Lanes b) { return _mm_cmplt_ps(a, b); }
static inline LaneMask lanes_at_most(Lanes a, Lanes b) { return _mm_cmple_ps(a, b); }
static inline LaneMask lanes_equal(Lanes a, Lanes b) { return _mm_cmpeq_ps(a, b); }
static inline Lanes lanes_select(LaneMask mask, Lanes yes, Lanes no) {
    return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no));
}

/// Undoes mask_bits.
static inline LaneMask mask_of_bits(unsigned bits) {
    __m128i own = _mm_setr_epi32(1, 2, 4, 8);
    __m128i set = _mm_and_si128(_mm_set1_epi32((int)bits), own);
    return _mm_castsi128_ps(_mm_cmpeq_epi32(set, own));
}

static inline float lanes_largest(Lanes a) { return simd_largest_of_4(a); }
static inline float lanes_smallest(Lanes a) { return simd_smallest_of_4(a); }

/// Reads four floats, aligned to 16 bytes, from each of SIMD_LANES places: out[k] holds their k-th.
KERNEL void lanes_gather4(const float *const rows[SIMD_LANES], Lanes out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = _mm_load_ps(rows[i]);
    }
    _MM_TRANSPOSE4_PS(out[0], out[1], out[2], out[3]);
}

/// Undoes lanes_gather4. Of rows that are one place the last lane's stays.
KERNEL void lanes_scatter4(const Lanes in[4], float *const rows[SIMD_LANES]) {
    Lanes r[4] = {in[0], in[1], in[2], in[3]};
    _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
    for (int i = 0; i < 4; i++) {
        _mm_store_ps(rows[i], r[i]);
    }
}

#else

typedef struct Lanes {
    float lane[SIMD_LANES];
} Lanes;

typedef struct LaneMask {
    bool lane[SIMD_LANES];
} LaneMask;

/// `result`, of type `type`, with lane i of `expression` in each lane.
#define SIMD_EACH(type, expression)        \
    type result;                           \
    for (int i = 0; i < SIMD_LANES; i++) { \
        result.lane[i] = (expression);     \
    }                                      \
    return result

static inline Lanes lanes_all(float value) { SIMD_EACH(Lanes, value); }
/// One float for each lane; not for files compiled for AVX2.
static inline Lanes lanes_of(float a, float b, float c, float d) { return (Lanes){{a, b, c, d}}; }
/// The float at each of SIMD_LANES indices.
static inline Lanes lanes_gather(const float *from, const uint32_t indices[SIMD_LANES]) {
    SIMD_EACH(Lanes, from[indices[i]]);
}
/// Each lane as a whole number, rounded toward 0; it has to be one that an int32_t holds.
static inline void lanes_store_whole(Lanes a, int32_t *to) {
    for (int i = 0; i < SIMD_LANES; i++) {
        to[i] = (int32_t)a.lane[i];
    }
}
/// (a + b) + (c + d) of the four lanes.
static inline float lanes_sum(Lanes a) { return (a.lane[0] + a.lane[1]) + (a.lane[2] + a.lane[3]); }
/// From memory aligned to 16 bytes.
static inline Lanes lanes_load(const float *from) { SIMD_EACH(Lanes, from[i]); }
static inline Lanes lanes_load_any(const float *from) { SIMD_EACH(Lanes, from[i]); }
static inline void lanes_store(Lanes lanes, float *to) {
    for (int i = 0; i < SIMD_LANES; i++) {
        to[i] = lanes.lane[i];
    }
}
static inline Lanes lanes_add(Lanes a, Lanes b) { SIMD_EACH(Lanes, a.lane[i] + b.lane[i]); }
static inline Lanes lanes_sub(Lanes a, Lanes b) { SIMD_EACH(Lanes, a.lane[i] - b.lane[i]); }
static inline Lanes lanes_mul(Lanes a, Lanes b) { SIMD_EACH(Lanes, a.lane[i] * b.lane[i]); }
static inline Lanes lanes_div(Lanes a, Lanes b) { SIMD_EACH(Lanes, a.lane[i] / b.lane[i]); }
static inline Lanes lanes_sqrt(Lanes a) { SIMD_EACH(Lanes, sqrtf(a.lane[i])); }
/// a < b ? a : b, and a > b ? a : b.
static inline Lanes lanes_min(Lanes a, Lanes b) {
    SIMD_EACH(Lanes, a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i]);
}
static inline Lanes lanes_max(Lanes a, Lanes b) {
    SIMD_EACH(Lanes, a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i]);
}
static inline Lanes lanes_negate(Lanes a) { SIMD_EACH(Lanes, -a.lane[i]); }
static inline Lanes lanes_abs(Lanes a) { SIMD_EACH(Lanes, fabsf(a.lane[i])); }
/// |size| with the sign of `sign`.
static inline Lanes lanes_with_sign(Lanes size, Lanes sign) {
    SIMD_EACH(Lanes, copysignf(size.lane[i], sign.lane[i]));
}
static inline LaneMask lanes_less(Lanes a, Lanes b) { SIMD_EACH(LaneMask, a.lane[i] < b.lane[i]); }
static inline LaneMask lanes_at_most(Lanes a, Lanes b) {
    SIMD_EACH(LaneMask, a.lane[i] <= b.lane[i]);
}
static inline LaneMask lanes_equal(Lanes a, Lanes b) {
    SIMD_EACH(LaneMask, a.lane[i] <= b.lane[i] && b.lane[i] <= a.lane[i]);
}
static inline LaneMask mask_and(LaneMask a, LaneMask b) {
    SIMD_EACH(LaneMask, a.lane[i] && b.lane[i]);
}
static inline LaneMask mask_or(LaneMask a, LaneMask b) {
    SIMD_EACH(LaneMask, a.lane[i] || b.lane[i]);
}
/// a and not b.
static inline LaneMask mask_without(LaneMask a, LaneMask b) {
    SIMD_EACH(LaneMask, a.lane[i] && !b.lane[i]);
}
/// Bit i: lane i is set.
static inline unsigned mask_bits(LaneMask mask) {
    unsigned bits = 0;
    for (int i = 0; i < SIMD_LANES; i++) {
        bits |= (unsigned)mask.lane[i] << i;
    }
    return bits;
}
/// Undoes mask_bits.
static inline LaneMask mask_of_bits(unsigned bits) { SIMD_EACH(LaneMask, (bits >> i & 1u) != 0); }
static inline Lanes lanes_select(LaneMask mask, Lanes yes, Lanes no) {
    SIMD_EACH(Lanes, mask.lane[i] ? yes.lane[i] : no.lane[i]);
}
/// The value where the mask is set, else 0.
static inline Lanes lanes_keep(LaneMask mask, Lanes value) {
    SIMD_EACH(Lanes, mask.lane[i] ? value.lane[i] : 0.0f);
}

/// In the order that the machine's instructions take: it decides which of +0 and -0 comes back.
static inline float lanes_largest(Lanes a) {
    float even = a.lane[0] > a.lane[2] ? a.lane[0] : a.lane[2];
    float odd = a.lane[1] > a.lane[3] ? a.lane[1] : a.lane[3];
    return even > odd ? even : odd;
}

static inline float lanes_smallest(Lanes a) {
    float even = a.lane[0] < a.lane[2] ? a.lane[0] : a.lane[2];
    float odd = a.lane[1] < a.lane[3] ? a.lane[1] : a.lane[3];
    return even < odd ? even : odd;
}

/// Reads four floats, aligned to 16 bytes, from each of SIMD_LANES places: out[k] holds their k-th.
/// As bytes: some of a row may be no floats, if nothing is made of their lanes.
KERNEL void lanes_gather4(const float *const rows[SIMD_LANES], Lanes out[4]) {
    for (int i = 0; i < SIMD_LANES; i++) {
        float row[4];
        memcpy(row, rows[i], sizeof row);
        for (int k = 0; k < 4; k++) {
            out[k].lane[i] = row[k];
        }
    }
}

/// Undoes lanes_gather4. Of rows that are one place the last lane's stays.
KERNEL void lanes_scatter4(const Lanes in[4], float *const rows[SIMD_LANES]) {
    for (int i = 0; i < SIMD_LANES; i++) {
        for (int k = 0; k < 4; k++) {
            rows[i][k] = in[k].lane[i];
        }
    }
}

#undef SIMD_EACH

#endif

/// Every lane is set.
static inline LaneMask mask_all(void) { return lanes_at_most(lanes_all(0.0f), lanes_all(0.0f)); }

static inline Lanes lanes_dot(Lanes ax, Lanes ay, Lanes bx, Lanes by) {
    return lanes_add(lanes_mul(ax, bx), lanes_mul(ay, by));
}

static inline Lanes lanes_cross(Lanes ax, Lanes ay, Lanes bx, Lanes by) {
    return lanes_sub(lanes_mul(ax, by), lanes_mul(ay, bx));
}
