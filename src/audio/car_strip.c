#include "audio/car_strip.h"

#include "audio/audio.h"
#include "audio/signal.h"
#include "audio/stereo.h"
#include "base/assert.h"

#include <string.h>

#define TYRES_FADE 0.03f ///< s in which a layer of the tyres goes 63 % of its way.

CarStrip car_strip_make(uint32_t seed) {
    return (CarStrip){.engine = engine_voice_make(seed),
                      .tyres = tyre_voice_make(seed ^ 0x7e5u << 20),
                      .wind = wind_voice_make(seed ^ 0xa15u << 20),
                      .horn = horn_voice_make(),
                      .scrape = scrape_voice_make(seed ^ 0x5c2u << 20)};
}

static void take_effects(CarStrip *strip, const SoundCar *car, HornTones horn, Hearing hearing) {
    strip->tyres_wanted = tyre_levels(car->wheels);
    strip->horn_tones = horn;
    strip->honks = car->horn && horn.low_hz > 0.0f;
    strip->speed = car->speed;
    strip->own = hearing.own;
    float last = strip->scraped.speed * strip->scraped.force;
    strip->scraped = car->scrape.speed * car->scrape.force > last ? car->scrape : strip->scraped;
}

void car_strip_take(CarStrip *strip, const SoundCar *car, const EngineBank *bank, HornTones horn,
                    Hearing hearing, int frames) {
    bool was_silent = stereo_is_silent(strip->gain);
    strip->wanted = (EngineState){
        .rpm = car->rpm, .load = car->throttle, .limiter = car->limited, .cut = car->shifts};
    strip->frames_left = frames;
    strip->gain_wanted = hearing_stereo(hearing);
    strip->next_bank = bank;
    take_effects(strip, car, horn, hearing);
    if (was_silent) { // nobody hears it get there
        strip->now = strip->wanted;
        strip->bank = bank;
    }
}

void car_strip_rest(CarStrip *strip) {
    strip->bank = strip->next_bank;
    strip->scraped = (Scrape){0};
}

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

/// All that is not the engine.
static void add_effects(CarStrip *strip, StereoGain from, StereoGain to, float *left, float *right,
                        int frames) {
    float mono[AUDIO_BLOCK] = {0};
    float share = signal_share(TYRES_FADE, (float)AUDIO_RATE / (float)frames);
    TyreLevels levels = tyre_levels_toward(&strip->tyres.now, &strip->tyres_wanted, share);
    tyre_voice_add(&strip->tyres, &levels, mono, frames);
    scrape_voice_add(&strip->scrape, &strip->scraped, mono, frames);
    wind_voice_add(&strip->wind, strip->own ? strip->speed : 0.0f, mono, frames);
    if (strip->horn_tones.low_hz > 0.0f) {
        horn_voice_add(&strip->horn, strip->horn_tones, strip->honks, mono, frames);
    }
    strip->scraped = (Scrape){0};
    stereo_add(mono, from, to, left, right, frames);
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
    add_effects(strip, stereo_scale(from, before.effects), stereo_scale(to, after.effects), left,
                right, frames);
    strip->gain = to;
}
