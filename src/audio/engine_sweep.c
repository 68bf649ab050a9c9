#include "audio/engine_sweep.h"

#include "audio/audio.h"
#include "base/assert.h"

#include <string.h>

long engine_sweep_frames(const EngineSweep *sweep) {
    return (long)(sweep->seconds * (float)AUDIO_RATE + 0.5f);
}

static EngineState state_at(const EngineSweep *sweep, float share) {
    return (EngineState){.rpm = sweep->rpm_from + (sweep->rpm_to - sweep->rpm_from) * share,
                         .load = sweep->load};
}

void engine_sweep_render(const EngineBank *bank, const EngineSweep *sweep, float *mono) {
    ASSERT(bank != NULL && sweep != NULL && mono != NULL);
    long frames = engine_sweep_frames(sweep);
    memset(mono, 0, (size_t)frames * sizeof mono[0]);
    EngineVoice voice = engine_voice_make(1);
    voice.load = sweep->load;
    for (long at = 0; at < frames; at += AUDIO_BLOCK) {
        long end = at + AUDIO_BLOCK < frames ? at + AUDIO_BLOCK : frames;
        EngineState from = state_at(sweep, (float)at / (float)frames);
        EngineState to = state_at(sweep, (float)end / (float)frames);
        engine_voice_add(&voice, bank, from, to, mono + at, (int)(end - at));
    }
}
