#include "audio/limiter.h"

#include "base/scalar.h"

#include <math.h>

#define RECOVERY 0.00021f ///< Of what is missing to 1, each frame: 0.1 s.
#define WHOLE    0.9999f  ///< A gain above is 1.

Limiter limiter_make(void) {
    Limiter limiter = {.sum = LIMITER_WINDOW, .gain = 1.0f, .calm = LIMITER_WINDOW};
    for (int i = 0; i < LIMITER_WINDOW; i++) {
        limiter.needed[i] = limiter.gains[i] = 1.0f;
    }
    return limiter;
}

static float least_needed(const Limiter *limiter) {
    float least = 1.0f;
    for (int i = 0; i < LIMITER_WINDOW; i++) {
        least = float_min(least, limiter->needed[i]);
    }
    return least;
}

static float next_gain(const Limiter *limiter) {
    float least = limiter->calm < LIMITER_WINDOW ? least_needed(limiter) : 1.0f;
    float gain = limiter->gain + (1.0f - limiter->gain) * RECOVERY;
    return gain > WHOLE && least == 1.0f ? 1.0f : float_min(gain, least);
}

void limiter_run(Limiter *limiter, float *left, float *right, int count) {
    for (int i = 0; i < count; i++) {
        int at = limiter->at;
        float peak = float_max(fabsf(left[i]), fabsf(right[i]));
        limiter->needed[at] = peak > LIMITER_CEILING ? LIMITER_CEILING / peak : 1.0f;
        limiter->calm = peak > LIMITER_CEILING ? 0 : limiter->calm + (limiter->calm < 1 << 20);
        limiter->gain = next_gain(limiter);
        limiter->sum += (double)limiter->gain - (double)limiter->gains[at];
        limiter->gains[at] = limiter->gain;
        limiter->frames[at][0] = left[i];
        limiter->frames[at][1] = right[i];
        limiter->at = (at + 1) % LIMITER_WINDOW;
        float mean = (float)(limiter->sum / LIMITER_WINDOW);
        left[i] = limiter->frames[limiter->at][0] * mean;
        right[i] = limiter->frames[limiter->at][1] * mean;
    }
}
