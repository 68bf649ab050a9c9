/// Impacts and what scrapes: bodies that ring as their materials do (modal synthesis).
///
/// A blow excites a few modes and a burst of noise. Ten times the energy is IMPACT_DECADE dB more,
/// up to IMPACT_WHOLE. A hard blow is also brighter, and breaks things: that adds up to 5 dB on
/// average, by chance more or less. Many may ring at once: a pool of voices, of which the faintest
/// fades when there are too many.
///
/// Source: van den Doel, Kry and Pai, FoleyAutomatic (2001), sections 3 and 4.
#pragma once

#include "audio/contact_watch.h"
#include "audio/signal.h"
#include "audio/stereo.h"

enum {
    IMPACT_MODES = 5,
    IMPACT_VOICES = 24, ///< Of a pool ...
    IMPACT_RINGING = 18 ///< ... of which these may ring; the others are for those that fade.
};

#define IMPACT_DECADE 6.5f   ///< dB for ten times the energy.
#define IMPACT_WHOLE  200e3f ///< J of a blow of level 1; the faintest that is told has -33 dB.

/// The level (0 to 1) of a blow that takes `energy` J, 0 or more.
float impact_level(float energy);

/// One blow. A value; the zero value is silent. Made by impact_voice_make.
typedef struct ImpactVoice {
    SignalResonator modes[IMPACT_MODES];
    float mode_gains[IMPACT_MODES];
    SignalNoise noise;
    SignalPole burst;              ///< Of the noise.
    float burst_level, burst_fall; ///< The second each frame.
    float push;                    ///< Of the blow on the modes, fades within a millisecond.
    float push_fall;
    float crunch; ///< 0 to 1: how much breaks.
    float level;
    int left; ///< Frames until all of it has died away; 0: free.
} ImpactVoice;

ImpactVoice impact_voice_make(const Impact *impact, uint32_t seed);

/// Adds `frames` frames to `mono`. It stays within 1.
void impact_voice_add(ImpactVoice *voice, float *mono, int frames);

/// Blows that ring at once, each heard from its side. A value; made by impact_pool_make.
typedef struct ImpactPool {
    ImpactVoice voices[IMPACT_VOICES];
    StereoGain gains[IMPACT_VOICES];
    bool fades[IMPACT_VOICES]; ///< It has been stolen, and is silent at the end of the next block.
    uint32_t seed;             ///< Of the next.
} ImpactPool;

ImpactPool impact_pool_make(uint32_t seed);

/// Begins a blow. Where too many ring, the faintest fades, or this one is left out if it is fainter
/// still or if no voice is free.
void impact_pool_strike(ImpactPool *pool, const Impact *impact, StereoGain gain);

/// Adds `frames` (1 to AUDIO_BLOCK) frames, at a level that goes from `from` to `to`.
void impact_pool_add(ImpactPool *pool, float from, float to, float *left, float *right, int frames);

/// Something that slides along a car. A value; made by scrape_voice_make.
typedef struct ScrapeVoice {
    SignalNoise noise;
    SignalBiquad low, high;
    SignalPole chatter;
    float level; ///< Of the last frame.
} ScrapeVoice;

ScrapeVoice scrape_voice_make(uint32_t seed);

/// Adds `frames` (1 or more) frames to `mono`, on the way from what was scraped last to `scrape`.
void scrape_voice_add(ScrapeVoice *voice, const Scrape *scrape, float *mono, int frames);
