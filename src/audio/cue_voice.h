/// Signals as short tunes: start lights, last lap, records, places, menus.
///
/// One table (cue_voice.c) says what each CueKind plays: notes with a time, a pitch, a length, a
/// level and a timbre. What helps rises, what hurts falls, what is asked for often is short and
/// soft.
#pragma once

#include "audio/cue_list.h"
#include "audio/stereo.h"

enum {
    CUE_POOL_VOICES = 8
};

#define CUE_AGAIN 0.03f ///< s

/// One signal under way. The zero value is silent.
typedef struct CueVoice {
    StereoGain gain;
    int kind;  ///< CueKind
    int frame; ///< Since it began.
    int left;  ///< Frames until it has died away; 0: free.
} CueVoice;

/// Signals that sound at once. The zero value is silent.
typedef struct CuePool {
    CueVoice voices[CUE_POOL_VOICES];
} CuePool;

/// Seconds that a signal lasts.
float cue_seconds(CueKind kind);

/// Begins a signal. One of the same kind that began within CUE_AGAIN is not doubled; where no voice
/// is free, the new one is left out: so many at once are a chord of noise anyway.
void cue_pool_play(CuePool *pool, CueKind kind, StereoGain gain);

/// Adds `frames` frames, at a level that goes from `from` to `to`. A signal of gain 1 at level 1
/// stays within 0.5.
void cue_pool_add(CuePool *pool, float from, float to, float *left, float *right, int frames);
