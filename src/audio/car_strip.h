/// The channel of one car in the mixer: its voices, and the gains with which they reach left and
/// right. Whatever it is told is reached in a straight line, so nothing clicks.
#pragma once

#include "audio/engine_voice.h"
#include "audio/horn_voice.h"
#include "audio/impact_voice.h"
#include "audio/listener.h"
#include "audio/sound_scene.h"
#include "audio/tyre_voice.h"
#include "audio/wind_voice.h"

#define CAR_STRIP_FADE 0.05f ///< s in which a gain goes 63 % of its way.

/// A value; make it by car_strip_make.
typedef struct CarStrip {
    EngineVoice engine;
    TyreVoice tyres;
    WindVoice wind;
    HornVoice horn;
    ScrapeVoice scrape;
    EngineState now, wanted;     ///< Of the engine.
    int frames_left;             ///< Until it is as wanted.
    const EngineBank *bank;      ///< NULL: no engine is heard yet.
    const EngineBank *next_bank; ///< With which it goes on.
    TyreLevels tyres_wanted;
    HornTones horn_tones;
    Scrape scraped; ///< Since the last frame that was mixed.
    float speed;    ///< m/s
    bool honks;
    bool own;                     ///< Of a listener, who alone hears its wind.
    StereoGain gain, gain_wanted; ///< How it is heard; the first follows within CAR_STRIP_FADE.
} CarStrip;

/// Silent, until it is told something. `seed` tells equal cars apart.
CarStrip car_strip_make(uint32_t seed);

/// `car` sounds so from now on, within `frames` frames, and is heard as `hearing` says. `bank`: of
/// its engine, NULL: it has none yet. It must stay until car_strip_add has run once with another.
void car_strip_take(CarStrip *strip, const SoundCar *car, const EngineBank *bank, HornTones horn,
                    Hearing hearing, int frames);

/// Nothing of it is heard for now: it changes its bank without a fade.
void car_strip_rest(CarStrip *strip);

/// How loud the parts of cars are, 0 to 1.
typedef struct CarLevels {
    float engines, effects;
} CarLevels;

/// Adds `frames` (1 to AUDIO_BLOCK) frames to `left` and `right`, at levels that go from `before`
/// to `after`.
void car_strip_add(CarStrip *strip, CarLevels before, CarLevels after, float *left, float *right,
                   int frames);
