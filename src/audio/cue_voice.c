#include "audio/cue_voice.h"

#include "audio/audio.h"
#include "audio/signal.h"
#include "base/assert.h"
#include "base/scalar.h"

enum {
    CUE_NOTES = 6,
    CUE_PARTIALS = 4
};

/// What plays a note.
typedef enum CueTimbre {
    TIMBRE_SOFT, ///< A rounded sine.
    TIMBRE_BEEP, ///< Held evenly, as a signal of a machine.
    TIMBRE_BELL, ///< Struck metal, which rings.
    TIMBRE_WOOD, ///< A short tick.
    TIMBRE_BUZZ, ///< Low and rough.
} CueTimbre;

/// How a timbre sounds.
typedef struct Timbre {
    float ratios[CUE_PARTIALS], levels[CUE_PARTIALS]; ///< The levels sum up to at most 1.
    float attack_s;
    bool held; ///< Even until its length is over; else it falls by 60 dB in that time.
} Timbre;

static const Timbre timbres[] = {
    [TIMBRE_SOFT] = {{1.0f, 2.0f, 3.0f, 4.0f}, {0.78f, 0.15f, 0.05f, 0.02f}, 0.006f, false},
    [TIMBRE_BEEP] = {{1.0f, 2.0f, 3.0f, 5.0f}, {0.70f, 0.12f, 0.14f, 0.04f}, 0.004f, true},
    // The strike notes of a hand bell.
    [TIMBRE_BELL] = {{1.0f, 2.76f, 5.40f, 8.93f}, {0.60f, 0.25f, 0.11f, 0.04f}, 0.001f, false},
    [TIMBRE_WOOD] = {{1.0f, 2.57f, 4.2f, 6.0f}, {0.72f, 0.20f, 0.06f, 0.02f}, 0.001f, false},
    [TIMBRE_BUZZ] = {{1.0f, 2.0f, 3.0f, 4.0f}, {0.36f, 0.28f, 0.22f, 0.14f}, 0.005f, true},
};

/// One note of a signal; of no length: none.
typedef struct CueNote {
    float start_s, length_s;
    int pitch; ///< MIDI: 69 is 440 Hz.
    float level;
    CueTimbre timbre;
} CueNote;

// Levels count from 0.5 of full scale: what comes often is far below what comes once a race.
static const CueNote tunes[CUE_KIND_COUNT][CUE_NOTES] = {
    [CUE_LIGHT] = {{0.0f, 0.22f, 69, 0.60f, TIMBRE_BEEP}},
    [CUE_GO] = {{0.0f, 0.70f, 81, 0.62f, TIMBRE_BEEP}, {0.0f, 0.70f, 76, 0.30f, TIMBRE_BEEP}},
    [CUE_LAST_LAP] = {{0.0f, 0.9f, 84, 0.55f, TIMBRE_BELL},
                      {0.22f, 0.9f, 84, 0.55f, TIMBRE_BELL},
                      {0.44f, 1.3f, 84, 0.55f, TIMBRE_BELL}},
    [CUE_FINISH] = {{0.0f, 0.8f, 67, 0.35f, TIMBRE_SOFT},
                    {0.10f, 0.8f, 72, 0.35f, TIMBRE_SOFT},
                    {0.20f, 0.9f, 76, 0.38f, TIMBRE_SOFT},
                    {0.30f, 1.6f, 79, 0.42f, TIMBRE_SOFT},
                    {0.30f, 1.6f, 84, 0.30f, TIMBRE_BELL}},
    [CUE_RECORD] = {{0.0f, 0.5f, 76, 0.40f, TIMBRE_SOFT},
                    {0.09f, 0.5f, 79, 0.40f, TIMBRE_SOFT},
                    {0.18f, 0.5f, 83, 0.40f, TIMBRE_SOFT},
                    {0.27f, 1.2f, 88, 0.45f, TIMBRE_BELL}},
    [CUE_MEDAL] = {{0.0f, 0.35f, 67, 0.42f, TIMBRE_SOFT},
                   {0.16f, 0.30f, 67, 0.36f, TIMBRE_SOFT},
                   {0.28f, 0.9f, 72, 0.42f, TIMBRE_SOFT},
                   {0.50f, 1.8f, 76, 0.38f, TIMBRE_SOFT},
                   {0.50f, 1.8f, 79, 0.34f, TIMBRE_SOFT},
                   {0.50f, 1.8f, 84, 0.28f, TIMBRE_BELL}},
    [CUE_MISSED] = {{0.0f, 0.20f, 57, 0.50f, TIMBRE_BUZZ}, {0.24f, 0.34f, 51, 0.52f, TIMBRE_BUZZ}},
    [CUE_GAINED] = {{0.0f, 0.25f, 72, 0.20f, TIMBRE_SOFT}, {0.07f, 0.40f, 77, 0.22f, TIMBRE_SOFT}},
    [CUE_LOST] = {{0.0f, 0.25f, 70, 0.18f, TIMBRE_SOFT}, {0.07f, 0.40f, 65, 0.20f, TIMBRE_SOFT}},
    [CUE_JOIN] = {{0.0f, 0.45f, 64, 0.38f, TIMBRE_SOFT}, {0.11f, 0.8f, 71, 0.40f, TIMBRE_SOFT}},
    [CUE_LEAVE] = {{0.0f, 0.45f, 71, 0.34f, TIMBRE_SOFT}, {0.11f, 0.8f, 64, 0.34f, TIMBRE_SOFT}},
    [CUE_MENU_MOVE] = {{0.0f, 0.06f, 84, 0.28f, TIMBRE_WOOD}},
    [CUE_MENU_ENTER] = {{0.0f, 0.09f, 79, 0.32f, TIMBRE_WOOD},
                        {0.05f, 0.20f, 86, 0.26f, TIMBRE_SOFT}},
    [CUE_MENU_BACK] = {{0.0f, 0.09f, 79, 0.30f, TIMBRE_WOOD},
                       {0.05f, 0.18f, 72, 0.26f, TIMBRE_SOFT}},
    [CUE_BLUE_FLAG] = {{0.0f, 0.16f, 74, 0.26f, TIMBRE_SOFT},
                       {0.12f, 0.16f, 70, 0.26f, TIMBRE_SOFT},
                       {0.24f, 0.16f, 74, 0.26f, TIMBRE_SOFT},
                       {0.36f, 0.30f, 70, 0.26f, TIMBRE_SOFT}},
    [CUE_WEARS] = {{0.0f, 0.12f, 64, 0.24f, TIMBRE_BEEP},
                   {0.22f, 0.12f, 64, 0.24f, TIMBRE_BEEP},
                   {0.44f, 0.24f, 57, 0.26f, TIMBRE_BEEP}},
};

