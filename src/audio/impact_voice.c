#include "audio/impact_voice.h"

#include "audio/audio.h"
#include "base/assert.h"
#include "base/scalar.h"

#include <math.h>
#include <string.h>

enum {
    SOUND_MATERIALS = CONTACT_BODYWORK + 1,
    IMPACT_END = 480, ///< Frames in which it fades before its voice is free.
};

/// How a material sounds when it is struck and when it is scraped.
typedef struct MaterialSound {
    float hz[IMPACT_MODES];  ///< Of a thing of about a metre; a loose one is smaller.
    float ring_s;            ///< s in which the lowest falls by 60 dB.
    float modes, noise;      ///< Their shares, 0 to 1.
    float touch_s;           ///< s of a blow: the longer, the duller.
    float burst_hz, burst_s; ///< Of the noise.
    float crunch;            ///< Of the pieces that break and knock after a hard blow.
    float scrape_hz, scrape; ///< Pitch at 10 m/s, and how loud.
} MaterialSound;

// Plates, blocks and shells have modes that are no multiples of the lowest. The tables are by ear,
// after the kinds of spectrum in van den Doel 2001.
static const MaterialSound sounds[SOUND_MATERIALS] = {
    [MATERIAL_CONCRETE] = {.hz = {95.0f, 210.0f, 430.0f, 790.0f, 1310.0f},
                           .ring_s = 0.09f,
                           .modes = 0.7f,
                           .noise = 1.0f,
                           .touch_s = 0.0006f,
                           .burst_hz = 1400.0f,
                           .burst_s = 0.045f,
                           .scrape_hz = 1500.0f,
                           .scrape = 0.9f},
    [MATERIAL_STEEL] = {.hz = {160.0f, 445.0f, 845.0f, 1640.0f, 2790.0f},
                        .ring_s = 0.60f,
                        .modes = 1.0f,
                        .noise = 0.5f,
                        .touch_s = 0.0003f,
                        .burst_hz = 3000.0f,
                        .burst_s = 0.03f,
                        .scrape_hz = 2600.0f,
                        .scrape = 1.0f},
    [MATERIAL_TYRES] = {.hz = {62.0f, 98.0f, 155.0f, 240.0f, 370.0f},
                        .ring_s = 0.16f,
                        .modes = 1.0f,
                        .noise = 0.4f,
                        .touch_s = 0.003f,
                        .burst_hz = 350.0f,
                        .burst_s = 0.07f,
                        .scrape_hz = 350.0f,
                        .scrape = 0.6f},
    [MATERIAL_WOOD] = {.hz = {130.0f, 290.0f, 540.0f, 880.0f, 1450.0f},
                       .ring_s = 0.11f,
                       .modes = 0.9f,
                       .noise = 0.5f,
                       .touch_s = 0.0007f,
                       .burst_hz = 1200.0f,
                       .burst_s = 0.03f,
                       .crunch = 0.4f,
                       .scrape_hz = 900.0f,
                       .scrape = 0.6f},
    [MATERIAL_HEDGE] = {.hz = {80.0f, 125.0f, 190.0f, 300.0f, 480.0f},
                        .ring_s = 0.05f,
                        .modes = 0.3f,
                        .noise = 1.0f,
                        .touch_s = 0.003f,
                        .burst_hz = 2600.0f,
                        .burst_s = 0.14f,
                        .crunch = 0.5f,
                        .scrape_hz = 3000.0f,
                        .scrape = 0.4f},
    [MATERIAL_ROCK] = {.hz = {120.0f, 310.0f, 690.0f, 1130.0f, 1980.0f},
                       .ring_s = 0.07f,
                       .modes = 0.8f,
                       .noise = 1.0f,
                       .touch_s = 0.0004f,
                       .burst_hz = 2000.0f,
                       .burst_s = 0.04f,
                       .scrape_hz = 1900.0f,
                       .scrape = 0.9f},
    [MATERIAL_PLASTIC] = {.hz = {180.0f, 330.0f, 560.0f, 960.0f, 1500.0f},
                          .ring_s = 0.13f,
                          .modes = 1.0f,
                          .noise = 0.4f,
                          .touch_s = 0.0009f,
                          .burst_hz = 1800.0f,
                          .burst_s = 0.03f,
                          .scrape_hz = 1200.0f,
                          .scrape = 0.5f},
    [CONTACT_BODYWORK] = {.hz = {105.0f, 235.0f, 415.0f, 730.0f, 1190.0f},
                          .ring_s = 0.24f,
                          .modes = 0.9f,
                          .noise = 0.9f,
                          .touch_s = 0.0008f,
                          .burst_hz = 1600.0f,
                          .burst_s = 0.08f,
                          .crunch = 1.0f,
                          .scrape_hz = 1800.0f,
                          .scrape = 0.8f},
};

