/// All voices into one stereo stream: cars, impacts, signals, music.
///
/// The mixer is pure: frames of the game in, samples out, the same bits everywhere. It allocates
/// nothing and holds no clock, so a thread that must not wait can run it, and so can a command that
/// renders a race faster than it was driven.
#pragma once

#include "audio/audio.h"
#include "audio/car_strip.h"
#include "audio/cue_voice.h"
#include "audio/limiter.h"
#include "audio/music.h"

/// How loud each part is to be, 0 to 1. What changes fades over MIXER_FADE.
typedef struct MixerLevels {
    float world; ///< Of all that the race gives to hear; 0 stops it too.
    float engines, effects;
    float signals, music;
} MixerLevels;

#define MIXER_FADE       0.02f ///< s in which a level goes 63 % of its way ...
#define MIXER_MUSIC_FADE 0.3f  ///< ... and that of the music.

/// What is heard from a frame of the game on.
typedef struct SoundFrame {
    SoundScene scene;
    const EngineBank *banks[RACE_MAX_CARS]; ///< By car; NULL: silent.
    HornTones horns[RACE_MAX_CARS];         ///< By car; the zero value: it has none.
    Listener listeners[LISTENERS_MAX];
    int listener_count;
    MixerLevels levels;
    uint64_t music_hash; ///< Of the track whose piece is played, ...
    TrackTheme theme;    ///< ... and its theme.
    float seconds;       ///< Until cars are as `scene` has them; the mixer goes there evenly.
    uint32_t jumps;      ///< Another number: another race, or another moment of it.
    uint32_t number;     ///< Of the frame: the mixer says which one it is at.
    uint64_t seed;       ///< Of the race: equal cars with equal seeds sound the same.
} SoundFrame;

/// An owner of nothing; large, so it belongs on the heap. Made by mixer_make.
typedef struct Mixer {
    CarStrip cars[RACE_MAX_CARS];
    ImpactPool impacts;
    CuePool cues;
    Music music;         ///< The piece that is played, ...
    uint64_t music_hash; ///< ... and of what it was made.
    TrackTheme theme;
    SoundFrame frame;   ///< The one that is heard, or that is heard next ...
    bool cuts;          ///< ... once the world before it has faded.
    MixerLevels levels; ///< As they are now.
    Limiter limiter;
    uint32_t number; ///< Of the last frame all of whose predecessors are not needed any more.
} Mixer;

void mixer_make(Mixer *mixer);

/// Takes a frame over: all of it is heard from the next block on. The banks in it must stay until
/// mixer->number has reached that of a later frame without them.
void mixer_take(Mixer *mixer, const SoundFrame *frame);

/// Makes the next `frames` (1 to AUDIO_BLOCK) frames. No sample is beyond -1 or 1.
void mixer_run(Mixer *mixer, float *left, float *right, int frames);

/// Forgets all that sounds, and every bank.
void mixer_forget(Mixer *mixer);
