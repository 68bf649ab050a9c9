#include "audio/wind_voice.h"

#include "audio/audio.h"
#include "base/assert.h"
#include "base/scalar.h"

#define WIND_LEVEL 0.90f  ///< Of low-passed noise at WIND_WHOLE.
#define WIND_LEAST 1e-4f  ///< A level below is silent.
#define WIND_GUSTS 0.2f   ///< By how much a gust is louder or fainter, at most.
#define WIND_GUST  16000u ///< Frames from one gust to the next lull: a third of a second.
#define WIND_FLOOR 70.0f  ///< Hz, below which nothing is heard but the engine.
#define WIND_LOW   150.0f ///< Hz, corner at rest ...
#define WIND_RISE  14.0f  ///< ... and Hz more for each m/s.

WindVoice wind_voice_make(uint32_t seed) {
    return (WindVoice){
        .noise = {.seed = seed}, .seed = seed ^ 0x5eedu, .high = signal_pole(WIND_FLOOR)};
}

/// How hard it blows at `frame`, around 1: straight lines between random points.
static float gust_at(uint32_t seed, uint32_t frame) {
    uint32_t from = frame / WIND_GUST;
    float part = (float)(frame % WIND_GUST) / (float)WIND_GUST;
    float before = signal_noise_at(seed, from), after = signal_noise_at(seed, from + 1);
    return 1.0f + WIND_GUSTS * (before + part * (after - before));
}

void wind_voice_add(WindVoice *voice, float speed, float *mono, int frames) {
    ASSERT(speed >= 0.0f && frames > 0);
    float pace = float_min(speed / WIND_WHOLE, 1.0f);
    voice->frame += (uint32_t)frames;
    float from = voice->level;
    float to = WIND_LEVEL * pace * pace * gust_at(voice->seed, voice->frame);
    voice->level = to;
    if (from < WIND_LEAST && to < WIND_LEAST) {
        return;
    }
    float step = (to - from) / (float)frames;
    float share = signal_pole(WIND_LOW + WIND_RISE * float_min(speed, WIND_WHOLE)).share;
    voice->low[0].share = voice->low[1].share = share;
    for (int i = 0; i < frames; i++) {
        float air = signal_low(&voice->low[0], signal_noise(&voice->noise));
        air = signal_high(&voice->high, signal_low(&voice->low[1], air));
        mono[i] += signal_soft_clip(air * (from + step * (float)(i + 1)));
    }
}
