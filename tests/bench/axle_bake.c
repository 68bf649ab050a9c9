/// Axle at work before a race is heard: the engines of all shipped cars, baked.
#include "audio/audio.h"
#include "audio/engine_voice.h"
#include "base/assert.h"
#include "base/hash.h"
#include "bench/engine_axle.h"

#include <stdlib.h>

typedef struct BakeState {
    CarFile cars[AXLE_CAR_KINDS];
    EngineBank *banks[AXLE_CAR_KINDS];
} BakeState;

void axle_bake_prepare(void *memory) {
    BakeState *state = memory;
    for (int i = 0; i < AXLE_CAR_KINDS; i++) {
        engine_bank_free(state->banks[i]);
        state->banks[i] = NULL;
    }
}

void axle_bake_destroy(void *memory) {
    axle_bake_prepare(memory);
    free(memory);
}

void *axle_bake_create(const BenchWork *work) {
    BakeState *state = calloc(1, sizeof *state);
    ASSERT(state != NULL);
    for (int i = 0; i < AXLE_CAR_KINDS; i++) {
        if (!axle_read_car(work, axle_car_kinds[i], &state->cars[i])) {
            free(state);
            return NULL;
        }
    }
    return state;
}

void axle_bake_step(void *memory) {
    BakeState *state = memory;
    for (int i = 0; i < AXLE_CAR_KINDS; i++) {
        const CarParams *params = &state->cars[i].params;
        CarSound sound = car_file_sound(&state->cars[i]);
        state->banks[i] = engine_bank_bake(&sound, params->idle_rpm, params->redline_rpm);
    }
}

/// The hash of the first block of each engine at 0.9 of its redline.
void axle_bake_measure(void *memory, Figures *figures) {
    const BakeState *state = memory;
    Hash hash = hash_begin();
    for (int i = 0; i < AXLE_CAR_KINDS && state->banks[i]; i++) {
        EngineVoice voice = engine_voice_make(1);
        EngineState at = {.rpm = 0.9f * state->cars[i].params.redline_rpm, .load = 1.0f};
        float block[AUDIO_BLOCK] = {0};
        engine_voice_add(&voice, state->banks[i], at, at, block, AUDIO_BLOCK);
        hash_f32s(&hash, block, AUDIO_BLOCK);
    }
    figures->hash = hash_end64(&hash);
}
