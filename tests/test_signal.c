/// The parts of which sounds are made, against the C library and their own promises.
#include "audio/audio.h"
#include "audio/signal.h"
#include "base/random.h"

#include <math.h>

#include "spectrum.h"
#include "test.h"

enum {
    COUNT = 1 << 14
};

static float samples[COUNT], power[COUNT / 2];

static void powers_and_logarithms_are_those_of_the_c_library(void **state) {
    (void)state;
    for (double x = -40.0; x < 40.0; x += 0.0173) {
        float power_of_2 = signal_exp2((float)x);
        assert_near((double)power_of_2 / exp2((double)(float)x), 1.0, 4e-7);
        assert_near(signal_log2(power_of_2), x, 4e-7 * fmax(1.0, fabs(x)) + 2e-6);
    }
    assert_near(signal_gain(-20.0f), 0.1, 1e-6);
    assert_near(signal_pitch(440.0f, 12.0f), 880.0, 1e-3);
    assert_near(signal_share(0.1f, 10.0f), 1.0 - exp(-1.0), 1e-6);
    assert_near(signal_sine(-2.25f), -1.0, 1e-6);
}

static void noise_is_even_and_white(void **state) {
    (void)state;
    SignalNoise noise = {.seed = 5};
    double sum = 0.0, square = 0.0, next = 0.0;
    float before = 0.0f;
    for (int i = 0; i < 100000; i++) {
        float value = signal_noise(&noise);
        assert_true(value >= -1.0f && value < 1.0f);
        sum += (double)value;
        square += (double)(value * value);
        next += (double)(value * before);
        before = value;
    }
    assert_near(sum / 1e5, 0.0, 0.01);
    assert_near(square / 1e5, 1.0 / 3.0, 0.005);
    assert_near(next / 1e5, 0.0, 0.005);
    assert_true(signal_noise_at(1, 7) != signal_noise_at(2, 7));
}

/// Gain in dB of what `samples` holds as the answer to an impulse, at `hz`.
static double gain_at(double hz) {
    double real = 0.0, imaginary = 0.0;
    for (int i = 0; i < COUNT; i++) {
        double angle = 2.0 * acos(-1.0) * hz / AUDIO_RATE * i;
        real += (double)samples[i] * cos(angle);
        imaginary += (double)samples[i] * sin(angle);
    }
    return 10.0 * log10(real * real + imaginary * imaginary + 1e-30);
}

static double biquad_gain(SignalBiquad filter, double hz) {
    for (int i = 0; i < COUNT; i++) {
        samples[i] = signal_filter(&filter, i == 0 ? 1.0f : 0.0f);
    }
    return gain_at(hz);
}

static void filters_pass_what_they_say(void **state) {
    (void)state;
    assert_near(biquad_gain(signal_low_pass(1000.0f, 0.7071f), 1000.0), -3.01, 0.02);
    assert_near(biquad_gain(signal_low_pass(1000.0f, 0.7071f), 50.0), 0.0, 0.02);
    assert_near(biquad_gain(signal_low_pass(1000.0f, 0.7071f), 4000.0), -24.3, 0.5);
    assert_near(biquad_gain(signal_high_pass(1000.0f, 0.7071f), 1000.0), -3.01, 0.02);
    assert_near(biquad_gain(signal_high_pass(20.0f, 0.7071f), 200.0), 0.0, 0.02);
    assert_near(biquad_gain(signal_band_pass(2000.0f, 5.0f), 2000.0), 0.0, 0.02);
    static const float corners[] = {5.0f, 100.0f, 3000.0f, 15000.0f};
    for (int k = 0; k < 4; k++) {
        SignalPole pole = signal_pole(corners[k]);
        for (int i = 0; i < COUNT; i++) {
            samples[i] = signal_low(&pole, i == 0 ? 1.0f : 0.0f);
        }
        assert_near(gain_at((double)corners[k]), -3.01, 0.1);
    }
}

static void what_rings_out_ends_in_exact_silence(void **state) {
    (void)state;
    float out = 0.0f;
    SignalResonator bell = signal_resonator(440.0f, 0.5f);
    signal_ring(&bell, 1.0f);
    for (int i = 1; i < 3 * AUDIO_RATE; i++) {
        out = signal_ring(&bell, 0.0f);
    }
    assert_near(out, 0.0, 0.0);
}

static void a_resonator_rings_at_its_pitch_and_falls_in_its_time(void **state) {
    (void)state;
    SignalResonator bell = signal_resonator(1234.0f, 0.3f);
    float begin = 0.0f, end = 0.0f;
    for (int i = 0; i < COUNT; i++) {
        samples[i] = signal_ring(&bell, i == 0 ? 1.0f : 0.0f);
        begin = i < 100 ? fmaxf(begin, fabsf(samples[i])) : begin;
        end = i > 14400 && i < 14500 ? fmaxf(end, fabsf(samples[i])) : end;
    }
    assert_near(begin, 1.0, 0.03);
    assert_near(20.0 * log10((double)end), -60.0, 0.5);
    spectrum_power(samples, COUNT, power);
    assert_near(spectrum_peak_hz(power, COUNT, 500.0f, 3000.0f), 1234.0, 1.5);
}

static void a_soft_clip_keeps_what_is_quiet_and_holds_what_is_loud(void **state) {
    (void)state;
    Random random = random_make(1, 0);
    for (int i = 0; i < 100000; i++) {
        float in = signal_exp2(random_range(&random, -30.0f, 20.0f));
        float out = signal_soft_clip(in);
        assert_true(signal_soft_clip(-in) == -out);
        assert_true(in > 0.7f ? out > 0.7f && out < 1.0f && out < in : out == in);
        assert_true(signal_soft_clip(in * 1.0001f) >= out);
        if (in < 20.0f) { // it still tells loud from louder
            assert_true(signal_soft_clip(in * 1.01f) > out);
        }
        // Its slope falls from 1 without a step: no corner, so few new partials.
        float step = 1e-3f, rise = (signal_soft_clip(in + step) - out) / step;
        assert_true(rise < 1.0f + 1e-3f);
        assert_true(in > 2.0f || fabsf(signal_soft_clip(in + 2.0f * step) -
                                       2.0f * signal_soft_clip(in + step) + out) < 1e-5f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_and_logarithms_are_those_of_the_c_library),
        cmocka_unit_test(noise_is_even_and_white),
        cmocka_unit_test(filters_pass_what_they_say),
        cmocka_unit_test(what_rings_out_ends_in_exact_silence),
        cmocka_unit_test(a_resonator_rings_at_its_pitch_and_falls_in_its_time),
        cmocka_unit_test(a_soft_clip_keeps_what_is_quiet_and_holds_what_is_loud),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
