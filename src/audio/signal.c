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

void signal_retune(SignalBiquad *filter, const SignalBiquad *like) {
    SignalBiquad tuned = *like;
    tuned.z1 = filter->z1;
    tuned.z2 = filter->z2;
    *filter = tuned;
}

SignalResonator signal_resonator(float hz, float seconds) {
    ASSERT(hz > 0.0f && hz < 0.5f * (float)AUDIO_RATE && seconds > 0.0f);
    float radius = signal_exp2(-9.96578428f / (seconds * (float)AUDIO_RATE)); // 2^-9.97 = -60 dB
    TrigPair pair = trig_sincos(2.0f * TRIG_PI * hz / (float)AUDIO_RATE);
    return (SignalResonator){
        .gain = pair.sin, .a1 = 2.0f * radius * pair.cos, .a2 = radius * radius};
}
