/// The parts of which sounds are made: gains, noise, filters, resonators, a soft clip.
///
/// Samples are floats at AUDIO_RATE, frequencies are in Hz. A filter is a value that holds its
/// coefficients and its memory: make it with the function of its kind, then give it one sample
/// after the other. The same bits everywhere: no C library decides one. What falls below 1e-15
/// becomes 0, so that a ringing end costs no denormal numbers.
#pragma once

#include "base/scalar.h"
#include "geometry/trig.h"

#include <stdint.h>

/// Two to the power of `value`, clamped to -126 to 126. Relative error below 4e-7.
float signal_exp2(float value);

/// The logarithm to base 2 of `value`, which is above 0. Absolute error below 4e-7 where the
/// result is within -1 and 1, elsewhere relative.
float signal_log2(float value);

/// The factor of a level in dB: 1 at 0 dB, 0.5 at -6.02 dB.
float signal_gain(float decibels);

/// The frequency (Hz) that lies `semitones` above `hz`, in equal temperament.
float signal_pitch(float hz, float semitones);

/// The share of the way to a new value that goes in one of `steps_per_second` steps, where a
/// difference falls to 1/e in `seconds`; 1 for 0 seconds.
float signal_share(float seconds, float steps_per_second);

/// The sine of a phase in turns; |turns| <= 1000.
static inline float signal_sine(float turns) {
    float rest = turns - (float)(int)turns;
    return trig_sin(rest * (2.0f * TRIG_PI));
}

/// The value, or 0 where it is too small to be heard.
static inline float signal_flush(float value) {
    return value < 1e-15f && value > -1e-15f ? 0.0f : value;
}

/// White noise in [-1, 1): number `counter` of sequence `seed`. Any order of counters may be asked.
/// Source: the 32-bit mixer "lowbias32" (C. Wellons 2018, nullprogram.com/blog/2018/07/31).
static inline float signal_noise_at(uint32_t seed, uint32_t counter) {
    uint32_t bits = counter * 0x9e3779b9u ^ seed * 0x85ebca6bu;
    bits = (bits ^ bits >> 16) * 0x7feb352du;
    bits = (bits ^ bits >> 15) * 0x846ca68bu;
    bits ^= bits >> 16;
    return (float)(int32_t)(bits >> 8) * (1.0f / 8388608.0f) - 1.0f;
}

/// White noise, one number after the other. The zero value is the sequence of seed 0.
typedef struct SignalNoise {
    uint32_t seed, counter;
} SignalNoise;

static inline float signal_noise(SignalNoise *noise) {
    return signal_noise_at(noise->seed, noise->counter++);
}

/// A filter of one pole. It passes what is below its corner (signal_low) or above it (signal_high),
/// 6 dB an octave. Use one value for one of the two.
typedef struct SignalPole {
    float share; ///< Of the difference that goes in a sample.
    float state;
} SignalPole;

/// A filter with its corner (-3 dB) at `hz`, above 0; half the rate and more lets all pass.
SignalPole signal_pole(float hz);

static inline float signal_low(SignalPole *pole, float in) {
    pole->state = signal_flush(pole->state + pole->share * (in - pole->state));
    return pole->state;
}

static inline float signal_high(SignalPole *pole, float in) { return in - signal_low(pole, in); }

/// A filter of two poles and two zeros, transposed direct form II.
/// Source: R. Bristow-Johnson, Cookbook formulae for audio equalizer biquad filter coefficients
/// (w3.org/TR/audio-eq-cookbook).
typedef struct SignalBiquad {
    float b0, b1, b2, a1, a2;
    float z1, z2;
} SignalBiquad;

/// Filters at `hz` (clamped to 1 Hz and 0.49 of the rate) of quality `q` above 0 (0.707 is flat).
/// A band passes its middle at 0 dB.
SignalBiquad signal_low_pass(float hz, float q);
SignalBiquad signal_high_pass(float hz, float q);
SignalBiquad signal_band_pass(float hz, float q);

/// Gives `filter` the coefficients of `like`; what it remembers stays, so nothing clicks.
void signal_retune(SignalBiquad *filter, const SignalBiquad *like);

static inline float signal_filter(SignalBiquad *filter, float in) {
    float out = filter->b0 * in + filter->z1;
    filter->z1 = signal_flush(filter->b1 * in - filter->a1 * out + filter->z2);
    filter->z2 = signal_flush(filter->b2 * in - filter->a2 * out);
    return out;
}

/// Two poles that ring at one frequency: a mode of a body that was struck (modal synthesis).
typedef struct SignalResonator {
    float gain, a1, a2;
    float y1, y2;
} SignalResonator;

/// A resonator at `hz` (below half the rate) that falls by 60 dB in `seconds` (above 0). An impulse
/// of 1 makes it ring with an amplitude of 1.
SignalResonator signal_resonator(float hz, float seconds);

static inline float signal_ring(SignalResonator *resonator, float in) {
    float out = resonator->gain * in + resonator->a1 * resonator->y1 - //
                resonator->a2 * resonator->y2;
    resonator->y2 = resonator->y1;
    resonator->y1 = out;
    // Both at once: one alone, at each crossing of zero, would keep it ringing.
    if (signal_flush(out) == 0.0f && signal_flush(resonator->y2) == 0.0f) {
        resonator->y1 = resonator->y2 = 0.0f;
    }
    return out;
}

/// `in` as it is up to 0.7 in size; beyond, a curve without a corner that never reaches 1.
static inline float signal_soft_clip(float in) {
    float size = in < 0.0f ? -in : in;
    if (size <= 0.7f) {
        return in;
    }
    float over = (size - 0.7f) * (1.0f / 0.3f);
    float out = 0.7f + 0.29999f * (over / (1.0f + over));
    return in < 0.0f ? -out : out;
}

/// A sample as 16 bits, from -32767 to 32767, rounded; what is beyond -1 and 1 is held there.
static inline int16_t signal_as_16_bits(float sample) {
    float whole = 32767.0f * float_clamp(sample, -1.0f, 1.0f);
    return (int16_t)(whole + (whole < 0.0f ? -0.5f : 0.5f));
}
