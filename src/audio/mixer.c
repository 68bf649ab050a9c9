#include "audio/mixer.h"

#include "audio/signal.h"
#include "base/assert.h"

#include <string.h>

#define CAR_LEAST   0.004f ///< Gain below which a car is not heard: 48 dB below one's own.
#define LEVEL_LEAST 1e-4f

static void make_cars(Mixer *mixer) {
    for (uint32_t i = 0; i < RACE_MAX_CARS; i++) {
        mixer->cars[i] = car_strip_make((uint32_t)mixer->frame.seed * 64u + i);
    }
}

void mixer_make(Mixer *mixer) {
    memset(mixer, 0, sizeof *mixer);
    mixer->limiter = limiter_make();
    make_cars(mixer);
}

void mixer_forget(Mixer *mixer) { mixer_make(mixer); }

/// Tells all strips what they are to sound like. A car that is not in the race falls silent.
static void tell_cars(Mixer *mixer) {
    const SoundFrame *frame = &mixer->frame;
    Hearing heard[RACE_MAX_CARS] = {{0}};
    int count = frame->scene.car_count;
    for (int i = 0; i < count; i++) {
        heard[i] =
            listeners_hear(frame->listeners, frame->listener_count, frame->scene.cars[i].at, i);
    }
    listeners_duck(heard, count);
    int frames = (int)(frame->seconds * (float)AUDIO_RATE + 0.5f);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        heard[i].gain = heard[i].gain < CAR_LEAST ? 0.0f : heard[i].gain;
        car_strip_take(&mixer->cars[i], &frame->scene.cars[i], frame->banks[i], heard[i], frames);
    }
}

void mixer_take(Mixer *mixer, const SoundFrame *frame) {
    ASSERT(mixer != NULL && frame != NULL);
    ASSERT(frame->scene.car_count >= 0 && frame->scene.car_count <= RACE_MAX_CARS);
    mixer->cuts |= frame->jumps != mixer->frame.jumps;
    mixer->frame = *frame;
    if (!mixer->cuts) {
        tell_cars(mixer);
    }
}

static float level_toward(float from, float to, float share) {
    float out = from + share * (to - from);
    return to == 0.0f && out < LEVEL_LEAST ? 0.0f : out;
}

/// The levels `frames` frames on.
static MixerLevels levels_after(const Mixer *mixer, int frames) {
    const MixerLevels *now = &mixer->levels, *to = &mixer->frame.levels;
    float share = signal_share(MIXER_FADE, (float)AUDIO_RATE / (float)frames);
    return (MixerLevels){
        .world = mixer->cuts ? 0.0f : level_toward(now->world, to->world, share),
        .engines = level_toward(now->engines, to->engines, share),
        .effects = level_toward(now->effects, to->effects, share),
        .signals = level_toward(now->signals, to->signals, share),
        .music = level_toward(now->music, to->music, share),
    };
}

static CarLevels car_levels(const MixerLevels *levels) {
    return (CarLevels){levels->world * levels->engines, levels->world * levels->effects};
}

static void add_world(Mixer *mixer, const MixerLevels *after, float *left, float *right,
                      int frames) {
    if (mixer->levels.world == 0.0f && after->world == 0.0f) {
        for (int i = 0; i < RACE_MAX_CARS; i++) { // it stands still until it is heard again
            car_strip_rest(&mixer->cars[i]);
        }
        return;
    }
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        car_strip_add(&mixer->cars[i], car_levels(&mixer->levels), car_levels(after), left, right,
                      frames);
    }
}

void mixer_run(Mixer *mixer, float *left, float *right, int frames) {
    ASSERT(mixer != NULL && frames > 0 && frames <= AUDIO_BLOCK);
    memset(left, 0, (size_t)frames * sizeof *left);
    memset(right, 0, (size_t)frames * sizeof *right);
    MixerLevels after = levels_after(mixer, frames);
    add_world(mixer, &after, left, right, frames);
    mixer->levels = after;
    if (mixer->cuts) { // the world has faded: the next block begins the new one
        mixer->cuts = false;
        make_cars(mixer);
        tell_cars(mixer);
    } else {
        mixer->number = mixer->frame.number;
    }
    limiter_run(&mixer->limiter, left, right, frames);
}
