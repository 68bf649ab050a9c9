#include "audio/signal.h"

#include "audio/audio.h"
#include "base/assert.h"
#include "base/bits.h"
#include "base/scalar.h"

#include <math.h>

#define LOG2_OF_E 1.44269504f

float signal_exp2(float value) {
    float clamped = float_clamp(value, -126.0f, 126.0f);
    int whole = (int)(clamped + (clamped < 0.0f ? -0.5f : 0.5f));
    float x = (clamped - (float)whole) * 0.693147181f; // |x| <= 0.3466: six terms of its series
    float power =
        1.0f +
        x * (1.0f +
             x * (0.5f + x * (1.66666667e-1f +
                              x * (4.16666667e-2f + x * (8.33333333e-3f + x * 1.38888889e-3f)))));
    return power * bits_to_float((uint32_t)(whole + 127) << 23);
}

float signal_log2(float value) {
    ASSERT(value > 0.0f);
    uint32_t bits = bits_of_float(value);
    int exponent = (int)(bits >> 23) - 127;
    float mantissa = bits_to_float((bits & 0x7fffffu) | 0x3f800000u);
    if (mantissa > 1.41421356f) {
        mantissa *= 0.5f;
        exponent++;
    }
    // ln m = 2 atanh((m - 1) / (m + 1))
    float t = (mantissa - 1.0f) / (mantissa + 1.0f);
    float t2 = t * t;
    float ln = 2.0f * t * (1.0f + t2 * (0.333333333f + t2 * (0.2f + t2 * 0.142857143f)));
    return (float)exponent + ln * LOG2_OF_E;
}

float signal_gain(float decibels) { return signal_exp2(decibels * 0.166096405f); }

float signal_decibels(float gain) {
    return gain <= 1e-10f ? -200.0f : 6.02059991f * signal_log2(gain);
}

float signal_pitch(float hz, float semitones) { return hz * signal_exp2(semitones / 12.0f); }

float signal_share(float seconds, float steps_per_second) {
    ASSERT(seconds >= 0.0f && steps_per_second > 0.0f);
    return seconds > 0.0f ? 1.0f - signal_exp2(-LOG2_OF_E / (seconds * steps_per_second)) : 1.0f;
}

SignalPole signal_pole(float hz) {
    ASSERT(hz > 0.0f);
    if (hz >= 0.5f * (float)AUDIO_RATE) {
        return (SignalPole){.share = 1.0f};
    }
    // The share for which the gain at `hz` is exactly -3 dB, unlike that of 1 - exp(-w), which
    // lets too much pass near half the rate.
    float half = trig_sin(TRIG_PI * hz / (float)AUDIO_RATE);
    float away = 2.0f * half * half; // 1 - cos, with its digits
    return (SignalPole){.share = sqrtf(away * away + 2.0f * away) - away};
}

/// What the formulas of all kinds share.
typedef struct Angle {
    float cos, alpha;
    float away; ///< 1 - cos, with its digits.
} Angle;

static Angle angle_of(float hz, float q) {
    ASSERT(q > 0.0f);
    float turn = float_clamp(hz / (float)AUDIO_RATE, 1.0f / (float)AUDIO_RATE, 0.49f);
    TrigPair pair = trig_sincos(2.0f * TRIG_PI * turn);
    float half = trig_sin(TRIG_PI * turn);
    return (Angle){.cos = pair.cos, .alpha = pair.sin / (2.0f * q), .away = 2.0f * half * half};
}

static SignalBiquad scaled(float b0, float b1, float b2, float a0, float a1, float a2) {
    float scale = 1.0f / a0;
    return (SignalBiquad){
        .b0 = b0 * scale, .b1 = b1 * scale, .b2 = b2 * scale, .a1 = a1 * scale, .a2 = a2 * scale};
}

SignalBiquad signal_low_pass(float hz, float q) {
    Angle w = angle_of(hz, q);
    float b = w.away;
    return scaled(0.5f * b, b, 0.5f * b, 1.0f + w.alpha, -2.0f * w.cos, 1.0f - w.alpha);
}

