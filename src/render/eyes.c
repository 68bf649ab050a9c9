#include "render/eyes.h"

#include "base/assert.h"

#include <math.h>

typedef struct Light {
    double r, g, b; ///< Linear, 0 to 1.
} Light;

static const double kinds[EYES_COUNT][9] = {
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
    {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
    {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
};

static double linear(uint32_t byte) {
    double value = (double)byte / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static Light light_of(uint32_t color) {
    return (Light){linear(color >> 24), linear(color >> 16 & 255u), linear(color >> 8 & 255u)};
}

static double clamped(double value) { return fmin(fmax(value, 0.0), 1.0); }

static Light seen_by(const double eye[9], Light light) {
    return (Light){clamped(eye[0] * light.r + eye[1] * light.g + eye[2] * light.b),
                   clamped(eye[3] * light.r + eye[4] * light.g + eye[5] * light.b),
                   clamped(eye[6] * light.r + eye[7] * light.g + eye[8] * light.b)};
}

static double lab_curve(double t) {
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

EyesLab eyes_lab(int eye, uint32_t color) {
    ASSERT(eye >= 0 && eye < EYES_COUNT);
    Light light = seen_by(kinds[eye], light_of(color));
    double x =
        lab_curve((0.4124564 * light.r + 0.3575761 * light.g + 0.1804375 * light.b) / 0.95047);
    double y = lab_curve(0.2126729 * light.r + 0.7151522 * light.g + 0.0721750 * light.b);
    double z =
        lab_curve((0.0193339 * light.r + 0.1191920 * light.g + 0.9503041 * light.b) / 1.08883);
    return (EyesLab){116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double eyes_apart(EyesLab a, EyesLab b) {
    return sqrt((a.l - b.l) * (a.l - b.l) + (a.a - b.a) * (a.a - b.a) + (a.b - b.b) * (a.b - b.b));
}

double eyes_difference(int eye, uint32_t a, uint32_t b) {
    return eyes_apart(eyes_lab(eye, a), eyes_lab(eye, b));
}

double eyes_grey_difference(uint32_t a, uint32_t b) {
    return fabs(eyes_lab(0, a).l - eyes_lab(0, b).l);
}

static double luminance(uint32_t color) {
    Light light = light_of(color);
    return 0.2126 * light.r + 0.7152 * light.g + 0.0722 * light.b;
}

double eyes_contrast(uint32_t a, uint32_t b) {
    double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}
