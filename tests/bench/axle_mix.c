/// Axle at work on sound: the cars of a race mixed for four views.
#include "audio/mixer.h"
#include "base/assert.h"
#include "base/hash.h"
#include "bench/engine_axle.h"
#include "race/race.h"

#include <stdlib.h>

#define VIEW_HALF 20.0f ///< m from the middle of a view to its side.

typedef struct MixState {
    void *racing; ///< Of axle_race_create.
    Race *race;
    SoundWatch watch;
    Mixer mixer;
    SoundFrame frame;
    EngineBank *bank;
    int frames; ///< That were mixed so far ...
    float left[AUDIO_BLOCK], right[AUDIO_BLOCK];
    uint64_t hash; ///< ... and the hash of all but the last block.
} MixState;

void axle_mix_destroy(void *memory) {
    MixState *state = memory;
    engine_bank_free(state->bank);
    axle_race_destroy(state->racing);
    free(state);
}

static void set_listeners(SoundFrame *frame) {
    frame->listener_count = LISTENERS_MAX;
    for (int i = 0; i < LISTENERS_MAX; i++) {
        frame->listeners[i] = (Listener){.right = vec2_make(1.0f, 0.0f),
                                         .half_width = VIEW_HALF,
                                         .side = i % 2 == 0 ? -0.5f : 0.5f,
                                         .share = 0.5f,
                                         .car = i};
    }
}

void *axle_mix_create(const BenchWork *work) {
    void *racing = axle_race_create(work);
    if (!racing) {
        return NULL;
    }
    MixState *state = calloc(1, sizeof *state);
    ASSERT(state != NULL);
    state->racing = racing;
    state->race = axle_race_race(racing);
    const CarParams *params = &race_racers_const(state->race)[0].model.params;
    CarSound sound = car_sound_make(params);
    state->bank = engine_bank_bake(&sound, params->idle_rpm, params->redline_rpm);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        state->frame.banks[i] = state->bank;
    }
    state->frame.levels = (MixerLevels){1.0f, 1.0f, 1.0f, 1.0f, 0.0f};
    state->frame.seconds = RACE_DT;
    set_listeners(&state->frame);
    mixer_make(&state->mixer);
    return state;
}

static uint64_t hash_on(const MixState *state) {
    Hash hash = hash_begin();
    hash_u64(&hash, state->hash);
    hash_f32s(&hash, state->left, AUDIO_BLOCK);
    hash_f32s(&hash, state->right, AUDIO_BLOCK);
    return hash_end64(&hash);
}

/// What happens in the race until the next block is due.
void axle_mix_prepare(void *memory) {
    static const CarInput idle[RACE_MAX_CARS];
    MixState *state = memory;
    SoundFrame *frame = &state->frame;
    state->hash = hash_on(state);
    int due = state->frames / (AUDIO_RATE / RACE_TICKS_PER_SECOND);
    while ((int)(state->race->tick - RACE_COUNTDOWN_TICKS) <= due) {
        race_step(state->race, idle);
        sound_watch_tick(&state->watch, state->race, NULL, 0);
    }
    frame->scene = sound_watch_look(&state->watch, state->race);
    frame->jumps = state->watch.jumps;
    frame->number++;
    for (int i = 0; i < LISTENERS_MAX; i++) {
        frame->listeners[i].at = race_bodies_const(state->race)[i].position;
    }
}

void axle_mix_step(void *memory) {
    MixState *state = memory;
    mixer_take(&state->mixer, &state->frame);
    mixer_run(&state->mixer, state->left, state->right, AUDIO_BLOCK);
    state->frames += AUDIO_BLOCK;
}

void axle_mix_measure(void *memory, Figures *figures) {
    const MixState *state = memory;
    figures->hash = hash_on(state);
}
