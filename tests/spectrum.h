/// Spectra of sound, for tests and figures: a fast Fourier transform with a window.
#pragma once

enum {
    SPECTRUM_MAX = 1 << 17,
};

/// The power of `count` samples (a power of two, up to SPECTRUM_MAX) in count / 2 bins of
/// AUDIO_RATE / count Hz, under a four-term Blackman-Harris window: a leak is below -92 dB five
/// bins away. A sine of amplitude 1 on a bin's middle has power 1 there.
/// Source: F. J. Harris 1978, On the use of windows for harmonic analysis with the discrete
/// Fourier transform.
void spectrum_power(const float *samples, int count, float *power);

/// The frequency (Hz) of the highest peak of a spectrum of `count` samples between `low` and `high`
/// Hz, by a parabola through the levels of three bins.
float spectrum_peak_hz(const float *power, int count, float low, float high);

/// The greatest power within `width` bins around `hz`.
float spectrum_at(const float *power, int count, float hz, int width);
