/// The horn of one car: two reeds that beat against each other, at the pitches of its file.
#pragma once

#include "audio/signal.h"

#include <stdbool.h>

/// Its pitches, 20 to 5000 Hz.
typedef struct HornTones {
    float low_hz, high_hz;
} HornTones;

/// A value; the zero value is silent.
typedef struct HornVoice {
    float phase[2]; ///< Turns.
    float level;    ///< 0 to 1, follows the key within hundredths of a second.
    SignalPole soft;
} HornVoice;

HornVoice horn_voice_make(void);

/// Adds `frames` frames to `mono`, while `pressed` and until it has faded. Its peak is 0.5. The
/// tones hold no partial above a third of the rate.
void horn_voice_add(HornVoice *voice, HornTones tones, bool pressed, float *mono, int frames);
