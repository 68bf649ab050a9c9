/// The wind around one car: noise that grows with speed, louder and brighter.
#pragma once

#include "audio/signal.h"

#define WIND_WHOLE 70.0f ///< m/s at which it is loudest: a peak of about 0.4.

/// A value; make it by wind_voice_make.
typedef struct WindVoice {
    SignalNoise noise;
    SignalPole low[2], high;
    uint32_t seed, frame; ///< Of the gusts, which are a function of both.
    float level;          ///< Of the last frame.
} WindVoice;

WindVoice wind_voice_make(uint32_t seed);

/// Adds `frames` (1 or more) frames to `mono`, on the way from the last speed to `speed` (m/s, 0 or
/// more). Costs nothing while the car stands.
void wind_voice_add(WindVoice *voice, float speed, float *mono, int frames);
