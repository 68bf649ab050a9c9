/// Colours as people see them: contrast, and how far two are apart to all kinds of eyes.
#pragma once

#include <math.h>
#include <stdint.h>

typedef struct EyesLight {
    double r, g, b; ///< Linear, 0 to 1.
} EyesLight;

static inline double eyes_linear(uint32_t byte) {
    double value = (double)byte / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static inline EyesLight eyes_light_of(uint32_t rgba) {
    return (EyesLight){eyes_linear(rgba >> 24), eyes_linear(rgba >> 16 & 255u),
                       eyes_linear(rgba >> 8 & 255u)};
}

/// As WCAG has it, 1 to 21.
static inline double eyes_contrast(uint32_t a, uint32_t b) {
    EyesLight x = eyes_light_of(a), y = eyes_light_of(b);
    double light = 0.2126 * x.r + 0.7152 * x.g + 0.0722 * x.b;
    double other = 0.2126 * y.r + 0.7152 * y.g + 0.0722 * y.b;
    return (fmax(light, other) + 0.05) / (fmin(light, other) + 0.05);
}

enum {
    EYES_COUNT = 4
};

/// Machado, Oliveira and Fernandes (2009), severity 1: usual, protan, deutan, tritan.
static const double eyes_kinds[EYES_COUNT][9] = {
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
    {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
    {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
};

static inline double eyes_clamped(double value) { return fmin(fmax(value, 0.0), 1.0); }

static inline EyesLight eyes_seen_by(const double eye[9], EyesLight light) {
    return (EyesLight){eyes_clamped(eye[0] * light.r + eye[1] * light.g + eye[2] * light.b),
                       eyes_clamped(eye[3] * light.r + eye[4] * light.g + eye[5] * light.b),
                       eyes_clamped(eye[6] * light.r + eye[7] * light.g + eye[8] * light.b)};
}

typedef struct EyesLab {
    double l, a, b;
} EyesLab;

static inline double eyes_lab_curve(double t) {
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

static inline EyesLab eyes_lab_of(EyesLight light) {
    double x =
        eyes_lab_curve((0.4124564 * light.r + 0.3575761 * light.g + 0.1804375 * light.b) / 0.95047);
    double y = eyes_lab_curve(0.2126729 * light.r + 0.7151522 * light.g + 0.0721750 * light.b);
    double z =
        eyes_lab_curve((0.0193339 * light.r + 0.1191920 * light.g + 0.9503041 * light.b) / 1.08883);
    return (EyesLab){116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

/// CIE76 of two colours to one kind of eyes.
static inline double eyes_difference(int eye, uint32_t a, uint32_t b) {
    EyesLab x = eyes_lab_of(eyes_seen_by(eyes_kinds[eye], eyes_light_of(a))),
            y = eyes_lab_of(eyes_seen_by(eyes_kinds[eye], eyes_light_of(b)));
    return sqrt((x.l - y.l) * (x.l - y.l) + (x.a - y.a) * (x.a - y.a) + (x.b - y.b) * (x.b - y.b));
}

/// CIE76 of what is left of two colours without hue: their lightness.
static inline double eyes_grey_difference(uint32_t a, uint32_t b) {
    return fabs(eyes_lab_of(eyes_light_of(a)).l - eyes_lab_of(eyes_light_of(b)).l);
}