#define CUE_PEAK    0.5f
#define CUE_RELEASE 0.012f ///< s in which each note ends.

float cue_seconds(CueKind kind) {
    ASSERT(kind < CUE_KIND_COUNT);
    float out = 0.0f;
    for (int i = 0; i < CUE_NOTES; i++) {
        out = float_max(out, tunes[kind][i].start_s + tunes[kind][i].length_s);
    }
    return out;
}

void cue_pool_play(CuePool *pool, CueKind kind, StereoGain gain) {
    ASSERT(kind < CUE_KIND_COUNT);
    CueVoice *free = NULL;
    for (int i = 0; i < CUE_POOL_VOICES; i++) {
        CueVoice *voice = &pool->voices[i];
        bool fresh = voice->frame < (int)(CUE_AGAIN * (float)AUDIO_RATE);
        if (voice->left > 0 && voice->kind == (int)kind && fresh) {
            return;
        }
        free = voice->left == 0 && !free ? voice : free;
    }
    if (free) {
        int frames = 1 + (int)(cue_seconds(kind) * (float)AUDIO_RATE);
        *free = (CueVoice){.gain = gain, .kind = (int)kind, .left = frames};
    }
}

/// Adds the frames of one note from `first` frames after its start on. A note is a function of the
/// frame: phases are whole numbers that wrap, so they stay exact.
static void add_note(const CueNote *note, int first, float *mono, int frames) {
    const Timbre *timbre = &timbres[note->timbre];
    int length = (int)(note->length_s * (float)AUDIO_RATE);
    int attack = (int)(timbre->attack_s * (float)AUDIO_RATE);
    int release = (int)(CUE_RELEASE * (float)AUDIO_RATE);
    int begin = first < 0 ? -first : 0;
    int end = length - first < frames ? length - first : frames;
    if (begin >= end) {
        return;
    }
    uint32_t steps[CUE_PARTIALS];
    float hz = signal_pitch(440.0f, (float)(note->pitch - 69));
    for (int k = 0; k < CUE_PARTIALS; k++) {
        steps[k] = (uint32_t)(hz * timbre->ratios[k] / (float)AUDIO_RATE * 4294967296.0f);
    }
    // 60 dB are 9.966 octaves of amplitude.
    float fall = timbre->held ? 0.0f : -9.966f / (float)length;
    float level = note->level * signal_exp2(fall * (float)(first + begin));
    float ratio = signal_exp2(fall);
    for (int i = begin; i < end; i++) {
        int at = first + i;
        float sum = 0.0f;
        for (int k = 0; k < CUE_PARTIALS; k++) {
            float turns = (float)(int32_t)(steps[k] * (uint32_t)at) * (1.0f / 4294967296.0f);
            sum += timbre->levels[k] * signal_sine(turns);
        }
        float rise = at < attack ? (float)at / (float)attack : 1.0f;
        float out = length - at < release ? (float)(length - at) / (float)release : 1.0f;
        mono[i] += CUE_PEAK * sum * level * rise * out;
        level *= ratio;
    }
}

void cue_pool_add(CuePool *pool, float from, float to, float *left, float *right, int frames) {
    ASSERT(frames > 0 && frames <= AUDIO_BLOCK);
    for (int i = 0; i < CUE_POOL_VOICES; i++) {
        CueVoice *voice = &pool->voices[i];
        if (voice->left == 0) {
            continue;
        }
        float mono[AUDIO_BLOCK] = {0};
        for (int k = 0; k < CUE_NOTES; k++) {
            const CueNote *note = &tunes[voice->kind][k];
            add_note(note, voice->frame - (int)(note->start_s * (float)AUDIO_RATE), mono, frames);
        }
        stereo_add(mono, stereo_scale(voice->gain, from), stereo_scale(voice->gain, to), left,
                   right, frames);
        voice->frame += frames;
        voice->left -= frames < voice->left ? frames : voice->left;
    }
}