SignalBiquad signal_high_pass(float hz, float q) {
    Angle w = angle_of(hz, q);
    float b = 1.0f + w.cos;
    return scaled(0.5f * b, -b, 0.5f * b, 1.0f + w.alpha, -2.0f * w.cos, 1.0f - w.alpha);
}

SignalBiquad signal_band_pass(float hz, float q) {
    Angle w = angle_of(hz, q);
    return scaled(w.alpha, 0.0f, -w.alpha, 1.0f + w.alpha, -2.0f * w.cos, 1.0f - w.alpha);
}

SignalBiquad signal_notch(float hz, float q) {
    Angle w = angle_of(hz, q);
    return scaled(1.0f, -2.0f * w.cos, 1.0f, 1.0f + w.alpha, -2.0f * w.cos, 1.0f - w.alpha);
}

SignalBiquad signal_peak(float hz, float q, float decibels) {
    Angle w = angle_of(hz, q);
    float a = signal_gain(0.5f * decibels);
    return scaled(1.0f + w.alpha * a, -2.0f * w.cos, 1.0f - w.alpha * a, //
                  1.0f + w.alpha / a, -2.0f * w.cos, 1.0f - w.alpha / a);
}

/// A shelf: `side` is 1 for a low one and -1 for a high one.
static SignalBiquad shelf(float hz, float q, float decibels, float side) {
    Angle w = angle_of(hz, q);
    float a = signal_gain(0.5f * decibels);
    float root = 2.0f * sqrtf(a) * w.alpha;
    float up = a + 1.0f, down = side * (a - 1.0f);
    return scaled(a * (up - down * w.cos + root), 2.0f * a * (down - up * w.cos),
                  a * (up - down * w.cos - root), up + down * w.cos + root,
                  -2.0f * (down + up * w.cos), up + down * w.cos - root);
}

SignalBiquad signal_low_shelf(float hz, float q, float decibels) {
    return shelf(hz, q, decibels, 1.0f);
}

SignalBiquad signal_high_shelf(float hz, float q, float decibels) {
    return shelf(hz, q, decibels, -1.0f);
}

void signal_retune(SignalBiquad *filter, const SignalBiquad *like) {
    SignalBiquad tuned = *like;
    tuned.z1 = filter->z1;
    tuned.z2 = filter->z2;
    *filter = tuned;
}

SignalSmooth signal_smooth(float value, float seconds) {
    return (SignalSmooth){
        .value = value, .target = value, .share = signal_share(seconds, (float)AUDIO_RATE)};
}

SignalResonator signal_resonator(float hz, float seconds) {
    ASSERT(hz > 0.0f && hz < 0.5f * (float)AUDIO_RATE && seconds > 0.0f);
    float radius = signal_exp2(-9.96578428f / (seconds * (float)AUDIO_RATE)); // 2^-9.97 = -60 dB
    TrigPair pair = trig_sincos(2.0f * TRIG_PI * hz / (float)AUDIO_RATE);
    return (SignalResonator){
        .gain = pair.sin, .a1 = 2.0f * radius * pair.cos, .a2 = radius * radius};
}

SignalLimiter signal_limiter(void) {
    return (SignalLimiter){.gain = 1.0f,
                           .attack = signal_share(0.0003f, (float)AUDIO_RATE),
                           .release = signal_share(0.2f, (float)AUDIO_RATE)};
}

void signal_limit(SignalLimiter *limiter, float *left, float *right) {
    float peak = float_max(fabsf(*left), fabsf(*right));
    float wanted = peak > 0.9f ? 0.9f / peak : 1.0f;
    float share = wanted < limiter->gain ? limiter->attack : limiter->release;
    limiter->gain += share * (wanted - limiter->gain);
    *left = signal_soft_clip(*left * limiter->gain);
    *right = signal_soft_clip(*right * limiter->gain);
}
