#include "geometry/trig.h"

#include "base/assert.h"
#include "base/bits.h"
#include "base/scalar.h"

#include <math.h>
#include <stdint.h>

// pi/2 and 2 pi in three parts (Cody & Waite 1980): the first two have at most 11 bits, so their
// products with a count of up to 13 bits are exact, and so is what is left after subtracting them.
#define QUARTER_HIGH 1.5703125f
#define QUARTER_MID  0.0004837512969970703125f
#define QUARTER_LOW  7.54979013e-08f
#define TURN_HIGH    6.28125f
#define TURN_MID     0.00193500518798828125f
#define TURN_LOW     3.01991605e-07f

// The polynomials are minimax fits (Remez) of the absolute error, coefficients rounded to float.

/// Sine on [-pi/4, pi/4], error of the fit 1.8e-9.
static float sine_near_zero(float x) {
    float x2 = x * x;
    float tail = 0.008331977762281895f + x2 * -0.00019495567539706826f;
    return x + x * x2 * (-0.16666650772094727f + x2 * tail);
}

/// Cosine on [-pi/4, pi/4], error of the fit 1e-10.
static float cosine_near_zero(float x) {
    float x2 = x * x;
    float tail = -0.0013887366512790322f + x2 * 2.4438379114144482e-05f;
    return (1.0f - 0.5f * x2) + x2 * x2 * (0.04166664555668831f + x2 * tail);
}

/// Arc tangent on [0, 1], error of the fit 7.4e-9.
static float arc_tangent_to_one(float x) {
    float x2 = x * x;
    float sum = -0.0151325418f + x2 * 0.00262224581f;
    sum = 0.0411218703f + x2 * sum;
    sum = -0.0736670718f + x2 * sum;
    sum = 0.105739325f + x2 * sum;
    sum = -0.141859755f + x2 * sum;
    sum = 0.199903965f + x2 * sum;
    sum = -0.333329856f + x2 * sum;
    return x + x * x2 * sum;
}

TrigPair trig_sincos(float angle) {
    // The magnitude is reduced and the sign put back last: that keeps sine odd and cosine even.
    float size = fabsf(angle);
    ASSERT(size <= TRIG_ANGLE_MAX); // refuses NaN as well
    uint32_t quarter = (uint32_t)(int)(size * (2.0f / TRIG_PI) + 0.5f);
    float count = (float)(int)quarter;
    float rest = ((size - count * QUARTER_HIGH) - count * QUARTER_MID) - count * QUARTER_LOW;
    uint32_t sine = bits_of_float(sine_near_zero(rest));
    uint32_t cosine = bits_of_float(cosine_near_zero(rest));
    // Odd quarters swap both, then signs follow the quarter: by bits, because a branch on the
    // quarter of a random angle is often mispredicted.
    uint32_t swapped = (sine ^ cosine) & (0u - (quarter & 1u));
    sine ^= swapped ^ ((quarter & 2u) << 30) ^ (bits_of_float(angle) & 0x80000000u);
    cosine ^= swapped ^ (((quarter + 1u) & 2u) << 30);
    return (TrigPair){bits_to_float(sine), bits_to_float(cosine)};
}

float trig_sin(float angle) { return trig_sincos(angle).sin; }

float trig_cos(float angle) { return trig_sincos(angle).cos; }

float trig_tan(float angle) {
    TrigPair pair = trig_sincos(angle);
    return pair.sin / pair.cos;
}

float trig_atan(float value) {
    float size = fabsf(value);
    float result = arc_tangent_to_one(size > 1.0f ? 1.0f / size : size);
    result = size > 1.0f ? 0.5f * TRIG_PI - result : result;
    return copysignf(result, value);
}

float trig_atan2(float y, float x) {
    float width = fabsf(x);
    float height = fabsf(y);
    float longer = float_max(width, height);
    if (!(longer > 0.0f)) {
        return 0.0f;
    }
    // The angle within the first eighth, then unfolded over the diagonal and both axes.
    float result = arc_tangent_to_one(float_min(width, height) / longer);
    result = height > width ? 0.5f * TRIG_PI - result : result;
    result = x < 0.0f ? TRIG_PI - result : result;
    return copysignf(result, y);
}

float trig_asin(float value) {
    float x = float_max(-1.0f, float_min(1.0f, value));
    // (1 - x)(1 + x) keeps the digits that 1 - x^2 loses near the ends.
    return trig_atan2(x, sqrtf((1.0f - x) * (1.0f + x)));
}

static float less_turns(float size, float turns) {
    return ((size - turns * TURN_HIGH) - turns * TURN_MID) - turns * TURN_LOW;
}

float trig_wrap(float angle) {
    float size = fabsf(angle);
    if (size <= TRIG_PI) {
        return angle;
    }
    ASSERT(size <= TRIG_ANGLE_MAX);
    float turns = (float)(int)(size * (0.5f / TRIG_PI) + 0.5f);
    float rest = less_turns(size, turns);
    // Rounding of the quotient may miss the nearest count by one, close to half a turn.
    rest = rest > TRIG_PI ? less_turns(size, turns + 1.0f) : rest;
    rest = rest < -TRIG_PI ? less_turns(size, turns - 1.0f) : rest;
    rest = float_max(-TRIG_PI, float_min(TRIG_PI, rest));
    return angle < 0.0f ? -rest : rest;
}
