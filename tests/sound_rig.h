/// A race that is heard, for tests: each tick of it becomes sound, as axle replay renders it.
#pragma once

#include "audio/mixer.h"
#include "events/race_events.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

enum {
    TICK_FRAMES = AUDIO_RATE / RACE_TICKS_PER_SECOND
};

/// An owner; ended by sound_rig_free.
typedef struct SoundRig {
    Fixture *fixture;
    RaceEvents events;
    SoundWatch watch;
    Mixer mixer;
    SoundFrame frame;
    float *left, *right; ///< All that was heard so far.
    int count, capacity; ///< Frames.
    uint32_t people;
} SoundRig;

/// The bank of a car. It is kept until the program ends: to bake one takes longer than most tests.
static inline const EngineBank *sound_rig_bank(const CarSound *sound, const CarParams *params) {
    static struct {
        CarSound sound;
        float idle_rpm, redline_rpm;
        EngineBank *bank;
    } kept[8];
    int at = 0;
    while (kept[at].bank &&
           (!car_sound_same(&kept[at].sound, sound) || kept[at].idle_rpm != params->idle_rpm ||
            kept[at].redline_rpm != params->redline_rpm)) {
        at++;
        assert_in_range(at, 0, sizeof kept / sizeof *kept - 1);
    }
    if (!kept[at].bank) {
        kept[at].sound = *sound;
        kept[at].idle_rpm = params->idle_rpm;
        kept[at].redline_rpm = params->redline_rpm;
        kept[at].bank = engine_bank_bake(sound, params->idle_rpm, params->redline_rpm);
    }
    return kept[at].bank;
}

/// `people` views, side by side, of the first cars of the race of `fixture`, which is taken over.
static inline SoundRig *sound_rig_make(Fixture *fixture, int people) {
    SoundRig *rig = calloc(1, sizeof *rig);
    const CarParams *params = &fixture->models[0].params;
    CarSound sound = car_file_sound(&fixture->car);
    rig->fixture = fixture;
    mixer_make(&rig->mixer);
    race_events_begin(&rig->events, fixture->race);
    rig->frame.listener_count = people;
    rig->frame.levels = (MixerLevels){1.0f, 1.0f, 1.0f, 1.0f, 0.0f};
    rig->frame.seconds = RACE_DT;
    rig->frame.seed = 1;
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        rig->frame.banks[i] = sound_rig_bank(&sound, params);
    }
    for (int i = 0; i < people; i++) {
        rig->people |= 1u << i;
        rig->frame.listeners[i] =
            (Listener){.right = {{1.0f, 0.0f}},
                       .half_width = 40.0f,
                       .side = (2.0f * (float)i + 1.0f) / (float)people - 1.0f,
                       .share = 1.0f / (float)people,
                       .car = i};
    }
    return rig;
}

static inline void sound_rig_free(SoundRig *rig) {
    fixture_destroy(rig->fixture);
    free(rig->left);
    free(rig->right);
    free(rig);
}

/// Mixes `frames` frames more of the frame as it is.
static inline void sound_rig_mix(SoundRig *rig, int frames) {
    if (rig->count + frames > rig->capacity) {
        rig->capacity = 2 * rig->capacity + frames;
        rig->left = realloc(rig->left, (size_t)rig->capacity * sizeof *rig->left);
        rig->right = realloc(rig->right, (size_t)rig->capacity * sizeof *rig->right);
    }
    mixer_run(&rig->mixer, rig->left + rig->count, rig->right + rig->count, frames);
    rig->count += frames;
}

/// Hands the race as it stands to the mixer.
static inline void sound_rig_take(SoundRig *rig) {
    const Race *race = rig->fixture->race;
    rig->frame.scene = sound_watch_look(&rig->watch, race);
    rig->frame.jumps = rig->watch.jumps;
    rig->frame.number++;
    for (int i = 0; i < rig->frame.listener_count; i++) {
        int car = rig->frame.listeners[i].car;
        rig->frame.listeners[i].at = race_bodies_const(race)[car < 0 ? 0 : car].position;
    }
    mixer_take(&rig->mixer, &rig->frame);
}

/// Steps the race `ticks` times with `inputs` (NULL: idle) and mixes what it sounds like.
static inline void sound_rig_run(SoundRig *rig, const CarInput *inputs, int ticks) {
    static const CarInput idle[RACE_MAX_CARS];
    for (int i = 0; i < ticks; i++) {
        race_step(rig->fixture->race, inputs ? inputs : idle);
        race_events_follow(&rig->events, rig->fixture->race);
        sound_watch_tick(&rig->watch, rig->fixture->race, &rig->events.list, rig->people);
        sound_rig_take(rig);
        sound_rig_mix(rig, TICK_FRAMES);
    }
}

/// How loud frames `from` to `to` are: the root of their mean square, of both sides.
static inline float sound_rig_rms(const SoundRig *rig, int from, int to) {
    double sum = 0.0;
    for (int i = from; i < to; i++) {
        sum += (double)rig->left[i] * (double)rig->left[i] +
               (double)rig->right[i] * (double)rig->right[i];
    }
    return to > from ? (float)sqrt(sum / (2.0 * (to - from))) : 0.0f;
}

/// The sharpest corner of frames `from` to `to`: a click is a step, which no voice has.
static inline float sound_rig_corner(const SoundRig *rig, int from, int to) {
    float sharpest = 0.0f;
    for (int side = 0; side < 2; side++) {
        const float *x = side == 0 ? rig->left : rig->right;
        for (int i = from < 2 ? 2 : from; i < to; i++) {
            sharpest = fmaxf(sharpest, fabsf(x[i] - 2.0f * x[i - 1] + x[i - 2]));
        }
    }
    return sharpest;
}
