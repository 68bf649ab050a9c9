/// Sine, cosine and arc tangent from our own polynomials, so that no C library decides a race: the
/// same bits from every compiler and on every machine (needs -ffp-contract=off).
///
/// Odd functions are odd to the last bit, even ones even: mirrored steering mirrors the race.
#pragma once

#define TRIG_PI        3.14159265358979f
#define TRIG_ANGLE_MAX 1e4f ///< rad; beyond it the reduction by whole turns loses too many digits.

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

/// Arc sine of `value` in [-1, 1]; values beyond are taken as the nearest bound. Absolute error
/// below 3e-7.
float trig_asin(float value);

/// `angle` (|angle| <= 1e4) turned by whole turns into [-pi, pi]; an angle that lies there already
/// comes back bit for bit.
float trig_wrap(float angle);
