#include "spectrum.h"

#include "audio/audio.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

/// In place, decimation in time (Cooley and Tukey 1965); `count` is a power of two.
static void transform(double complex *values, int count) {
    for (int i = 1, k = 0; i < count; i++) {
        int bit = count >> 1;
        for (; k & bit; bit >>= 1) {
            k ^= bit;
        }
        k ^= bit;
        if (i < k) {
            double complex kept = values[i];
            values[i] = values[k];
            values[k] = kept;
        }
    }
    for (int size = 2; size <= count; size *= 2) {
        double angle = -2.0 * acos(-1.0) / size;
        for (int k = 0; k < size / 2; k++) {
            double complex turn = cos(angle * k) + (double complex)I * sin(angle * k);
            for (int i = k; i < count; i += size) {
                double complex odd = turn * values[i + size / 2];
                values[i + size / 2] = values[i] - odd;
                values[i] += odd;
            }
        }
    }
}

void spectrum_power(const float *samples, int count, float *power) {
    double complex *values = malloc((size_t)count * sizeof *values);
    double turn = 2.0 * acos(-1.0) / count;
    for (int i = 0; i < count; i++) {
        double window = 0.35875 - 0.48829 * cos(turn * i) + 0.14128 * cos(2.0 * turn * i) -
                        0.01168 * cos(3.0 * turn * i);
        values[i] = window * (double)samples[i];
    }
    transform(values, count);
    double scale = 2.0 / (0.35875 * count);
    for (int i = 0; i < count / 2; i++) {
        double size = cabs(values[i]) * scale;
        power[i] = (float)(size * size);
    }
    free(values);
}

float spectrum_peak_hz(const float *power, int count, float low, float high) {
    float bin_hz = (float)AUDIO_RATE / (float)count;
    int from = (int)(low / bin_hz), to = (int)(high / bin_hz);
    from = from < 1 ? 1 : from;
    to = to > count / 2 - 2 ? count / 2 - 2 : to;
    int best = from;
    for (int i = from; i <= to; i++) {
        best = power[i] > power[best] ? i : best;
    }
    float a = logf(power[best - 1] + 1e-30f), b = logf(power[best] + 1e-30f),
          c = logf(power[best + 1] + 1e-30f);
    float bend = a - 2.0f * b + c;
    float shift = bend < 0.0f ? 0.5f * (a - c) / bend : 0.0f;
    return ((float)best + shift) * bin_hz;
}

float spectrum_at(const float *power, int count, float hz, int width) {
    int middle = (int)(hz * (float)count / (float)AUDIO_RATE + 0.5f);
    float best = 0.0f;
    for (int i = middle - width; i <= middle + width; i++) {
        best = i >= 0 && i < count / 2 && power[i] > best ? power[i] : best;
    }
    return best;
}
