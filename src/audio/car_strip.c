#include "audio/car_strip.h"

#include "audio/audio.h"
#include "audio/signal.h"
#include "audio/stereo.h"
#include "base/assert.h"

#include <string.h>

CarStrip car_strip_make(uint32_t seed) { return (CarStrip){.engine = engine_voice_make(seed)}; }

void car_strip_take(CarStrip *strip, const SoundCar *car, const EngineBank *bank, Hearing hearing,
                    int frames) {
    bool was_silent = stereo_is_silent(strip->gain);
    strip->wanted = (EngineState){
        .rpm = car->rpm, .load = car->throttle, .limiter = car->limited, .cut = car->shifts};
    strip->frames_left = frames;
    strip->gain_wanted = hearing_stereo(hearing);
    strip->next_bank = bank;
    if (was_silent) { // nobody hears it get there
        strip->now = strip->wanted;
        strip->bank = bank;
    }
}

void car_strip_rest(CarStrip *strip) { strip->bank = strip->next_bank; }

/// Where the engine is `frames` frames on.
static EngineState engine_after(const CarStrip *strip, int frames) {
    EngineState out = strip->wanted;
    if (frames < strip->frames_left) {
        float part = (float)frames / (float)strip->frames_left;
        out.rpm = strip->now.rpm + part * (strip->wanted.rpm - strip->now.rpm);
        out.load = strip->now.load + part * (strip->wanted.load - strip->now.load);
    }
    return out;
}

static void add_engine(CarStrip *strip, StereoGain from, StereoGain to, float *left, float *right,
                       int frames) {
    const StereoGain none = {0};
    float mono[AUDIO_BLOCK];
    EngineState after = engine_after(strip, frames);
    EngineVoice old = strip->engine;
    bool changes = strip->next_bank != strip->bank;
    if (strip->bank) {
        memset(mono, 0, sizeof mono);
        engine_voice_add(&old, strip->bank, strip->now, after, mono, frames);
        stereo_add(mono, from, changes ? none : to, left, right, frames);
    }
    if (changes && strip->next_bank) {
        memset(mono, 0, sizeof mono);
        engine_voice_add(&strip->engine, strip->next_bank, strip->now, after, mono, frames);
        stereo_add(mono, none, to, left, right, frames);
    } else {
        strip->engine = old;
    }
    strip->bank = strip->next_bank;
    strip->now = after;
    strip->frames_left -= frames < strip->frames_left ? frames : strip->frames_left;
}

void car_strip_add(CarStrip *strip, CarLevels before, CarLevels after, float *left, float *right,
                   int frames) {
    ASSERT(frames > 0 && frames <= AUDIO_BLOCK);
    float share = signal_share(CAR_STRIP_FADE, (float)AUDIO_RATE / (float)frames);
    StereoGain from = strip->gain, to = stereo_toward(from, strip->gain_wanted, share);
    if (stereo_is_silent(from) && stereo_is_silent(to)) {
        car_strip_rest(strip);
        return;
    }
    add_engine(strip, stereo_scale(from, before.engines), stereo_scale(to, after.engines), left,
               right, frames);
    strip->gain = to;
}
