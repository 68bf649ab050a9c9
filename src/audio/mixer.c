#include "audio/mixer.h"

#include "audio/signal.h"
#include "base/assert.h"

#include <string.h>

#define CAR_LEAST   0.004f ///< Gain below which a car is not heard: 48 dB below one's own.
#define LEVEL_LEAST 1e-4f

/// All that the race gives to hear, in silence.
static void make_world(Mixer *mixer) {
    mixer->impacts = impact_pool_make((uint32_t)mixer->frame.seed ^ 0x1397u << 16);
    for (uint32_t i = 0; i < RACE_MAX_CARS; i++) {
        mixer->cars[i] = car_strip_make((uint32_t)mixer->frame.seed * 64u + i);
    }
}

void mixer_make(Mixer *mixer) {
    memset(mixer, 0, sizeof *mixer);
    mixer->limiter = limiter_make();
    make_world(mixer);
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
        car_strip_take(&mixer->cars[i], &frame->scene.cars[i], frame->banks[i], frame->horns[i],
                       heard[i], frames);
    }
}

/// An impact is heard as the car in it that is heard best; that of a listener is his own.
static void strike(Mixer *mixer, const Impact *impact) {
    const SoundFrame *frame = &mixer->frame;
    Hearing best = listeners_hear(frame->listeners, frame->listener_count, impact->at, impact->car);
    Hearing other =
        listeners_hear(frame->listeners, frame->listener_count, impact->at, impact->other);
    best = other.gain > best.gain ? other : best;
    if (best.gain >= CAR_LEAST) {
        impact_pool_strike(&mixer->impacts, impact, hearing_stereo(best));
    }
}

static void tell_world(Mixer *mixer) {
    tell_cars(mixer);
    if (mixer->frame.levels.world > 0.0f) {
        for (int i = 0; i < mixer->frame.scene.impact_count; i++) {
            strike(mixer, &mixer->frame.scene.impacts[i]);
        }
    }
}

/// A signal for one driver is heard on the side of his view, one for all in the middle.
static void play_cues(Mixer *mixer) {
    const SoundFrame *frame = &mixer->frame;
    for (int i = 0; i < frame->scene.cues.count; i++) {
        CueEvent cue = frame->scene.cues.items[i];
        Hearing heard = {.gain = 1.0f};
        if (cue.car != CUE_FOR_ALL) {
            heard = listeners_hear(frame->listeners, frame->listener_count,
                                   frame->scene.cars[cue.car].at, cue.car);
        }
        if (cue.car == CUE_FOR_ALL || heard.own) {
            cue_pool_play(&mixer->cues, cue.kind, hearing_stereo(heard));
        }
    }
}

void mixer_take(Mixer *mixer, const SoundFrame *frame) {
    ASSERT(mixer != NULL && frame != NULL);
    ASSERT(frame->scene.car_count >= 0 && frame->scene.car_count <= RACE_MAX_CARS);
    mixer->cuts |= frame->jumps != mixer->frame.jumps;
    mixer->frame = *frame;
    play_cues(mixer);
    if (!mixer->cuts) {
        tell_world(mixer);
    }
}

static float level_toward(float from, float to, float share) {
    float out = from + share * (to - from);
    return to == 0.0f && out < LEVEL_LEAST ? 0.0f : out;
}

/// Whether the piece that is played is not the one that is wanted.
static bool is_other_piece(const Mixer *mixer) {
    return mixer->music_hash != mixer->frame.music_hash || mixer->theme != mixer->frame.theme;
}

/// The levels `frames` frames on.
static MixerLevels levels_after(const Mixer *mixer, int frames) {
    const MixerLevels *now = &mixer->levels, *to = &mixer->frame.levels;
    float rate = (float)AUDIO_RATE / (float)frames;
    float share = signal_share(MIXER_FADE, rate), slow = signal_share(MIXER_MUSIC_FADE, rate);
    bool ends = is_other_piece(mixer) && now->music > 0.0f; // it fades before the other begins
    return (MixerLevels){
        .world = mixer->cuts ? 0.0f : level_toward(now->world, to->world, share),
        .engines = level_toward(now->engines, to->engines, share),
        .effects = level_toward(now->effects, to->effects, share),
        .signals = level_toward(now->signals, to->signals, share),
        .music = level_toward(now->music, ends ? 0.0f : to->music, slow),
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
    impact_pool_add(&mixer->impacts, car_levels(&mixer->levels).effects, car_levels(after).effects,
                    left, right, frames);
}

/// A piece that was silent begins anew.
static void add_music(Mixer *mixer, float before, float after, float *left, float *right,
                      int frames) {
    if (before == 0.0f && after == 0.0f) {
        return;
    }
    if (before == 0.0f) {
        mixer->music_hash = mixer->frame.music_hash;
        mixer->theme = mixer->frame.theme;
        music_make(&mixer->music, mixer->music_hash, mixer->theme);
    }
    music_add(&mixer->music, before, after, left, right, frames);
}

void mixer_run(Mixer *mixer, float *left, float *right, int frames) {
    ASSERT(mixer != NULL && frames > 0 && frames <= AUDIO_BLOCK);
    memset(left, 0, (size_t)frames * sizeof *left);
    memset(right, 0, (size_t)frames * sizeof *right);
    MixerLevels after = levels_after(mixer, frames);
    add_world(mixer, &after, left, right, frames);
    cue_pool_add(&mixer->cues, mixer->levels.signals, after.signals, left, right, frames);
    add_music(mixer, mixer->levels.music, after.music, left, right, frames);
    mixer->levels = after;
    if (mixer->cuts) { // the world has faded: the next block begins the new one
        mixer->cuts = false;
        make_world(mixer);
        tell_world(mixer);
    } else {
        mixer->number = mixer->frame.number;
    }
    limiter_run(&mixer->limiter, left, right, frames);
}
