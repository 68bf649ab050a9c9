/// The tyres of one car: what they say of grip, and what they roll over.
///
/// Three layers of sliding, by the power that sliding takes: the squeal of rubber that sticks and
/// slips, the scrub below it, a scuff on loose ground. A tyre below its peak of grip has none of
/// them. Under these rolling noise by speed and ground, the grains of loose ground, the rumble of
/// kerbs at the pace of their stripes (TRACK_KERB_STRIPE), spray, and the hiss of ice.
#pragma once

#include "audio/signal.h"
#include "audio/sound_scene.h"

/// How loud each layer is (0 to 1), and its pitch. The zero value is silence.
typedef struct TyreLevels {
    float squeal, scrub, scuff, roll, grains, rumble, spray;
    float squeal_hz, scuff_hz, roll_hz, grains_hz;
    float grains_rate; ///< Stones in a second.
    float rumble_rate; ///< Stripes in a second.
} TyreLevels;

/// What these wheels ask for.
TyreLevels tyre_levels(const SoundWheel wheels[CAR_WHEELS]);

/// `from` after `share` of the way to `to`. What begins does so at its own pitch.
TyreLevels tyre_levels_toward(const TyreLevels *from, const TyreLevels *to, float share);

/// A value; make it by tyre_voice_make.
typedef struct TyreVoice {
    TyreLevels now;
    SignalNoise noise;
    SignalBiquad scrub, scuff, grains;
    SignalPole roll[2], spray, wander, thump;
    SignalBiquad squeal[2];
    float squeal_phase; ///< Turns.
    float rumble_phase; ///< In stripes.
} TyreVoice;

TyreVoice tyre_voice_make(uint32_t seed);

/// Adds `frames` (1 to AUDIO_BLOCK) frames to `mono`, on the way from the levels of the last call
/// to `levels`, whose pitches and rates of 0 stay what they were. Layers that nobody hears cost
/// nothing. The worst of all layers at once stays within 1.
void tyre_voice_add(TyreVoice *voice, const TyreLevels *levels, float *mono, int frames);