#define MODE_GAIN     0.75f ///< Of the lowest mode.
#define BURST_GAIN    1.25f
#define LOOSE_PITCH   1.6f   ///< A prop is smaller than a wall: it rings higher ...
#define LOOSE_RING    1.5f   ///< ... and longer, for nothing holds it.
#define CRUNCH_FROM   0.15f  ///< Level of a blow that begins to break things.
#define CRUNCH_RATE   0.006f ///< Share of samples in which a piece knocks, at first.
#define LEVEL_LEAST   1e-4f  ///< A level below is silent.
#define SCRAPE_ATTACK 0.005f ///< s: forces of contacts come and go from step to step, ...
#define SCRAPE_FALL   0.04f  ///< ... and what slides is heard as one.
#define SCRAPE_FLOOR  0.02f  ///< m/s below which nothing scrapes.

float impact_level(float energy) {
    float decades = signal_log2(float_max(energy, 1.0f) / IMPACT_WHOLE) * 0.30103f;
    return float_min(signal_gain(IMPACT_DECADE * decades), 1.0f);
}

ImpactVoice impact_voice_make(const Impact *impact, uint32_t seed) {
    ASSERT(impact->material < SOUND_MATERIALS && impact->against < SOUND_MATERIALS);
    const MaterialSound *two[2] = {&sounds[impact->material], &sounds[impact->against]};
    ImpactVoice voice = {.noise = {.seed = seed}, .level = impact_level(impact->energy)};
    float level = voice.level, longest = 0.0f;
    float pitch = impact->loose ? LOOSE_PITCH : 1.0f, ringing = impact->loose ? LOOSE_RING : 1.0f;
    for (int i = 0; i < IMPACT_MODES; i++) { // in turn of the two that meet, the second first
        const MaterialSound *of = two[(i + 1) % 2];
        float vary = 1.0f + 0.05f * signal_noise(&voice.noise);
        float ring = ringing * of->ring_s / (1.0f + 0.35f * (float)i);
        voice.modes[i] = signal_resonator(of->hz[i] * pitch * vary, ring);
        voice.mode_gains[i] = MODE_GAIN * of->modes / (1.0f + 0.25f * (float)i);
        longest = float_max(longest, ring);
    }
    // A hard blow touches for a shorter time, and so do two hard things.
    float touch = float_max(two[0]->touch_s, two[1]->touch_s) * (1.4f - level);
    voice.push_fall = 1.0f - signal_share(touch, (float)AUDIO_RATE);
    voice.push = 1.0f - voice.push_fall; // all pushes add up to 1
    float burst_s = float_max(two[0]->burst_s, two[1]->burst_s);
    float burst_hz = 0.5f * (two[0]->burst_hz + two[1]->burst_hz) * (0.5f + 0.7f * level) * pitch;
    voice.burst = signal_pole(burst_hz);
    voice.burst_level = 0.5f * BURST_GAIN * (two[0]->noise + two[1]->noise);
    voice.burst_fall = 1.0f - signal_share(burst_s, (float)AUDIO_RATE);
    float breaks = float_clamp((level - CRUNCH_FROM) / (1.0f - CRUNCH_FROM), 0.0f, 1.0f);
    voice.crunch = float_max(two[0]->crunch, two[1]->crunch) * breaks;
    voice.left = (int)((longest + 7.0f * burst_s) * (float)AUDIO_RATE);
    return voice;
}

void impact_voice_add(ImpactVoice *voice, float *mono, int frames) {
    float again = 1.0f - voice->push_fall;
    for (int i = 0; i < frames && voice->left > 0; i++, voice->left--) {
        float noise = signal_noise(&voice->noise);
        // Pieces knock while the burst lasts: ever fewer, ever fainter.
        float chance = CRUNCH_RATE * voice->crunch * voice->burst_level;
        float knock = signal_noise(&voice->noise);
        voice->push += fabsf(knock) < chance ? 0.5f * again * noise : 0.0f;
        float out = voice->burst_level * signal_low(&voice->burst, noise);
        for (int k = 0; k < IMPACT_MODES; k++) {
            out += voice->mode_gains[k] * signal_ring(&voice->modes[k], voice->push);
        }
        voice->push = signal_flush(voice->push * voice->push_fall);
        voice->burst_level = signal_flush(voice->burst_level * voice->burst_fall);
        // Pieces that knocked late may still ring at the end.
        float end = voice->left < IMPACT_END ? (float)voice->left / (float)IMPACT_END : 1.0f;
        mono[i] += end * signal_soft_clip(voice->level * out);
    }
}

