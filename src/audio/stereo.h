/// Mono into stereo, with gains that change within a block without a step.
#pragma once

#include "audio/listener.h"

/// Adds `mono` to `left` and `right`; the gains go in a straight line from `from` to `to`, which is
/// that of the frame behind the last.
static inline void stereo_add(const float *mono, StereoGain from, StereoGain to, float *left,
                              float *right, int frames) {
    float step = 1.0f / (float)frames;
    float left_step = (to.left - from.left) * step, right_step = (to.right - from.right) * step;
    for (int i = 0; i < frames; i++) {
        left[i] += mono[i] * (from.left + left_step * (float)i);
        right[i] += mono[i] * (from.right + right_step * (float)i);
    }
}

static inline StereoGain stereo_scale(StereoGain gain, float factor) {
    return (StereoGain){gain.left * factor, gain.right * factor};
}

/// `from` after `share` of the way to `to`; what is inaudible becomes nothing.
static inline StereoGain stereo_toward(StereoGain from, StereoGain to, float share) {
    StereoGain out = {from.left + share * (to.left - from.left),
                      from.right + share * (to.right - from.right)};
    bool fades = to.left == 0.0f && to.right == 0.0f;
    return fades && out.left + out.right < 1e-4f ? (StereoGain){0} : out;
}

static inline bool stereo_is_silent(StereoGain gain) {
    return gain.left == 0.0f && gain.right == 0.0f;
}
