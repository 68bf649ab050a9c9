/// Sine, cosine and arc tangent from our own polynomials, so that no C library decides a race: the
/// same bits from every compiler and on every machine (needs -ffp-contract=off).
#pragma once

#define TRIG_PI 3.14159265358979f

typedef struct TrigPair {
    float sin, cos;
} TrigPair;

/// Sine and cosine of `angle` (rad, |angle| <= 1e4), absolute error below 2e-7 for |angle| <= 4.
TrigPair trig_sincos(float angle);
float trig_sin(float angle);
float trig_cos(float angle);
float trig_tan(float angle);

/// Arc tangent in [-pi/2, pi/2] and the angle of (x, y) in [-pi, pi]; absolute error below 3e-7.
/// trig_atan2(0, 0) is 0.
float trig_atan(float value);
float trig_atan2(float y, float x);

/// Arc sine of `value` in [-1, 1].
float trig_asin(float value);

/// `angle` turned by whole turns into [-pi, pi].
float trig_wrap(float angle);