ImpactPool impact_pool_make(uint32_t seed) { return (ImpactPool){.seed = seed}; }

/// How loud a blow still is, roughly: its level, less what has died away.
static float loudness(const ImpactPool *pool, int index) {
    const ImpactVoice *voice = &pool->voices[index];
    float ring = 0.0f;
    for (int k = 0; k < IMPACT_MODES; k++) {
        float y = fabsf(voice->modes[k].y1) + fabsf(voice->modes[k].y2);
        ring = float_max(ring, voice->mode_gains[k] * y);
    }
    float now = float_max(ring, float_max(0.3f * voice->burst_level, voice->push));
    return voice->level * now * float_max(pool->gains[index].left, pool->gains[index].right);
}

void impact_pool_strike(ImpactPool *pool, const Impact *impact, StereoGain gain) {
    int free = -1, faintest = -1, ringing = 0;
    float least = 0.3f * impact_level(impact->energy) * float_max(gain.left, gain.right);
    if (least <= 0.0f) {
        return;
    }
    for (int i = 0; i < IMPACT_VOICES; i++) {
        if (pool->voices[i].left == 0) {
            free = free < 0 ? i : free;
        } else if (!pool->fades[i]) {
            float loud = loudness(pool, i);
            ringing++;
            faintest = loud < least ? i : faintest;
            least = float_min(loud, least);
        }
    }
    if (free < 0 || (ringing >= IMPACT_RINGING && faintest < 0)) {
        return;
    }
    if (ringing >= IMPACT_RINGING) {
        pool->fades[faintest] = true;
    }
    pool->voices[free] = impact_voice_make(impact, pool->seed++);
    pool->gains[free] = gain;
    pool->fades[free] = false;
}

void impact_pool_add(ImpactPool *pool, float from, float to, float *left, float *right,
                     int frames) {
    ASSERT(frames > 0 && frames <= AUDIO_BLOCK);
    for (int i = 0; i < IMPACT_VOICES; i++) {
        ImpactVoice *voice = &pool->voices[i];
        if (voice->left == 0) {
            continue;
        }
        float mono[AUDIO_BLOCK] = {0};
        impact_voice_add(voice, mono, frames);
        StereoGain end = stereo_scale(pool->gains[i], pool->fades[i] ? 0.0f : to);
        stereo_add(mono, stereo_scale(pool->gains[i], from), end, left, right, frames);
        if (pool->fades[i]) {
            *voice = (ImpactVoice){0};
            pool->fades[i] = false;
        }
    }
}

ScrapeVoice scrape_voice_make(uint32_t seed) {
    return (ScrapeVoice){.noise = {.seed = seed},
                         .low = signal_band_pass(800.0f, 0.8f),
                         .high = signal_band_pass(2400.0f, 4.0f),
                         .chatter = signal_pole(60.0f)};
}

void scrape_voice_add(ScrapeVoice *voice, const Scrape *scrape, float *mono, int frames) {
    ASSERT(frames > 0 && scrape->material < SOUND_MATERIALS);
    const MaterialSound *sound = &sounds[scrape->material];
    bool slides = scrape->speed > SCRAPE_FLOOR && scrape->force > 0.0f;
    // Some tenth of a second of what friction takes, as if it were a blow.
    float energy = 0.1f * scrape->force * scrape->speed;
    float wanted =
        slides ? sound->scrape * impact_level(energy) * float_min(scrape->speed, 1.0f) : 0.0f;
    float from = voice->level, rate = (float)AUDIO_RATE / (float)frames;
    float share = signal_share(wanted > from ? SCRAPE_ATTACK : SCRAPE_FALL, rate);
    float to = from + share * (wanted - from), step = (to - from) / (float)frames;
    voice->level = to;
    if (from < LEVEL_LEAST && to < LEVEL_LEAST) {
        voice->level = 0.0f;
        return;
    }
    if (wanted > 0.0f) {
        float hz = sound->scrape_hz * float_clamp(0.6f + 0.04f * scrape->speed, 0.6f, 1.6f);
        SignalBiquad low = signal_band_pass(0.4f * hz, 0.8f), high = signal_band_pass(hz, 4.0f);
        signal_retune(&voice->low, &low);
        signal_retune(&voice->high, &high);
        voice->chatter.share = signal_pole(20.0f + 4.0f * float_min(scrape->speed, 60.0f)).share;
    }
    for (int i = 0; i < frames; i++) {
        float noise = signal_noise(&voice->noise);
        float rough = 0.6f + 8.0f * fabsf(signal_low(&voice->chatter, noise));
        float out = signal_filter(&voice->low, noise) + signal_filter(&voice->high, noise);
        mono[i] += signal_soft_clip(out * rough * (from + step * (float)(i + 1)));
    }
}
